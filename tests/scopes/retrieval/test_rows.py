"""The rows beside the lexical index."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopes.model import Item
from scopes.retrieval.row_values import RowValues
from scopes.retrieval.rows import NOWHERE, RowBook

COLUMNS = (*RowValues._fields, "topic", "speaker", "source", "previous", "session", "place", "following")
TURNS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["2026-07-01T10:00:00Z", "2026-07-02T10:00:00Z", None])),
    max_size=20,
)


def items_of(turns):
    return [
        Item(id=str(n), layer="source", file=file, name=str(n), address=str(n), content="x" * n, event_at=at)
        for n, (file, at) in enumerate(turns)
    ]


def book_of(items, sizes):
    book, start = RowBook(), 0
    for size in sizes:
        book.extend(items[start : start + size], [()] * len(items[start : start + size]))
        start += size
    book.extend(items[start:], [()] * len(items[start:]))
    return book


@given(TURNS, st.lists(st.integers(0, 7), max_size=6))
@settings(max_examples=60, deadline=None)
def test_rows_are_the_same_however_they_come(turns, sizes):
    items = items_of(turns)
    one, other = book_of(items, sizes).rows, book_of(items, [1] * len(items)).rows
    for name in COLUMNS:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


@given(TURNS, st.data())
@settings(max_examples=40, deadline=None)
def test_rows_that_are_kept_are_those_of_a_book_of_them(turns, data):
    items = items_of(turns)
    first = data.draw(st.integers(0, len(items)))
    copied, fresh = book_of(items, ()).copy(first).rows, book_of(items[:first], ()).rows
    for name in COLUMNS:
        np.testing.assert_array_equal(copied[name], fresh[name], err_msg=name)


def test_the_turns_around_one_are_those_of_its_source_and_nowhere_past_either_end():
    rows = book_of(items_of([("a", None), ("b", None), ("a", None), ("a", None)]), ()).rows
    assert rows.around(np.array([2, 1]), 2).T.tolist() == [[NOWHERE, 0, 2, 3, NOWHERE], [-1, -1, 1, -1, -1]]


def test_a_view_does_not_see_the_turn_that_came_after_it():
    items = items_of([("a", None)] * 3)
    book = book_of(items[:2], ())
    before = book.rows
    book.extend(items[2:], [()])
    assert before.around(np.array([1]), 1).T.tolist() == [[0, 1, NOWHERE]]
    assert book.rows.around(np.array([1]), 1).T.tolist() == [[0, 1, 2]]


@pytest.mark.parametrize("slots", [[], [2, 0, 2]])
def test_rows_in_given_slots_are_theirs(slots):
    rows = book_of(items_of([("a", None)] * 3), ()).rows
    found = rows.at(np.array(slots, np.intp))
    assert len(found) == len(slots)
    assert found["length"].tolist() == slots
