"""The archive's last member: what it is of, when it was cut, and the size and SHA-256 of every file in it."""

import msgspec

from ops.archive import names
from scopes.errors import InvalidError
from scopes.model import ScopeIds

FORMAT = 1


class Head(msgspec.Struct, frozen=True):
    """The journal's last line at the cut."""

    seq: int
    mac: str


class FileEntry(msgspec.Struct, frozen=True):
    """A member but for the top folder."""

    name: str
    size: int
    sha256: str


class Skipped(msgspec.Struct, frozen=True):
    """A file of the scope's directory that the archive leaves out, and why."""

    name: str
    reason: str


class Manifest(msgspec.Struct, frozen=True):
    """The whole of `manifest.json`."""

    format: int
    created: str
    service: str
    ids: ScopeIds
    uid: str
    head: Head
    files: tuple[FileEntry, ...]
    skipped: tuple[Skipped, ...] = ()


class _Versioned(msgspec.Struct):
    format: int


def render(manifest: Manifest) -> bytes:
    """The member's bytes."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def parse(raw: bytes) -> Manifest:
    """A manifest that came in; InvalidError when it is none, or of a newer format."""
    try:
        version = msgspec.json.decode(raw, type=_Versioned).format
        if version > FORMAT:
            raise InvalidError(f"the archive has format {version}, newer than {FORMAT}", field="format", limit=FORMAT)
        found = msgspec.json.decode(raw, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidError("the archive's manifest can't be read", field=names.MANIFEST) from None
    if found.format < 1:
        raise InvalidError("the archive's format is unknown", field="format", limit=FORMAT)
    return found
