"""Token estimates, and what fits a budget."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.budget import estimate, fill


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("four", 1),
        ("A sentence of eight words, all of them short.", 12),
        ("我喜欢海边", 5),
        ("кошка", 3),
    ],
)
def test_tokens_are_estimated_by_script(text, tokens):
    assert estimate(text) == tokens


@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
def test_an_estimate_never_falls_when_text_is_added(text, more):
    assert estimate(text) <= estimate(text + more) <= estimate(text) + estimate(more)


@given(st.lists(st.integers(0, 9)), st.integers(1, 30))
def test_a_budget_is_never_passed_and_nothing_is_lost(prices, limit):
    taken, dropped, used = fill(prices, lambda price: price, limit)
    assert used == sum(taken) <= limit
    assert sorted(taken + dropped) == sorted(prices)


def test_a_smaller_entry_after_one_that_doesn_t_fit_is_taken():
    assert fill([4, 9, 3], lambda price: price, 8) == ([4, 3], [9], 7)
