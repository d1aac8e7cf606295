"""A file as it was given, read into what the engine keeps of it."""

from ops.reading.reader import Reader
from scopes.lines.workspace import NewFile, digest_of

__all__ = ["take"]


def take(reader: Reader, path: str, media_type: str | None, data: bytes) -> NewFile:
    """Read a file; one that can't be is taken in as such, with why."""
    found = reader.read(path.rpartition("/")[2], media_type, data)
    return NewFile(path, digest_of(data), len(data), media_type or "", found.format, found.text, found.why)
