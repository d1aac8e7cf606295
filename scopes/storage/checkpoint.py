"""Making durable what pending covers, and committing to it with a seal. Each step is on disk before the next starts."""

import hashlib
import os
import time
from collections.abc import Callable
from typing import Any

import msgspec

from scopes.storage import journal, publish, recovery
from scopes.storage import seal as seals
from scopes.storage.documents import Document
from scopes.storage.pending import Record
from scopes.storage.replies import Replies
from scopes.storage.room import Room
from scopes.storage.seal import Seal, SealedDocument, SealedSource
from scopes.storage.state import Position, Snapshot


class Composed(msgspec.Struct, frozen=True):
    """A seal before its position is known, and the commitment its journal line carries."""

    nonce: str
    docs: dict[str, SealedDocument]
    sources: dict[str, SealedSource]
    identity: str
    state: str


class Checkpoint:
    """What was written since the last checkpoint, and the digests that need no second computing."""

    def __init__(self, room: Room, maps: Callable[[Snapshot], dict[str, bytes]]) -> None:
        self._room, self._maps = room, maps
        self._since: float | None = None
        self._sealed: dict[str, tuple[Document, SealedDocument]] = {}
        self._sums: dict[str, tuple[int, Any]] = {}

    def note(self) -> None:
        """There is something in pending."""
        if self._since is None:
            self._since = time.monotonic()

    def due_in(self, now: float) -> float | None:
        """Seconds until the next checkpoint; None when nothing waits for one."""
        return None if self._since is None else max(0.0, self._since + self._room.config.checkpoint_seconds - now)

    def compose(self, snapshot: Snapshot) -> Composed:
        """The seal of the present state."""
        docs = {path: self._seal_document(path, document) for path, document in snapshot.documents.items()}
        self._sealed = {path: entry for path, entry in self._sealed.items() if path in docs}
        sources = {path: self._seal_source(path, size) for path, size in snapshot.sizes.items()}
        raw, _ = self._room.files.read(self._room.layout.identity)
        identity = hashlib.sha256(raw or b"").hexdigest()
        nonce = os.urandom(32).hex()
        return Composed(nonce, docs, sources, identity, seals.commitment(nonce, docs, sources, identity))

    def _seal_document(self, path: str, document: Document) -> SealedDocument:
        known = self._sealed.get(path)
        if known is None or known[0] is not document:
            known = self._sealed[path] = (document, seals.seal_document(document))
        return known[1]

    def _seal_source(self, path: str, size: int) -> SealedSource:
        done, digest = self._sums.get(path, (0, hashlib.sha256()))
        if done > size:
            done, digest = 0, hashlib.sha256()
        if done < size and (piece := self._room.files.read_from(self._room.layout.at(path), done)) is not None:
            digest.update(piece[0][: size - done])
        self._sums[path] = (size, digest)
        return SealedSource(size, digest.hexdigest())

    def done(self) -> None:
        """Nothing waits any more."""
        self._since = None

    def write(self, snapshot: Snapshot, records: list[Record], composed: Composed, replies: Replies, lock: int) -> None:
        """Sync all that the records touched, keep copies, render the maps, and seal."""
        self._keep_operations(records)
        replies.write_out([reply for record in records for reply in record.replies])
        self._sync(records, lock)
        self._keep_copies(records, snapshot)
        self._render_maps(snapshot)
        seal = Seal(1, composed.nonce, snapshot.position, composed.docs, composed.sources, composed.identity)
        seals.write(self._room, seal)
        self._drop_old_copies()

    def _render_maps(self, snapshot: Snapshot) -> None:
        for path, text in self._maps(snapshot).items():
            found, _ = self._room.files.read(self._room.layout.at(path))
            if found != text:
                self._room.files.make_folder(os.path.dirname(self._room.layout.at(path)))
                recovery.replace(self._room, path, text)

    def _sync(self, records: list[Record], lock: int) -> None:
        files, layout = self._room.files, self._room.layout
        touched = {path for record in records for path in (*record.docs, *record.appends, *record.files)}
        for path in sorted(touched):
            if files.signature(layout.at(path)) is not None:
                files.sync(layout.at(path))
        for folder in sorted({os.path.dirname(layout.at(path)) for path in touched} | {layout.root}):
            if os.path.isdir(folder):
                files.sync(folder)
        files.sync(layout.journal)
        os.fsync(lock)

    def _keep_copies(self, records: list[Record], snapshot: Snapshot) -> None:
        files, layout = self._room.files, self._room.layout
        for path in sorted({path for record in records for path in record.docs}):
            document = snapshot.documents.get(path)
            if document is None:
                files.unlink(layout.base(path))
                continue
            files.make_folder(layout.previous)
            files.put(layout.base(path) + ".new", document.raw)
            files.rename(layout.base(path) + ".new", layout.base(path))

    def _keep_operations(self, records: list[Record]) -> None:
        files, layout = self._room.files, self._room.layout
        latest = {operation.id: operation for record in records for operation in record.operations}
        if not latest:
            return
        folder = layout.at("operations")
        files.make_folder(folder)
        for operation in latest.values():
            files.put(layout.operation(operation.id), msgspec.json.encode(operation) + b"\n")
            files.sync(layout.operation(operation.id))
        files.sync(folder)

    def _drop_old_copies(self) -> None:
        """Copies serve merging against open editors; past that time they are only a second copy of the text."""
        oldest = time.time() - self._room.config.form_seconds
        for name in publish.list_previous(self._room):
            path = f"{self._room.layout.previous}/{name}"
            state = self._room.files.signature(path)
            if name.endswith(".base") and state is not None and state.modified / 1e9 < oldest:
                self._room.files.unlink(path)


def close_segment(room: Room, position: Position) -> Position:
    """Move a full journal aside as `journal/<first seq>.jsonl`; the chain goes on in a new file.

    Called with an empty pending file; recovery finishes a change that was cut off in the middle.
    """
    raw, _ = room.files.read(room.layout.journal)
    first = journal.read((raw or b"").partition(b"\n")[0])
    if first is None:
        return position
    room.files.make_folder(room.layout.closed_journals)
    room.files.rename(room.layout.journal, f"{room.layout.closed_journals}/{first.seq}.jsonl")
    room.files.put(room.layout.journal, b"")
    room.files.sync(room.layout.journal)
    room.files.sync(room.layout.closed_journals)
    room.files.sync(room.layout.root)
    return Position(position.seq, position.mac, 0)
