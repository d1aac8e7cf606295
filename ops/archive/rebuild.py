"""A new scope made of a checked archive: scrubbed file by file into a folder, with a chain and a seal of its own.

The archive's own journal lies beside the new one as imported history: it may come from another service, whose key
proves it.
"""

import datetime as dt
import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from ops.archive import names
from ops.archive.ids import is_digest, is_id
from ops.archive.manifest import Head
from ops.archive.scrubbing import Scrubber, is_time
from ops.archive.stream import refused
from ops.archive.unpack import Unpacked
from scopes.errors import InvalidError
from scopes.layout import Layout
from scopes.model import ScopeIds, iso
from scopes.paths import validate_ids
from scopes.quota import Growth
from scopes.storage import diary, journal, pending, replies, sources
from scopes.storage import room as rooms
from scopes.storage import seal as seals
from scopes.storage.batch import Author
from scopes.storage.documents import Document, line_of
from scopes.storage.journal import Entry
from scopes.storage.room import Identity, Room
from scopes.storage.seal import Seal, SealedDocument
from scopes.storage.sources import Turn
from scopes.storage.state import Position
from scopes.storage.sums import SealedFile, Sum

_PIECE = 256 * 1024
_VERSION = re.compile(r"[0-9a-z.+-]{1,40}")


class Origin(msgspec.Struct, frozen=True):
    """`history/<n>/origin.json`: whose journal lies beside it, where it ended and when it was taken over."""

    ids: ScopeIds
    uid: str
    head: Head
    exported: str
    service: str
    imported: str


class Rebuilt(msgspec.Struct, frozen=True):
    """A scope in a folder, not yet at its place."""

    layout: Layout
    uid: str
    position: Position
    growth: Growth
    counts: dict[str, int]
    scrubbed: dict[str, int]
    dropped: dict[str, int]


