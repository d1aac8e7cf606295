"""The archive's bytes: a tar stream in gzip, made piece by piece so that no file need be in memory."""

import os
import tarfile
import zlib
from collections.abc import Generator, Iterable, Iterator

from ops.archive.names import TOP

BLOCK = tarfile.BLOCKSIZE
GZIP = 16 + zlib.MAX_WBITS
_PIECE = 256 * 1024
_EMIT = 64 * 1024


def header(name: str, size: int, modified: int) -> bytes:
    """A regular file's header; names that the old format has no room for stand in an extended one before it."""
    info = tarfile.TarInfo(TOP + name)
    info.size, info.mode, info.mtime = size, 0o600, modified
    return info.tobuf(tarfile.PAX_FORMAT, "utf-8", "strict")


def padding(size: int) -> bytes:
    """What fills a file's last block."""
    return bytes(-size % BLOCK)


def ending() -> bytes:
    """The end of the tar stream."""
    return bytes(2 * BLOCK)


def read_exactly(descriptor: int, size: int) -> Iterator[bytes]:
    """The first `size` bytes of an open file in pieces; fewer when it is shorter."""
    done = 0
    while done < size:
        piece = os.pread(descriptor, min(_PIECE, size - done), done)
        if not piece:
            return
        done += len(piece)
        yield piece


def compress(blocks: Iterable[bytes], level: int) -> Generator[bytes]:
    """The blocks as one gzip stream, in pieces of about 64 KiB."""
    packer = zlib.compressobj(level, zlib.DEFLATED, GZIP)
    waiting = bytearray()
    for block in blocks:
        waiting += packer.compress(block)
        if len(waiting) >= _EMIT:
            yield bytes(waiting)
            waiting.clear()
    yield bytes(waiting) + packer.flush()
