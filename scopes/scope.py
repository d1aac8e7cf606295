"""One scope: lock-free reads of immutable snapshots, and `write`, the only way to change anything."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

import msgspec

from scopes.committer import Committed, Committer, Idempotency, Write
from scopes.engine import Engine
from scopes.governance import erase, proof
from scopes.governance.erase import Selection, Taken
from scopes.governance.proof import Verdict
from scopes.lines import render
from scopes.model import Degraded, Item, ScopeIds
from scopes.retrieval.index import ScopeIndex
from scopes.storage import room as rooms
from scopes.storage.batch import Author, Batch
from scopes.storage.layered import LayeredMap
from scopes.storage.state import Snapshot
from scopes.storage.tracker import Tracker
from scopes.storage.writer import Writer

T = TypeVar("T")
IN_USE_SECONDS = 60
_HANDLE_BYTES = 10_000  # a handle on a scope that holds nothing, measured over 30,000 of them


class View(msgspec.Struct, frozen=True):
    """A snapshot with the index over exactly its items."""

    snapshot: Snapshot
    index: ScopeIndex

    @property
    def items(self) -> LayeredMap[Item]:
        """Items by id."""
        return self.snapshot.items

    @property
    def degraded(self) -> tuple[Degraded, ...]:
        """What of the scope can't be vouched for."""
        return self.snapshot.degraded

    def resolve(self, address: str) -> Item | None:
        """The living item at an address."""
        return self.snapshot.resolve(address)


class Scope:
    """A handle on one scope in this process; two handles are harmless, because lock and journal decide."""

    def __init__(self, engine: Engine, ids: ScopeIds) -> None:
        self.ids = ids
        self.room = engine.room(ids)
        self.used = time.monotonic()
        self._tracker = Tracker(self.room)
        self._mutex = self._tracker.mutex
        self._committer = Committer(engine, ids, Writer(self._tracker, render.maps, engine.observer, engine.quota))
        self._index, self._erased_at = ScopeIndex.empty(), 0
        self._view: View | None = None
        self._viewed: tuple[Snapshot, dict[str, bytes | None]] | None = None

    def exists(self) -> bool:
        """Whether the scope has a directory."""
        return rooms.exists(self.room)

    def read_is_cheap(self) -> bool:
        """Whether `read` would return within about a millisecond, without opening the scope or waiting for a commit."""
        if not self._mutex.acquire(blocking=False):
            return False
        try:
            return self._view is not None and self._tracker.is_close()
        finally:
            self._mutex.release()

    def read(self) -> View:
        """The scope as of now: the journal's end, with hand edits that have settled."""
        with self._mutex:
            snapshot, found = self._look()
            if (
                self._view is None
                or self._viewed is None
                or self._viewed[0] is not snapshot
                or self._viewed[1] is not found
            ):
                self._view, self._viewed = self._make_view(snapshot, found), (snapshot, found)
            return self._view

    def snapshot(self) -> Snapshot:
        """The scope as of now, without its search index."""
        with self._mutex:
            _, found = self._look()
            return self._tracker.overlay(found)

    def _look(self) -> tuple[Snapshot, dict[str, bytes | None]]:
        self.used = time.monotonic()
        snapshot, found = self._tracker.refresh(), self._tracker.sweep()
        if self._tracker.wanting:
            self._committer.want_adoption()
        return snapshot, found

    def _make_view(self, snapshot: Snapshot, found: dict[str, bytes | None]) -> View:
        if snapshot.erased.at != self._erased_at:
            # Nothing that was made of erased text stays, not even where it no longer shows.
            self._tracker.take_changes()
            self._index, self._erased_at = _advance(ScopeIndex.empty(), dict(snapshot.items)), snapshot.erased.at
        self._index = _advance(self._index, self._tracker.take_changes())
        shown = self._tracker.overlay(found)
        if shown is snapshot:
            return View(snapshot, self._index)
        return View(shown, _advance(self._index, shown.items.changes_since(snapshot.items)))

    def is_loaded(self) -> bool:
        """Whether this handle holds anything of the scope in memory."""
        return self._tracker.snapshot.exists

    def unadopted(self) -> list[str]:
        """Paths of documents that people changed and no commit has taken in yet."""
        with self._mutex:
            return [*self._tracker.sweep(), *self._tracker.watch.foreign]

    @property
    def nbytes(self) -> int:
        """Bytes this handle keeps resident, counted from its texts and arrays."""
        snapshot = self._tracker.snapshot
        text = sum(document.size for document in snapshot.documents.values())
        return _HANDLE_BYTES + 2 * text + 400 * len(snapshot.items) + self._index.nbytes

    def write(
        self,
        change: Callable[[Batch], T],
        *,
        author: Author,
        create: bool = True,
        revive: bool = False,
        idempotency: Idempotency | None = None,
    ) -> "Future[Committed[T]]":
        """Queue a change; the future is done when it is durable, or carries the error that kept it from being applied.

        `change` may run more than once and must only use its batch. Cancelling the future withdraws a write that has
        not been taken; one that was taken is finished whatever the caller does. `create` makes a missing scope,
        `revive` even one that was erased lately.
        """
        self.used = time.monotonic()
        entry = Write(change, author, create=create, revive=revive, idempotency=idempotency)
        self._committer.add(entry)
        return entry.future

    def erase(
        self, select: Callable[[Batch], Selection], *, author: Author, idempotency: Idempotency | None = None
    ) -> "Future[Committed[Taken]]":
        """Queue an erasure; the future is done when nothing of the text is left in the service's own files.

        What it carries holds the text that went, for digests and for a last search: don't keep it.
        """
        self.used = time.monotonic()

        def change(batch: Batch) -> Taken:
            return erase.take(batch, select(batch), self.room)

        entry = Write(change, author, create=False, revive=False, idempotency=idempotency, alone=True)
        self._committer.add(entry)
        entry.future.add_done_callback(lambda _: self._drop_view())
        return entry.future

    def drop_erased(self) -> None:
        """Keep nothing in memory that was made before the last erasure."""
        with self._mutex:
            if self._tracker.refresh().erased.at != self._erased_at:
                self._drop_view()

    def _drop_view(self) -> None:
        with self._mutex:
            self._view, self._viewed, self._index, self._erased_at = None, None, ScopeIndex.empty(), -1

    def verify(self) -> Verdict:
        """Check the scope's proof. If it stands, a scope whose writes a failed sync had stopped takes them again."""
        broken = self._committer.broken
        verdict = proof.verify(self.room, distrust=broken)
        if broken and verdict.valid:
            self._committer.reopen()
        return verdict

    def tend(self) -> None:
        """What happens without being asked: checkpoints that are due, hand edits of a scope in use."""
        if self._mutex.acquire(blocking=False):
            try:
                self._tracker.sweep()
                if self._tracker.wanting:
                    self._committer.want_adoption()
            finally:
                self._mutex.release()
        self._committer.tend()

    def idle(self) -> bool:
        """Whether dropping this handle loses nothing: no write is queued and none waits for a checkpoint."""
        return self._committer.idle()

    def close(self) -> None:
        """Checkpoint what this process wrote."""
        self._committer.close()


def _advance(index: ScopeIndex, changes: dict[str, Item | None]) -> ScopeIndex:
    if not changes:
        return index
    return index.apply([item for item in changes.values() if item is not None], list(changes))
