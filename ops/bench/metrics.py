"""How good a ranking of turns is against the turns that answer a question: pure functions of two lists of ids.

A rank position is one turn. A turn that stands in a ranking twice takes two positions and counts at its first.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

DEPTH = 10
QUALITY = ("hit@1", "hit@5", "hit@10", "recall@5", "recall@10", "mrr", "ndcg@10")


def hit(ranked: Sequence[str], evidence: Collection[str], depth: int) -> float:
    """1 if any evidence stands in the first `depth` positions, else 0."""
    return float(any(place < depth for place in _places(ranked, evidence)))


def recall(ranked: Sequence[str], evidence: Collection[str], depth: int) -> float:
    """The share of the evidence in the first `depth` positions."""
    return sum(place < depth for place in _places(ranked, evidence)) / len(set(evidence))


def reciprocal_rank(ranked: Sequence[str], evidence: Collection[str]) -> float:
    """1 / position of the first evidence; 0 if none was found."""
    return 1 / (1 + min(_places(ranked, evidence), default=math.inf))


def ndcg(ranked: Sequence[str], evidence: Collection[str], depth: int) -> float:
    """Discounted gain over the best there could be, evidence gaining 1 (Järvelin and Kekäläinen, 2002)."""
    gained = sum(_discount(place) for place in _places(ranked, evidence) if place < depth)
    return gained / sum(map(_discount, range(min(depth, len(set(evidence))))))


def judge(ranked: Sequence[str], evidence: Collection[str]) -> dict[str, float]:
    """Every figure of QUALITY for one question; the list stops at DEPTH turns."""
    ranked = ranked[:DEPTH]
    return {
        **{f"hit@{depth}": hit(ranked, evidence, depth) for depth in (1, 5, DEPTH)},
        **{f"recall@{depth}": recall(ranked, evidence, depth) for depth in (5, DEPTH)},
        "mrr": reciprocal_rank(ranked, evidence),
        f"ndcg@{DEPTH}": ndcg(ranked, evidence, DEPTH),
    }


def mean(judged: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Each figure's mean over the questions; nothing of no questions."""
    judged = list(judged)
    return {name: math.fsum(one[name] for one in judged) / len(judged) for name in (judged[0] if judged else ())}


def _places(ranked: Sequence[str], evidence: Collection[str]) -> list[int]:
    """Where each piece of the evidence that was found stands first, from 0."""
    first: dict[str, int] = {}
    for place, turn in enumerate(ranked):
        first.setdefault(turn, place)
    return [first[turn] for turn in set(evidence) if turn in first]


def _discount(place: int) -> float:
    return 1 / math.log2(place + 2)
