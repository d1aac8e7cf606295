"""The files of a zip, as the standard library reads it, once it is known how much its directory may hold."""

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import IO, Any, BinaryIO

from ops.archive.limits import ImportLimits
from ops.archive.stream import refused
from scopes.extraction.parsers.bounds import CHUNK_BYTES

_TAIL = 22 + 65_535  # the last record and the longest comment behind it
_DIRECTORY_BYTES = 16 * 1024**2
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others unpack any amount in one step
_ENCRYPTED = 0x1
_DAMAGED = (
    zlib.error,
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
    ValueError,
    EOFError,
    struct.error,
    OverflowError,
)


@contextmanager
def opened(file: BinaryIO, limits: ImportLimits) -> Generator[zipfile.ZipFile]:
    """The archive; InvalidError for one that is none, TooLargeError for one that would unpack to too much."""
    size = file.seek(0, os.SEEK_END)
    if _directory_bytes(file, size) > _DIRECTORY_BYTES:
        raise refused("it lists too many files")
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGED:
        raise refused("it is no zip, or damaged") from None
    with archive:
        limits.check_count(len(archive.filelist))
        limits.check_unpacked(sum(max(0, info.file_size) for info in archive.filelist), size)
        yield archive


def plain_files(archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    """The files in the order that they lie in."""
    yield from sorted((info for info in archive.filelist if not info.is_dir()), key=lambda info: info.header_offset)


def why_not(info: zipfile.ZipInfo) -> str | None:
    """Why a file can't be read; None when it can."""
    if info.flag_bits & _ENCRYPTED:
        return "it is encrypted"
    return None if info.compress_type in _METHODS else "it is packed by a method that is not read"


def open_file(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> BinaryIO:
    """A seekable file, which raises DamagedError where it is damaged."""
    try:
        return io.BufferedReader(_Inflated(archive.open(info)), CHUNK_BYTES)
    except _DAMAGED:
        raise DamagedError from None


class DamagedError(Exception):
    """A file of an archive can't be unpacked from here on; it never leaves this package."""


class _Inflated(io.RawIOBase):
    """Tells what goes wrong in unpacking from what goes wrong in reading what was unpacked."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            taken = self._file.read(len(buffer))
        except _DAMAGED:
            raise DamagedError from None
        buffer[: len(taken)] = taken
        return len(taken)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        try:
            return self._file.seek(offset, whence)
        except _DAMAGED:
            raise DamagedError from None

    def tell(self) -> int:
        return self._file.tell()

    def close(self) -> None:
        self._file.close()
        super().close()


def _directory_bytes(file: BinaryIO, size: int) -> int:
    """How long the list of files says that it is, by either of the records that may say it."""
    file.seek(max(0, size - _TAIL))
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or at + 22 > len(tail):
        raise refused("it is no zip, or damaged")
    told = struct.unpack_from("<L", tail, at + 12)[0]
    longer = tail.rfind(b"PK\x06\x06", 0, at)
    if longer >= 0 and longer + 48 <= len(tail):
        told = max(0 if told == 0xFFFFFFFF else told, struct.unpack_from("<Q", tail, longer + 40)[0])
    return told
