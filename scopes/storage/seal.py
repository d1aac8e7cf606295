"""seal.json: the digests of the living truth files at the last checkpoint, under a nonce that each seal renews.

The journal's `seal` line carries HMAC(nonce, SHA-256 of the seal's state), so only the newest commitment can be opened
and no digest of erased text exists anywhere.
"""

import hashlib
import hmac

import msgspec

from scopes.layout import Layout
from scopes.storage.documents import Document
from scopes.storage.room import Room
from scopes.storage.state import Position


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


class SealedSource(msgspec.Struct, frozen=True, array_like=True):
    """(bytes of an append-only source file, SHA-256 of them)."""

    size: int
    sha256: str


class Seal(msgspec.Struct, frozen=True):
    """The whole of seal.json."""

    v: int
    nonce: str
    position: Position
    docs: dict[str, SealedDocument]
    sources: dict[str, SealedSource]
    identity: str


_decoder = msgspec.json.Decoder(Seal)


def seal_document(document: Document) -> SealedDocument:
    """A document's entry."""
    return SealedDocument(
        document.id,
        hashlib.sha256(document.raw).hexdigest(),
        tuple(SealedSection(one.key, one.id, one.digest, int(one.hand)) for one in document.sections),
    )


def commitment(nonce: str, docs: dict[str, SealedDocument], sources: dict[str, SealedSource], identity: str) -> str:
    """The `state` of a seal line. The digest is over plain text lines, so no JSON library has a say in it."""
    digest = hashlib.sha256()
    for path in sorted(docs):
        digest.update(f"{path}\0{docs[path].sha256}\n".encode())
    for path in sorted(sources):
        digest.update(f"{path}\0{sources[path].size}\0{sources[path].sha256}\n".encode())
    digest.update(f"scope.json\0{identity}\n".encode())
    return hmac.digest(bytes.fromhex(nonce), digest.digest(), "sha256").hex()


def read(room: Room) -> Seal | None:
    """The seal; None when there is none or it can't be read (verify reports that, reading never stops for it)."""
    raw, _ = room.files.read(room.layout.seal)
    try:
        return None if raw is None else _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def empty(nonce: str, position: Position, identity: bytes) -> Seal:
    """The seal of a scope that holds nothing yet."""
    return Seal(1, nonce, position, {}, {}, hashlib.sha256(identity).hexdigest())


def write(room: Room, seal: Seal, layout: Layout | None = None) -> None:
    """Put a seal in place, durably; in another folder than the room's own while that is being made."""
    layout = layout or room.layout
    new = layout.seal + ".new"
    room.files.put(new, msgspec.json.encode(seal) + b"\n")
    room.files.sync(new)
    room.files.rename(new, layout.seal)
    room.files.sync(layout.root)
