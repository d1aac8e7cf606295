"""How near items are to one query in meaning."""

import functools
import math

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.errors import UnavailableError
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.scores import Slots, Values
from scopes.retrieval.vectors.view import VectorView

__all__ = ["Meaning", "Rerank"]

_LARGEST = 1.01  # of a cosine, with rounding


class Rerank(msgspec.Struct, frozen=True):
    """How many of the best by signature are compared exactly: `least`, or `times` as many as are asked for."""

    least: int = 200
    times: int = 20


class Meaning:
    """One query over one view. UnavailableError for a query that is no vector of the view's dimensions.

    What all slots share is computed once, when it is first asked for.
    """

    def __init__(
        self, index: ScopeIndex, vectors: VectorView, query: NDArray[np.float32], rerank: Rerank | None = None
    ) -> None:
        length = math.sqrt(query @ query) if query.shape == (vectors.dim,) else 0.0
        if not 0 < length < math.inf:
            raise UnavailableError("the query's vector does not fit the rows")
        self._index, self._vectors = index, vectors
        self._query = np.ascontiguousarray(query / length, np.float32)
        self._rerank = rerank or Rerank()
        self._exact: Values | None = None
        self._distances: NDArray[np.uint16] | None = None

    def cosines(self, slots: Slots) -> Values:
        """Exact, for given slots; nan where a slot has no row."""
        vectors = self._vectors
        if vectors.signatures is None:
            return self._all_exact()[slots]
        return _as_cosines(vectors.matrix.products(vectors.places[slots].astype(np.intp) - 1, self._query))

    def estimates(self) -> Values:
        """One a slot: exact while there are few rows, from signatures beyond; nan where there is no row."""
        return self._all_exact() if self._vectors.signatures is None else self._by_distance[self._all_distances()]

    def estimated(self, slots: Slots) -> Values:
        """The estimates of given slots."""
        if self._vectors.signatures is None:
            return self._all_exact()[slots]
        return self._by_distance.take(self._all_distances().take(slots, mode="wrap"))

    def background(self, size: int) -> Values:
        """The estimates of about `size` slots from all over the scope, of those that have a row; not to be changed."""
        step = len(self._vectors.places) // size + 1
        if self._vectors.signatures is None:
            sample = self._all_exact()[::step]
        else:
            sample = self._by_distance.take(self._all_distances()[::step])
        return sample[~np.isnan(sample)] if math.isnan(sample.sum()) else sample

    def proposed(self, limit: int, allowed: NDArray[np.bool_] | None = None) -> Slots:
        """The allowed slots with the highest estimates, in no order; closed ones may be among them."""
        if self._vectors.signatures is not None:
            return self._least_distant(self._all_distances(), limit, allowed)
        exact = self._all_exact()
        known = np.where(np.isnan(exact) if allowed is None else np.isnan(exact) | ~allowed, -np.inf, exact)
        best = np.argpartition(known, -limit)[-limit:] if len(known) > limit else np.arange(len(known))
        return best[known[best] > -np.inf]

    def nearest(self, limit: int, allowed: NDArray[np.bool_] | None = None) -> Slots:
        """The open, allowed slots with the highest cosines, highest first, equal ones by slot.

        Beyond a thousand rows these are the best of those whose signatures are nearest.
        """
        slots = self._candidates(limit, allowed) if self._vectors.signatures else self._open(self._all_slots(), allowed)
        values = self.cosines(slots)
        known = ~np.isnan(values)
        slots, values = slots[known], values[known]
        return slots[np.lexsort((slots, -values))[:limit]]

    def _candidates(self, limit: int, allowed: NDArray[np.bool_] | None) -> Slots:
        """The open, allowed slots that are nearest by signature, as many as are to be compared exactly."""
        distances = self._all_distances()
        if len(self._index) != self._index.bm25.slots:
            none = np.uint16(self._vectors.dim + 1)
            distances = np.where(self._index.bm25.is_open(self._all_slots()), distances, none)
        return self._least_distant(distances, max(self._rerank.least, self._rerank.times * limit), allowed)

    def _least_distant(self, distances: NDArray[np.uint16], limit: int, allowed: NDArray[np.bool_] | None) -> Slots:
        """The allowed slots with a row that have the least distances, in no order; of equals the first slots."""
        none = self._vectors.dim + 1
        if allowed is not None:
            distances = np.where(allowed, distances, np.uint16(none))
        wanted = min(limit, len(distances))
        farthest = int(np.partition(distances, wanted - 1)[wanted - 1])
        if farthest == none:
            return (distances < none).nonzero()[0]
        near = (distances <= farthest).nonzero()[0]
        return near if len(near) == wanted else near[distances.take(near).argsort(kind="stable")[:wanted]]

    @functools.cached_property
    def _by_distance(self) -> Values:
        """The estimate that each number of differing bits stands for."""
        assert self._vectors.signatures is not None
        return self._vectors.signatures.cosines(self._query)

    def _all_slots(self) -> Slots:
        return np.arange(len(self._vectors.places))

    def _open(self, slots: Slots, allowed: NDArray[np.bool_] | None) -> Slots:
        slots = slots[self._index.bm25.is_open(slots)]
        return slots if allowed is None else slots[allowed[slots]]

    def _all_exact(self) -> Values:
        if self._exact is None:
            vectors = self._vectors
            self._exact = _as_cosines(vectors.matrix.dot(self._query).take(vectors.places, mode="clip"))
        return self._exact

    def _all_distances(self) -> NDArray[np.uint16]:
        if self._distances is None:
            assert self._vectors.signatures is not None
            distances = self._vectors.signatures.distances(self._query)
            if self._vectors.in_order:
                self._distances = distances[1 : len(self._vectors.places) + 1]
            else:
                self._distances = distances.take(self._vectors.places, mode="clip")
        return self._distances


def _as_cosines(products: NDArray[np.float32]) -> Values:
    """Products with rows of length 1: of a row that is missing or was erased it is 0, and of a damaged one anything."""
    sizes = np.abs(products)
    return np.where((sizes > 0) & (sizes < _LARGEST), products, np.nan).astype(np.float64)
