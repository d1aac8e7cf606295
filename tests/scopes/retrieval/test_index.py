"""A scope's index over its items."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopes.model import Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.rows import NOWHERE


def found(index, *tokens):
    slots, _ = index.bm25.score(tokens).top(100)
    return {index.bm25.id_of(slot) for slot in slots}


@pytest.mark.parametrize(
    "token", ["sea", "beach", "trip", "daili", "life", "summer", "caroline", "2026", "juli", "21日"]
)
def test_an_item_is_found_by_content_name_file_tags_speaker_and_date(make, token):
    item = make(
        "The sea!", "beach-trip", file="daily_life", tags=("summer",), speaker="caroline", event_at="2026-07-21"
    )
    assert found(ScopeIndex.empty().apply([item]), token if token != "caroline" else "carolin") == {item.id}


def test_a_turn_is_not_found_by_the_ids_of_its_source(make):
    index = ScopeIndex.empty().apply([make("hello", "turn-7", layer="source", file="conversation-12")])
    assert not found(index, "turn", "convers")


def test_archived_items_are_not_found_and_archiving_removes(make):
    index = ScopeIndex.empty().apply([make("sea", "a"), make("sea", "b", layer="archive")])
    assert found(index, "sea") == {"wiki/notes/a"}
    archived = Item(id="wiki/notes/a", layer="archive", file="notes", name="a", address="notes:a", content="sea")
    assert not found(index.apply([archived]), "sea")


def test_a_changed_item_replaces_itself_though_its_id_is_also_among_the_removed(make):
    index = ScopeIndex.empty().apply([make("sea", "a")]).apply([make("mountain", "a")], ["wiki/notes/a"])
    assert (found(index, "sea"), found(index, "mountain")) == (set(), {"wiki/notes/a"})


def neighbours(index):
    """(id before, id, id after) of every turn that is still there."""

    def name(slot):
        open_ = slot != NOWHERE and slot < len(index.rows) and index.bm25.is_open(np.array([slot]))[0]
        return index.bm25.id_of(slot) if open_ else None

    rows = index.rows
    return {
        index.bm25.id_of(slot): (name(rows["previous"][slot]), name(rows["following"][slot]))
        for slot in range(len(rows))
        if name(slot)
    }


def test_turns_know_their_neighbours_across_calls_and_other_sources(make):
    a, b, other, c = (make("x", name, layer="source", file=file) for name, file in zip("aboc", "1121", strict=True))
    earlier = ScopeIndex.empty().apply([a, b])
    later = earlier.apply([other]).apply([c])
    assert neighbours(later) == {a.id: (None, b.id), b.id: (a.id, c.id), other.id: (None, None), c.id: (b.id, None)}
    assert neighbours(earlier) == {a.id: (None, b.id), b.id: (a.id, None)}


def test_two_futures_of_one_view_don_t_see_each_other(make):
    a, b, c = (make(word, word, layer="source", file="1") for word in ("apple", "banana", "cherry"))
    start = ScopeIndex.empty().apply([a])
    one, two = start.apply([b]), start.apply([c])
    assert neighbours(one) == {a.id: (None, b.id), b.id: (a.id, None)}
    assert neighbours(two) == {a.id: (None, c.id), c.id: (a.id, None)}
    assert (found(one, "cherri"), found(two, "banana"), found(start, "banana")) == (set(), set(), set())


ITEMS = st.lists(
    st.tuples(st.integers(0, 80), st.sampled_from(["sea wind", "wind", "hill", "sea sea hill"])), max_size=30
)


@given(st.lists(st.tuples(ITEMS, st.sets(st.integers(0, 80), max_size=40)), max_size=6))
@settings(max_examples=40, deadline=None)
def test_after_any_history_the_index_equals_one_made_from_what_is_left(steps):
    index, left = ScopeIndex.empty(), {}
    for added, removed in steps:
        items = [
            Item(id=str(n), layer="source", file="s", name=str(n), address=str(n), content=text) for n, text in added
        ]
        index = index.apply(items, {str(n) for n in removed})
        left = {id_: item for id_, item in left.items() if int(id_) not in removed} | {item.id: item for item in items}
    rebuilt = ScopeIndex.empty().apply(left.values())
    assert len(index) == len(left)
    for tokens in (("sea",), ("wind", "hill")):
        scores = [
            dict(zip(map(view.bm25.id_of, slots), values, strict=True))
            for view in (index, rebuilt)
            for slots, values in [view.bm25.score(tokens).top(100)]
        ]
        assert scores[0] == pytest.approx(scores[1])


def test_closed_slots_are_cleared_away(make):
    items = [make("sea", layer="source", file="1") for _ in range(200)]
    index = ScopeIndex.empty().apply(items).apply([], [item.id for item in items[:100]])
    assert len(index) == len(index.rows) == index.bm25.slots == 100
    kept = [item.id for item in items[100:]]
    assert list(neighbours(index).values())[1] == (kept[0], kept[2])


def test_bytes_held_are_told(make):
    small, large = (ScopeIndex.empty().apply([make("sea wind") for _ in range(count)]) for count in (50, 5_000))
    assert small.nbytes < 30_000
    assert 20 < large.nbytes / small.nbytes < 200
