"""What is not worth computing is left out without a change of the answer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.diversity import diverse
from scopes.retrieval.policy import load_policy
from scopes.retrieval.signals import SIGNALS

SAID = [
    "Which instrument did you pick?",
    "The violin, two years ago",
    "My sister moved to Lisbon in May",
    "她喜欢吃火锅",
    "Where does your sister live?",
    "In a small flat near the harbour of Lisbon",
    "Yes.",
]
WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", "海", "边"]), max_size=6).map(" ".join)


@pytest.fixture(params=["source", "wiki"])
def scope(request, shelf, make):
    """Turns of one conversation, or items without neighbours."""
    layer = {"layer": "source", "file": "s"} if request.param == "source" else {}
    return shelf(*(make(text, f"t{n}", speaker="Ann", **layer) for n, text in enumerate(SAID)))


@pytest.mark.parametrize("question", ["Where does Ann's sister live?", "violin or Lisbon?", "她喜欢什么？", "the the"])
def test_features_without_weight_change_no_hit_and_no_score(scope, question):
    explained, plain = (scope.ask(question, explain=explain).hits for explain in (True, False))
    assert [hit.id for hit in plain] == [hit.id for hit in explained]
    assert [hit.score for hit in plain] == pytest.approx([hit.score for hit in explained], abs=1e-6)
    assert [hit.matched_terms for hit in plain] == [hit.matched_terms for hit in explained]


def test_hits_stand_in_the_order_of_what_their_signals_give_in_sum(scope):
    hits = scope.ask("Where does Ann's sister live?", explain=True).hits
    sums = [sum(part.share for part in hit.explain.signals.values()) for hit in hits]
    assert len(hits) > 2 and sums == pytest.approx(sorted(sums, reverse=True))


def test_weights_are_those_of_the_mode_in_the_order_of_the_signals():
    policy = load_policy()
    weights = policy.weights(SIGNALS, policy.meaning)
    assert weights is policy.weights(SIGNALS, policy.meaning) is not policy.weights(SIGNALS, policy.lexical)
    names = [feature for signal in SIGNALS for feature in signal.features]
    assert dict(zip(names, weights.tolist(), strict=True))["nearness"] == policy.meaning.weights["nearness"]


@given(st.lists(WORDS, max_size=8), st.integers(1, 8))
def test_likeness_is_found_as_by_comparing_every_two_texts(contents, limit):
    scores = np.linspace(0.9, 0.5, len(contents))
    words = [set(text.casefold().split() if text.isascii() else text) for text in contents]
    alike = [
        max((len(own & one) / max(len(own | one), 1) for one in words[:place]), default=0.0)
        for place, own in enumerate(words[: 2 * limit])
    ]
    losses = np.array([share if share >= 0.7 else 0.0 for share in alike])
    looked_at = np.argsort(-scores[: len(losses)] * (1 - 0.1 * losses), kind="stable").tolist()
    wanted = [*looked_at, *range(len(losses), len(contents))] if losses[:limit].any() else list(range(len(contents)))
    assert list(diverse(scores, contents, limit, 0.1)) == wanted
