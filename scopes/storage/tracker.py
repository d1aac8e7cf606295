"""Following a scope without its lock: the journal says when, pending says what, a sweep finds what people changed.

One tracker a process and scope, shared by its readers and its committer under the scope's mutex; every answer is an
immutable snapshot. A reader never journals and never waits for the scope lock.
"""

import time

from scopes.model import Item
from scopes.storage import hands, load, pending, settle
from scopes.storage.documents import Document
from scopes.storage.files import Signature
from scopes.storage.hands import Edit, Recent
from scopes.storage.load import Loaded
from scopes.storage.pending import FreshLog, Record
from scopes.storage.room import Room
from scopes.storage.seal import SealedDocument
from scopes.storage.state import Position, Snapshot, State

# What a read may do on the event loop: about a millisecond of work.
_FEW_DOCUMENTS, _FEW_BYTES = 200, 16 * 1024


class Tracker:
    """What this process knows of one scope."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.snapshot = Snapshot()
        self.signatures: dict[str, Signature] = {}
        self.foreign: dict[str, SealedDocument | None] = {}
        self.superseded: dict[str, dict[str, dict[str, float]]] = {}
        self.changes: list[dict[str, Item | None]] = []
        self.found: dict[str, bytes | None] = {}
        self._journal: Signature | None = None
        self._pending_inode = 0
        self._pending_offset = 0
        self._next_sweep = 0.0
        self._next_rescan = time.monotonic() + room.config.rescan_seconds
        self.settling = settle.Settling(room.config)

    # Following the journal

    def refresh(self) -> Snapshot:
        """The snapshot at the journal's end."""
        now = self.room.files.fresh_signature(self.room.layout.journal)
        if now is not None and self._journal is not None and now[:2] == self._journal[:2]:
            return self.snapshot
        if now is None and not self.snapshot.exists:
            return self.snapshot
        if now is None or not self._follow(now):
            self.reload()
        return self.snapshot

    def is_close(self) -> bool:
        """Whether a read would have little to do: a few journal lines at most, and few files to look at."""
        now = self.room.files.fresh_signature(self.room.layout.journal)
        if now is None or self._journal is None:
            return now is None and not self.snapshot.exists
        grown = now.size - self.snapshot.position.offset
        few = len(self.snapshot.documents) <= _FEW_DOCUMENTS or time.monotonic() < self._next_sweep
        return now.inode == self._journal.inode and 0 <= grown <= _FEW_BYTES and few

    def _follow(self, now: Signature) -> bool:
        """Apply the records behind the journal's new lines; False when only a full load can tell."""
        position = self.snapshot.position
        if not self.snapshot.exists or self._journal is None or now.inode != self._journal.inode:
            return False
        tail = self.room.files.read_from(self.room.layout.journal, position.offset)
        records = self._new_records()
        if tail is None or records is None:
            return False
        state, offset, end, mac = State(self.snapshot), position.offset, position.seq, position.mac
        used = 0
        for record, size in records:
            lines = record.journal_bytes
            if record.first != end + 1 or tail[0][used : used + len(lines)] != lines:
                break
            pending.apply(record, state, self.superseded, self.oldest_form())
            used, end, mac = used + len(lines), record.last, record.mac
            self._pending_offset = size
        if "scope.json" in {path for record, _ in records for path in record.files}:
            return False
        self._publish(state, Position(end, mac, offset + used))
        self._journal = now if now.size == offset + used else None
        return used > 0 or now.size == offset

    def _new_records(self) -> list[tuple[Record, int]] | None:
        """Records not seen yet, each with the pending offset behind it; None when the file was replaced meanwhile."""
        piece = self.room.files.read_from(self.room.layout.pending, self._pending_offset)
        if piece is None or piece[1].inode != self._pending_inode:
            return None
        return pending.parse_records(piece[0], self._pending_offset, self.room.key)

    def remember(self, path: str, old: Document | None, new: Document | None, *, hand: bool) -> None:
        """Note the forms of a document that a commit of this process supersedes."""
        settle.remember_forms(self.superseded, path, old, new, hand=hand, oldest=self.oldest_form())

    def oldest_form(self) -> float:
        """Forms superseded before this moment are no longer remembered."""
        return time.time() - self.room.config.form_seconds

    def _publish(self, state: State, position: Position) -> None:
        self.changes.append(dict(state.items.changes))
        self.snapshot = state.freeze(position)

    def reload(self) -> None:
        """Open the scope anew from its files, keeping what did not change."""
        loaded = load.load(self.room, self.snapshot)
        if loaded is None:
            self._vanish()
            return
        self._accept(loaded)

    def _vanish(self) -> None:
        self.changes.append(dict.fromkeys(self.snapshot.items))
        self.snapshot, self._journal = Snapshot(), None
        self.signatures, self.foreign, self.superseded = {}, {}, {}

    def _accept(self, loaded: Loaded) -> None:
        if self.snapshot.uid not in ("", loaded.uid):
            self.changes.append(dict.fromkeys(self.snapshot.items))
        self.changes.append(dict(loaded.state.items.changes))
        self.snapshot = loaded.state.freeze(loaded.position, uid=loaded.uid)
        whole = loaded.journal.size == loaded.position.offset
        self._journal = loaded.journal if whole else None
        self.signatures, self.foreign = dict(loaded.signatures), dict(loaded.foreign)
        self.superseded = loaded.log.header.forms
        self._pending_inode = loaded.log.inode
        self._pending_offset = loaded.log.good if whole else 0

    # What the committer tells after its own write

    def committed(self, state: State, position: Position, pending_offset: int, *, journal: Signature | None) -> None:
        """Move on to a commit of this process."""
        self._publish(state, position)
        self._journal, self._pending_offset = journal, pending_offset

    def checkpointed(self, log: FreshLog, position: Position) -> None:
        """Follow a fresh pending file of this process; operations now stand in files of their own."""
        self._pending_inode, self._pending_offset = log.inode, log.size
        self.snapshot = self.snapshot.checkpointed(position)
        self._journal = self.room.files.signature(self.room.layout.journal)

    def take_changes(self) -> dict[str, Item | None]:
        """Items that came, changed or (None) went since this was last asked."""
        changes: dict[str, Item | None] = {}
        for piece in self.changes:
            changes.update(piece)
        self.changes.clear()
        return changes

    # Hand edits

    def sweep(self, *, force: bool = False) -> dict[str, bytes | None]:
        """Documents a person changed and has done saving: path → bytes, None for one they removed.

        Takes at most 1 % of the time; every `rescan_seconds` all files are read again, whatever their times say.
        """
        started = time.monotonic()
        if not self.snapshot.exists or (not force and started < self._next_sweep):
            return self.found
        if started >= self._next_rescan:
            self.signatures.clear()
            self._next_rescan = started + self.room.config.rescan_seconds
        found: dict[str, bytes | None] = {}
        for path in {*self.snapshot.documents, *load.document_names(self.room)}:
            self._look(path, found)
        self.found = found
        self._next_sweep = started + max(0.005, 100 * (time.monotonic() - started))
        return found

    def _look(self, path: str, found: dict[str, bytes | None]) -> None:
        target = self.room.layout.at(path)
        now = self.room.files.signature(target)
        if now is not None and now == self.signatures.get(path):
            return
        document = self.snapshot.documents.get(path)
        raw, now = self.room.files.read(target)
        if document is not None and raw == document.raw:
            self.confirm(path, now)
        elif not self.settling.wait(path, raw, now) and not self._being_committed(path):
            found[path] = raw

    def confirm(self, path: str, signature: Signature | None) -> None:
        """A file's bytes are ours: remember how it looks, unless it may still change within the clock's grain."""
        self.settling.forget(path)
        if signature is not None and time.time() - signature.modified / 1e9 > self.room.config.racy_seconds:
            self.signatures[path] = signature
        else:
            self.signatures.pop(path, None)

    def _being_committed(self, path: str) -> bool:
        """Whether a record beyond the journal's end explains the file: a commit in progress."""
        log = load.read_log(self.room)
        return log is not None and any(path in record.docs for record in log.records if record.last > self.snapshot.seq)

    def overlay(self, found: dict[str, bytes | None]) -> Snapshot:
        """The snapshot as it will be once hand edits are adopted; for reading only."""
        if not found:
            return self.snapshot
        state, recent = State(self.snapshot), Recent(self.room)
        for path, raw in found.items():
            state.set_document(path, self.fold(state, path, raw, recent).document)
        return state.freeze(self.snapshot.position)

    def fold(self, state: State, path: str, raw: bytes | None, recent: Recent) -> Edit:
        """A person's version of a document merged with ours."""
        return hands.fold(state, path, raw, self.foreign.get(path), self.superseded, recent)
