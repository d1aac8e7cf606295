"""Files that a command line names: what can't be read or written is said under the option that named it.

A missing folder, a folder in a file's place, a file that may not be opened: all are InvalidError, for trying again
changes nothing. Only a full or broken disk is another matter.
"""

import contextlib
import os
import sys
from collections.abc import Generator
from typing import BinaryIO

from scopes.errors import InvalidError, MunimentError, ReadOnlyError, from_os

STANDARD = "-"


def read_named(path: str, field: str) -> bytes:
    """The content of a file, or of standard input where it is named `-`."""
    with opened_named(path, field) as file:
        try:
            return file.read()
        except OSError as error:  # a folder opens on some systems, and is refused when it is read
            raise unusable(error, path, field, "read") from None


def check_folder(path: str, field: str) -> None:
    """InvalidError for a folder that is missing, is a file or may not be listed."""
    try:
        os.scandir(path).close()
    except OSError as error:
        raise unusable(error, path, field, "read") from None


@contextlib.contextmanager
def opened_named(path: str, field: str) -> Generator[BinaryIO]:
    """A file to read from, or standard input."""
    if path == STANDARD:
        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed below; what is raised inside the block is not this file's
    except OSError as error:
        raise unusable(error, path, field, "read") from None
    with file:
        yield file


def create_named(path: str, field: str, *, replace: bool = False) -> int:
    """A descriptor of mode 0600 to write to; a file that is there is refused, or emptied with `replace`.

    No link is followed.
    """
    how = os.O_TRUNC if replace else os.O_EXCL
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | how, 0o600)
    except FileExistsError:
        raise InvalidError(f"there is a file of that name already: {path}", field=field) from None
    except OSError as error:
        raise unusable(error, path, field, "written") from None


def unusable(error: OSError, path: str, field: str, verb: str) -> MunimentError:
    """What is told of a named file that can't be `read` or `written`."""
    known = from_os(error)
    kind = InvalidError if known is None or isinstance(known, ReadOnlyError) else type(known)
    return kind(f"the file can't be {verb}: {path}: {error.strerror}", field=field)
