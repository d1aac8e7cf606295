"""Committing: the pending record is the commit, files and journal follow, a checkpoint makes them durable.

Every method runs in the scope's committer thread with the scope lock held; `lock` is its descriptor.
"""

import contextlib
import datetime as dt
import errno
import logging
import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from scopes.errors import DiskFullError, ReadOnlyError
from scopes.model import iso
from scopes.storage import anchor, journal, pending, publish, recovery, settle, sources
from scopes.storage.batch import Author, Batch
from scopes.storage.checkpoint import Checkpoint, close_segment
from scopes.storage.documents import Document
from scopes.storage.files import Signature
from scopes.storage.hands import Displaced, Edit, Recent, spoilt, unwitnessed
from scopes.storage.journal import Entry
from scopes.storage.pending import FreshLog, Record
from scopes.storage.replies import Replies
from scopes.storage.state import Position, Snapshot
from scopes.storage.tracker import Tracker

_log = logging.getLogger(__name__)
_FREE: AbstractContextManager[Any] = contextlib.nullcontext()
_FULL = (errno.ENOSPC, errno.EDQUOT)


class Writer:
    """The write side of one scope in this process."""

    def __init__(self, tracker: Tracker, maps: Callable[[Snapshot], dict[str, bytes]]) -> None:
        self.tracker = tracker
        self.room = tracker.room
        self.replies = Replies(self.room)
        self._checkpoint = Checkpoint(self.room, maps)
        self._calm: tuple[Signature | None, Signature | None] | None = None
        self._size = 0
        self._whole: set[str] = set()
        self._broken: str | None = None
        self._seen: dict[str, Signature | None] = {}
        self._checked: set[str] = set()
        self._merged: list[tuple[str, Signature]] = []

    # Before a commit

    def prepare(self, lock: int) -> None:
        """Recover and catch up with what other processes did; nothing to do when this process wrote last."""
        if self._broken is not None:
            raise ReadOnlyError(f"writes stopped after a failed sync ({self._broken}); reopen and verify the scope")
        if self._calm is not None and self._calm == self._signatures():
            return
        self.replies.forget()
        if recovery.recover(self.room, lock):
            self.tracker.reload()
        else:
            self.tracker.refresh()
        self._follow_log()
        self._calm = self._signatures()

    def _follow_log(self) -> None:
        log = recovery.read_log(self.room)
        if log is not None:
            self._size = log.good
            self._whole = {path for record in log.records for path in record.docs}
            if log.records:
                self._checkpoint.note()

    def _signatures(self) -> tuple[Signature | None, Signature | None]:
        files, layout = self.room.files, self.room.layout
        return files.signature(layout.pending), files.signature(layout.journal)

    # Hand edits

    def adopt(self, batch: Batch, paths: list[str], *, patient: bool = True) -> float:
        """Take the hand edits of documents into a batch; seconds to wait if one is being saved just now.

        With `patient` off a save in progress is left alone: publishing keeps the person's bytes, and they are adopted
        later.
        """
        unchecked = [path for path in paths if path not in self._checked]
        names, recent, longest = publish.list_previous(self.room) if unchecked else [], Recent(self.room), 0.0
        for path in unchecked:
            wait = self._adopt_file(batch, path, recent)
            for aside in spoilt(self.room, path, names):
                wait = max(wait, self._adopt_displaced(batch, path, aside, recent))
            if wait and not patient:
                self._seen[path], wait = None, 0.0
            if not wait:
                self._checked.add(path)
            longest = max(longest, wait)
        return longest

    def adopt_found(self, lock: int) -> bool:
        """Adopt every hand edit that has settled; whether some are still being saved."""
        self.prepare(lock)
        batch = self.begin()
        names = publish.list_previous(self.room)
        paths = {*self.tracker.sweep(force=True), *self.tracker.foreign, *publish.displaced_documents(self.room, names)}
        waits = [self.adopt(batch, [path]) for path in sorted(paths)]
        self.commit(batch, lock)
        return any(waits)

    def _adopt_file(self, batch: Batch, path: str, recent: Recent) -> float:
        target = self.room.layout.at(path)
        known = self.tracker.signatures.get(path)
        now = self.room.files.signature(target)
        self._seen[path] = now
        if now is not None and now == known:
            return 0.0
        ours = batch.documents.get(path)
        if now is None and ours is None and path not in self.tracker.foreign:
            return 0.0
        raw, now = self.room.files.read(target)
        self._seen[path] = now
        if path in self.tracker.foreign and (ours is None if raw is None else ours is not None and raw == ours.raw):
            self._journal_edit(batch, path, Edit(ours, unwitnessed(path, ours, self.tracker.foreign[path])))
            return 0.0
        if ours is not None and raw == ours.raw:
            self.tracker.confirm(path, now)
            return 0.0
        if (left := self.tracker.settling.wait(path, raw, now)) > 0:
            return left
        self._take(batch, path, raw, recent)
        return 0.0

    def _adopt_displaced(self, batch: Batch, path: str, aside: Displaced, recent: Recent) -> float:
        if (left := self.tracker.settling.wait(aside.path, aside.raw, aside.signature)) > 0:
            return left
        if aside.raw and not self._is_ours(path, aside.raw):
            self._take(batch, path, aside.raw, recent)
        self._merged.append((aside.path, aside.signature))
        return 0.0

    def _is_ours(self, path: str, raw: bytes) -> bool:
        document = self.tracker.snapshot.documents.get(path)
        return document is not None and document.raw == raw

    def _take(self, batch: Batch, path: str, raw: bytes | None, recent: Recent) -> None:
        self._journal_edit(batch, path, self.tracker.fold(batch, path, raw, recent))

    def _journal_edit(self, batch: Batch, path: str, edit: Edit) -> None:
        batch.set_document(path, edit.document)
        batch.hands.add(path)
        for entry in edit.lines:
            batch.entries.append((entry, Author()))

    # The commit

    def begin(self) -> Batch:
        """An empty batch over the present snapshot."""
        self._seen, self._merged, self._checked = {}, [], set()
        return Batch(self.tracker.snapshot, Author())

    def commit(self, batch: Batch, lock: int, mutex: AbstractContextManager[Any] = _FREE) -> Position:
        """Make a batch durable and show it; the position behind it. A batch without journal lines changes nothing.

        Readers of this process are kept out (`mutex`) only between the journal's growth and the new snapshot.
        """
        if not batch.entries:
            self._finish_merged()
            return self.tracker.snapshot.position
        record, position = self._record(batch)
        self._append_pending(record)
        try:
            signatures = self._publish(record, batch)
            with mutex:
                self._write_journal(record, lock, position)
                self._show(record, batch, position, signatures)
        except OSError as error:
            # The commit stands in pending; recovery finishes it when the scope is next written or opened.
            self._calm = None
            self._checkpoint.note()
            _log.error("publish failed", extra={"errno": error.errno})
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
        docs = {
            path: pending.change(self.tracker.snapshot.documents.get(path), document, whole=path not in self._whole)
            for path, document in batch.documents.changes.items()
        }
        record = Record(
            first=before.seq + 1,
            last=seq,
            boot=recovery.BOOT,
            lines=lines,
            docs=docs,
            files=batch.files,
            appends=self._appends(batch, now),
            operations=batch.new_operations,
            replies=[msgspec.structs.replace(reply, seq=seq) for reply in batch.new_replies],
            hands=sorted(batch.hands),
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

    def _append_pending(self, record: Record) -> None:
        line = pending.seal_line(record, self.room.key)
        try:
            self.room.files.write_at(self.room.layout.pending, self._size, line, sync=True)
        except OSError as error:
            self._calm = None
            if error.errno in _FULL:
                self.room.files.truncate(self.room.layout.pending, self._size)
                raise DiskFullError("no space is left; nothing was applied") from None
            # After a failed fsync the page cache may lie about what is on disk: never retry and acknowledge.
            self._broken = errno.errorcode.get(error.errno or 0, "unknown")
            raise ReadOnlyError(
                "a sync failed; this scope takes no writes until it is reopened and verified"
            ) from error
        self._size += len(line)
        self._whole |= record.docs.keys()

    def _publish(self, record: Record, batch: Batch) -> dict[str, Signature | None]:
        for path, (offset, text) in record.appends.items():
            target = self.room.layout.at(path)
            if offset == 0:
                self.room.files.make_folder(os.path.dirname(target))
            self.room.files.write_at(target, offset, text.encode())
        signatures: dict[str, Signature | None] = {}
        if batch.documents.changes:
            self.room.files.make_folder(self.room.layout.previous)
        names = publish.list_previous(self.room) if batch.documents.changes else []
        for path, document in batch.documents.changes.items():
            seen = self._seen.get(path)
            if path in batch.hands and self._stands(path, document, seen):
                signatures[path] = seen
                continue
            signatures[path] = publish.publish(self.room, path, document, record.last, seen)
            publish.tidy(self.room, path, names, record.first)
        for path, text in record.files.items():
            recovery.replace(self.room, path, text.encode())
        return signatures

    def _stands(self, path: str, document: Document | None, seen: Signature | None) -> bool:
        """Whether an adopted file already holds exactly the merged text, so that a person's bytes are left alone."""
        raw, now = self.room.files.read(self.room.layout.at(path))
        return now == seen and raw == (None if document is None else document.raw)

    def _write_journal(self, record: Record, lock: int, position: Position) -> None:
        before = self.tracker.snapshot.position
        self.room.files.write_at(self.room.layout.journal, before.offset, record.journal_bytes)
        anchor.write(lock, position)

    def _show(self, record: Record, batch: Batch, position: Position, signatures: dict[str, Signature | None]) -> None:
        for path, document in batch.documents.changes.items():
            old = self.tracker.snapshot.documents.get(path)
            self.tracker.remember(path, old, document, hand=path in batch.hands)
        journal_signature = self.room.files.signature(self.room.layout.journal)
        self.tracker.committed(batch, position, self._size, journal=journal_signature)
        for path, signature in signatures.items():
            self.tracker.foreign.pop(path, None)
            if signature is None:
                self.tracker.signatures.pop(path, None)
            else:
                self.tracker.signatures[path] = signature
        self.replies.add(record.replies)
        self._finish_merged()
        self._checkpoint.note()
        self._calm = self._signatures()

    def _finish_merged(self) -> None:
        for path, signature in self._merged:
            publish.mark_merged(self.room, path, signature)
        self._merged.clear()

    # Checkpoints

    def checkpoint_due(self) -> float | None:
        """Seconds until a checkpoint is due; None when there is nothing to make durable."""
        if self._size > self.room.config.pending_bytes:
            return 0.0
        return self._checkpoint.due_in(time.monotonic())

    def checkpoint(self, lock: int) -> None:
        """Seal, sync everything pending covers, and start pending anew."""
        self.prepare(lock)
        log = recovery.read_log(self.room)
        if log is not None and log.records:
            self._checkpoint_records(lock)
        self._checkpoint.done()

    def _checkpoint_records(self, lock: int) -> None:
        composed = self._checkpoint.compose(self.tracker.snapshot)
        batch = self.begin()
        batch.note(Entry("seal", state=composed.state))
        position = self.commit(batch, lock)
        log = recovery.read_log(self.room)
        self._checkpoint.write(self.tracker.snapshot, [] if log is None else log.records, composed, self.replies, lock)
        settle.prune(self.tracker.superseded, self.tracker.oldest_form())
        fresh = self._start_log(position)
        if position.offset > self.room.config.journal_segment_bytes:
            position = close_segment(self.room, position)
            fresh = self._start_log(position)
        self.tracker.checkpointed(fresh, position)
        self._size, self._whole = fresh.size, set()
        self._calm = self._signatures()

    def _start_log(self, position: Position) -> FreshLog:
        return recovery.write_header(self.room, pending.Header(1, position, self.tracker.superseded))
