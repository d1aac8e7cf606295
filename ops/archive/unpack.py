"""An archive taken apart into a folder of its own, under names of ours, and held against its manifest.

Everything that can be said without reading a text is said here: names, sizes, digests, whose archive it is. What is
wrong refuses the archive whole.
"""

import hashlib
import os
from typing import BinaryIO

import msgspec

from ops.archive import manifest as manifests
from ops.archive import names
from ops.archive.ids import is_digest, is_id
from ops.archive.limits import ImportLimits
from ops.archive.manifest import FileEntry, Manifest
from ops.archive.names import Kind
from ops.archive.stream import Inflated, Member, content, members, refused
from scopes.errors import IntegrityError
from scopes.governance.notary import is_clean
from scopes.paths import validate_ids
from scopes.storage import journal
from scopes.storage import room as rooms
from scopes.storage.documents import PAGES, base_name
from scopes.storage.files import Files
from scopes.storage.names import fold
from scopes.storage.page_names import path_of
from scopes.storage.room import Identity

_LINE_BYTES = 64 * 1024


class Unpacked(msgspec.Struct, frozen=True):
    """A checked archive: `files` is name → where its bytes lie."""

    manifest: Manifest
    identity: Identity
    files: dict[str, str]

    def named(self, *kinds: Kind) -> list[str]:
        """The names of these kinds, sorted."""
        return sorted(name for name in self.files if names.kind_of(name) in kinds)


def unpack(archive: BinaryIO, folder: str, files: Files, limits: ImportLimits, document_bytes: int) -> Unpacked:
    """Take an archive apart into `folder`, which a bad one leaves half full: InvalidError, TooLargeError."""
    taking = _Taking(folder, files, limits, document_bytes)
    inflated = Inflated(archive, limits)
    raw: bytes | None = None
    for member in members(inflated):
        if raw is not None:
            raise refused("its manifest is not the last file")
        if member.name == names.MANIFEST:
            limits.check_file(member.size)
            raw = b"".join(content(inflated, member.size))
        else:
            taking.take(member, inflated)
    if raw is None:
        raise refused("it has no manifest")
    manifest = manifests.parse(raw)
    if len(manifest.files) != len(taking.entries) or {one.name: one for one in manifest.files} != taking.entries:
        raise refused("its manifest and its files differ")
    unpacked = Unpacked(manifest, _identity(manifest, taking), taking.paths)
    _check_head(unpacked, files)
    return unpacked


class _Taking:
    def __init__(self, folder: str, files: Files, limits: ImportLimits, document_bytes: int) -> None:
        self._folder, self._files, self._limits, self._document_bytes = folder, files, limits, document_bytes
        self._folded: set[str] = set()
        self.entries: dict[str, FileEntry] = {}
        self.paths: dict[str, str] = {}

    def take(self, member: Member, inflated: Inflated) -> None:
        """Write one file out, while its digest is made."""
        self._check(member)
        path = f"{self._folder}/{len(self.entries)}"
        digest, offset = hashlib.sha256(), 0
        self._files.put(path, b"")
        for piece in content(inflated, member.size):
            digest.update(piece)
            self._files.write_at(path, offset, piece)
            offset += len(piece)
        self.entries[member.name] = FileEntry(member.name, member.size, digest.hexdigest())
        self.paths[member.name] = path

    def _check(self, member: Member) -> None:
        kind = names.kind_of(member.name)
        if kind is None or (kind == "document" and not is_clean(_told(member.name))):
            raise refused("a name in it is none of a scope's files")
        if (folded := fold(member.name)) in self._folded:
            raise refused("two names in it are one on some file systems")
        self._folded.add(folded)
        self._limits.check_count(len(self._folded))
        self._limits.check_file(member.size)
        if kind == "document" and member.size > self._document_bytes:
            raise refused("a document in it is too large")


def _told(name: str) -> str:
    """What a document's path says in words."""
    return path_of(base_name(name)) if name.startswith(PAGES) else name.rpartition("/")[2]


def _identity(manifest: Manifest, taking: _Taking) -> Identity:
    """Whose archive it says it is, twice."""
    path = taking.paths.get(names.IDENTITY)
    if path is None or names.JOURNAL not in taking.paths:
        raise refused("it lacks scope.json or the journal")
    with open(path, "rb") as file:
        raw = file.read()
    try:
        identity = rooms.parse_identity(raw)
    except (IntegrityError, RecursionError):
        raise refused("its scope.json can't be read") from None
    if (identity.ids, identity.uid) != (manifest.ids, manifest.uid):
        raise refused("its scope.json and its manifest name different scopes")
    if identity.format > rooms.FORMAT:
        raise refused("its scope.json is of a newer format")
    validate_ids(identity.ids)
    if not is_id(identity.uid):
        raise refused("its scope.json can't be read")
    return identity


def _check_head(unpacked: Unpacked, files: Files) -> None:
    """The manifest's head is the last line of the last journal file that has one."""
    closed = [name for name in unpacked.named("journal") if name != names.JOURNAL]
    closed.sort(key=lambda name: int(os.path.basename(name).partition(".")[0]))
    for name in (names.JOURNAL, *reversed(closed)):
        signature = files.signature(unpacked.files[name])
        size = 0 if signature is None else signature.size
        piece = files.read_from(unpacked.files[name], max(0, size - _LINE_BYTES))
        lines = (b"\n" + piece[0] if piece else b"").split(b"\n")
        if size:
            last = journal.read(lines[-2])
            head = unpacked.manifest.head
            ends = not lines[-1] and last is not None and (last.seq, last.mac) == (head.seq, head.mac)
            if not ends or not is_digest(head.mac):
                raise refused("its journal does not end where its manifest says")
            return
    raise refused("its journal is empty")
