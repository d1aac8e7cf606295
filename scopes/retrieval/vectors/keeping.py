"""Where the rows go that were made: the port of the filler, and the keeper of rows in files."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np

from scopes import locks
from scopes.errors import UnavailableError
from scopes.model import Item
from scopes.retrieval.vectors import writing
from scopes.retrieval.vectors.compacting import compact
from scopes.retrieval.vectors.making import Look, Wanted
from scopes.retrieval.vectors.passage import is_current
from scopes.retrieval.vectors.position import Position
from scopes.retrieval.vectors.signatures import Rows
from scopes.retrieval.vectors.store import VectorStore
from scopes.retrieval.vectors.view import VectorView
from scopes.storage import room as rooms
from scopes.storage.room import Room

__all__ = ["FileKeeper", "Keeper", "misfit", "unneeded"]

_FEWEST_DEAD = 1_024


class Keeper(Protocol):
    """For who holds the lease. UnavailableError says why rows can't be kept now."""

    def is_due(self) -> bool:
        """Whether there may be something to do though nothing was written."""
        ...

    def get_ready(self) -> bool:
        """Be sure that rows can be kept; False when what there was had to be put right first."""
        ...

    def known(self, digests: set[str]) -> dict[str, Rows]:
        """The rows of texts that have one already, by their digests."""
        ...

    def append(self, batch: Sequence[Wanted], rows: Rows) -> bool:
        """Keep a row for each text that is still its item's; whether to come again."""
        ...

    def tidy(self, look: Look) -> None:
        """Give up the rows that nobody needs."""
        ...


class FileKeeper:
    """Keeps rows in files of the scope. `look` brings the store up to date, `mutex` guards it."""

    def __init__(
        self, room: Room, model: str, store: VectorStore, look: Callable[[], Look], mutex: threading.RLock
    ) -> None:
        self._room, self._model, self._store, self._look, self._mutex = room, model, store, look, mutex
        self._position = Position(room)

    def is_due(self) -> bool:
        """Readers find out themselves what is wrong with files."""
        return False

    def get_ready(self) -> bool:
        """Files are there or not when they are written."""
        return True

    def known(self, digests: set[str]) -> dict[str, Rows]:
        """Taken from the rows that were read in."""
        with self._mutex:
            view, rows = self._store.view, self._store.placement.rows_of(digests)
        if not isinstance(view, VectorView) or not rows:
            return {}
        taken = view.matrix.take(np.array(list(rows.values()), np.intp))
        return {digest: row for digest, row in zip(rows, taken, strict=True) if row.any()}

    def append(self, batch: Sequence[Wanted], rows: Rows) -> bool:
        """Under the scope lock, so that a text can't change or go between the look and the row."""
        self._position.read_on()
        with locks.exclusive(self._room.lock_path):
            if not rooms.exists(self._room):
                return False
            with self._mutex:
                items = self._look().items
                broken = [(row, identity) for identity, row in self._store.broken.items()]
            current = [number for number, one in enumerate(batch) if is_current(items, one.identity, one.digest)]
            position = self._position.usable()
            if position.model not in ("", self._model):
                return False
            misfit(position.dim, rows)
            named = [(batch[number].identity, batch[number].digest) for number in current]
            writing.append(self._room, position, self._model, named, rows[current])
            position.to_end()
            writing.give_up(self._room, position, broken)
        with self._mutex:
            self._look()
        return True

    def tidy(self, look: Look) -> None:
        """Zero the rows of items that are no more, then write all anew if most are of no use."""
        if self._unneeded(look.items):
            with locks.exclusive(self._room.lock_path):
                if not rooms.exists(self._room):
                    return
                with self._mutex:
                    gone = self._unneeded(self._look().items)
                writing.give_up(self._room, self._position.usable(), gone)
        current = 0 if self._store.view is None else self._store.view.current
        dead = self._store.follower.count - current
        if dead >= max(_FEWEST_DEAD, current):
            compact(self._room, lambda identity, digest: is_current(look.items, identity, digest))
            self._look()

    def _unneeded(self, items: Mapping[str, Item]) -> list[tuple[int, str]]:
        with self._mutex:
            return unneeded(self._store, items)


def unneeded(store: VectorStore, items: Mapping[str, Item]) -> list[tuple[int, str]]:
    """Rows, each with its item's id, of items that are no more, and those that are damaged."""
    gone = [(row, identity) for identity, row in store.placement.loose.items() if identity not in items]
    return gone + [(row, identity) for identity, row in store.broken.items()]


def misfit(dim: int, rows: Rows) -> None:
    """UnavailableError for rows of other dimensions than those there are (0: none yet)."""
    if dim not in (0, rows.shape[1]):
        raise UnavailableError(f"the embedder's rows have {rows.shape[1]} dimensions, those stored {dim}")
