"""Composing the seal of the present state: each digest goes on from where it was, nothing is read twice."""

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping

from scopes.storage import operations, pages
from scopes.storage import seal as seals
from scopes.storage.documents import Document
from scopes.storage.files import Signature
from scopes.storage.room import Room
from scopes.storage.seal import Seal, SealedDocument
from scopes.storage.state import Position, Snapshot
from scopes.storage.sums import SealedFile, Sum

JOURNAL, REPLIES, QUARANTINE, HISTORY = "journal.jsonl", "replies.jsonl", "quarantine", "history"


class Sealing:
    """The digests of one scope that need no second computing. Used under the scope lock."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._uid = ""
        self._documents: dict[str, tuple[Document, SealedDocument]] = {}
        self._sums: dict[str, Sum] = {}
        self._rewritten: set[str] = set()
        self._previous: tuple[Signature | None, Seal | None] = (None, None)

    def forget(self, paths: Iterable[str]) -> None:
        """Take these files as they are now: how they were sealed before says nothing of them any more."""
        self._rewritten.update(paths)
        self._sums = {path: total for path, total in self._sums.items() if not covers(self._rewritten, path)}

    def compose(self, snapshot: Snapshot, replaced: Mapping[str, str | None]) -> Seal:
        """The seal of the present state, without its position.

        A file that does not begin as it was sealed keeps its old entry: verify must go on naming it. Not so what was
        rewritten; nor the `replaced`, in whose place this checkpoint will put the file named (None: nothing).
        """
        if snapshot.uid != self._uid:
            self._uid, self._documents, self._sums = snapshot.uid, {}, {}
        docs = {path: self._seal_document(path, document) for path, document in snapshot.documents.items()}
        self._documents = {path: entry for path, entry in self._documents.items() if path in docs}
        self.forget(replaced)
        previous = {path: entry for path, entry in self._sealed().items() if not covers(self._rewritten, path)}
        sources = {path: self._seal_file(path, size, previous.get(path)) for path, size in snapshot.sizes.items()}
        files = {
            path: self._seal_file(path, size, previous.get(path))
            for path, size in self._sizes(snapshot).items()
            if path not in replaced
        }
        for path, new in replaced.items():
            if new is not None:
                files[path] = Sum(self._room.files.read(self._room.layout.at(new))[0] or b"").sealed()
        raw, _ = self._room.files.read(self._room.layout.identity)
        identity = hashlib.sha256(raw or b"").hexdigest()
        nonce = os.urandom(32).hex()
        return Seal(seals.VERSION, nonce, Position(), docs, sources, identity, files, snapshot.erased)

    def sealed(self, seal: Seal) -> None:
        """This seal stands on disk now."""
        self._rewritten.clear()
        self._previous = (self._room.files.signature(self._room.layout.seal), seal)

    def _seal_document(self, path: str, document: Document) -> SealedDocument:
        known = self._documents.get(path)
        if known is None or known[0] is not document:
            known = self._documents[path] = (document, seals.seal_document(document))
        return known[1]

    def _sealed(self) -> dict[str, SealedFile]:
        """What the seal on disk says of each file, under the name the file has now."""
        signature = self._room.files.signature(self._room.layout.seal)
        if signature is None or signature != self._previous[0]:
            self._previous = (signature, seals.read(self._room))
        seal = self._previous[1]
        if seal is None:
            return {}
        found = {**seal.sources, **seal.files}
        if JOURNAL in found and (closed := closed_since(self._room, found)) is not None:
            found[closed] = found.pop(JOURNAL)
            if JOURNAL in self._sums:
                self._sums[closed] = self._sums.pop(JOURNAL)
        return found

    def _sizes(self, snapshot: Snapshot) -> dict[str, int]:
        """The files beside documents and sources that are truth, each with the bytes that are to be sealed of it."""
        found = {path: size for path in file_names(self._room) if (size := self._size(path)) is not None}
        return {**found, JOURNAL: snapshot.position.offset}

    def _size(self, path: str) -> int | None:
        state = self._room.files.signature(self._room.layout.at(path))
        return None if state is None else state.size

    def _seal_file(self, path: str, size: int, previous: SealedFile | None) -> SealedFile:
        """The entry of a file's first `size` bytes."""
        if previous is not None and previous.size == size:
            return previous
        known = None if previous is None else self._sums.pop(path, None)
        total = None if known is None else self._brought_to(known, path, previous)
        total = total or self._brought_to(Sum(), path, previous)
        if total is None:
            assert previous is not None
            return previous
        self._add(total, path, size)
        self._sums[path] = total
        return total.sealed()

    def _brought_to(self, total: Sum, path: str, previous: SealedFile | None) -> Sum | None:
        """A sum that reaches as far as was sealed; None when the file does not begin like that."""
        if previous is None:
            return total
        if total.size < previous.size:
            self._add(total, path, previous.size)
        return total if (total.size, total.sha256) == (previous.size, previous.sha256) else None

    def _add(self, total: Sum, path: str, size: int) -> None:
        piece = self._room.files.read_from(self._room.layout.at(path), total.size)
        total.add(b"" if piece is None else piece[0][: size - total.size])


def closed_since(room: Room, sealed: Collection[str]) -> str | None:
    """The journal's open segment of when these files were sealed, by its name now; None when it is open still."""
    closed = (os.path.relpath(segment.path, room.layout.root) for segment in pages.segments(room)[:-1])
    return next((path for path in closed if path not in sealed), None)


def covers(paths: Collection[str], path: str) -> bool:
    """Whether a file, or its folder (with a `/` at its end), is among some paths."""
    return path in paths or f"{os.path.dirname(path)}/" in paths


def file_names(room: Room) -> list[str]:
    """Paths of the truth files that are no documents and no sources: journals, operations, replies, quarantine."""
    closed = [os.path.relpath(segment.path, room.layout.root) for segment in pages.segments(room)[:-1]]
    apart = [f"{QUARANTINE}/{name}" for name in room.files.names(room.layout.at(QUARANTINE))]
    return [*closed, JOURNAL, REPLIES, *operations.paths(room), *apart, *_imported(room)]


def _imported(room: Room) -> Iterator[str]:
    """The journals that a scope brought from elsewhere; they stay as they came."""
    for folder, _, names in os.walk(room.layout.at(HISTORY)):
        for name in names:
            yield os.path.relpath(f"{folder}/{name}", room.layout.root)
