"""Finding hand edits: the documents' files as they look now, against the texts we hold.

A sweep stats every document and reads those that changed; it takes at most 1 % of the time.
"""

import time

from scopes.storage import folders, publish, strays, tails
from scopes.storage.files import Signature
from scopes.storage.pending import Coverage
from scopes.storage.room import Room
from scopes.storage.seal import SealedDocument
from scopes.storage.settle import Settling
from scopes.storage.state import Snapshot


class Watch:
    """What this process has seen of a scope's documents.

    `found`: saved edits, path → bytes, None for a document that was removed. `foreign`: documents edited while no
    process looked, with what was sealed of them. `displaced`: someone wrote to an inode that we moved aside.
    `overdue`: a commit's files stand, but the process that made it left the journal behind.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self.signatures: dict[str, Signature] = {}
        self.foreign: dict[str, SealedDocument | None] = {}
        self.found: dict[str, bytes | None] = {}
        self.displaced = False
        self.overdue = False
        self.settling = Settling(room.config)
        self._next_sweep = 0.0
        self._next_rescan = time.monotonic() + room.config.rescan_seconds

    @property
    def wanting(self) -> bool:
        """Whether something waits to be adopted."""
        return bool(self.found or self.foreign or self.displaced or self.overdue)

    @property
    def due(self) -> bool:
        """Whether the next sweep is due."""
        return time.monotonic() >= self._next_sweep

    def sweep(self, snapshot: Snapshot) -> dict[str, bytes | None]:
        """Look at every document; what was found.

        Every `rescan_seconds` all files are read again, whatever their times say: a store through a memory map changes
        none of them.
        """
        started = time.monotonic()
        if started >= self._next_rescan:
            self.signatures.clear()
            self._next_rescan = started + self._room.config.rescan_seconds
        found: dict[str, bytes | None] = {}
        self.overdue = False
        for path in {*snapshot.documents, *folders.document_names(self._room)}:
            self._look(path, snapshot, found)
        if found != self.found:
            self.found = found
        self.displaced = any(not publish.untouched(self._room, aside) for aside in publish.displaced(self._room))
        self._next_sweep = started + max(0.005, 100 * (time.monotonic() - started))
        return self.found

    def changed_bytes(self, snapshot: Snapshot) -> int:
        """Bytes of the documents that look otherwise than when they were last read."""
        changed = 0
        for path in {*snapshot.documents, *folders.document_names(self._room)}:
            now = self._room.files.signature(self._room.layout.at(path))
            if now is not None and now != self.signatures.get(path):
                changed += now.size
        return changed

    def _look(self, path: str, snapshot: Snapshot, found: dict[str, bytes | None]) -> None:
        target = self._room.layout.at(path)
        now = self._room.files.signature(target)
        if now is not None and (now == self.signatures.get(path) or now.size > self._room.config.hand_file_bytes):
            return
        document = snapshot.documents.get(path)
        raw, now = self._room.files.read(target)
        if raw == (None if document is None else document.raw):
            self.confirm(path, now)
        elif strays.is_stray(self._room, path, now) or self.settling.wait(target, raw, now) > 0:
            return
        elif self._being_committed(path, snapshot):
            self.overdue = True
        else:
            found[path] = raw

    def confirm(self, path: str, signature: Signature | None) -> None:
        """A file's bytes are ours: remember how it looks, unless it may still change within the clock's grain."""
        self.settling.forget(self._room.layout.at(path))
        if signature is not None and time.time() - signature.modified / 1e9 > self._room.config.racy_seconds:
            self.signatures[path] = signature
        else:
            self.signatures.pop(path, None)

    def _being_committed(self, path: str, snapshot: Snapshot) -> bool:
        """Whether pending explains the file: a record that the journal lacks, or one that a reboot may have spoilt."""
        log = tails.read_log(self._room)
        records = [] if log is None else log.records
        coming = [record for record in records if record.last > snapshot.seq or record.boot != tails.BOOT]
        return path in Coverage(coming).documents

    # What the tracker tells

    def moved_on(self, paths: set[str]) -> None:
        """Documents have new texts: what was found of them before is settled."""
        if not paths.isdisjoint(self.found):
            self.found = {path: raw for path, raw in self.found.items() if path not in paths}
        for path in paths:
            self.foreign.pop(path, None)
            self.settling.forget(self._room.layout.at(path))

    def reopened(self, signatures: dict[str, Signature], foreign: dict[str, SealedDocument | None]) -> None:
        """The scope was loaded anew."""
        self.signatures, self.foreign, self.found = dict(signatures), dict(foreign), {}
        self.displaced = self.overdue = False
        self._next_sweep = 0.0
