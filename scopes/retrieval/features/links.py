"""Wiki-links between a candidate and those that fit the words best; no iteration, and nothing but the candidates."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.scores import Values

__all__ = ["LINKS", "links"]

LINKS = ("linked",)

_BEST = 8
_SHARED = 0.5


class _Fit(NamedTuple):
    """How well the best candidate of some fits, where it stands, and how well the next one does."""

    most: float
    place: int
    next: float = 0.0

    def but(self, place: int) -> float:
        return self.next if place == self.place else self.most


def links(near: Surroundings) -> Values:
    """How well, 0 to 1, the best candidate fits that this one links to or is linked from; half of it where both link
    to the same address, whether or not an item is there."""
    found = [0.0] * len(near.slots)
    known = near.question.index.links
    held = [(place, known[slot]) for place, slot in enumerate(near.slots.tolist()) if slot in known] if known else []
    best = _best(near.own) if held else {}
    if best:
        addresses: list[int] = near.rows["address"].tolist()
        linked = _fits((addresses[place], place, fit) for place, fit in best.items())
        linking = _fits((target, place, best[place]) for place, targets in held if place in best for target in targets)
        for place, targets in held:
            for target in targets:
                if target in linked and (fit := linked[target].but(place)) > found[place]:
                    found[place] = fit
                if target in linking and (fit := _SHARED * linking[target].but(place)) > found[place]:
                    found[place] = fit
        for place, address in enumerate(addresses if linking else ()):
            if address in linking and (fit := linking[address].but(place)) > found[place]:
                found[place] = fit
    return np.array(found)[None]


def _fits(told: Iterable[tuple[int, int, float]]) -> dict[int, _Fit]:
    """For each key of (key, place, fit) the best fit."""
    found: dict[int, _Fit] = {}
    for key, place, fit in told:
        before = found.get(key)
        if before is None:
            found[key] = _Fit(fit, place)
        elif fit > before.most:
            found[key] = _Fit(fit, place, before.most if before.place != place else before.next)
        elif place != before.place and fit > before.next:
            found[key] = _Fit(before.most, before.place, fit)
    return found


def _best(own: Values) -> dict[int, float]:
    """Places of those that fit the words best, and how well in shares of the very best."""
    places = np.argpartition(-own, _BEST - 1)[:_BEST] if len(own) > _BEST else np.arange(len(own))
    fits = own[places].tolist()
    most = max(fits, default=0.0)
    return {place: fit / most for place, fit in zip(places.tolist(), fits, strict=True) if fit > 0}
