"""Following a scope without its lock: the journal says when, pending says what.

One tracker a process and scope, shared under `mutex` by its readers and its committer; every answer is an immutable
snapshot. A reader never journals and never waits for the scope lock.
"""

import threading

from scopes.model import Item
from scopes.storage import hands, load, pending, tails
from scopes.storage import room as rooms
from scopes.storage.files import Signature
from scopes.storage.hands import Edit, Recent
from scopes.storage.load import Loaded
from scopes.storage.pending import Coverage, FreshLog, Record
from scopes.storage.room import Room
from scopes.storage.settle import Superseded
from scopes.storage.state import Position, Snapshot, State
from scopes.storage.watch import Watch

# What a read may do on the event loop: about a millisecond of work.
_FEW_DOCUMENTS, _FEW_BYTES, _FEW_EDITED_BYTES = 200, 16 * 1024, 64 * 1024


class Tracker:
    """What this process knows of one scope, and how far it has read its journal and its pending file."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.mutex = threading.RLock()
        self.snapshot = Snapshot(rules=self.room.config.notary)
        self.superseded: Superseded = {}
        self.coverage = Coverage()
        self.watch = Watch(room)
        self.unfinished = False
        # Opened while a commit or a save was in progress: what looks like a person's work may be ours.
        self.hasty = False
        self._changes: list[dict[str, Item | None]] = []
        # The journal as it looked, its size being what was read of it. Times count: an inode may be used again.
        self._seen: Signature | None = None
        self._pending_inode = 0
        self.pending_offset = 0
        self._shown: tuple[Snapshot, dict[str, bytes | None], Snapshot] | None = None

    # Following the journal

    def refresh(self) -> Snapshot:
        """The snapshot at the journal's end."""
        now = self.room.files.fresh_signature(self.room.layout.journal)
        if now is None and not self.snapshot.exists and not rooms.exists(self.room):
            return self.snapshot
        if not self._is_seen(now) and (now is None or not self._follow()):
            self.reload()
        return self.snapshot

    def is_close(self) -> bool:
        """Whether a read would have little to do: a few journal lines at most, and few files to look at."""
        now, seen = self.room.files.fresh_signature(self.room.layout.journal), self._seen
        if now is None or seen is None:
            return now is None and not self.snapshot.exists
        few = len(self.snapshot.documents) <= _FEW_DOCUMENTS or not self.watch.due
        return now.inode == seen.inode and 0 <= now.size - seen.size <= _FEW_BYTES and few and self._few_edited()

    def _few_edited(self) -> bool:
        """Whether what changed on disk is little to read, scrub and index."""
        return not self.watch.due or self.watch.changed_bytes(self.snapshot) <= _FEW_EDITED_BYTES

    def catch_up(self) -> bool:
        """Follow without opening anew; whether this now is the end of both journal and pending, all of it whole."""
        return self._is_at_end() or (self._follow() and self._is_at_end())

    def _is_at_end(self) -> bool:
        files, layout = self.room.files, self.room.layout
        log = files.signature(layout.pending)
        at_end = log is not None and log[:2] == (self._pending_inode, self.pending_offset)
        return at_end and self._is_seen(files.signature(layout.journal))

    def _is_seen(self, journal: Signature | None) -> bool:
        return journal is not None and self._seen == journal

    def _follow(self) -> bool:
        """Apply the records behind the journal's new lines; False when only opening anew can tell."""
        files, layout, position = self.room.files, self.room.layout, self.snapshot.position
        tail = files.read_from(layout.journal, position.offset)
        if self._seen is None or tail is None or tail[1].inode != self._seen.inode:
            return False
        if not tail[0] and not self._is_seen(tail[1]):
            return False
        ended = self._records_of(layout.pending)
        rest = self._advance(ended, tail[0]) if ended is not None else self._cross(tail[0])
        self._seen = tail[1]._replace(size=self.snapshot.position.offset)
        return rest == b""

    def _records_of(self, path: str) -> list[tuple[Record, int]] | None:
        """The records of our pending file behind those we know, each with the offset behind it; None if `path` is
        another file."""
        piece = self.room.files.read_from(path, self.pending_offset)
        if piece is None or piece[1].inode != self._pending_inode:
            return None
        return pending.parse_records(piece[0], self.pending_offset, self.room.key)

    def _cross(self, tail: bytes) -> bytes | None:
        """Follow over another process's checkpoint: the file it closed lies in `prev/` until the next one."""
        closed, log = self._records_of(self.room.layout.old_pending), tails.read_log(self.room)
        if closed is None or log is None:
            return None
        rest = self._advance(closed, tail)
        if rest is None or self.snapshot.position != log.header.position:
            return None
        self._enter(log.inode, log.start)
        return self._advance(log.ended, rest)

    def _advance(self, ended: list[tuple[Record, int]], tail: bytes) -> bytes | None:
        """Apply the records whose lines `tail` begins with; the rest of it, None when it holds other lines.

        Lines that are cut off are being written, or their writer died: recovery will finish them.
        """
        state, position, at = State(self.snapshot), self.snapshot.position, 0
        for record, end in ended:
            lines = record.journal_bytes
            piece = tail[at : at + len(lines)]
            if piece != lines and lines.startswith(piece):
                tail = tail[:at]
                break
            if piece != lines or record.prev != position.mac or "scope.json" in record.files:
                return None
            pending.apply(record, state, self.superseded)
            self._cover(record, end)
            at += len(lines)
            position = Position(record.last, record.mac, position.offset + len(lines))
        if at:
            self._publish(state, position)
        return tail[at:]

    def _cover(self, record: Record, end: int) -> None:
        self.coverage.add(record)
        self.pending_offset = end
        self.watch.moved_on(set(record.docs))

    def _enter(self, inode: int, offset: int) -> None:
        """Go on in a fresh pending file; operations now stand in files of their own."""
        self.coverage = Coverage()
        self._pending_inode, self.pending_offset = inode, offset
        self.snapshot = self.snapshot.checkpointed(self.snapshot.position)

    def _publish(self, state: State, position: Position) -> None:
        self._changes.append(dict(state.items.changes))
        self.snapshot = state.freeze(position)

    def reload(self) -> None:
        """Open the scope anew from its files, keeping what did not change."""
        loaded = load.load(self.room, self.snapshot)
        if loaded is None:
            self._vanish()
        else:
            self._accept(loaded)

    def _vanish(self) -> None:
        self._changes.append(dict.fromkeys(self.snapshot.items))
        self.snapshot, self._seen, self.unfinished = Snapshot(rules=self.room.config.notary), None, False
        self.superseded, self.coverage = {}, Coverage()
        self.watch.reopened({}, {})

    def forget(self) -> None:
        """Keep nothing in memory of what was erased."""
        self.snapshot, self._shown = self.snapshot.flat(), None
        self._changes.clear()

    def _accept(self, loaded: Loaded) -> None:
        if self.snapshot.uid not in ("", loaded.uid):
            self._changes.append(dict.fromkeys(self.snapshot.items))
        self._changes.append(dict(loaded.state.items.changes))
        self.snapshot = loaded.state.freeze(loaded.position, uid=loaded.uid)
        self._seen = None if loaded.ahead else loaded.journal._replace(size=loaded.position.offset)
        self.superseded, self.coverage = loaded.log.header.forms, loaded.coverage
        self._pending_inode, self.pending_offset = loaded.log.inode, loaded.pending_offset
        self.unfinished, self.hasty = loaded.unfinished, loaded.hasty
        self.watch.reopened(loaded.signatures, loaded.foreign)

    # What the committer tells after its own work

    def committed(self, record: Record, end: int, state: State, position: Position, journal: Signature | None) -> None:
        """Move on to a commit of this process; its record ends at byte `end` of pending."""
        record.remember(self.superseded, self.snapshot.documents)
        self._cover(record, end)
        self._publish(state, position)
        self._see(journal)

    def checkpointed(self, log: FreshLog, position: Position) -> None:
        """Follow a fresh pending file of this process."""
        self._enter(log.inode, log.size)
        self.snapshot = self.snapshot.checkpointed(position)
        self._see(self.room.files.signature(self.room.layout.journal))

    def _see(self, journal: Signature | None) -> None:
        self._seen = None if journal is None else journal._replace(size=self.snapshot.position.offset)

    def take_changes(self) -> dict[str, Item | None]:
        """Items that came, changed or (None) went since this was last asked."""
        changes: dict[str, Item | None] = {}
        for piece in self._changes:
            changes.update(piece)
        self._changes.clear()
        return changes

    # Hand edits

    def sweep(self, *, force: bool = False) -> dict[str, bytes | None]:
        """Documents a person changed and has done saving: path → bytes, None for one they removed."""
        if self.snapshot.exists and (force or self.watch.due):
            return self.watch.sweep(self.snapshot)
        return self.watch.found

    @property
    def wanting(self) -> bool:
        """Whether something waits for the committer: edits to adopt, a dead writer's commit to finish."""
        return self.snapshot.exists and (self.unfinished or self.watch.wanting)

    def overlay(self, found: dict[str, bytes | None]) -> Snapshot:
        """The snapshot as it will be once hand edits are adopted; for reading only."""
        if not found or self.snapshot.settings.hand_edits == "refuse":
            return self.snapshot
        if self._shown is None or self._shown[0] is not self.snapshot or self._shown[1] is not found:
            state, recent = State(self.snapshot), Recent(self.room)
            for path, raw in found.items():
                state.set_document(path, self.fold(state, path, raw, recent).document)
            self._shown = (self.snapshot, found, state.freeze(self.snapshot.position))
        return self._shown[2]

    def fold(self, state: State, path: str, raw: bytes | None, recent: Recent) -> Edit:
        """A person's version of a document merged with ours."""
        return hands.fold(state, path, raw, self.watch.foreign.get(path), self.superseded, recent)
