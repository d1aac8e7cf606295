"""The vectors of one line of a scope at one moment, by the slots of one index."""

from collections.abc import Mapping
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.scores import Slots
from scopes.retrieval.vectors.matrix import Matrix
from scopes.retrieval.vectors.signatures import NO_ROW, Signatures

__all__ = ["EXACT_ROWS", "Places", "VectorView"]

Places = NDArray[np.int32]

EXACT_ROWS = 1_024  # up to here comparing all rows costs no more than signatures and a look at the best


class VectorView(msgspec.Struct, frozen=True, dict=True):
    """Which items have a row of `model`, and the rows.

    `places` are parallel to the slots of the index that the view was made for: one more than the number of the slot's
    row, NO_ROW for none. A place beyond `matrix` was given later and counts as none. Without `signatures` every
    comparison is exact.
    """

    model: str
    matrix: Matrix
    places: Places
    signatures: Signatures | None = None

    @property
    def dim(self) -> int:
        """Dimensions of a row."""
        return self.matrix.dim

    @cached_property
    def current(self) -> int:
        """How many slots have a row, closed ones included; counted once a view, for every query asks."""
        return int(np.count_nonzero((self.places != NO_ROW) & (self.places <= self.matrix.count)))

    @cached_property
    def in_order(self) -> bool:
        """Whether every slot has a row, and the rows lie as the slots do, as those made of a whole scope at once."""
        places, count = self.places, len(self.places)
        return count <= self.matrix.count and bool((places == np.arange(1, count + 1)).all())

    def has(self, slots: Slots) -> NDArray[np.bool_]:
        """Whether each slot has a row."""
        places = self.places[slots]
        return (places != NO_ROW) & (places <= self.matrix.count)

    def missing(self, index: ScopeIndex) -> Slots:
        """The open slots without a row."""
        slots = np.arange(index.bm25.slots)
        return slots[~self.has(slots) & index.bm25.is_open(slots)]

    @classmethod
    def of(
        cls,
        index: ScopeIndex,
        vectors: Mapping[str, NDArray[np.float32]],
        model: str = "in memory",
        exact_rows: int = EXACT_ROWS,
    ) -> "VectorView":
        """A view of vectors in memory, one at least, by the ids of their items."""
        rows = np.stack(list(vectors.values())).astype(np.float32)
        numbers = {identity: number for number, identity in enumerate(vectors)}
        ids = map(index.bm25.id_of, range(index.bm25.slots))
        places = np.array([numbers.get(identity, NO_ROW - 1) + 1 for identity in ids], np.int32)
        signatures = None if len(rows) <= exact_rows else Signatures.empty(rows).appended(rows)
        return cls(model, Matrix.of(rows), places, signatures)
