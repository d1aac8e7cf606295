"""Making the rows that are missing, in the background: by one process a scope, a batch at a time.

Texts are embedded with no lock held. A row is kept only if its item's text is still the same once the lock is had.
"""

import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from scopes import locks
from scopes.errors import MunimentError, UnavailableError
from scopes.retrieval.bit_by_bit import BitByBit
from scopes.retrieval.embedder import Embedder
from scopes.retrieval.vectors import writing
from scopes.retrieval.vectors.generation import folder_of
from scopes.retrieval.vectors.keeping import FileKeeper, Keeper
from scopes.retrieval.vectors.lease import leased
from scopes.retrieval.vectors.making import Look, Maker, Wanted
from scopes.retrieval.vectors.outside_keeping import OutsideKeeper
from scopes.retrieval.vectors.signatures import Rows
from scopes.retrieval.vectors.store import VectorStore
from scopes.storage import room as rooms
from scopes.storage.room import Room

__all__ = ["Filler", "weakly"]

T = TypeVar("T")

_PAUSE_SECONDS = 0.02
_RETRY_SECONDS, _LONGEST_RETRY_SECONDS = 1.0, 300.0


class Filler(BitByBit):
    """Of one line of a scope in this process.

    `look` shows the scope as it is committed, and brings the store up to date; `mutex` guards the store.
    """

    def __init__(
        self,
        room: Room,
        embedder: Embedder,
        store: VectorStore,
        look: Callable[[], Look],
        mutex: threading.RLock,
        pool: ThreadPoolExecutor,
    ) -> None:
        super().__init__("vectors", pool)
        self._room, self._store, self._look = room, store, look
        self._maker = Maker(embedder, room.line)
        kind = FileKeeper if room.outside is None else OutsideKeeper
        self._keeper: Keeper = kind(room, embedder.model, store, look, mutex)
        self._tries = 0  # that failed, one after the other

    def is_due(self) -> bool:
        """Whether the keeper has something to look after."""
        return self._keeper.is_due()

    def fill(self) -> bool:
        """Make one batch of rows, or else tidy up; whether to come again."""
        folder = self._room.layout.at(folder_of(self._room))
        if not self._may_write(folder):
            return False
        with leased(f"{folder}/lease") as mine:
            if not mine:
                self.rest(_RETRY_SECONDS)
                return True  # if its holder dies, the rest is for who comes next
            look = self._look()
            if not look.embeds or self._store.foreign:
                return False
            if self._store.behind:
                self.rest(_PAUSE_SECONDS)
                return True
            try:
                return self._fill(look)
            except UnavailableError as error:
                self._fail(error.detail)
                return True

    def _fill(self, look: Look) -> bool:
        if not self._keeper.get_ready():
            return True
        batch = self._maker.next_batch(look)
        if not batch:
            self._keeper.tidy(look)
            return False
        rows = self._rows(batch)
        return rows is None or self._keeper.append(batch, rows)

    def _may_write(self, folder: str) -> bool:
        """Whether the folder is there; it is made under the scope lock, so that no erased scope comes back."""
        if writing.is_folder(folder) or not rooms.exists(self._room):
            return writing.is_folder(folder)
        with locks.exclusive(self._room.lock_path):
            if not rooms.exists(self._room):
                return False
            self._room.files.make_folder(folder)
        return writing.is_folder(folder)

    def _rows(self, batch: list[Wanted]) -> Rows | None:
        """A row for each; None when the embedder failed. A text that has a row already is not paid for again."""
        known = self._keeper.known({one.digest for one in batch})
        made = self._maker.make({one.digest: one.text for one in batch if one.digest not in known})
        if isinstance(made, str):
            self._fail(made)
            return None
        self._tries = 0
        self._store.tell(None)
        known.update(made)
        return np.stack([known[one.digest] for one in batch])

    def failed(self, error: BaseException) -> None:
        """Rows that were made could not be written, or not be looked for."""
        known = isinstance(error, MunimentError | OSError)
        self._fail(f"rows can't be written: {type(error).__name__}" if known else "a fault of the service: see its log")

    def _fail(self, reason: str) -> None:
        """Tell why rows are missing; try again later, each time later still."""
        self.rest(min(_RETRY_SECONDS * 2**self._tries, _LONGEST_RETRY_SECONDS))
        self._tries = min(self._tries + 1, 16)
        self._store.tell(reason)


def weakly(look: Callable[[], T]) -> Callable[[], T]:
    """A method that keeps its object from nothing: one that was put away is at once out of memory."""
    method = weakref.WeakMethod(look)

    def call() -> T:
        found = method()
        if found is None:
            raise UnavailableError("the scope was put away")
        return found()

    return call
