"""Files and folders of other systems that a command line names, as one seekable file."""

import contextlib
import os
import shutil
import tarfile
import tempfile
from collections.abc import Generator
from typing import BinaryIO, cast

import msgspec

from ops.cli.named_files import STANDARD, opened_named
from scopes.errors import InvalidError


class ForeignFile(msgspec.Struct, frozen=True):
    """A file with its name and the format that it is said to have."""

    file: BinaryIO
    name: str
    format: str


@contextlib.contextmanager
def opened_foreign(path: str, asked: str) -> Generator[ForeignFile]:
    """A file, standard input, or a folder packed as a tar; links in it are passed over."""
    if path != STANDARD and os.path.isdir(path):
        with tempfile.TemporaryFile() as packed:
            _pack(path, cast("BinaryIO", packed))
            packed.seek(0)
            yield ForeignFile(cast("BinaryIO", packed), os.path.basename(os.path.abspath(path)), asked)
        return
    with opened_named(path, "file") as file:
        if path == STANDARD:
            with tempfile.TemporaryFile() as copy:
                shutil.copyfileobj(file, copy)
                copy.seek(0)
                yield ForeignFile(cast("BinaryIO", copy), "", asked)
        else:
            yield ForeignFile(file, os.path.basename(path), asked)


def _pack(folder: str, packed: BinaryIO) -> None:
    try:
        with tarfile.open(fileobj=packed, mode="w") as tar:
            for parent, folders, names in os.walk(folder):
                folders.sort()
                for name in sorted(names):
                    path = os.path.join(parent, name)
                    if os.path.isfile(path) and not os.path.islink(path):
                        tar.add(path, os.path.relpath(path, folder), recursive=False)
    except OSError as error:
        raise InvalidError(f"the folder can't be read: {folder}: {error.strerror}", field="file") from None
