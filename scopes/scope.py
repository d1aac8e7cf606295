"""One scope: lock-free reads of immutable snapshots, and `write`, the only way to change anything."""

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

import msgspec

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
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.kin.scope_words import ScopeWords
from scopes.retrieval.tokens import Tokenizer
from scopes.retrieval.usage.log import UsageLog
from scopes.retrieval.vectors.closeness import AnyView
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
from scopes.writes import Committed, Idempotency, Write

T = TypeVar("T")
IN_USE_SECONDS = 60
_HANDLE_BYTES = 10_000  # a handle on a scope that holds nothing, measured over 30,000 of them


class View(msgspec.Struct, frozen=True):
    """A snapshot with the index over exactly its items, and what there is of their vectors, by the index's slots.

    `words` goes on learning after the view was made.
    """

    snapshot: Snapshot
    index: ScopeIndex
    vectors: AnyView | None = None
    fallbacks: tuple[Degraded, ...] = ()
    words: ScopeWords | None = None

    @property
    def items(self) -> LayeredMap[Item]:
        """Items by id."""
        return self.snapshot.items

    @property
    def degraded(self) -> tuple[Degraded, ...]:
        """What of the scope can't be vouched for, and what is done without."""
        return (*self.snapshot.degraded, *self.fallbacks)

    @property
    def prepare(self) -> Callable[[str], None] | None:
        """What has a question's words compared with its own, beside the question's vector; None where it has none."""
        words = self.words
        return None if words is None else lambda text: words.prepare(text, self.index.tokenizer)

    @property
    def policy(self) -> str | None:
        """The ranking policy that the scope has chosen."""
        return self.snapshot.settings.policy

    @property
    def time_zone(self) -> str:
        """The clock of the scope's days and times."""
        return self.snapshot.settings.time_zone

    @property
    def embeds(self) -> bool:
        """Whether its items are to have vectors."""
        return self.snapshot.settings.embedding != "none"

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
        self.usage = UsageLog(self.room, weakly(self._living), engine.usage)
        self.quality = QualityLog(self.room, engine.usage)
        self._expiry = Sweeper()
        self._view: View | None = None
        self._viewed: tuple[Snapshot, dict[str, bytes | None], int] | None = None
        self._vectors: LineVectors | None = None
        if engine.embedder is not None:
            self._vectors = LineVectors(self.room, engine.embedder, weakly(self._settled), self._mutex, engine.fillers)

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
            self._catch_up(snapshot)
            version = self._vectors.version if self._vectors else 0
            if (
                self._view is None
                or self._viewed is None
                or self._viewed[0] is not snapshot
                or self._viewed[1] is not found
                or self._viewed[2] != version
            ):
                self._view, self._viewed = self._make_view(snapshot, found), (snapshot, found, version)
            return self._view

    def _settled(self) -> View:
        """The scope as it is committed, with all that the files of vectors hold."""
        with self._mutex:
            snapshot, _ = self._look()
            self._catch_up(snapshot, now=True)
            return View(snapshot, self._index, None if self._vectors is None else self._vectors.view)

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

    def _catch_up(self, snapshot: Snapshot, *, now: bool = False) -> None:
        """Bring index and vectors up to a snapshot; `now`: also to what was written of vectors just before."""
        dictionary = snapshot.settings.dictionary
        if snapshot.erased.at != self._erased_at or dictionary != self._index.tokenizer.user_words:
            # Nothing that was made of erased text stays, not even where it no longer shows.
            self._tracker.take_changes()
            self._forget_index(dictionary)
            self._advance(dict(snapshot.items))
            self._erased_at = snapshot.erased.at
        self._advance(self._tracker.take_changes())
        if self._vectors is not None:
            self._vectors.refresh(self._index, snapshot.items, now=now)

    def _advance(self, changes: dict[str, Item | None]) -> None:
        if changes and self._vectors is not None:
            self._index = self._vectors.advance(self._index, changes)
        else:
            self._index = _advance(self._index, changes)
        if changes and self._vectors is not None:
            self._vectors.want()

    def _forget_index(self, dictionary: tuple[str, ...] = ()) -> None:
        self._index = ScopeIndex.empty(Tokenizer.of(dictionary))
        if self._vectors is not None:
            self._vectors.reset()

    def _make_view(self, snapshot: Snapshot, found: dict[str, bytes | None]) -> View:
        shown, index, vectors = self._tracker.overlay(found), self._index, None
        changes = {} if shown is snapshot else shown.items.changes_since(snapshot.items)
        if self._vectors is None or shown.settings.embedding == "none":
            return View(shown, _advance(index, changes))
        index, vectors = self._vectors.beside(index, changes) if changes else (index, self._vectors.view)
        return View(shown, index, vectors, self._vectors.degraded(), self._vectors.words)

    def vector_counts(self) -> dict[str, int | str]:
        """Rows of vectors by what is known of them: `rows`, their `model` and `dim`, `items` with one, `missing`."""
        view = self._view
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
        vectors = 0 if self._vectors is None else self._vectors.nbytes
        text = sum(document.size for document in snapshot.documents.values())
        return _HANDLE_BYTES + 2 * text + 400 * len(snapshot.items) + self._index.nbytes + vectors + self.usage.nbytes

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
            if self._tracker.refresh().erased.at != self._erased_at:
                self._drop_view()

    def _drop_view(self) -> None:
        with self._mutex:
            self._view, self._viewed, self._erased_at = None, None, -1
            self._forget_index()
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


def _advance(index: ScopeIndex, changes: dict[str, Item | None]) -> ScopeIndex:
    if not changes:
        return index
    return index.apply([item for item in changes.values() if item is not None], list(changes))
