"""Committing: the pending record is the commit, files and journal follow, a checkpoint makes them durable.

Every method runs in the scope's committer thread with the scope lock held; `lock` is its descriptor.
"""

import datetime as dt
import errno
import logging
import os
import time
from collections.abc import Callable

import msgspec

from scopes.errors import DiskFullError, IntegrityError, ReadOnlyError, from_os
from scopes.model import iso
from scopes.observer import Observer
from scopes.storage import anchor, journal, load, pending, publish, recovery, settle, sources
from scopes.storage.adoption import Adoption
from scopes.storage.batch import Author, Batch
from scopes.storage.checkpoint import Checkpoint, close_segment
from scopes.storage.documents import Document
from scopes.storage.files import Signature
from scopes.storage.journal import Entry
from scopes.storage.pending import FreshLog, Record, Reply
from scopes.storage.replies import Replies
from scopes.storage.state import Position, Snapshot
from scopes.storage.tracker import Tracker

_log = logging.getLogger(__name__)


class Writer:
    """The write side of one scope in this process."""

    def __init__(
        self, tracker: Tracker, maps: Callable[[Snapshot], dict[str, bytes]], observer: Observer | None = None
    ) -> None:
        self._observer = observer or Observer()
        self.tracker = tracker
        self.room = tracker.room
        self._replies = Replies(self.room)
        self._checkpoint = Checkpoint(self.room, maps)
        self._adoption = Adoption(tracker)
        self._calm: tuple[Signature | None, Signature | None] | None = None
        self._recovered = False
        self._broken: str | None = None
        self._tidy_at: float | None = None

    # Before a commit

    def prepare(self, lock: int) -> None:
        """Recover and catch up with what other processes did; nothing to do when this process wrote last."""
        if self._broken is not None:
            raise ReadOnlyError(f"writes stopped after a failed sync ({self._broken}); reopen and verify the scope")
        if self._calm is not None and self._calm == self._signatures():
            return
        with self.tracker.mutex:
            if not self._recovered or not self.tracker.catch_up():
                recovery.recover(self.room, lock)
                if not self.tracker.catch_up():
                    self.tracker.reload()
            self._recovered, self.tracker.unfinished = True, False
        if not self.tracker.snapshot.exists:
            raise IntegrityError("the scope is there but can't be opened", field="scope.json")
        if self.tracker.coverage.records:
            self._checkpoint.note()
        self._calm = self._signatures()

    def _signatures(self) -> tuple[Signature | None, Signature | None]:
        files, layout = self.room.files, self.room.layout
        return files.signature(layout.pending), files.signature(layout.journal)

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
        return Batch(self.tracker.snapshot, Author())

    def commit(self, batch: Batch, lock: int) -> Position:
        """Make a batch durable and show it; the position behind it. A batch without journal lines changes nothing.

        Readers of this process are kept out only between the journal's growth and the new snapshot.
        """
        if not batch.entries:
            self._adoption.finish()
            return self.tracker.snapshot.position
        if batch.hands:
            self._observer.count("hand_edits", sum(entry.op == "external_edit" for entry, _ in batch.entries))
        record, position = self._record(batch)
        end = self._append_pending(record)
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
            self._adoption.finish()
        except OSError as error:
            # The commit stands in pending; recovery finishes it when the scope is next written or opened.
            self._calm, self._recovered = None, False
            _log.error("publish failed", extra={"errno": error.errno})
        self._checkpoint.note()
        return position

    def _record(self, batch: Batch) -> tuple[Record, Position]:
        before = self.tracker.snapshot.position
        lines: list[str] = []
        seq, mac = before.seq, before.mac
        now = dt.datetime.now(dt.UTC)
        for entry, author in batch.entries:
            seq += 1
            line, mac = journal.render(
                entry, seq=seq, ts=iso(now), actor=author.actor, request=author.request, prev=mac, key=self.room.key
            )
            lines.append(line)
        covered, documents = self.tracker.coverage.documents, self.tracker.snapshot.documents
        record = Record(
            first=before.seq + 1,
            last=seq,
            boot=load.BOOT,
            lines=lines,
            docs={
                path: pending.change(documents.get(path), document, whole=path not in covered)
                for path, document in batch.documents.changes.items()
            },
            files=batch.files,
            appends=self._appends(batch, now),
            operations=batch.new_operations,
            replies=[msgspec.structs.replace(reply, seq=seq) for reply in batch.new_replies],
            hands=batch.hands,
            gone={
                path: gone
                for path, document in batch.documents.changes.items()
                if (gone := settle.forms_gone(documents.get(path), document, batch.hands.get(path, [])))
            },
        )
        return record, Position(seq, mac, before.offset + len(record.journal_bytes))

    def _appends(self, batch: Batch, now: dt.datetime) -> dict[str, tuple[int, str]]:
        if not batch.new_turns:
            return {}
        text = "".join(map(sources.render, batch.new_turns))
        part = 1
        while True:
            path = sources.path_for(sources.month_of(now), part)
            size = batch.sizes.get(path) or 0
            found = self.room.files.signature(self.room.layout.at(path))
            # A file that a person has changed is left as it is: the service goes on in the next part.
            if size < self.room.config.source_file_bytes and (0 if found is None else found.size) == size:
                break
            part += 1
        batch.sizes.set(path, size + len(text.encode()))
        return {path: (size, text)}

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
            if known is not None:
                raise known from None
            # After a failed fsync the page cache may lie about what is on disk: never retry and acknowledge.
            self._broken = errno.errorcode.get(error.errno or 0, "unknown")
            raise ReadOnlyError(
                "a sync failed; this scope takes no writes until it is reopened and verified"
            ) from error
        return start + len(line)

    def _publish(self, record: Record, batch: Batch) -> dict[str, Signature | None]:
        files, layout = self.room.files, self.room.layout
        for path, (offset, text) in record.appends.items():
            if offset == 0:
                files.make_folder(os.path.dirname(layout.at(path)))
            files.write_at(layout.at(path), offset, text.encode())
        signatures: dict[str, Signature | None] = {}
        for path, document in batch.documents.changes.items():
            seen = self._adoption.seen.get(path)
            if path in batch.hands and self._stands(path, document, seen):
                signatures[path] = seen
            else:
                signatures[path] = publish.publish(self.room, path, document, record.last, seen)
        if batch.documents.changes:
            publish.tidy(self.room, self._adoption.displaced)
        for path, text in record.files.items():
            recovery.replace(self.room, path, text.encode())
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

    def checkpoint(self, lock: int) -> None:
        """Seal, sync everything pending covers, and start pending anew."""
        self.prepare(lock)
        if not self.tracker.coverage.records or self._seal(lock):
            self._checkpoint.done()

    def _seal(self, lock: int) -> bool:
        """Whether it came to its end."""
        composed = self._checkpoint.compose(self.tracker.snapshot)
        batch = self.begin()
        batch.note(Entry("seal", state=composed.state))
        position = self.commit(batch, lock)
        if self.tracker.snapshot.position != position:
            return False  # it stands in pending alone: pending must stay until recovery has finished it
        self._checkpoint.write(self.tracker.snapshot, self.tracker.coverage, composed, self._replies, lock)
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
        return True

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
