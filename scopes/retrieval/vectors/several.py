"""The vectors of several lines as one: each line keeps rows of its own, and a query goes over all of them."""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.scores import Slots, Values
from scopes.retrieval.vectors.outside import OutsideView
from scopes.retrieval.vectors.view import VectorView

__all__ = ["Closeness", "OneView", "SeveralMeanings", "SeveralViews", "together"]

OneView = VectorView | OutsideView


class Closeness(Protocol):
    """One query over one (index, view) pair. UnavailableError where its rows can't be had.

    Slots may be an array of any shape, and the values have the same.
    """

    def cosines(self, slots: Slots) -> Values:
        """Exact, for given slots; nan where a slot has no row."""
        ...

    def estimated(self, slots: Slots) -> Values:
        """As near to exact as is cheap; nan where a slot has no row."""
        ...

    def proposed(self, limit: int, allowed: NDArray[np.bool_] | None) -> Slots:
        """About the `limit` nearest slots that are allowed, in no order; closed ones may be among them."""
        ...

    def background(self, size: int) -> Values:
        """The cosines of about `size` slots from all over the scope."""
        ...


class SeveralViews(msgspec.Struct, frozen=True):
    """The views of the lines that have rows, two at least, over the slots of one index."""

    parts: tuple[OneView, ...]

    @property
    def model(self) -> str:
        """The model of all rows: those of another are in no view."""
        return self.parts[0].model

    @property
    def dim(self) -> int:
        """Dimensions of a row."""
        return self.parts[0].dim

    @property
    def current(self) -> int:
        """How many slots have a row, closed ones included."""
        return sum(part.current for part in self.parts)

    def has(self, slots: Slots) -> NDArray[np.bool_]:
        """Whether each slot has a row."""
        return np.logical_or.reduce([part.has(slots) for part in self.parts])

    def missing(self, index: ScopeIndex) -> Slots:
        """The open slots without a row."""
        slots = np.arange(index.bm25.slots)
        return slots[~self.has(slots) & index.bm25.is_open(slots)]


def together(views: Sequence[OneView | None]) -> "OneView | SeveralViews | None":
    """The views there are as one; None for none."""
    found = tuple(view for view in views if view is not None)
    return found[0] if len(found) == 1 else SeveralViews(found) if found else None


class SeveralMeanings:
    """One query over several lines: each slot is asked for where its row lies."""

    def __init__(self, views: SeveralViews, meanings: Sequence[Closeness]) -> None:
        self._parts = tuple(zip(views.parts, meanings, strict=True))

    def cosines(self, slots: Slots) -> Values:
        """Exact, for given slots; nan where a slot has no row."""
        return self._of_each(slots, lambda meaning, own: meaning.cosines(own))

    def estimated(self, slots: Slots) -> Values:
        """As near to exact as is cheap; nan where a slot has no row."""
        return self._of_each(slots, lambda meaning, own: meaning.estimated(own))

    def proposed(self, limit: int, allowed: NDArray[np.bool_] | None) -> Slots:
        """About the `limit` nearest slots that are allowed, of all lines, in no order."""
        slots = np.concatenate([meaning.proposed(limit, allowed) for _, meaning in self._parts])
        if len(slots) <= limit:
            return slots
        return slots[np.argpartition(-self.estimated(slots), limit - 1)[:limit]]

    def background(self, size: int) -> Values:
        """The cosines of about `size` slots from all over the scope."""
        return np.concatenate([meaning.background(size) for _, meaning in self._parts])

    def _of_each(self, slots: Slots, ask: Callable[[Closeness, Slots], Values]) -> Values:
        values = np.full(slots.shape, np.nan)
        for view, meaning in self._parts:
            own = view.has(slots)
            if own.any():
                values[own] = ask(meaning, slots[own])
        return values
