"""The anchor: the journal's head, written into the lock file outside the scope, so that a cut tail shows."""

import os

import msgspec

from scopes.storage.state import Position

_SIZE = 160


class Anchor(msgspec.Struct, frozen=True):
    """The last line's number and mac."""

    seq: int
    mac: str


def write(descriptor: int, position: Position) -> None:
    """Put the head into the held lock file, unsynced."""
    line = msgspec.json.encode(Anchor(position.seq, position.mac))
    os.pwrite(descriptor, line.ljust(_SIZE - 1) + b"\n", 0)


def read(path: str) -> Anchor | None:
    """The anchored head; None when the lock file is missing, empty or not readable as one."""
    try:
        with open(path, "rb") as file:
            return msgspec.json.decode(file.read(_SIZE), type=Anchor)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
