"""Committing: the pending record is the commit, files and journal follow, a checkpoint makes them durable.

Every method runs in the scope's committer thread with the scope lock held; `lock` is its descriptor.
"""

import contextlib
import errno
import logging
import time
from collections.abc import Generator

from scopes.errors import DiskFullError, IntegrityError, ReadOnlyError, UnavailableError, from_os
from scopes.observer import Observer
from scopes.quota import Quota
from scopes.storage import anchor, growth, journal, markers, pending, publish, purge, recovery, settle, strays, uploads
from scopes.storage import seal as seals
from scopes.storage.adoption import Adoption
from scopes.storage.batch import Author, Batch
from scopes.storage.checkpoint import Checkpoint, Maps, close_segment
from scopes.storage.compose import compose
from scopes.storage.documents import Document
from scopes.storage.files import Signature, SyncError
from scopes.storage.journal import Entry
from scopes.storage.pending import FreshLog, Record, Reply
from scopes.storage.replies import Replies
from scopes.storage.state import Position
from scopes.storage.tracker import Tracker

_log = logging.getLogger(__name__)


class Writer:
    """The write side of one scope in this process."""

    def __init__(
        self,
        tracker: Tracker,
        maps: Maps,
        observer: Observer | None = None,
        quota: Quota | None = None,
    ) -> None:
        self._observer, self._quota = observer or Observer(), quota or Quota()
        self.tracker = tracker
        self.room = tracker.room
        self._replies = Replies(self.room)
        self._checkpoint = Checkpoint(self.room, maps)
        self._adoption = Adoption(tracker)
        self._calm: tuple[Signature | None, Signature | None] | None = None
        self._recovered = False
        self.broken: str | None = None  # the error of the sync that failed
        self._tidy_at: float | None = None
        self._lost: anchor.Anchor | None = None

    # Before a commit

    def prepare(self, lock: int) -> None:
        """Recover and catch up with what other processes did; nothing to do when this process wrote last."""
        if self.broken is not None:
            raise ReadOnlyError(f"writes stopped after a failed sync ({self.broken}); verify the scope")
        strays.refuse_links(self.room)
        tracker = self.tracker
        if self._calm is not None and self._calm == self._signatures() and not tracker.hasty:
            return
        with self._ending_at_failed_syncs(), tracker.mutex:
            if tracker.hasty or not self._recovered or not tracker.catch_up():
                recovery.recover(self.room, lock)
                if tracker.hasty or not tracker.catch_up():
                    tracker.reload()
            self._recovered, tracker.unfinished, tracker.hasty = True, False, False
        self._note_lost(anchor.read(self.room.lock_path))
        if not self.tracker.snapshot.exists:
            raise IntegrityError("the scope is there but can't be opened", field="scope.json")
        if self.tracker.coverage.records:
            self._checkpoint.note()
        self._calm = self._signatures()

    def _note_lost(self, anchored: anchor.Anchor | None) -> None:
        """Where an older copy of the directory was put back, the next commit must say so: it renews the anchor."""
        if anchored is not None and anchored.seq > self.tracker.snapshot.seq:
            self._lost = anchored

    def _signatures(self) -> tuple[Signature | None, Signature | None]:
        files, layout = self.room.files, self.room.layout
        return files.signature(layout.pending), files.signature(layout.journal)

    @contextlib.contextmanager
    def _ending_at_failed_syncs(self) -> Generator[None]:
        """After a failed sync nothing more is written: the page cache may lie about what is on disk."""
        try:
            yield
        except SyncError as error:
            self._break(error)
            raise ReadOnlyError("a sync failed; this scope takes no writes until it is verified") from error

    def _break(self, error: OSError) -> None:
        self._calm, self._recovered = None, False
        self.broken = errno.errorcode.get(error.errno or 0, "unknown")
        _log.error("a sync failed", extra={"errno": error.errno})

    def reopen(self) -> None:
        """Write again: the scope was verified since the sync failed."""
        with self.tracker.mutex:
            self._calm, self._recovered = None, False
            self.tracker.reload()
        self.broken = None

    def forget(self) -> None:
        """The scope is gone: nothing waits for a checkpoint, and one that comes in its place is another."""
        self._calm, self._recovered = None, False
        self._checkpoint.done()

    def digests(self, key: bytes, body: bytes) -> tuple[str, str]:
        """Digests of an Idempotency-Key and of what was asked under it."""
        return self._replies.digests(key, body)

    def earlier_reply(self, key: str) -> Reply | None:
        """The reply kept under a key's digest."""
        return self._replies.find(key, self.tracker.coverage)

    # Hand edits

    def adopt(self, batch: Batch, paths: list[str], *, patient: bool = True) -> float:
        """Take the hand edits of documents into a batch; seconds to wait if one is being saved just now."""
        return self._adoption.take(batch, paths, patient=patient)

    def adopt_found(self, lock: int) -> bool:
        """Adopt every hand edit that has settled; whether some are still being saved."""
        self.prepare(lock)
        batch = self.begin()
        with self.tracker.mutex:
            found = self.tracker.sweep(force=True)
        spoilt = {aside.document for aside in self._adoption.displaced if not publish.untouched(self.room, aside)}
        waits = [self.adopt(batch, [path]) for path in sorted({*found, *self.tracker.watch.foreign, *spoilt})]
        self.commit(batch, lock)
        return any(waits)

    # The commit

    def begin(self) -> Batch:
        """An empty batch over the present snapshot."""
        self._adoption = Adoption(self.tracker)
        batch = Batch(self.tracker.snapshot, Author(), self.room)
        if self._lost is not None:
            batch.note(Entry("rolled_back", cites=str(self._lost.seq)))
        return batch

    def commit(self, batch: Batch, lock: int) -> Position:
        """Make a batch durable and show it; the position behind it. A batch without journal lines changes nothing.

        Readers of this process are kept out only between the journal's growth and the new snapshot.
        """
        if not batch.entries:
            self._adoption.finish()
            return self.tracker.snapshot.position
        ends = [one for one in batch.new_operations if not one.is_open and self._is_waiting(one.id)]
        if any(operation.is_open for operation in batch.new_operations):
            markers.make(self.room)
        for identity, staged in batch.uploads.items():
            uploads.place(self.room, identity, staged)
        if batch.hands:
            self._observer.count("hand_edits", sum(entry.op == "external_edit" for entry, _ in batch.entries))
        grown = growth.measure(batch)
        record, position = compose(batch, self.tracker.snapshot, self.tracker.coverage)
        with self._ending_at_failed_syncs():
            end = self._append_pending(record)
        self._quota.note(self.room.ids.app, grown + -batch.counted)
        try:
            signatures = self._publish(record, batch)
            with self.tracker.mutex:
                self.room.files.write_at(
                    self.room.layout.journal, self.tracker.snapshot.position.offset, record.journal_bytes
                )
                self._calm = self._signatures()
                self.tracker.committed(record, end, batch, position, self._calm[1])
                self._note_signatures(signatures)
            anchor.write(lock, position)
            self._lost = None
            self._adoption.finish()
            if ends:
                self.unmark()
        except OSError as error:
            # The commit stands in pending; recovery finishes it as soon as the scope is tended, written or opened.
            self._calm, self._recovered, self.tracker.unfinished = None, False, True
            _log.error("publish failed", extra={"errno": error.errno})
            if isinstance(error, SyncError):
                self._break(error)
        self._checkpoint.note()
        return position

    def _is_waiting(self, identity: str) -> bool:
        known = self.tracker.snapshot.operations.get(identity)
        return known is not None and known.is_open

    def unmark(self) -> None:
        """Take the scope's marker out of the queue if none of its operations is open; else tell since when.

        Files of operations that have ended, or were never begun, go before it.
        """
        waiting = self.tracker.snapshot.waiting()
        uploads.sweep(self.room, {operation.id for operation in waiting})
        if waiting:
            markers.tell_oldest(self.room, journal.seconds(waiting[0].created_at))
        else:
            markers.remove(self.room)

    def _append_pending(self, record: Record) -> int:
        """Write the record and wait for the disk: from here on it is committed. The offset behind it."""
        line, start = pending.seal_line(record, self.room.key), self.tracker.pending_offset
        try:
            self.room.files.write_at(self.room.layout.pending, start, line, sync=True)
        except OSError as error:
            self._calm, self._recovered = None, False
            known = from_os(error)
            if isinstance(known, DiskFullError):
                self.room.files.truncate(self.room.layout.pending, start)
                raise known from None
            if known is not None and error.errno != errno.EIO and not isinstance(error, SyncError):
                raise known from None
            raise SyncError(error.errno, error.strerror) from error
        return start + len(line)

    def _publish(self, record: Record, batch: Batch) -> dict[str, Signature | None]:
        for path, (offset, text) in record.appends.items():
            publish.append(self.room, path, offset, text)
        signatures: dict[str, Signature | None] = {}
        # What goes makes room for what comes.
        for path, document in sorted(batch.documents.changes.items(), key=lambda change: change[1] is not None):
            seen = self._adoption.seen.get(path)
            if path in batch.hands and self._stands(path, document, seen):
                signatures[path] = seen
            else:
                signatures[path] = publish.publish(self.room, path, document, record.last, seen)
        if batch.documents.changes:
            publish.tidy(self.room, self._adoption.displaced)
        for path, text in record.files.items():
            recovery.replace(self.room, path, text.encode())
        if record.erase is not None:
            purge.carry_out(self.room, record.erase)
        return signatures

    def _stands(self, path: str, document: Document | None, seen: Signature | None) -> bool:
        """Whether an adopted file already holds exactly the merged text, so that a person's bytes are left alone."""
        raw, now = self.room.files.read(self.room.layout.at(path))
        return now == seen and raw == (None if document is None else document.raw)

    def _note_signatures(self, signatures: dict[str, Signature | None]) -> None:
        known = self.tracker.watch.signatures
        for path, signature in signatures.items():
            if signature is None:
                known.pop(path, None)
            else:
                known[path] = signature

    # Checkpoints

    def checkpoint_due(self) -> float | None:
        """Seconds until a checkpoint is due; None when there is nothing to make durable."""
        due = self._checkpoint.due_in(time.monotonic())
        return 0.0 if due and self.tracker.pending_offset > self.room.config.pending_bytes else due

    def clear(self, lock: int) -> None:
        """Take in the hand edits that have settled, and leave no commit in pending."""
        self.adopt_found(lock)
        self.checkpoint(lock)
        if self.tracker.coverage.records:
            raise UnavailableError("what was written before can't be made durable now; try again", retry_after=1)

    def erase(self, batch: Batch, lock: int) -> Position:
        """Commit an erasure and leave nothing of it behind; pending must hold no commit before this one."""
        position = self.commit(batch, lock)
        self.checkpoint(lock)
        if self.tracker.coverage.records:
            raise UnavailableError("the erasure is committed; it is finished when the scope is next written")
        return position

    def checkpoint(self, lock: int) -> None:
        """Seal, sync everything pending covers, and start pending anew."""
        self.prepare(lock)
        with self._ending_at_failed_syncs():
            if not self.tracker.coverage.records or self._seal(lock):
                self._checkpoint.done()

    def _seal(self, lock: int) -> bool:
        """Whether it came to its end."""
        erasures = self.tracker.coverage.erasures
        replaced = self._checkpoint.write_out(self.tracker.snapshot, self.tracker.coverage, self._replies)
        seal = self._checkpoint.compose(self.tracker.snapshot, self.tracker.coverage, replaced)
        batch = self.begin()
        batch.note(Entry("seal", state=seals.commitment(seal)))
        batch.rewritten = sorted(replaced)
        position = self.commit(batch, lock)
        if self.tracker.snapshot.position != position:
            return False  # it stands in pending alone: pending must stay until recovery has finished it
        self._checkpoint.write(self.tracker.snapshot, self.tracker.coverage, seal, replaced, lock)
        with self.tracker.mutex:
            settle.prune(self.tracker.superseded, time.time() - self.room.config.form_seconds)
        fresh = self._start_log(position)
        if position.offset > self.room.config.journal_segment_bytes:
            position = close_segment(self.room, position)
            fresh = self._start_log(position)
        with self.tracker.mutex:
            self.tracker.checkpointed(fresh, position)
        self._calm = self._signatures()
        self._tidy_at = time.monotonic() + self.room.config.displaced_seconds
        if erasures:
            self._forget_erased()
        return True

    def _forget_erased(self) -> None:
        """What the erasure's own commit left for readers and mergers goes at once, in memory too."""
        purge.drop_copies(self.room)
        with self.tracker.mutex:
            self.tracker.forget()

    def tidy_due(self) -> bool:
        """Whether what the last checkpoint left for readers has served its time."""
        return self._tidy_at is not None and time.monotonic() >= self._tidy_at

    def tidy(self) -> None:
        """Drop the pending file before this one, and displaced texts: removed text must not live on in them."""
        self._tidy_at = None
        self.room.files.unlink(self.room.layout.old_pending)
        publish.tidy(self.room, publish.displaced(self.room))

    def _start_log(self, position: Position) -> FreshLog:
        return recovery.write_header(self.room, pending.Header(1, position, self.tracker.superseded))
