"""Taking the rows of erased items out of the files. May be done again: recovery does so after a crash."""

from collections.abc import Iterator, Set

from scopes.errors import UnavailableError
from scopes.retrieval.vectors import keys as key_lines
from scopes.retrieval.vectors.generation import (
    HEADER_BYTES,
    SEGMENT_ROWS,
    Generation,
    folder_of,
    generations,
    unfinished,
)
from scopes.retrieval.vectors.keys import Key
from scopes.retrieval.vectors.making import LARGEST_BATCH
from scopes.retrieval.vectors.owing import Debt, forget, owe, scope_of
from scopes.retrieval.vectors.port import Kept, kept_in
from scopes.retrieval.vectors.stores import outside_index
from scopes.retrieval.vectors.writing import drop_generation, is_folder, zero
from scopes.storage.places import LINES
from scopes.storage.room import Room

__all__ = ["erase_rows", "owe_all"]


def erase_rows(room: Room, gone: Set[str]) -> None:
    """Zero every row of these items, and every row that no key speaks for; blank what the keys tell of them.

    Needs the scope lock; whoever has the files mapped sees zeros at once. An item's id stays, as a tombstone, until the
    rows are next written anew.
    """
    for line in LINES:
        _erase_of(room.of(line), gone)


def _erase_of(room: Room, gone: Set[str]) -> None:
    for path in unfinished(room):
        drop_generation(room.files, path)
    for generation in generations(room):
        raw, _ = room.files.read(generation.keys)
        if raw is None:
            drop_generation(room.files, generation.path)
        else:
            _erase_in(room, generation, raw, gone)


def owe_all(room: Room) -> None:
    """Write down what a scope that is taken away has in stores outside; it is settled once it is gone."""
    for line in LINES:
        _owe_all_of(room.of(line))


def _owe_all_of(room: Room) -> None:
    kept = (kept_in(room.files, generation.path) for generation in generations(room))
    stores = {one.store for one in kept if one.outside}
    there = room.line == "chat" or is_folder(room.layout.at(folder_of(room)))
    if room.outside is not None and room.outside.outside and there:
        stores.add(room.outside.name)
    for store in sorted(stores):
        owe(room.files, room.config.data, Debt(store, scope_of(room)))


def _erase_in(room: Room, generation: Generation, raw: bytes, gone: Set[str]) -> None:
    found = key_lines.parse(raw).keys
    if not found:
        drop_generation(room.files, generation.path)
        return
    dim, rows = found[0].dim, max(key.row for key in found) + 1
    keeper = kept_in(room.files, generation.path)
    if keeper.store:
        _blank(room, generation, raw, found, gone)
        _erase_outside(room, generation, keeper, found, gone)
        return
    kept = {key.row for key in found if key.id not in gone and not key.gone}
    zero(room.files, generation, dim, (row for row in range(rows) if row not in kept), rows)
    _zero_rest(room, generation, dim, rows)
    _blank(room, generation, raw, found, gone)


def _blank(room: Room, generation: Generation, raw: bytes, found: list[Key], gone: Set[str]) -> None:
    if lines := list(_lines_of(raw, found, gone)):
        for offset, line in lines:
            room.files.write_at(generation.keys, offset, key_lines.blanked(line))
        room.files.write_at(generation.keys, len(raw), b"", sync=True)


def _erase_outside(room: Room, generation: Generation, kept: Kept, found: list[Key], gone: Set[str]) -> None:
    """Have these rows deleted by who has them, and those that were put without their keys being written yet."""
    end = max(key.row for key in found) + 1
    rows = (*sorted({key.row for key in found if key.id in gone}), *range(end, end + LARGEST_BATCH))
    if kept.outside:
        forget(room, Debt(kept.store, scope_of(room), generation.number, rows))
        return
    try:
        index = outside_index(room, generation)
        if index is None:
            raise UnavailableError("another store is set")
        index.delete(rows)
    except UnavailableError:
        drop_generation(room.files, generation.path)  # derived: rather none than one too many


def _zero_rest(room: Room, generation: Generation, dim: int, rows: int) -> None:
    """What stands behind the rows that have keys: a writer died, or lost its keys."""
    signature = room.files.signature(generation.open_segment)
    if signature is None:
        return
    full = room.files.signature(generation.segment((rows - 1) // SEGMENT_ROWS)) is not None
    start = HEADER_BYTES if full else generation.at(rows - 1, dim)[1] + dim * 4
    if signature.size > start:
        room.files.write_at(generation.open_segment, start, bytes(signature.size - start), sync=True)


def _lines_of(raw: bytes, found: list[Key], gone: Set[str]) -> Iterator[tuple[int, bytes]]:
    """(offset, line) of the keys of these items."""
    wanted = {key.id for key in found} & gone
    offset = 0
    for line in raw.split(b"\n") if wanted else ():
        key = key_lines.read(line)
        if key is not None and key.id in wanted and not key.gone:
            yield offset, line
        offset += len(line) + 1
