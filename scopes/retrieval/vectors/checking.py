"""Checking every row against its key, for verify; and giving up what is damaged, for doctor. Nothing of it is truth."""

import os
from collections.abc import Callable, Iterator

import msgspec
import numpy as np

from scopes.errors import UnavailableError
from scopes.retrieval.vectors import keys as key_lines
from scopes.retrieval.vectors import writing
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.generation import SEGMENT_ROWS, Generation, folder_of, generations, unfinished
from scopes.retrieval.vectors.keys import Key
from scopes.retrieval.vectors.lease import leased
from scopes.retrieval.vectors.matrix import Matrix
from scopes.retrieval.vectors.port import kept_in
from scopes.retrieval.vectors.stores import outside_index, store_of
from scopes.storage.places import LINES
from scopes.storage.room import Room

__all__ = ["Mending", "RowCheck", "mendings"]

Mending = tuple[str, str, Callable[[], object]]  # a file, what is wrong with it, and what mends it


class RowCheck(msgspec.Struct, frozen=True):
    """What the files of rows were when the scope lock was held; judged after it, since it takes a second a gigabyte.

    `elsewhere` is the room of a scope whose rows another store keeps. `root`: the scope's directory.
    """

    follower: Follower
    keys: dict[int, Key]
    matrix: Matrix | None
    elsewhere: Room | None = None
    root: str = ""

    @classmethod
    def take_all(cls, room: Room) -> "list[RowCheck]":
        """Look at every line's; needs the scope lock."""
        return [cls.take(room.of(line)) for line in LINES]

    @classmethod
    def take(cls, room: Room) -> "RowCheck":
        """Look at the newest generation; needs the scope lock."""
        follower = Follower.newest(room)
        keys = {key.row: key for key in follower.all_keys()}
        generation = follower.generation
        if generation is not None and kept_in(room.files, generation.path).store:
            return cls(follower, keys, None, room, room.layout.root)
        return cls(follower, keys, follower.matrix() if keys else None, None, room.layout.root)

    def damaged(self) -> list[Key]:
        """The keys whose rows are not what was written, or are not there."""
        found: list[Key] = []
        if self.matrix is None:
            return found
        for start in range(0, self.follower.count, SEGMENT_ROWS):
            numbers = np.arange(start, min(start + SEGMENT_ROWS, self.follower.count))
            rows = self.matrix.take(numbers)
            keys = (self.keys.get(number) for number in numbers.tolist())
            found += [
                key
                for key, row in zip(keys, rows, strict=True)
                if key is not None and not key.gone and key_lines.crc_of(row.tobytes()) != key.crc
            ]
        return found

    def problems(self) -> Iterator[tuple[str, str, str | None]]:
        """(file, what is wrong, the item whose row it is, if it is one's)."""
        if self.follower.generation is None:
            return
        folder = os.path.relpath(self.follower.generation.path, self.root)
        if damaged := self.damaged():
            detail = f"{len(damaged)} of {self.follower.count} rows are not what their keys say"
            yield folder, detail, damaged[0].id if len(damaged) == 1 else None
        if self.elsewhere is not None and (miscount := _miscount(self.elsewhere)) is not None:
            yield folder, miscount, None
        if self.follower.spoilt:
            yield f"{folder}/keys.jsonl", f"{self.follower.spoilt} lines are no keys", None


def _miscount(room: Room) -> str | None:
    """How many rows another store has, where the keys tell another number; None while somebody fills.

    A store that can't be asked says nothing: it is listed in `degraded`.
    """
    with leased(f"{room.layout.at(folder_of(room))}/lease") as nobody_fills:
        follower = Follower.newest(room)
        index = None if follower.generation is None else outside_index(room, follower.generation)
        if not nobody_fills or index is None:
            return None
        keys = {key.row: key.gone for key in follower.all_keys()}
        live = len(keys) - sum(keys.values())
        try:
            rows = index.count()
        except UnavailableError:
            return None
    return None if rows == live else f"the store has {rows} rows, the keys tell of {live}"


def mendings(room: Room) -> Iterator[Mending]:
    """What there is to mend; needs the scope lock. Rows that are given up are made anew by whoever fills."""
    for line in LINES:
        yield from _mendings_of(room.of(line))


def _mendings_of(room: Room) -> Iterator[Mending]:
    check = RowCheck.take(room)
    follower, generation = check.follower, check.follower.generation
    left = [generation.path for generation in generations(room)[1:]]
    if os.path.isdir(room.layout.at(folder_of(room))) and unfinished(room):
        with leased(f"{room.layout.at(folder_of(room))}/lease") as nobody_fills:
            left += unfinished(room) if nobody_fills else []
    for path in left:
        yield (
            os.path.relpath(path, room.layout.root),
            "left behind by a process that died",
            lambda path=path: writing.drop_generation(room.files, path),
        )
    if generation is None:
        return
    name = os.path.relpath(generation.path, room.layout.root)
    if check.elsewhere is not None and _miscount(room) is not None:
        yield name, "the store's rows are not those that the keys tell of", lambda: writing.begin_generation(room)
        return
    if kept_in(room.files, generation.path).store != store_of(room):
        return  # rows of another store: whoever has it mends them
    if not writing.is_usable(room, follower) and room.files.names(generation.path):
        yield name, "rows whose keys are lost", lambda: writing.begin_generation(room)
        return
    if follower.spoilt:
        yield f"{name}/keys.jsonl", f"{follower.spoilt} lines are no keys", lambda: _void_lines(room, generation)
    if damaged := [(key.row, key.id) for key in check.damaged()]:
        yield name, f"{len(damaged)} rows are not what their keys say", lambda: _give_up(room, damaged)


def _give_up(room: Room, damaged: list[tuple[int, str]]) -> None:
    follower = Follower.newest(room)
    follower.to_end()
    writing.give_up(room, follower, damaged)


def _void_lines(room: Room, generation: Generation) -> None:
    """Empty the lines that are no keys; they stay lines, since rows are numbered by them."""
    raw, _ = room.files.read(generation.keys)
    lines = (raw or b"").split(b"\n")
    model = next((key.model for line in lines if (key := key_lines.read(line)) is not None), "")
    kept = [
        line if (key := key_lines.read(line)) is not None and key.row <= number and key.model == model else b""
        for number, line in enumerate(lines)
    ]
    room.files.put(generation.keys + ".new", b"\n".join(kept))
    room.files.sync(generation.keys + ".new")
    room.files.rename(generation.keys + ".new", generation.keys)
    room.files.sync(generation.path)
