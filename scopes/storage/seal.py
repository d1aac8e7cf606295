"""seal.json: the digests of the living truth files at the last checkpoint, under a nonce that each seal renews.

The journal's `seal` line carries HMAC(nonce, SHA-256 of the seal's state), so only the newest commitment can be opened
and no digest of erased text exists anywhere. What the seal covers, and why, stands in ADR 0013.
"""

import hashlib
import hmac
from collections.abc import Iterator

import msgspec

from scopes.layout import Layout
from scopes.storage.documents import Document
from scopes.storage.room import Room
from scopes.storage.state import Erased, Position
from scopes.storage.sums import SealedFile, Sum

VERSION = 2


class SealedSection(msgspec.Struct, frozen=True, array_like=True):
    """(key, item id, digest of the bytes, 1 for a person's bytes)."""

    key: str
    id: str
    digest: str
    hand: int = 0


class SealedDocument(msgspec.Struct, frozen=True):
    """A document's opaque id, SHA-256 of its bytes and its sections in file order."""

    id: str
    sha256: str
    sections: tuple[SealedSection, ...]


class Seal(msgspec.Struct, frozen=True):
    """The whole of seal.json. Version 1 has no `files`, and commits to documents and sources as a whole only."""

    v: int
    nonce: str
    position: Position
    docs: dict[str, SealedDocument]
    sources: dict[str, SealedFile]
    identity: str
    files: dict[str, SealedFile] = {}
    erased: Erased = Erased()

    @property
    def covers_files(self) -> bool:
        """Whether journal, operations, replies and quarantine are covered."""
        return self.v >= VERSION


_decoder = msgspec.json.Decoder(Seal)


def seal_document(document: Document) -> SealedDocument:
    """A document's entry."""
    return SealedDocument(
        document.id,
        hashlib.sha256(document.raw).hexdigest(),
        tuple(SealedSection(one.key, one.id, one.digest, int(one.hand)) for one in document.sections),
    )


def commitment(seal: Seal) -> str:
    """The `state` of a seal line; all but the position, which that line itself makes.

    The digest is over plain fields, so no JSON library has a say in it. ValueError for a nonce that is none.
    """
    if seal.v == 1:
        return hmac.digest(bytes.fromhex(seal.nonce), hashlib.sha256(_version_1(seal)).digest(), "sha256").hex()
    digest = hashlib.sha256()
    for fields in _fields(seal):
        digest.update(b"".join(map(_netstring, fields)))
    return hmac.digest(seal.nonce.encode(), digest.digest(), "sha256").hex()


def _version_1(seal: Seal) -> bytes:
    lines = [f"{path}\0{document.sha256}\n" for path, document in sorted(seal.docs.items())]
    lines += [f"{path}\0{file.size}\0{file.sha256}\n" for path, file in sorted(seal.sources.items())]
    return "".join([*lines, f"scope.json\0{seal.identity}\n"]).encode()


def _fields(seal: Seal) -> Iterator[tuple[str, ...]]:
    yield "seal", str(seal.v), seal.identity
    yield "erased", str(seal.erased.at), *sorted(seal.erased.marks)
    for path, document in sorted(seal.docs.items()):
        yield "document", path, document.id, document.sha256, str(len(document.sections))
        for one in document.sections:
            yield one.key, one.id, one.digest, str(one.hand)
    for path, file in sorted({**seal.sources, **seal.files}.items()):
        yield "file", path, str(file.size), file.sha256, file.marks


def _netstring(field: str) -> bytes:
    """A field with its length before it, so that no two seals read alike (D. J. Bernstein, Netstrings, 1997)."""
    raw = field.encode("utf-8", "surrogatepass")
    return b"%d:%b," % (len(raw), raw)


def read(room: Room) -> Seal | None:
    """The seal; None when there is none or it can't be read (verify reports that, reading never stops for it)."""
    raw, _ = room.files.read(room.layout.seal)
    try:
        return None if raw is None else _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def empty(nonce: str, identity: bytes, replies: bytes) -> Seal:
    """The seal of a scope that holds nothing yet, without its position."""
    files = {"replies.jsonl": Sum(replies).sealed()}
    return Seal(VERSION, nonce, Position(), {}, {}, hashlib.sha256(identity).hexdigest(), files)


def write(room: Room, seal: Seal, layout: Layout | None = None) -> None:
    """Put a seal in place, durably; in another folder than the room's own while that is being made."""
    layout = layout or room.layout
    new = layout.seal + ".new"
    room.files.put(new, msgspec.json.encode(seal) + b"\n")
    room.files.sync(new)
    room.files.rename(new, layout.seal)
    room.files.sync(layout.root)
