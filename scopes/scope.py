"""One scope: lock-free reads of immutable snapshots, and `write`, the only way to change anything."""

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from scopes import locks
from scopes.committer import Committer
from scopes.engine import Engine
from scopes.errors import BusyError
from scopes.governance import erase, proof
from scopes.governance.erase import Selection, Taken
from scopes.governance.proof import Verdict
from scopes.lines import render
from scopes.lines.sweeping import Sweeper, sweep
from scopes.model import Degraded, Item, ScopeIds
from scopes.quality.log import QualityLog
from scopes.retrieval.usage.log import UsageLog
from scopes.retrieval.vectors.counts import counts_on_disk, counts_shown
from scopes.retrieval.vectors.filling import weakly
from scopes.retrieval.vectors.generation import newest
from scopes.retrieval.vectors.lines import LineVectors
from scopes.retrieval.vectors.stores import is_foreign
from scopes.retrieval.vectors.writing import begin_generation
from scopes.storage import room as rooms
from scopes.storage.batch import Author, Batch
from scopes.storage.layered import LayeredMap
from scopes.storage.places import LINES
from scopes.storage.room import Room
from scopes.storage.state import Snapshot
from scopes.storage.tracker import Tracker
from scopes.storage.writer import Writer
from scopes.views import View, Views
from scopes.writes import Committed, Idempotency, Write

T = TypeVar("T")
IN_USE_SECONDS = 60
_HANDLE_BYTES = 10_000  # a handle on a scope that holds nothing, measured over 30,000 of them


class Scope:
    """A handle on one scope in this process; two handles are harmless, because lock and journal decide."""

    def __init__(self, engine: Engine, ids: ScopeIds) -> None:
        self.ids = ids
        self.room = engine.room(ids)
        self.used = time.monotonic()
        self._tracker = Tracker(self.room)
        self._mutex = self._tracker.mutex
        self._committer = Committer(engine, ids, Writer(self._tracker, render.maps, engine.observer, engine.quota))
        self.usage = UsageLog(self.room, weakly(self._living), engine.usage)
        self.quality = QualityLog(self.room, engine.usage)
        self._expiry = Sweeper()
        self._vectors: LineVectors | None = None
        if engine.embedder is not None:
            self._vectors = LineVectors(self.room, engine.embedder, weakly(self._settled), self._mutex, engine.fillers)
        self._views = Views(self._tracker, self._vectors)

    def exists(self) -> bool:
        """Whether the scope has a directory."""
        return rooms.exists(self.room)

    def read_is_cheap(self) -> bool:
        """Whether `read` would return within about a millisecond, without opening the scope or waiting for a commit."""
        if not self._mutex.acquire(blocking=False):
            return False
        try:
            return self._views.newest is not None and self._tracker.is_close()
        finally:
            self._mutex.release()

    def read(self) -> View:
        """The scope as of now: the journal's end, with hand edits that have settled."""
        with self._mutex:
            return self._views.shown(*self._look())

    def _settled(self) -> View:
        """The scope as it is committed, with all that the files of vectors hold."""
        with self._mutex:
            return self._views.settled(self._look()[0])

    def _living(self) -> LayeredMap[Item]:
        return self.snapshot().items

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

    def vector_counts(self) -> dict[str, int | str]:
        """Rows of vectors by what is known of them: `rows`, their `model` and `dim`, `items` with one, `missing`."""
        view = self._views.newest
        if view is None or view.vectors is None:
            return counts_on_disk(self.room)
        return counts_shown(view.index, view.vectors)

    def fallbacks(self) -> tuple[Degraded, ...]:
        """Why items are ranked by words alone, or some of them are."""
        with self._mutex:
            return () if self._vectors is None else self._vectors.degraded()

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
        return _HANDLE_BYTES + 2 * text + 400 * len(snapshot.items) + self._views.nbytes + self.usage.nbytes

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
        if self._vectors is not None:
            entry.future.add_done_callback(lambda _: self._want_vectors())
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
            if self._tracker.refresh().erased.at != self._views.erased_at:
                self._drop_view()

    def _drop_view(self) -> None:
        with self._mutex:
            self._views.forget()
            self.usage.forget()

    def verify(self) -> Verdict:
        """Check the scope's proof. If it stands, a scope whose writes a failed sync had stopped takes them again."""
        broken = self._committer.broken
        verdict = proof.verify(self.room, distrust=broken)
        if broken and verdict.valid:
            self._committer.reopen()
        return verdict

    def tend(self) -> None:
        """What happens without being asked: checkpoints that are due, a used scope's hand edits and expired items."""
        if self._mutex.acquire(blocking=False):
            try:
                self._tracker.sweep()
                if self._tracker.wanting:
                    self._committer.want_adoption()
            finally:
                self._mutex.release()
        if self._expiry.is_due(self._tracker.snapshot) and not self._committer.broken:
            self._sweep()
        self._committer.tend()
        if self._vectors is not None:
            self._vectors.tend()

    def _sweep(self) -> None:
        def change(batch: Batch) -> int:
            return sweep(batch, self.room.config)

        with contextlib.suppress(BusyError):  # there is always another time
            self._committer.add(Write(change, Author(), create=False, revive=False, idempotency=None))

    def unmark(self) -> None:
        """Take the scope out of the queue, unless an operation of it is open."""
        self._committer.want_unmarking()

    def reembed(self, *, force: bool = False) -> bool:
        """Have vectors made anew by the embedder in force; every text is paid for again. Whether any were dropped.

        Rows of its model, in the store in force, stay but with `force`: asked again, this does nothing.
        """
        model = "" if self._vectors is None else self._vectors.model
        with locks.exclusive(self.room.lock_path):
            of_lines = [self.room.of(line) for line in LINES] if self.exists() else []
            begun = [room for room in of_lines if is_foreign(room, model) or (force and _has_rows(room))]
            for room in begun:
                begin_generation(room)
        if begun:
            self._settled()
        self._want_vectors()
        return bool(begun)

    def _want_vectors(self) -> None:
        if self._vectors is not None:
            self._vectors.want()

    def idle(self) -> bool:
        """Whether dropping this handle loses nothing: neither a write waits, nor a checkpoint, nor a count."""
        return self._committer.idle() and self.usage.is_written() and self.quality.is_written()

    def close(self) -> None:
        """Checkpoint what this process wrote, and let go of what is in memory or mapped."""
        self._committer.close()
        self._drop_view()


def _has_rows(room: Room) -> bool:
    return room.line == "chat" or newest(room) is not None
