"""Operations: in the snapshot until the next checkpoint, then a file each in `operations/`, for a settable time."""

import os
import time

import msgspec

from scopes.model import Operation
from scopes.storage.room import Room
from scopes.storage.state import Snapshot

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz234567")


def find(room: Room, snapshot: Snapshot, identity: str) -> Operation | None:
    """One operation; None for an id that is none, or one that was dropped."""
    known = snapshot.operations.get(identity)
    if known is not None or not identity or set(identity) - _LETTERS or len(identity) > 64:
        return known
    raw, _ = room.files.read(room.layout.operation(identity))
    try:
        return None if raw is None else msgspec.json.decode(raw, type=Operation)
    except msgspec.DecodeError:
        return None


def list_after(room: Room, snapshot: Snapshot, after: str, limit: int) -> list[Operation]:
    """Up to `limit` operations with ids behind `after`, in the order of their ids."""
    ids = {*_on_disk(room), *snapshot.operations}
    found: list[Operation] = []
    for identity in sorted(identity for identity in ids if identity > after):
        if (operation := find(room, snapshot, identity)) is not None:
            found.append(operation)
        if len(found) == limit:
            break
    return found


def drop_old(room: Room) -> None:
    """Remove the files of operations that are past their time."""
    oldest = time.time() - room.config.operation_seconds
    for identity in _on_disk(room):
        state = room.files.signature(room.layout.operation(identity))
        if state is not None and state.modified / 1e9 < oldest:
            room.files.unlink(room.layout.operation(identity))


def _on_disk(room: Room) -> list[str]:
    try:
        names = os.listdir(room.layout.at("operations"))
    except FileNotFoundError:
        return []
    return [name.removesuffix(".json") for name in names if name.endswith(".json")]
