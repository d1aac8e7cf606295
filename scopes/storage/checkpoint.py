"""Making durable what pending covers, and committing to it with a seal. Each step is on disk before the next starts."""

import hashlib
import os
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from scopes.storage import journal, operations, publish
from scopes.storage import seal as seals
from scopes.storage.documents import Document
from scopes.storage.files import Signature
from scopes.storage.pending import Coverage
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
        self._uid = ""
        self._documents: dict[str, tuple[Document, SealedDocument]] = {}
        self._sums: dict[str, tuple[int, Any]] = {}
        self._previous: tuple[Signature | None, dict[str, SealedSource]] = (None, {})

    def note(self) -> None:
        """There is something in pending."""
        if self._since is None:
            self._since = time.monotonic()

    def due_in(self, now: float) -> float | None:
        """Seconds until the next checkpoint; None when nothing waits for one."""
        return None if self._since is None else max(0.0, self._since + self._room.config.checkpoint_seconds - now)

    def done(self) -> None:
        """Nothing waits any more."""
        self._since = None

    # The seal

    def compose(self, snapshot: Snapshot) -> Composed:
        """The seal of the present state."""
        if snapshot.uid != self._uid:
            self._uid, self._documents, self._sums = snapshot.uid, {}, {}
        docs = {path: self._seal_document(path, document) for path, document in snapshot.documents.items()}
        self._documents = {path: entry for path, entry in self._documents.items() if path in docs}
        previous = self._previous_sources()
        sources = {path: self._seal_source(path, size, previous.get(path)) for path, size in snapshot.sizes.items()}
        raw, _ = self._room.files.read(self._room.layout.identity)
        identity = hashlib.sha256(raw or b"").hexdigest()
        nonce = os.urandom(32).hex()
        return Composed(nonce, docs, sources, identity, seals.commitment(nonce, docs, sources, identity))

    def _seal_document(self, path: str, document: Document) -> SealedDocument:
        known = self._documents.get(path)
        if known is None or known[0] is not document:
            known = self._documents[path] = (document, seals.seal_document(document))
        return known[1]

    def _previous_sources(self) -> dict[str, SealedSource]:
        signature = self._room.files.signature(self._room.layout.seal)
        if signature is None or signature != self._previous[0]:
            seal = seals.read(self._room)
            self._previous = (signature, {} if seal is None else seal.sources)
        return self._previous[1]

    def _seal_source(self, path: str, size: int, previous: SealedSource | None) -> SealedSource:
        """The entry of a source file's first `size` bytes.

        One that does not begin as it was sealed keeps its old entry: verify must go on naming it.
        """
        if previous is not None and previous.size == size:
            return previous
        done, digest = self._sums.get(path, (0, hashlib.sha256()))
        piece = self._room.files.read_from(self._room.layout.at(path), done)
        raw = b"" if piece is None else piece[0][: size - done]
        if previous is not None and done < previous.size:
            digest.update(raw[: previous.size - done])
            if digest.hexdigest() != previous.sha256:
                return previous
            raw = raw[previous.size - done :]
        digest.update(raw)
        self._sums[path] = (size, digest)
        return SealedSource(size, digest.hexdigest())

    # On disk

    def write(self, snapshot: Snapshot, coverage: Coverage, composed: Composed, replies: Replies, lock: int) -> None:
        """Sync all that pending covers, keep copies, render the maps, and seal."""
        operations.keep(self._room, coverage.operations.values())
        replies.write_out(coverage.replies.values())
        self._drop_displaced()
        self._sync(coverage, lock)
        self._keep_copies(coverage.documents, snapshot)
        self._render_maps(snapshot)
        seal = Seal(1, composed.nonce, snapshot.position, composed.docs, composed.sources, composed.identity)
        seals.write(self._room, seal)
        self._previous = (self._room.files.signature(self._room.layout.seal), composed.sources)

    def _drop_displaced(self) -> None:
        """What is still open for writing stays, and is put on disk: recovery must not take a torn one for an edit."""
        files, layout = self._room.files, self._room.layout
        publish.tidy(self._room, publish.displaced(self._room))
        for aside in publish.displaced(self._room):
            if files.signature(aside.path) is not None:
                files.sync(aside.path)
        if os.path.isdir(layout.previous):
            files.sync(layout.previous)

    def _sync(self, coverage: Coverage, lock: int) -> None:
        files, layout = self._room.files, self._room.layout
        touched = coverage.documents | coverage.files
        for path in sorted(touched):
            if files.signature(layout.at(path)) is not None:
                files.sync(layout.at(path))
        for folder in sorted({os.path.dirname(layout.at(path)) for path in touched} | {layout.root}):
            if os.path.isdir(folder):
                files.sync(folder)
        files.sync(layout.journal)
        os.fsync(lock)

    def _keep_copies(self, paths: Iterable[str], snapshot: Snapshot) -> None:
        """Copies serve opening and merging against open editors; past that time they are a second copy of the text.

        Where hand edits are refused every document has one, for what a person changes to be put back from.
        """
        files, layout = self._room.files, self._room.layout
        for path in sorted(paths):
            if (document := snapshot.documents.get(path)) is None:
                files.unlink(layout.base(path))
            else:
                self._keep_copy(path, document)
        if snapshot.settings.hand_edits == "refuse":
            for path, document in snapshot.documents.items():
                if files.signature(layout.base(path)) is None:
                    self._keep_copy(path, document)
        else:
            self._drop_old_copies()

    def _keep_copy(self, path: str, document: Document) -> None:
        files, layout = self._room.files, self._room.layout
        files.make_folder(layout.previous)
        files.put(layout.base(path) + ".new", document.raw)
        files.rename(layout.base(path) + ".new", layout.base(path))

    def _drop_old_copies(self) -> None:
        oldest = time.time() - self._room.config.form_seconds
        for name in self._room.files.names(self._room.layout.previous):
            path = f"{self._room.layout.previous}/{name}"
            state = self._room.files.signature(path)
            if name.endswith(".base") and state is not None and state.modified / 1e9 < oldest:
                self._room.files.unlink(path)

    def _render_maps(self, snapshot: Snapshot) -> None:
        for path, text in self._maps(snapshot).items():
            found, _ = self._room.files.read(self._room.layout.at(path))
            if found != text:
                self._room.files.make_folder(os.path.dirname(self._room.layout.at(path)))
                self._room.files.put(self._room.layout.at(path) + ".new", text)
                self._room.files.rename(self._room.layout.at(path) + ".new", self._room.layout.at(path))


def close_segment(room: Room, position: Position) -> Position:
    """Move a full journal aside as `journal/<first seq>.jsonl`; the chain goes on in a new file.

    Called with an empty pending file. The segment has its new name on disk before the journal's is given to another
    file, so the journal is never missing; recovery finishes what is cut off behind that.
    """
    files, layout = room.files, room.layout
    raw, _ = files.read(layout.journal)
    first = journal.read((raw or b"").partition(b"\n")[0])
    if first is None:
        return position
    closed = f"{layout.closed_journals}/{first.seq}.jsonl"
    files.make_folder(layout.closed_journals)
    files.unlink(closed)  # left by an attempt that was cut off: a second name of the open journal
    files.link(layout.journal, closed)
    files.sync(layout.closed_journals)
    files.put(layout.journal + ".new", b"")
    files.rename(layout.journal + ".new", layout.journal)
    files.sync(layout.root)
    return Position(position.seq, position.mac, 0)
