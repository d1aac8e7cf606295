"""BM25 by increments equals BM25 from scratch, and the textbook formula."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopes.retrieval.bm25 import Bm25, Bm25Parameters

WORDS = [f"w{number}" for number in range(12)]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=9)
IDS = st.sampled_from([f"id{number}" for number in range(15)])
STEPS = st.lists(st.tuples(st.lists(st.tuples(IDS, TEXTS), max_size=4), st.lists(IDS, max_size=3)), max_size=12)
QUERIES = st.lists(st.sampled_from([*WORDS, "unknown"]), min_size=1, max_size=6)


DEFAULTS = Bm25Parameters()


def by_hand(texts, query, k1=DEFAULTS.k1, b=DEFAULTS.b):
    """The formula, term by term, over a dictionary of texts."""
    average = max(sum(map(len, texts.values())), 1) / max(len(texts), 1)
    scores = dict.fromkeys(texts, 0.0)
    for term in dict.fromkeys(query):
        holding = [name for name, text in texts.items() if term in text]
        idf = math.log(1 + (len(texts) - len(holding) + 0.5) / (len(holding) + 0.5))
        for name in holding:
            times = Counter(texts[name])[term]
            scores[name] += idf * times / (times + k1 * (1 - b + b * len(texts[name]) / average))
    return {name: score for name, score in scores.items() if score > 0}


def answer(view, query, limit=1000):
    slots, values = view.score(query).top(limit)
    return dict(zip(map(view.id_of, slots), values, strict=True))


def run(steps, parameters):
    view, texts = Bm25.empty(parameters), {}
    for added, removed in steps:
        view = view.apply(added, removed)
        for name in removed:
            texts.pop(name, None)
        texts.update(added)
    return view, texts


quickly = settings(max_examples=25)

# The three ways to hold and to read postings, forced on data that is small enough to check by hand.
every_regime = pytest.mark.parametrize(
    "parameters",
    [
        Bm25Parameters(),
        Bm25Parameters(longest_tail=5),
        Bm25Parameters(longest_tail=5, sum_everything=0, frequent_share=4),
    ],
    ids=["tail", "segments", "pruned"],
)


@every_regime
@quickly
@given(steps=STEPS, query=QUERIES)
def test_scores_equal_the_formula_after_any_history(parameters, steps, query):
    view, texts = run(steps, parameters)
    assert answer(view, query) == pytest.approx(by_hand(texts, query))
    assert len(view) == len(texts)


@every_regime
@quickly
@given(steps=STEPS, query=QUERIES, limit=st.integers(1, 5))
def test_top_k_equals_a_rebuild(parameters, steps, query, limit):
    view, texts = run(steps, parameters)
    rebuilt = Bm25.empty().apply(list(texts.items()))
    best, everything = answer(view, query, limit), answer(rebuilt, query)
    assert sorted(best.values()) == pytest.approx(sorted(answer(rebuilt, query, limit).values()))
    assert best == pytest.approx({name: everything[name] for name in best})


@every_regime
@quickly
@given(steps=STEPS, query=QUERIES)
def test_a_compacted_view_answers_alike_and_keeps_growing(parameters, steps, query):
    view, texts = run(steps, parameters)
    compacted, kept = view.compact()
    assert answer(compacted, query) == pytest.approx(by_hand(texts, query))
    assert [view.id_of(slot) for slot in kept] == [compacted.id_of(slot) for slot in range(len(texts))]
    texts["new"] = ["w1", "w1", "w2"]
    assert answer(compacted.apply([("new", texts["new"])]), query) == pytest.approx(by_hand(texts, query))


@every_regime
@quickly
@given(before=STEPS, after=STEPS, elsewhere=STEPS, query=QUERIES)
def test_older_views_and_branches_stay_as_they_were(parameters, before, after, elsewhere, query):
    view, texts = run(before, parameters)
    for steps in (after, elsewhere):
        branch, changed = view, dict(texts)
        for added, removed in steps:
            branch = branch.apply(added, removed)
            changed = {name: text for name, text in changed.items() if name not in removed} | dict(added)
        assert answer(branch, query) == pytest.approx(by_hand(changed, query))
    assert answer(view, query) == pytest.approx(by_hand(texts, query))


@every_regime
@quickly
@given(steps=STEPS, query=QUERIES)
def test_matched_tokens_and_their_share_are_told(parameters, steps, query):
    view, texts = run(steps, parameters)
    scores = view.score(query)
    slots, _ = scores.top(1000)
    matched = scores.matched(slots)
    for column, slot in enumerate(slots):
        held = [token for token, here in zip(scores.tokens, matched[:, column], strict=True) if here]
        assert held == [token for token in scores.tokens if token in texts[view.id_of(slot)]]
    assert ((scores.coverage(matched) > 0) & (scores.coverage(matched) <= 1 + 1e-9)).all()


@every_regime
@quickly
@given(steps=STEPS, query=QUERIES, names=st.sets(IDS))
def test_only_allowed_slots_are_found(parameters, steps, query, names):
    view, texts = run(steps, parameters)
    allowed = np.array([view.id_of(slot) in names for slot in range(view.slots)], np.bool_)
    slots, _ = view.score(query).top(3, allowed)
    scores = by_hand(texts, query)
    expected = sorted((score for name, score in scores.items() if name in names), reverse=True)
    assert [scores[view.id_of(slot)] for slot in slots] == pytest.approx(expected[:3])


def test_a_query_of_an_empty_view_or_without_tokens_finds_nothing():
    for view, query in ((Bm25.empty(), ["w1"]), (Bm25.empty().apply([("a", ["w1"])]), [])):
        slots, values = view.score(query).top(10)
        assert len(slots) == len(values) == 0
