"""Changing the files of rows, with the scope lock held. A row is on disk before its key is written."""

import itertools
import os
from collections.abc import Iterable, Sequence

from scopes.retrieval.vectors import keys as key_lines
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.generation import (
    SEGMENT_ROWS,
    Generation,
    folder_of,
    generations,
    header,
    unfinished,
)
from scopes.retrieval.vectors.keys import CRC_NONE, DIGEST_NONE, Key
from scopes.retrieval.vectors.owing import Debt, forget, scope_of
from scopes.retrieval.vectors.port import VectorBackend, kept_in, mark
from scopes.retrieval.vectors.signatures import Rows
from scopes.retrieval.vectors.stores import store_of
from scopes.storage.files import Files
from scopes.storage.room import Room

__all__ = [
    "Named",
    "append",
    "append_keys",
    "begin_generation",
    "drop_generation",
    "give_up",
    "is_folder",
    "is_usable",
    "keys_of",
    "tidy",
    "zero",
]

Named = tuple[str, str]  # the id of a row's item, and the digest of its text


def append(room: Room, follower: Follower, model: str, named: Sequence[Named], rows: Rows) -> None:
    """Put rows behind the others. The follower must have read to the end of a generation of this model, or of none."""
    generation = follower.generation
    assert generation is not None and follower.model in ("", model)
    dim, number = rows.shape[1], follower.count
    keys = keys_of(number, model, named, rows)
    for segment, group in itertools.groupby(keys, key=lambda key: key.row // SEGMENT_ROWS):
        piece = list(group)
        first, last = piece[0].row, piece[-1].row
        if first % SEGMENT_ROWS == 0 or room.files.signature(generation.open_segment) is None:
            _start_segment(room.files, generation, segment, dim)
        data = rows[first - number : last - number + 1].tobytes()
        room.files.write_at(generation.open_segment, generation.at(first, dim)[1], data, sync=True)
    append_keys(room, follower, keys)
    if keys and (follower.count + len(keys)) % SEGMENT_ROWS == 0:
        _close_segment(room.files, generation, keys[-1].row // SEGMENT_ROWS)


def keys_of(first: int, model: str, named: Sequence[Named], rows: Rows) -> list[Key]:
    """The keys of rows that get numbers from `first` on."""
    return [
        Key(row, identity, digest, model, rows.shape[1], key_lines.crc_of(rows[row - first].tobytes()))
        for row, (identity, digest) in enumerate(named, first)
    ]


def append_keys(room: Room, follower: Follower, keys: list[Key]) -> None:
    """Put key lines behind those that the follower has read to the end of."""
    generation = follower.generation
    assert generation is not None
    if follower.torn:
        room.files.truncate(generation.keys, follower.offset)
    room.files.write_at(generation.keys, follower.offset, key_lines.render(keys), sync=True)
    if follower.offset == 0:
        room.files.sync(generation.path)


def _start_segment(files: Files, generation: Generation, number: int, dim: int) -> None:
    """A file of its own for what comes: others may have the one before mapped. It takes the place of a link, too."""
    if number:
        _close_segment(files, generation, number - 1)
    files.put(generation.open_segment + ".new", header(dim))
    files.rename(generation.open_segment + ".new", generation.open_segment)
    files.sync(generation.path)


def _close_segment(files: Files, generation: Generation, number: int) -> None:
    """Give a full segment its name, unless it has it."""
    full = files.signature(generation.segment(number)), files.signature(generation.open_segment)
    if full[0] is None and full[1] is not None:
        files.rename(generation.open_segment, generation.segment(number))
        files.sync(generation.path)


# Giving up rows


def give_up(room: Room, follower: Follower, rows: Iterable[tuple[int, str]]) -> None:
    """Zero rows, each given with the id of its item. A tombstone comes first: a zeroed row without one is damage."""
    generation = follower.generation
    gone = [Key(row, identity, DIGEST_NONE, follower.model, follower.dim, CRC_NONE) for row, identity in rows]
    if generation is None or not gone:
        return
    append_keys(room, follower, gone)
    zero(room.files, generation, follower.dim, [key.row for key in gone], follower.count)


def zero(files: Files, generation: Generation, dim: int, rows: Iterable[int], count: int) -> None:
    """Zero rows, out of `count`, where they lie, durably; whoever has them mapped sees it at once."""
    last = (count - 1) // SEGMENT_ROWS
    for segment, group in itertools.groupby(sorted(rows), key=lambda row: row // SEGMENT_ROWS):
        path, found = generation.segment(segment), files.signature(generation.segment(segment))
        if found is None and segment == last:
            path, found = generation.open_segment, files.signature(generation.open_segment)
        if found is None:
            continue
        for row in group:
            offset = generation.at(row, dim)[1]
            files.write_at(path, offset, bytes(max(0, min(dim * 4, found.size - offset))))
        files.write_at(path, found.size, b"", sync=True)


def is_folder(path: str) -> bool:
    """Whether a folder stands there, and no link to one."""
    return os.path.isdir(path) and not os.path.islink(path)


def is_usable(room: Room, follower: Follower) -> bool:
    """Whether rows may be put behind those of a generation: not where keys were lost that rows are still there of, nor
    where another store than the present one has them."""
    if follower.generation is None or kept_in(room.files, follower.generation.path).store != store_of(room):
        return False
    if room.outside is not None:
        return True
    lost = room.files.signature(follower.generation.segment(follower.count // SEGMENT_ROWS)) is not None
    return not lost and (follower.count > 0 or not room.files.names(follower.generation.path))


# Generations


def begin_generation(room: Room) -> Generation:
    """An empty generation; the others are dropped."""
    found = generations(room)
    number = found[0].number + 1 if found else 1
    generation = Generation(f"{room.layout.at(folder_of(room))}/g{number}", number)
    if room.outside is None:
        room.files.make_folder(generation.path)
    else:
        _begin_marked(room, generation, room.outside)
        forget(room, Debt(room.outside.name, scope_of(room), number))
    tidy(room)
    return generation


def _begin_marked(room: Room, generation: Generation, backend: VectorBackend) -> None:
    """A folder that says from the first moment who has its rows: readers look at any time."""
    new = f"{generation.path}.new"
    for path in unfinished(room):
        drop_generation(room.files, path)
    room.files.make_folder(new)
    mark(room.files, new, backend)
    room.files.rename(new, generation.path)
    room.files.sync(os.path.dirname(new))


def tidy(room: Room) -> None:
    """Drop generations that another has taken the place of, and what a process that died was writing."""
    for generation in generations(room)[1:]:
        drop_generation(room.files, generation.path)
    for path in unfinished(room):
        drop_generation(room.files, path)


def drop_generation(files: Files, path: str) -> None:
    """Unlink a generation, its keys first: from then on it counts no more. Nothing is cut shorter."""
    for name in sorted(files.names(path)):
        files.unlink(f"{path}/{name}")
    files.remove_folder(path)
    files.sync(os.path.dirname(path))
