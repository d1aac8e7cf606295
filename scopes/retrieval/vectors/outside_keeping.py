"""Keeping rows in another store: their keys stay here, and what the store has is held against them."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from scopes import locks
from scopes.errors import UnavailableError
from scopes.model import Item
from scopes.retrieval.vectors import writing
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.generation import newest
from scopes.retrieval.vectors.keeping import misfit, unneeded
from scopes.retrieval.vectors.making import LARGEST_BATCH, Look, Wanted
from scopes.retrieval.vectors.outside import OutsideView
from scopes.retrieval.vectors.passage import is_current
from scopes.retrieval.vectors.port import VectorIndex
from scopes.retrieval.vectors.position import Position
from scopes.retrieval.vectors.signatures import Rows
from scopes.retrieval.vectors.store import VectorStore
from scopes.retrieval.vectors.stores import outside_index
from scopes.storage import room as rooms
from scopes.storage.room import Room

__all__ = ["OutsideKeeper"]

_ASKED_SECONDS, _COMPARED_SECONDS = 60.0, 600.0


class OutsideKeeper:
    """No call of the store is made under the scope lock but the one that begins a generation.

    A row is put first and its key written under the lock; what lost its item meanwhile is deleted again, also by the
    next process, when this one dies in between.
    """

    def __init__(
        self, room: Room, model: str, store: VectorStore, look: Callable[[], Look], mutex: threading.RLock
    ) -> None:
        self._room, self._model, self._store, self._look, self._mutex = room, model, store, look, mutex
        self._position = Position(room)
        self._compared = self._asked = float("-inf")

    def is_due(self) -> bool:
        """A store may lose all it has while nobody looks."""
        return time.monotonic() - self._asked > _ASKED_SECONDS

    def get_ready(self) -> bool:
        """Ask the store before a text is paid for; now and then compare what it has with the keys."""
        index, self._asked = self._index(), time.monotonic()
        if index is None:
            return True
        lately = time.monotonic() - self._compared < _COMPARED_SECONDS
        if lately and (index.count() or not self._store.follower.count):
            return True
        equal = self._compare(index)
        self._compared = time.monotonic()
        return equal

    def known(self, digests: set[str]) -> dict[str, Rows]:
        """Asked of the store."""
        with self._mutex:
            view, rows = self._store.view, self._store.placement.rows_of(digests)
        if not isinstance(view, OutsideView) or not rows:
            return {}
        taken = view.rows.take(list(rows.values()))
        return {digest: row for digest, row in zip(rows, taken, strict=True) if row.any()}

    def append(self, batch: Sequence[Wanted], rows: Rows) -> bool:
        """Put rows, then write the keys of those whose text is still the same."""
        with locks.exclusive(self._room.lock_path):
            position = self._begun(rows) if rooms.exists(self._room) else None
        index = None if position is None else self._index()
        if position is None or index is None:
            return False
        first, generation = position.count, position.generation
        numbers = range(first, first + len(batch))
        try:
            index.put(numbers, rows)
        except UnavailableError:
            self._compared = float("-inf")
            raise
        with locks.exclusive(self._room.lock_path):
            same = rooms.exists(self._room) and newest(self._room) == generation and position.to_end()
            if not same or position.count != first:
                return True  # it went with its generation
            stale = self._write_keys(position, batch, rows)
        index.delete(stale)
        with self._mutex:
            self._look()
        return True

    def _begun(self, rows: Rows) -> Follower | None:
        """The end of a generation of this model that the store knows."""
        position = self._position.usable()
        if position.model not in ("", self._model):
            return None
        misfit(position.dim, rows)
        index = self._index()
        if position.count == 0 and index is not None:
            index.create(rows.shape[1])
        return position

    def _write_keys(self, position: Follower, batch: Sequence[Wanted], rows: Rows) -> list[int]:
        """The numbers of rows that are nobody's: of texts that changed meanwhile, and those that these replace."""
        with self._mutex:
            items, loose = self._look().items, self._store.placement.loose
            replaced = [(loose[one.identity], one.identity) for one in batch if one.identity in loose]
        first, named = position.count, [(one.identity, one.digest) for one in batch]
        keys = writing.keys_of(first, self._model, named, rows)
        stale = [key for key in keys if not is_current(items, key.id, key.digest)]
        writing.append_keys(self._room, position, keys)
        position.to_end()
        gone = [*replaced, *((key.row, key.id) for key in stale)]
        writing.give_up(self._room, position, gone)
        return [row for row, _ in gone]

    def tidy(self, look: Look) -> None:
        """Delete the rows of items that are no more."""
        if not self._unneeded(look.items):
            return
        with locks.exclusive(self._room.lock_path):
            if not rooms.exists(self._room):
                return
            with self._mutex:
                gone = self._unneeded(self._look().items)
            writing.give_up(self._room, self._position.usable(), gone)
        if (index := self._index()) is not None:
            index.delete([row for row, _ in gone])

    def _unneeded(self, items: Mapping[str, Item]) -> list[tuple[int, str]]:
        with self._mutex:
            return unneeded(self._store, items)

    def _index(self) -> VectorIndex | None:
        generation = newest(self._room)
        return None if generation is None else outside_index(self._room, generation)

    def _compare(self, index: VectorIndex) -> bool:
        """Hold the store against the keys: what has no key is deleted, what the store lost is made anew."""
        end = self._position.read_on()
        index.delete(range(end.count, end.count + LARGEST_BATCH))
        follower = Follower.newest(self._room)
        keys = {key.row: key for key in follower.all_keys()}
        live = {row: key.id for row, key in keys.items() if not key.gone}
        if index.count() == len(live):
            return True
        kept = set(index.numbers())
        with locks.exclusive(self._room.lock_path):
            if not rooms.exists(self._room) or newest(self._room) != follower.generation:
                return False
            if live and not kept:
                writing.begin_generation(self._room)
                return False
            lost = [(row, identity) for row, identity in live.items() if row not in kept]
            writing.give_up(self._room, self._position.usable(), lost)
        index.delete(kept - live.keys())
        with self._mutex:
            self._look()
        return not lost
