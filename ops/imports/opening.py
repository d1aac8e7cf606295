"""An upload taken apart: one file, or the files of a zip, a tar or a packed tar, each with its beginning."""

import contextlib
import os
import tempfile
from collections.abc import Generator, Iterator
from typing import BinaryIO, cast

import msgspec

from ops.archive.limits import ImportLimits
from ops.archive.stream import Inflated
from ops.imports import tar, zips
from scopes.extraction.parsers.bounds import HEAD_BYTES
from scopes.extraction.parsers.parsed import Skipped

DAMAGED = "it is damaged; what follows can't be read"

_IN_MEMORY = 1024**2
_ZIP, _GZIP, _TAR, _TAR_AT = b"PK\x03\x04", b"\x1f\x8b", b"ustar", 257
_PASSED_OVER = ("__MACOSX", ".git", ".index", ".tmp", ".obsidian", "vectors", "node_modules")


class Member(msgspec.Struct, frozen=True):
    """A file: its name, where it stands in the upload, how it begins, and how it is opened to be read whole."""

    name: str
    place: str
    head: bytes
    file: BinaryIO


def members(file: BinaryIO, name: str, limits: ImportLimits, folder: str) -> Iterator[Member | Skipped]:
    """The files of an upload, each to be read before the next is asked for. `folder` is for what must lie on disk.

    InvalidError and TooLargeError for an archive that is damaged or goes too far, from where it is found out.
    """
    file.seek(0)
    head = file.read(HEAD_BYTES)
    file.seek(0)
    if head.startswith(_ZIP):
        yield from _of_zip(file, limits)
    elif head.startswith(_GZIP):
        yield from _of_tar(Inflated(file, limits), limits, folder)
    elif head.startswith(_TAR, _TAR_AT):
        yield from _of_tar(tar.PlainBlocks(file), limits, folder)
    else:
        yield Member(name, "", head, file)


def _of_zip(file: BinaryIO, limits: ImportLimits) -> Iterator[Member | Skipped]:
    with zips.opened(file, limits) as archive:
        for number, info in enumerate(zips.plain_files(archive), 1):
            if _is_passed_over(info.filename):
                continue
            place = f"file {number}"
            if (reason := zips.why_not(info)) is not None:
                yield Skipped(place, reason)
                continue
            try:
                file_in_it = zips.open_file(archive, info)
                head = file_in_it.read(HEAD_BYTES)
            except zips.DamagedError:
                yield Skipped(place, DAMAGED)
                continue
            with file_in_it:
                yield Member(info.filename, place, head, file_in_it)


def _of_tar(blocks: tar.Blocks, limits: ImportLimits, folder: str) -> Iterator[Member | Skipped]:
    unpacked = 0
    for number, (name, size) in enumerate(tar.entries(blocks), 1):
        limits.check_count(number)
        unpacked += size
        limits.check_unpacked(unpacked, unpacked)
        content = tar.content(blocks, size)
        if _is_passed_over(name):
            for _ in content:
                pass
            continue
        with _spooled(content, folder) as file:
            head = file.read(HEAD_BYTES)
            yield Member(name, f"file {number}", head, file)


@contextlib.contextmanager
def _spooled(content: Iterator[bytes], folder: str) -> Generator[BinaryIO]:
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, dir=folder) as file:
        for piece in content:
            file.write(piece)
        file.seek(0)
        yield cast("BinaryIO", file)


def _is_passed_over(name: str) -> bool:
    """Whether a file is no content of its system: hidden, derived, or of the tool that packed it."""
    parts = name.replace("\\", "/").split("/")
    return os.path.basename(name).startswith(".") or any(part in _PASSED_OVER for part in parts[:-1])
