"""The plain files of a tar, packed or not, in their order.

What is no plain file is passed over, and nothing is written to a place that the tar names.
"""

import tarfile
from collections.abc import Iterator
from typing import BinaryIO, Protocol

from ops.archive.stream import refused
from ops.archive.tarball import BLOCK

_NAME_BYTES = 8 * 1024
_PIECE = 256 * 1024
_NAMING = (tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE)
_PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE)


class Blocks(Protocol):
    """Where the bytes of a tar come from."""

    def take(self, size: int) -> bytes:
        """The next `size` bytes; InvalidError when there are less."""
        ...


class PlainBlocks:
    """A tar that is not packed."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        taken = self._file.read(size)
        if len(taken) < size:
            raise refused("it ends too early")
        return taken


def entries(blocks: Blocks) -> Iterator[tuple[str, int]]:
    """(name, size) of each plain file; the caller takes its bytes with `content` before asking for the next."""
    long_name: str | None = None
    while (info := _header(blocks)) is not None:
        if info.size < 0:
            raise refused("it is no tar, or damaged")
        if info.type in _PLAIN:
            yield long_name or info.name, info.size
            long_name = None
        elif info.type in _NAMING and info.size <= _NAME_BYTES:
            long_name = _name_in(b"".join(content(blocks, info.size)), info)
        else:
            for _ in content(blocks, info.size):
                pass


def content(blocks: Blocks, size: int) -> Iterator[bytes]:
    """A file's bytes in pieces, and its padding passed over."""
    left = size
    while left:
        piece = blocks.take(min(left, _PIECE))
        left -= len(piece)
        yield piece
    blocks.take(-size % BLOCK)


def _header(blocks: Blocks) -> tarfile.TarInfo | None:
    """A header, None at the end."""
    block = blocks.take(BLOCK)
    if not any(block):
        return None
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "replace")
    except (tarfile.HeaderError, ValueError):
        raise refused("it is no tar, or damaged") from None


def _name_in(raw: bytes, info: tarfile.TarInfo) -> str | None:
    """The name in a header that stands before the one it is for."""
    if info.type == tarfile.GNUTYPE_LONGNAME:
        return raw.rstrip(b"\0").decode("utf-8", "replace")
    records = (record.partition(b" ")[2] for record in raw.split(b"\n"))
    named = next((record for record in records if record.startswith(b"path=")), None)
    return None if named is None else named.removeprefix(b"path=").decode("utf-8", "replace")
