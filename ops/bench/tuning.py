"""Fit a ranking policy: weights and calibration of each mode, judged by conversations that had no part in it."""

from collections.abc import Collection, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from ops.bench import metrics
from ops.bench.calibration import Ordered, Refusals, calibrate, refusals
from ops.bench.conversations import Conversation
from ops.bench.samples import FEATURES, Sample, samples_of, swapped
from ops.bench.temporary import temporary_registry
from ops.bench.weights import BY_KIN, BY_MEANING, BY_WORDS, cross_validated, fit_weights, trainable
from scopes.retrieval.embedder import Embedder, word_rows
from scopes.retrieval.policy import Mode, Policy, Relevance, load_policy

__all__ = ["Fitted", "Judgement", "tune"]

Values = NDArray[np.float64]

_SHOWN = ("recall@5", "recall@10", "hit@1", "hit@10", "mrr")
_CHOSEN_BY = ("recall@10", "mrr")
_L2S = (0.05, 0.1, 0.3)
_UNSURE = 0.01  # nothing is certain, however few the questions were
_SPACINGS = (0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0, 1.5)


class Judgement(msgspec.Struct, frozen=True):
    """How well one mode does over questions whose conversations it was not fitted to."""

    questions: int
    figures: dict[str, float]
    refusals: Refusals


class Fitted(msgspec.Struct, frozen=True):
    """A policy, and its figures by mode: cross-validated over conversations, and over those held out."""

    policy: Policy
    judged: dict[str, dict[str, Judgement]]


def tune(conversations: Sequence[Conversation], held_out: Collection[str], embedder: Embedder, version: str) -> Fitted:
    """Fit to all conversations but those held out. Without cheap rows of words the mode for those stays as it is."""
    started = load_policy()
    modes: dict[str, Mode] = {}
    judged: dict[str, dict[str, Judgement]] = {}
    kinds = [("lexical", started.lexical, None, BY_WORDS), ("meaning", started.meaning, embedder, BY_MEANING)]
    if word_rows(embedder) is not None:
        kinds.append(("kin", started.kin or started.meaning, embedder, BY_KIN))
    for name, mode, model, features in kinds:
        foreign = swapped(conversations, conversations)
        # Every mode may be measured: one that is there yet has no weights to lose.
        policy = msgspec.structs.replace(started, kin=started.kin or started.meaning)
        with temporary_registry() as registry:
            samples = list(samples_of(registry, conversations, model, policy, foreign, kin=name == "kin"))
        modes[name], judged[name] = _fit(mode, samples, held_out, features)
    fitted = {
        "on": ", ".join(sorted(one.name for one in conversations if one.name not in held_out)),
        "with": embedder.model,
        "how": "muniment bench tune",
    }
    policy = msgspec.structs.replace(started, version=version, fitted=fitted, digest="", **modes)
    return Fitted(policy, judged)


def _fit(
    mode: Mode, samples: Sequence[Sample], held_out: Collection[str], features: Collection[str]
) -> tuple[Mode, dict[str, Judgement]]:
    own = [sample for sample in samples if sample.conversation not in held_out]
    apart = [sample for sample in samples if sample.conversation in held_out]
    l2, ordered = _best(own, features)
    relevance = calibrate(ordered)
    weights = fit_weights(trainable(own), features, l2=l2)
    relevance = msgspec.structs.replace(relevance, spacing=_spacing(ordered))
    judged = {"cross-validated": _judge(ordered, relevance)}
    if apart:
        outside = [(sample, weights) for sample in apart]
        judged["held out"] = _judge(outside, relevance)
    named: Mapping[str, float] = dict(zip(FEATURES, weights.tolist(), strict=True))
    rounded = {name: round(weight, 4) for name, weight in named.items() if weight}
    return msgspec.structs.replace(mode, weights=rounded, relevance=relevance), judged


def _best(samples: Sequence[Sample], features: Collection[str]) -> tuple[float, list[Ordered]]:
    """The penalty that does best over conversations without a part in the fit, and what it does there."""
    tried = {l2: cross_validated(samples, lambda chosen, l2=l2: fit_weights(chosen, features, l2=l2)) for l2 in _L2S}
    best = max(tried, key=lambda l2: _goodness(tried[l2]))
    return best, tried[best]


def _goodness(ordered: Sequence[Ordered]) -> float:
    figures = metrics.mean(_figures(sample, sample.order(weights)) for sample, weights in ordered if sample.answerable)
    return sum(figures[name] for name in _CHOSEN_BY)


def _judge(ordered: Sequence[Ordered], relevance: Relevance) -> Judgement:
    answered = [_figures(sample, sample.order(weights)) for sample, weights in ordered if sample.answerable]
    means = metrics.mean(answered)
    shown = {name: means[name] for name in _SHOWN if name in means}
    return Judgement(len(answered), shown, refusals(ordered, relevance))


def _figures(sample: Sample, order: NDArray[np.intp]) -> dict[str, float]:
    """Candidates by their places; evidence that is no candidate has none."""
    evidence = [str(place) for place in sample.relevant.nonzero()[0]]
    missed = [f"missed {number}" for number in range(sample.sought - len(evidence))]
    return metrics.judge(list(map(str, order.tolist())), [*evidence, *missed])


def _spacing(ordered: Sequence[Ordered]) -> float:
    """How far below the best hit's log odds the others' lie, for each point of their sums, by likelihood."""
    gaps: list[Values] = []
    relevant: list[NDArray[np.bool_]] = []
    for sample, weights in ordered:
        if sample.answerable and len(sample.relevant):
            best = sample.order(weights)[: metrics.DEPTH]
            sums = sample.features[best] @ weights
            gaps.append(sums[0] - sums)
            relevant.append(sample.relevant[best])
    gap, yes = np.concatenate(gaps), np.concatenate(relevant)
    first = float(np.clip(np.mean([one[0] for one in relevant]), _UNSURE, 1 - _UNSURE))
    sure = np.log(first / (1 - first))
    side = np.where(yes, -1, 1)
    losses = [float(np.logaddexp(0, side * (sure - spacing * gap)).sum()) for spacing in _SPACINGS]
    return _SPACINGS[int(np.argmin(losses))]
