"""Several signals to one ranking: each scaled to 0 … 1, then a weighted mean."""

from collections.abc import Mapping

import msgspec
import numpy as np

from scopes.retrieval.scores import Slots, Values

__all__ = ["Part", "fuse"]


class Part(msgspec.Struct, frozen=True):
    """A signal's say about the candidates: as it came, and from 0 to 1 with 0 for no opinion."""

    raw: Values
    scaled: Values
    weight: float

    def only(self, chosen: Slots) -> "Part":
        """The say about the candidates in these places."""
        return Part(self.raw[chosen], self.scaled[chosen], self.weight)


def fuse(
    judged: Mapping[str, Values], weights: Mapping[str, float], count: int, zeros: Mapping[str, float | None]
) -> tuple[Values, dict[str, Part]]:
    """The scores of `count` candidates, 0 to 1, and what each signal gave to them; one without a weight gives 0.

    `zeros`: the value of a signal that is scaled to 0; without one it is the least among the candidates.
    """
    parts = {name: Part(raw, _scaled(raw, zeros.get(name)), weights.get(name, 0.0)) for name, raw in judged.items()}
    scores = np.zeros(count)
    for part in parts.values():
        scores += part.weight * part.scaled
    return scores / (sum(part.weight for part in parts.values()) or 1.0), parts


def _scaled(raw: Values, zero: float | None) -> Values:
    known = ~np.isnan(raw)
    if not known.any():
        return np.zeros(len(raw))
    least, most = raw[known].min() if zero is None else zero, raw[known].max()
    if most == least:
        return known.astype(np.float64)
    return np.where(known, (raw - least) / (most - least), 0.0)
