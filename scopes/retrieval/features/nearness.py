"""How far above the scope's own noise the cosine with a question lies: computed once for all that ask."""

import functools
import math

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.scores import Slots, Values
from scopes.retrieval.vectors.closeness import Closeness

__all__ = ["Nearness"]

_LEAST = 1e-6
_SAMPLE = 2_048


class Nearness:
    """Cosines in standard deviations above their mean over the scope: 0 is the mean, and what has no vector."""

    def __init__(self, meaning: Closeness) -> None:
        self._meaning = meaning

    @functools.cached_property
    def _background(self) -> tuple[float, float]:
        sample = self._meaning.background(_SAMPLE)
        if not len(sample):
            return 0.0, 1.0
        mean = float(sample.sum()) / len(sample)
        sample = sample - mean
        return mean, max(math.sqrt(float(sample @ sample) / len(sample)), _LEAST)

    def proposed(self, limit: int, allowed: NDArray[np.bool_] | None) -> Slots:
        """About the `limit` nearest slots that are allowed, in no order."""
        return self._meaning.proposed(limit, allowed)

    def cosines(self, slots: Slots) -> Values:
        """Exact; nan where there is no vector."""
        return self._meaning.cosines(slots)

    def estimated(self, slots: Slots) -> Values:
        """The nearness of slots by their estimates."""
        return self.of(self._meaning.estimated(slots))

    def of(self, cosines: Values) -> Values:
        """The nearness that cosines stand for."""
        mean, deviation = self._background
        values = cosines - mean
        values /= deviation
        if math.isnan(values.sum()):
            values[np.isnan(values)] = 0.0
        return values
