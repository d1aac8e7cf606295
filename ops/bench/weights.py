"""Weights of the features, fitted to questions whose evidence is known."""

from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ops.bench.listwise import Lists, fit
from ops.bench.samples import FEATURES, Sample
from scopes.retrieval.features.kin import KIN
from scopes.retrieval.features.meaning import MEANING
from scopes.retrieval.signals import PRIORS

__all__ = ["BY_KIN", "BY_MEANING", "BY_WORDS", "cross_validated", "fit_weights", "trainable"]

Values = NDArray[np.float64]

# Where the fit starts from and is drawn back to: the lexical recipe and 0.4 x cosine, of which each part was measured
# on its own, at the scale at which a softmax over them is about right. Turns say nothing of `holds_now`, so that stays.
_PRIOR = {
    "bm25": 10.0,
    "bm25_before": 3.0,
    "bm25_after": 1.5,
    "window_1": 5.0,
    "named": 1.5,
    "nearness_of_pair": 0.4,
    "holds_now": 6.0,
}
# All others are evidence: they may count for something, or for nothing, but not against a candidate.
_EITHER_WAY = frozenset(("asks_before", "log_length", "short", "first"))
_NOT_FITTED = frozenset(("rarest", "tagged")) | PRIORS
# What is fitted in each of the modes.
BY_KIN = frozenset(FEATURES) - _NOT_FITTED
BY_MEANING = BY_KIN - frozenset(KIN)
BY_WORDS = BY_MEANING - frozenset(MEANING)
_HARDEST = 100


def trainable(samples: Iterable[Sample]) -> list[Sample]:
    """Questions with evidence among their candidates, each with its hundred hardest candidates."""
    return [_hardest(sample) for sample in samples if sample.answerable and sample.relevant.any()]


def fit_weights(samples: Sequence[Sample], features: Collection[str], *, l2: float) -> Values:
    """A weight for each of FEATURES, 0 for all but those given."""
    columns = [place for place, name in enumerate(FEATURES) if name in features]
    prior = np.array([_PRIOR.get(name, 0.0) for name in FEATURES])
    spread = np.concatenate([sample.features for sample in samples]).std(axis=0)
    while True:
        lists = Lists([sample.features[:, columns] for sample in samples], [sample.relevant for sample in samples])
        weights = np.zeros(len(FEATURES))
        weights[columns] = fit(lists, l2, prior[columns])
        against = [place for place in columns if weights[place] < 0 and FEATURES[place] not in _EITHER_WAY]
        if not against:
            return weights
        # Half of them at a time: without one, others may turn.
        against.sort(key=lambda place: weights[place] * spread[place])
        columns = [place for place in columns if place not in against[: (len(against) + 1) // 2]]


def cross_validated(
    samples: Sequence[Sample], fitted: Callable[[Sequence[Sample]], Values]
) -> list[tuple[Sample, Values]]:
    """Every sample, with weights that were fitted without its conversation."""
    found: list[tuple[Sample, Values]] = []
    for name in sorted({sample.conversation for sample in samples}):
        weights = fitted(trainable(sample for sample in samples if sample.conversation != name))
        found += ((sample, weights) for sample in samples if sample.conversation == name)
    return found


def _hardest(sample: Sample) -> Sample:
    prior = np.array([_PRIOR.get(name, 0.0) for name in FEATURES])
    hardest = np.argsort(-(sample.features @ prior), kind="stable")[:_HARDEST]
    return sample.only(np.union1d(hardest, sample.relevant.nonzero()[0]))
