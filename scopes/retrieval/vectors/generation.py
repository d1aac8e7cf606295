"""Where the rows of a line lie, `<line>/vectors`: one folder a generation, in it `keys.jsonl` and the files of rows.

`rows.f32` is the open segment: a `.npy` header for a full segment, then rows as they come. Once it is full it is
renamed to `seg-<n>.npy`, so that it stays the file that other processes have mapped: a row that is zeroed there is
zeroed for them. All rows of a generation are of one model. A newer generation takes the place of the older ones, which
are unlinked, never cut shorter.
"""

import os
import re

import msgspec
import numpy as np

from scopes.storage.room import Room

__all__ = [
    "HEADER_BYTES", "SEGMENT_ROWS", "Generation", "folder_of", "generations", "header", "newest", "unfinished",
]  # fmt: skip

SEGMENT_ROWS = 4_096
HEADER_BYTES = 128
_NAME = re.compile(r"g([1-9]\d{0,8})", re.ASCII)
_MAGIC = b"\x93NUMPY\x01\x00"


class Generation(msgspec.Struct, frozen=True):
    """One folder of rows."""

    path: str
    number: int

    @property
    def keys(self) -> str:
        """The file of keys."""
        return f"{self.path}/keys.jsonl"

    @property
    def open_segment(self) -> str:
        """The rows behind the last full segment."""
        return f"{self.path}/rows.f32"

    def segment(self, number: int) -> str:
        """A full segment."""
        return f"{self.path}/seg-{number}.npy"

    def at(self, row: int, dim: int) -> tuple[int, int]:
        """(segment, offset in its file) of a row."""
        return row // SEGMENT_ROWS, HEADER_BYTES + row % SEGMENT_ROWS * dim * 4


def header(dim: int) -> bytes:
    """The `.npy` header of a full segment (format 1.0), as numpy reads it."""
    shape = f"{{'descr': '{np.dtype('<f4').str}', 'fortran_order': False, 'shape': ({SEGMENT_ROWS}, {dim}), }}"
    room = HEADER_BYTES - len(_MAGIC) - 2
    return _MAGIC + room.to_bytes(2, "little") + shape.ljust(room - 1).encode() + b"\n"


def folder_of(room: Room) -> str:
    """The folder of the line's rows, relative to the scope."""
    return f"{room.line}/vectors"


def generations(room: Room) -> list[Generation]:
    """Every generation, the newest first; none where the folder is a link."""
    folder = room.layout.at(folder_of(room))
    if os.path.islink(folder):
        return []
    names = ((match, f"{folder}/{match[0]}") for match in map(_NAME.fullmatch, room.files.names(folder)) if match)
    found = [Generation(path, int(match[1])) for match, path in names if not os.path.islink(path)]
    return sorted(found, key=lambda one: -one.number)


def newest(room: Room) -> Generation | None:
    """The generation that counts."""
    return next(iter(generations(room)), None)


def unfinished(room: Room) -> list[str]:
    """Folders of generations that are being written, or whose writer died."""
    folder = room.layout.at(folder_of(room))
    names = [] if os.path.islink(folder) else room.files.names(folder)
    return [f"{folder}/{name}" for name in names if name.endswith(".new")]
