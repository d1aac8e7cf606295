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
    os.pwrite(descriptor, render(position.seq, position.mac), 0)


def render(seq: int, mac: str) -> bytes:
    """A head as it is stored; always of one length, so that it is overwritten whole."""
    return msgspec.json.encode(Anchor(seq, mac)).ljust(_SIZE - 1) + b"\n"


def read(path: str) -> Anchor | None:
    """The anchored head; None when the lock file is missing, empty or not readable as one."""
    try:
        with open(path, "rb") as file:
            return msgspec.json.decode(file.read(_SIZE), type=Anchor)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
