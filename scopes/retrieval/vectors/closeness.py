"""How near items are to one query in meaning, whoever keeps the rows."""

import time
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.scores import Slots, Values
from scopes.retrieval.vectors.meaning import Meaning
from scopes.retrieval.vectors.outside import OutsideMeaning, OutsideView
from scopes.retrieval.vectors.view import VectorView

__all__ = ["AnyView", "Closeness", "closeness"]

AnyView = VectorView | OutsideView


class Closeness(Protocol):
    """One query over one (index, view) pair. UnavailableError where its rows can't be had."""

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


def closeness(
    index: ScopeIndex, vectors: AnyView, query: NDArray[np.float32], deadline: float | None = None
) -> Closeness:
    """UnavailableError for a query that does not fit the rows. `deadline` is of the monotonic clock."""
    if isinstance(vectors, VectorView):
        return Meaning(index, vectors, query)
    ends = time.monotonic() + vectors.seconds
    return OutsideMeaning(index, vectors, query, ends if deadline is None else min(ends, deadline))
