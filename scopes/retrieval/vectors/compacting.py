"""Writing the current rows anew, without those that nobody needs and the keys of what was erased."""

import contextlib
from collections.abc import Callable, Iterator

import numpy as np

from scopes import locks
from scopes.retrieval.vectors import keys as key_lines
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.generation import SEGMENT_ROWS, Generation, folder_of, newest
from scopes.retrieval.vectors.keys import Key
from scopes.retrieval.vectors.signatures import Rows
from scopes.retrieval.vectors.writing import Named, append, drop_generation, tidy
from scopes.storage.room import Room

__all__ = ["compact"]


def compact(room: Room, is_current: Callable[[str, str], bool]) -> bool:
    """Put a new generation with the rows of which `is_current(id, digest)` in the old one's place; whether it was done.

    The lease must be held: nobody appends. The scope lock is taken at the end only. What an erasure changed meanwhile
    ends the attempt, and it drops what was written.
    """
    old = Follower.newest(room)
    keys = old.all_keys()
    if old.generation is None or not keys:
        return False
    seen = room.files.signature(old.generation.keys)
    number = old.generation.number + 1
    new = Generation(f"{room.layout.at(folder_of(room))}/g{number}.new", number)
    try:
        drop_generation(room.files, new.path)
        room.files.mkdir(new.path)
        _copy(room, old, keys, Follower(room, new), is_current)
        with locks.exclusive(room.lock_path):
            if newest(room) != old.generation or room.files.signature(old.generation.keys) != seen:
                drop_generation(room.files, new.path)
                return False
            room.files.rename(new.path, new.path.removesuffix(".new"))
            room.files.sync(room.layout.at(folder_of(room)))
            tidy(room)
    except OSError:
        with contextlib.suppress(OSError):
            drop_generation(room.files, new.path)
        raise
    return True


def _copy(room: Room, old: Follower, keys: list[Key], target: Follower, is_current: Callable[[str, str], bool]) -> None:
    for named, rows in _current(old, keys, is_current):
        append(room, target, old.model, named, rows)
        target.to_end()


def _current(
    old: Follower, keys: list[Key], is_current: Callable[[str, str], bool]
) -> Iterator[tuple[list[Named], Rows]]:
    """The sound, current rows, one an item, a segment at a time."""
    latest = {key.row: key for key in keys}  # a tombstone comes behind the key that it ends
    by_item = {key.id: key for key in latest.values() if not key.gone and is_current(key.id, key.digest)}
    wanted = sorted(by_item.values(), key=lambda key: key.row)
    matrix = old.matrix()
    for start in range(0, len(wanted), SEGMENT_ROWS):
        piece = wanted[start : start + SEGMENT_ROWS]
        rows = matrix.take(np.array([key.row for key in piece], np.intp))
        sound = [number for number, key in enumerate(piece) if key_lines.crc_of(rows[number].tobytes()) == key.crc]
        yield [(piece[number].id, piece[number].digest) for number in sound], rows[sound]
