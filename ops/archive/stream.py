"""An archive that comes in, read strictly: gzip as it is asked for, tar headers of plain files and of nothing else.

The standard library's reader follows what a header says (links, sparse maps, headers of any size); here every form that
`tarball` does not write is refused.
"""

import tarfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from ops.archive.limits import ImportLimits
from ops.archive.names import TOP
from ops.archive.tarball import BLOCK, GZIP
from scopes.errors import InvalidError, MunimentError

_READ = 64 * 1024
_PIECE = 256 * 1024
_EXTENDED_BYTES = 2_048
_TRAILING_BYTES = 64 * 1024


class Member(msgspec.Struct, frozen=True):
    """A plain file's name, below the top folder, and size."""

    name: str
    size: int


class Inflated:
    """The unpacked bytes of one gzip stream; refuses what is cut, damaged, followed by more, or too much."""

    def __init__(self, file: BinaryIO, limits: ImportLimits) -> None:
        self._file, self._limits = file, limits
        self._unpacker = zlib.decompressobj(GZIP)
        self._ready = bytearray()
        self._packed = self._unpacked = 0

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        while len(self._ready) < size:
            if not self._inflate():
                raise refused("it ends too early")
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        return taken

    def finish(self) -> None:
        """See that nothing follows but the zeros that fill the last block."""
        rest = len(self._ready)
        while rest <= _TRAILING_BYTES:
            if any(self._ready):
                break
            self._ready.clear()
            if not self._inflate():
                return
            rest += len(self._ready)
        raise refused("something follows its end")

    def _inflate(self) -> bool:
        """Unpack a piece more; False at the proper end of everything."""
        if self._unpacker.eof:
            if self._unpacker.unused_data or self._file.read(1):
                raise refused("something follows its end")
            return False
        packed = self._unpacker.unconsumed_tail
        if not packed:
            packed = self._file.read(_READ)
            self._packed += len(packed)
            self._limits.check_upload(self._packed)
        try:
            piece = self._unpacker.decompress(packed, _PIECE)
        except zlib.error:
            raise refused("it is no gzip, or damaged") from None
        if not packed and not piece and not self._unpacker.eof:
            raise refused("it ends too early")
        self._unpacked += len(piece)
        self._limits.check_unpacked(self._unpacked, self._packed)
        self._ready += piece
        return True


def members(inflated: Inflated) -> Iterator[Member]:
    """The files in order; the caller takes each one's bytes with `content` before asking for the next."""
    while True:
        info = _header(inflated)
        if info is None:
            break
        name = info.name
        if info.type == tarfile.XHDTYPE:
            name = _extended_name(inflated, info.size)
            info = _header(inflated)
        if info is None or info.type != tarfile.REGTYPE or info.size < 0 or info.linkname:
            raise refused("it holds something that is no plain file")
        if not name.startswith(TOP):
            raise refused("a name in it is outside its folder")
        yield Member(name.removeprefix(TOP), info.size)
    if any(inflated.take(BLOCK)):
        raise refused("it is no tar, or damaged")
    inflated.finish()


def content(inflated: Inflated, size: int) -> Iterator[bytes]:
    """A file's bytes in pieces, and its padding passed over."""
    left = size
    while left:
        piece = inflated.take(min(left, _PIECE))
        left -= len(piece)
        yield piece
    if any(inflated.take(-size % BLOCK)):
        raise refused("it is no tar, or damaged")


def _header(inflated: Inflated) -> tarfile.TarInfo | None:
    """A header, None for the first block of the end."""
    block = inflated.take(BLOCK)
    if not any(block):
        return None
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "strict")
    except (tarfile.HeaderError, ValueError):
        raise refused("it is no tar, or damaged") from None


def _extended_name(inflated: Inflated, size: int) -> str:
    """The name in an extended header: `<length> path=<name>\\n` and no other record."""
    if not 0 < size <= _EXTENDED_BYTES:
        raise refused("a header in it is too long")
    raw = b"".join(content(inflated, size))
    length, _, record = raw.partition(b" ")
    if length != b"%d" % size or not record.startswith(b"path=") or not record.endswith(b"\n"):
        raise refused("a header in it says more than a name")
    try:
        return record.removeprefix(b"path=")[:-1].decode()
    except UnicodeDecodeError:
        raise refused("a name in it is no UTF-8") from None


def refused(why: str) -> MunimentError:
    """The error for an archive that is none; nothing of it is quoted."""
    return InvalidError(f"the archive is refused: {why}", field="archive")
