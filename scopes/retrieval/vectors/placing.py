"""Which row is the current one of each slot, kept up to date change by change."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scopes.model import Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.vectors.passage import digest_of, passage_of, short
from scopes.retrieval.vectors.signatures import NO_ROW
from scopes.retrieval.vectors.view import Places

__all__ = ["Placement"]

Number = TypeVar("Number", np.int32, np.uint64)
_GROWTH = 8
_FEWEST = 64


class Placement:
    """The writer's side of a view's places, and the digests of all rows; one writer at a time.

    Places behind those that a view holds are written freely. Of the others one may change: from NO_ROW, or from a row
    that is gone, to a row that came after the view was made, which it takes for none.
    `loose` are rows by the ids of their items that no slot shows: of items changed, archived, or not seen yet.
    """

    def __init__(self) -> None:
        self._slots = self._rows = 0
        self._places: Places = np.zeros(_FEWEST, np.int32)
        self._digests: NDArray[np.uint64] = np.zeros(_FEWEST, np.uint64)
        self.loose: dict[str, int] = {}

    @classmethod
    def beside(cls, index: ScopeIndex) -> "Placement":
        """Places for an index that has items, none of which has a row here yet."""
        placement = cls()
        placement._reserve(index.bm25.slots)
        placement._slots = index.bm25.slots
        return placement

    @property
    def places(self) -> Places:
        """By slot of the index."""
        return self._places[: self._slots]

    @property
    def nbytes(self) -> int:
        """Bytes held, but for `loose`."""
        return self._slots * self._places.itemsize + self._rows * self._digests.itemsize

    def copy(self) -> "Placement":
        """One that goes its own way, for an index beside the main one."""
        copied = Placement()
        copied._slots, copied._rows = self._slots, self._rows
        copied._places, copied._digests = self.places.copy(), self._digests
        copied.loose = dict(self.loose)
        return copied

    def without_rows(self) -> "Placement":
        """The same slots, none of which has a row."""
        emptied = Placement()
        emptied._slots, emptied._places = self._slots, np.zeros(len(self._places), np.int32)
        return emptied

    # Items

    def advance(
        self, index: ScopeIndex, changes: Mapping[str, Item | None], after: ScopeIndex | None = None
    ) -> ScopeIndex:
        """The index with changes applied (None removes), `after` where it is made already; and the places that its
        slots then have."""
        slots = index.bm25.slots_of(changes)
        for identity, slot in slots.items():
            if (place := int(self._places[slot])) != NO_ROW:
                self.loose[identity] = place - 1
        found = [item for item in changes.values() if item is not None]
        after = index.apply(found, list(changes)) if after is None else after
        shown = [item for item in found if item.is_searched]
        if after.bm25.slots != index.bm25.slots + len(shown):  # closed slots were cleared away
            self._keep_open(index, list(slots.values()))
        self._reserve(after.bm25.slots)
        for slot, item in enumerate(shown, after.bm25.slots - len(shown)):
            self._places[slot] = self._take_loose(item)
        self._slots = after.bm25.slots
        return after

    def _keep_open(self, before: ScopeIndex, gone: list[int]) -> None:
        """Keep, in a memory of their own, the places of what was open before and did not go."""
        stays = before.bm25.is_open(np.arange(before.bm25.slots))
        stays[gone] = False
        self._places = self.places[stays]
        self._slots = len(self._places)

    def _reserve(self, slots: int) -> None:
        if slots > len(self._places):
            self._places = _grown(self._places, self._slots, slots)

    def _take_loose(self, item: Item) -> int:
        row = self.loose.get(item.id)
        if row is None or self._digests[row] != short(digest_of(passage_of(item))):
            return NO_ROW
        del self.loose[item.id]
        return row + 1

    # Rows

    def learn(self, index: ScopeIndex, items: Mapping[str, Item], row: int, identity: str, digest: str) -> None:
        """A sound row has come; it is current if its item's text still has that digest."""
        self._know(row, short(digest))
        slot = index.bm25.slots_of((identity,)).get(identity)
        item = items.get(identity)
        if slot is None or item is None or digest_of(passage_of(item)) != digest:
            self.loose[identity] = row
            return
        self._places[slot] = row + 1
        self.loose.pop(identity, None)

    def lose(self, index: ScopeIndex, row: int, identity: str) -> None:
        """A row was given up, or is not what was written: no slot shows it any more."""
        self._know(row, 0)
        if self.loose.get(identity) == row:
            del self.loose[identity]
        slot = index.bm25.slots_of((identity,)).get(identity)
        if slot is not None and self._places[slot] == row + 1:
            self._places[slot] = NO_ROW

    def _know(self, row: int, digest: int) -> None:
        if row >= len(self._digests):
            self._digests = _grown(self._digests, self._rows, row + 1)
        self._rows = max(self._rows, row + 1)
        self._digests[row] = digest

    def rows_of(self, digests: Iterable[str]) -> dict[str, int]:
        """A row of each of these digests that has one, whichever item it is of."""
        wanted = {short(digest): digest for digest in digests}
        known = self._digests[: self._rows]
        rows = np.isin(known, np.array(list(wanted), np.uint64)).nonzero()[0]
        return {wanted[int(known[row])]: int(row) for row in rows}


def _grown(array: NDArray[Number], filled: int, needed: int) -> NDArray[Number]:
    grown = np.zeros(needed + needed // _GROWTH + _FEWEST, array.dtype)
    grown[:filled] = array[:filled]
    return grown
