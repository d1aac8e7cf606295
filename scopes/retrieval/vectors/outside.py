"""Ranking by rows that another store keeps: what is asked of it, and how seldom."""

import time
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.errors import UnavailableError
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.scores import Slots, Values
from scopes.retrieval.vectors.port import Numbers, VectorIndex
from scopes.retrieval.vectors.signatures import NO_ROW
from scopes.retrieval.vectors.view import EXACT_ROWS, Places

__all__ = ["OutsideMeaning", "OutsideView"]

_ASKED_ANEW = 3  # times, each for four times as many, where most of the nearest are not allowed
_MORE = 4
_BACKGROUND = 256


class OutsideView(msgspec.Struct, frozen=True, dict=True):
    """Which items have a row of `model` in another store; `places` as in a VectorView.

    A query that has no deadline of its own waits `seconds` for the store.
    """

    model: str
    dim: int
    rows: VectorIndex
    places: Places
    count: int
    seconds: float
    store: str = ""

    @cached_property
    def current(self) -> int:
        """How many slots have a row, closed ones included."""
        return int(np.count_nonzero(self.has(np.arange(len(self.places)))))

    def has(self, slots: Slots) -> NDArray[np.bool_]:
        """Whether each slot has a row."""
        places = self.places[slots]
        return (places != NO_ROW) & (places <= self.count)

    def missing(self, index: ScopeIndex) -> Slots:
        """The open slots without a row."""
        slots = np.arange(index.bm25.slots)
        return slots[~self.has(slots) & index.bm25.is_open(slots)]


class OutsideMeaning:
    """One query over one view. Of up to a thousand rows all cosines come with the first answer.

    UnavailableError for a query that is no vector of the view's dimensions, and for a store that does not answer by
    `ends`, a moment of the monotonic clock.
    """

    def __init__(self, index: ScopeIndex, vectors: OutsideView, query: NDArray[np.float32], ends: float) -> None:
        length = float(np.linalg.norm(query))
        if query.shape != (vectors.dim,) or not 0 < length < np.inf:
            raise UnavailableError("the query's vector does not fit the rows")
        self._index, self._vectors, self._ends = index, vectors, ends
        self._query = np.ascontiguousarray(query / length, np.float32)
        self._slots: Slots | None = None
        self._known: Values = np.full(len(vectors.places), np.nan)
        self._asked = ~vectors.has(np.arange(len(vectors.places)))

    def cosines(self, slots: Slots) -> Values:
        """Exact, for given slots; nan where a slot has no row."""
        unknown = np.unique(slots[~self._asked[slots]])
        if len(unknown):
            numbers = self._vectors.places[unknown].astype(np.intp) - 1
            found = self._vectors.rows.cosines(self._query, numbers, self._left())
            self._learn(unknown, found)
        return self._known[slots]

    def estimated(self, slots: Slots) -> Values:
        """The same: nothing cheaper is at hand."""
        return self.cosines(slots)

    def proposed(self, limit: int, allowed: NDArray[np.bool_] | None = None) -> Slots:
        """The nearest open slots that are allowed, about `limit`."""
        slots = np.arange(len(self._known))
        wanted = self._index.bm25.is_open(slots) & self._vectors.has(slots)
        if allowed is not None:
            wanted &= allowed
        few = wanted.nonzero()[0]
        if len(few) <= EXACT_ROWS < self._vectors.count:
            self.cosines(few)
            return self._best(few, limit)
        kept = few[:0]
        size = self._vectors.count if self._vectors.count <= EXACT_ROWS else limit
        for _ in range(_ASKED_ANEW):
            found = self._nearest(size)
            kept = found[wanted[found]]
            if len(kept) >= limit or size >= self._vectors.count:
                break
            size = min(_MORE * size, self._vectors.count)
        return self._best(kept, limit)

    def nearest(self, limit: int, allowed: NDArray[np.bool_] | None = None) -> Slots:
        """The open, allowed slots with the highest cosines, highest first, equal ones by slot."""
        slots = self.proposed(limit, allowed)
        return slots[np.lexsort((slots, -self._known[slots]))]

    def background(self, size: int) -> Values:
        """The cosines of a few hundred slots from all over the scope."""
        slots = self._vectors.has(np.arange(len(self._known))).nonzero()[0]
        if self._vectors.count > EXACT_ROWS:
            slots = slots[:: len(slots) // min(size, _BACKGROUND) + 1]
        found = self.cosines(slots)
        return found[~np.isnan(found)]

    def _nearest(self, size: int) -> Slots:
        numbers, cosines = self._vectors.rows.nearest(self._query, size, self._left())
        slots = self._slots_of(numbers)
        self._learn(slots[slots >= 0], cosines[slots >= 0])
        if size >= self._vectors.count:
            self._asked[:] = True  # what was not answered is not there
        return slots[slots >= 0]

    def _slots_of(self, numbers: Numbers) -> Slots:
        """The slots that rows belong to; -1 for a row that is nobody's any more."""
        vectors = self._vectors
        if self._slots is None:
            self._slots = np.full(vectors.count + 1, -1)
            slots = vectors.has(np.arange(len(vectors.places))).nonzero()[0]
            self._slots[vectors.places[slots]] = slots
        return self._slots[np.where((numbers >= 0) & (numbers < vectors.count), numbers + 1, NO_ROW)]

    def _learn(self, slots: Slots, cosines: NDArray[np.float32]) -> None:
        self._asked[slots] = True
        self._known[slots] = np.clip(cosines, -1.0, 1.0)

    def _best(self, slots: Slots, limit: int) -> Slots:
        slots = slots[~np.isnan(self._known[slots])]
        if len(slots) <= limit:
            return slots
        return slots[np.argpartition(-self._known[slots], limit - 1)[:limit]]

    def _left(self) -> float:
        left = self._ends - time.monotonic()
        if left <= 0:
            raise UnavailableError("the deadline of the request had passed")
        return left
