"""How sure an answer is, fitted to questions that a conversation answers and others that it doesn't."""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from ops.bench import logistic
from ops.bench.samples import Sample
from scopes.retrieval.policy import Relevance
from scopes.retrieval.relevance import evidence, sureness

__all__ = ["Ordered", "Refusals", "calibrate", "refusals"]

# A question, and the weights that order its candidates.
Ordered = tuple[Sample, NDArray[np.float64]]

_L2 = 0.3
_DEPTH = 10
# Points of hit@10 that questions with an answer may lose.
_LOSS = 0.01


class Refusals(msgspec.Struct, frozen=True):
    """At a threshold: hit@10 before and after, of questions that are answered here; and the share of those that aren't
    which are given something, of the ones that sound at home and of other conversations' ones."""

    threshold: float
    hit_before: float
    hit_after: float
    unanswerable: float
    swapped: float


def calibrate(ordered: Sequence[Ordered]) -> Relevance:
    """Weights for evidence and circumstances, and the threshold that costs no more than one point of hit@10."""
    found = [_seen(sample, weights) for sample, weights in ordered]
    names = sorted({name for one in found for name in one})
    values = np.array([[one.get(name, 0.0) for name in names] for one in found])
    answerable = np.array([sample.answerable for sample, _ in ordered])
    slopes, bias = logistic.fit(values, answerable, _L2)
    fitted = dict(zip(names, (round(weight, 4) for weight in slopes.tolist()), strict=True))
    relevance = Relevance(round(bias, 4), {name: weight for name, weight in fitted.items() if weight})
    return msgspec.structs.replace(relevance, threshold=_threshold(ordered, relevance))


def refusals(ordered: Sequence[Ordered], relevance: Relevance) -> Refusals:
    """What a threshold does to questions of all kinds."""
    sure = np.array([_chance(sample, weights, relevance) for sample, weights in ordered])
    kept = sure >= relevance.threshold
    hits = np.array([_hit(sample, weights) for sample, weights in ordered])
    answerable = np.array([sample.answerable for sample, _ in ordered])
    shares = {
        category: kept[[sample.category == category for sample, _ in ordered]]
        for category in ("unanswerable", "swapped")
    }
    return Refusals(
        relevance.threshold,
        float(hits[answerable].mean()),
        float((hits & kept)[answerable].mean()),
        *(float(share.mean()) if len(share) else float("nan") for share in shares.values()),
    )


def _threshold(ordered: Sequence[Ordered], relevance: Relevance) -> float:
    hits = sorted(
        _chance(sample, weights, relevance)
        for sample, weights in ordered
        if sample.answerable and _hit(sample, weights)
    )
    asked = sum(sample.answerable for sample, _ in ordered)
    return round(hits[min(int(_LOSS * asked), len(hits) - 1)] - 5e-4, 3) if hits else 0.0


def _seen(sample: Sample, weights: NDArray[np.float64]) -> dict[str, float]:
    sums = sample.features @ weights
    return evidence(dict(sample.by_signal()), sums, sample.order(weights)) | sample.circumstances


def _chance(sample: Sample, weights: NDArray[np.float64], relevance: Relevance) -> float:
    return float(1 / (1 + np.exp(-sureness(_seen(sample, weights), relevance))))


def _hit(sample: Sample, weights: NDArray[np.float64]) -> bool:
    return bool(sample.relevant[sample.order(weights)[:_DEPTH]].any())
