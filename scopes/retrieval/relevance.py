"""Whether anything in a scope answers a question at all: an absolute measure of the best candidates."""

import itertools
from collections.abc import Collection, Mapping

from scopes.retrieval.features.meaning import MEANING
from scopes.retrieval.features.neighbourhood import NEIGHBOURHOOD
from scopes.retrieval.features.surroundings import Question
from scopes.retrieval.features.words import WORDS
from scopes.retrieval.policy import Relevance
from scopes.retrieval.scores import Slots, Values

__all__ = ["WATCHED", "circumstances", "evidence", "is_far", "is_whole", "sureness"]

_DEPTH = 10
_COSINE = MEANING.index("cosine")
# Few on purpose: weights for some thirty such figures told no better what they were fitted to, and worse what not.
_WATCHED = {
    "words": ("most_pairs", WORDS.index("pairs")),
    "neighbourhood": ("most_window_3", NEIGHBOURHOOD.index("window_3")),
    "meaning": ("most_nearness", MEANING.index("nearness")),  # the cosines of another model have another scale
}
WATCHED = frozenset(name.removeprefix("most_") for name, _ in _WATCHED.values())


def is_whole(measured: Collection[str]) -> bool:
    """Whether the signals that evidence comes from were all measured, but for meaning, which has weights of its own."""
    return _WATCHED.keys() - {"meaning"} <= set(measured)


def evidence(measured: Mapping[str, Values], sums: Values, order: Slots) -> dict[str, float]:
    """The sum that ranks first, and the most among the ten best candidates of what counts by itself."""
    best = order[:_DEPTH]
    if not len(best):
        return {}
    found = {"best_sum": float(sums[best[0]])}
    for signal, (name, row) in _WATCHED.items():
        if signal in measured:
            found[name] = max(measured[signal][row].take(best).tolist())
    return found


def circumstances(question: Question) -> dict[str, float]:
    """How much of what is asked occurs here at all, and how much hangs on one word."""
    weights: list[float] = question.asked.weights.tolist()
    known: list[bool] = question.words.known().tolist()
    return {"known": sum(itertools.compress(weights, known)), "heaviest": max(weights, default=0.0)}


def is_far(meant: Values, order: Slots, unlike: float) -> bool:
    """Whether the cosine of none of the ten best candidates, by what meaning measured, reaches `unlike`."""
    return bool(meant[_COSINE].take(order[:_DEPTH]).max(initial=-1.0) < unlike)


def sureness(found: Mapping[str, float], relevance: Relevance) -> float:
    """The log odds that the best candidate answers, from evidence and circumstances."""
    return relevance.bias + sum(weight * found.get(name, 0.0) for name, weight in relevance.weights.items())