class Rebuilding:
    """Makes the files of one new scope below `folder`, each through the notary; nothing is synced until `finish`."""

    def __init__(self, room: Room, unpacked: Unpacked, folder: str) -> None:
        self._room, self._files, self._unpacked = room, room.files, unpacked
        self._layout = Layout(folder)
        self.scrubber = Scrubber(room.config.notary)
        self._written: list[str] = []
        self._counts: Counter[str] = Counter()
        self._docs: dict[str, SealedDocument] = {}
        self._sealed: dict[str, SealedFile] = {}
        self._kept: dict[str, SealedFile] = {}

    def documents(self) -> Iterator[Document]:
        """Each document as it is written."""
        for path in self._unpacked.named("document"):
            document = self.scrubber.document(path, self._raw(path))
            if document.size > self._room.config.hand_file_bytes:
                raise refused("a document in it is too large once it is scrubbed")
            self._write(path, [document.raw])
            self._docs[path] = seals.seal_document(document)
            self._counts["documents"] += 1
            self._counts["bytes"] += document.size
            self._counts["items"] += sum(1 for section in document.sections if section.id)
            if self._unpacked.identity.settings.hand_edits == "refuse":
                self._write(os.path.relpath(self._layout.base(path), self._layout.root), [document.raw])
            yield document

    def turns(self) -> Iterator[Turn]:
        """Every turn, as it may be stored."""
        for path in self._unpacked.named("source"):
            with open(self._unpacked.files[path], "rb") as file:
                yield from self.scrubber.turns(file, line_of(path))

    def write_sources(self) -> None:
        """The source files, turn by turn."""
        for path in self._unpacked.named("source"):
            with open(self._unpacked.files[path], "rb") as file:
                lines = (sources.render(turn).encode() for turn in self.scrubber.turns(file, line_of(path)))
                self._sealed[path] = self._write(path, self._counted("turns", lines))
            self._drop(path)

    def write_records(self) -> None:
        """Operations, and every journal as history."""
        for path in self._unpacked.named("operations"):
            with open(self._unpacked.files[path], "rb") as file:
                self._kept[path] = self._write(path, self._counted("operations", self.scrubber.operations(file)))
        number = 1
        for path in self._unpacked.named("history"):
            number = max(number, int(path.split("/")[1]) + 1)
            self._write_history(path, path)
        for path in self._unpacked.named("journal"):
            self._write_history(path, f"{names.HISTORY}{number}/{path}")
        origin = f"{names.HISTORY}{number}/{names.ORIGIN}"
        self._kept[origin] = self._write(origin, [self._origin()])

    def _write_history(self, path: str, target: str) -> None:
        if target.endswith(names.ORIGIN):
            self._kept[target] = self._write(target, [_checked_origin(self._raw(path))])
            return
        with open(self._unpacked.files[path], "rb") as file:
            self._kept[target] = self._write(target, self.scrubber.journal(file))
        self._drop(path)

    def _origin(self) -> bytes:
        told, now = self._unpacked.manifest, iso(dt.datetime.now(dt.UTC))
        return _render(Origin(told.ids, told.uid, told.head, told.created, told.service, now))

    def finish(self, author: Author) -> Rebuilt:
        """The identity, the new chain, the seal over everything; all of it on disk."""
        uid, now = journal.mint_id(), iso(dt.datetime.now(dt.UTC))
        settings = self._unpacked.identity.settings
        _check_zone(settings.time_zone)
        identity = rooms.render_identity(Identity(rooms.FORMAT, uid, self._room.ids, now, settings))
        self._write(names.IDENTITY, [identity])
        self._kept["replies.jsonl"] = self._write("replies.jsonl", [replies.first_line(os.urandom(32))])
        raw, seal = self._chain(uid, now, author, hashlib.sha256(identity).hexdigest())
        position = seal.position
        self._write(names.JOURNAL, [raw])
        self._write("pending.jsonl", [pending.seal_line(pending.Header(1, position), self._room.key)])
        self._sync()
        seals.write(self._room, seal, self._layout)
        size = sum(source.size for source in self._sealed.values()) + self._counts["bytes"]
        return Rebuilt(
            layout=self._layout,
            uid=uid,
            position=position,
            growth=Growth(1, self._counts["items"] + self._counts["turns"], size),
            counts={name: self._counts[name] for name in ("documents", "items", "turns", "operations")},
            scrubbed=dict(self.scrubber.found),
            dropped=dict(self.scrubber.dropped),
        )

    def _chain(self, uid: str, now: str, author: Author, identity: str) -> tuple[bytes, Seal]:
        """The journal: what is imported and the head it comes from, each document, and the seal over all of it."""
        entries = [
            Entry("import", cites=self._unpacked.manifest.head.mac),
            *(
                Entry("import", line=line_of(path), doc=sealed.id, note={"file": path})
                for path, sealed in self._docs.items()
            ),
        ]
        lines: list[str] = []
        mac = rooms.genesis(self._room, uid)

        def add(entry: Entry) -> str:
            line, end = journal.render(
                entry, seq=len(lines) + 1, ts=now, actor=author.actor, request=author.request, prev=mac,
                key=self._room.key,
            )  # fmt: skip
            lines.append(line)
            return end

        for entry in entries:
            mac = add(entry)
        files = {**self._kept, names.JOURNAL: Sum("".join(lines).encode()).sealed()}
        seal = Seal(
            seals.VERSION, os.urandom(32).hex(), Position(), self._docs, self._sealed, identity, files
        )  # fmt: skip
        mac = add(Entry("seal", state=seals.commitment(seal)))
        raw = "".join(lines).encode()
        return raw, msgspec.structs.replace(seal, position=Position(len(lines), mac, len(raw)))

    # Files

    def _raw(self, path: str) -> bytes:
        raw, _ = self._files.read(self._unpacked.files[path])
        self._drop(path)
        return raw or b""

    def _drop(self, path: str) -> None:
        self._files.unlink(self._unpacked.files[path])  # so that what is imported lies there once, not twice

    def _counted(self, what: str, lines: Iterable[bytes]) -> Iterator[bytes]:
        for line in lines:
            self._counts[what] += 1
            yield line

    def _write(self, path: str, pieces: Iterable[bytes]) -> SealedFile:
        target, total, size, waiting = self._layout.at(path), Sum(), 0, bytearray()
        self._files.make_folder(os.path.dirname(target))
        self._files.put(target, b"")
        self._written.append(target)
        for piece in pieces:
            waiting += piece
            total.add(piece)
            if len(waiting) >= _PIECE:
                self._files.write_at(target, size, bytes(waiting))
                size += len(waiting)
                waiting.clear()
        self._files.write_at(target, size, bytes(waiting))
        return total.sealed()

    def _sync(self) -> None:
        for path in self._written:
            self._files.sync(path)
        for folder in sorted({os.path.dirname(path) for path in self._written}):
            self._files.sync(folder)


def _checked_origin(raw: bytes) -> bytes:
    try:
        origin = msgspec.json.decode(raw, type=Origin)
        validate_ids(origin.ids)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, InvalidError):
        raise refused("its history can't be read") from None
    return _render(origin)


def _render(origin: Origin) -> bytes:
    """The file's bytes; a word that is no id, digest, time or version is left out."""
    origin = msgspec.structs.replace(
        origin,
        uid=origin.uid if is_id(origin.uid) else "",
        head=Head(origin.head.seq, origin.head.mac if is_digest(origin.head.mac) else ""),
        exported=origin.exported if is_time(origin.exported) else "",
        imported=origin.imported if is_time(origin.imported) else "",
        service=origin.service if _VERSION.fullmatch(origin.service) else "",
    )
    return msgspec.json.format(msgspec.json.encode(origin), indent=2) + b"\n"


def _check_zone(name: str) -> None:
    try:
        diary.zone(name)
    except InvalidError:
        raise refused("its scope.json names no time zone") from None
