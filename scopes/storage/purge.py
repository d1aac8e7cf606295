"""Taking erased text out of the files beside documents. Each step may be done again: recovery does so after a crash.

What is done here is on disk before the commit is acknowledged. A file that is written anew is on disk before it takes
the old one's place, so that no crash costs what stays.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Set

import msgspec

from scopes.model import Operation
from scopes.retrieval.usage import uses
from scopes.retrieval.vectors.erasing import erase_rows
from scopes.storage import journal, operations, pages, replies, sources
from scopes.storage.erasure import Erasure, Span
from scopes.storage.places import LINES, flat
from scopes.storage.room import Room

_HISTORY = "history"
_FEW = 100


def carry_out(room: Room, erasure: Erasure) -> None:
    """Rewrite sources, operations and replies without what went, blank the journal's notes of it, zero its vectors,
    forget its uses."""
    gone = set(erasure.ids)
    for path, size in erasure.sizes.items():
        _rewrite(room, path, lambda raw: without_turns(raw, gone), keep=size > 0)
    for path, spans in erasure.notes.items():
        for offset, length in spans:
            room.files.write_at(room.layout.at(path), offset, journal.blank_note(length))
    if erasure.operations:
        for path in operations.paths(room):
            _rewrite(room, path, lambda raw: _without_outcomes(raw, gone))
    replies.forget_bodies(room, gone | set(erasure.operations))
    _drop_quarantined(room, erasure)
    _rewrite(room, "usage.json", lambda raw: uses.without(raw, gone))
    erase_rows(room, gone)


def _drop_quarantined(room: Room, erasure: Erasure) -> None:
    folder = room.layout.at("quarantine")
    found = [name for name in room.files.names(folder) if name.rpartition("@")[2] in erasure.quarantined]
    for name in found:
        room.files.unlink(f"{folder}/{name}")
    if found:
        room.files.sync(folder)


def drop_copies(room: Room) -> None:
    """Drop, durably, what lies in `prev/` for readers and for merging, but for the texts of the last checkpoint, and
    whatever a crash has left unfinished."""
    for folder in ("prev", "prev/base", "", *LINES, *(folder.rstrip("/") for folder in sources.FOLDERS), "operations"):
        path = room.layout.at(folder)
        found = [name for name in room.files.names(path) if _is_copy(folder, name) and _is_file(f"{path}/{name}")]
        for name in found:
            room.files.unlink(f"{path}/{name}")
        if found or (folder.startswith("prev") and os.path.isdir(path)):
            room.files.sync(path)  # the checkpoint has put copies over older ones, too


def _is_copy(folder: str, name: str) -> bool:
    return name != "base" if folder == "prev" else name.endswith(".new")


def _is_file(path: str) -> bool:
    return os.path.islink(path) or not os.path.isdir(path)


def _rewrite(room: Room, path: str, change: Callable[[bytes], bytes], *, keep: bool = True) -> None:
    target = room.layout.at(path)
    raw, _ = room.files.read(target)
    if raw is None or (text := change(raw)) == raw:
        return
    if keep:
        room.files.put(target + ".new", text)
        room.files.sync(target + ".new")
        room.files.rename(target + ".new", target)
    else:
        room.files.unlink(target)
    room.files.sync(os.path.dirname(target))


# What there is to take out


def without_turns(raw: bytes, gone: Set[str]) -> bytes:
    """A source file without the turns of these ids; a line that is no turn stays."""
    lines = raw.split(b"\n")
    kept = [line for line in lines if not any(turn.id in gone for turn in sources.parse_lines(line)[0])]
    return raw if len(kept) == len(lines) else b"\n".join(kept)


def source_sizes(room: Room, gone: Set[str]) -> dict[str, int]:
    """Source file → its size once these turns are out of it; only of files that hold one."""
    sizes: dict[str, int] = {}
    if not gone:
        return sizes
    for path in sources.every_path(room.layout.root):
        raw, _ = room.files.read(room.layout.at(path))
        if raw is not None and (left := len(without_turns(raw, gone))) != len(raw):
            sizes[path] = left
    return sizes


def note_spans(room: Room, gone: set[str], names: set[str]) -> dict[str, tuple[Span, ...]]:
    """Journal file → where its notes stand that speak of these ids, or name one of `names`."""
    spans: dict[str, tuple[Span, ...]] = {}
    for path in _journals(room):
        raw, _ = room.files.read(room.layout.at(path))
        if found := tuple(_spans(raw or b"", gone, names)):
            spans[path] = found
    return spans


def _journals(room: Room) -> Iterator[str]:
    for segment in pages.segments(room):
        yield os.path.relpath(segment.path, room.layout.root)
    for folder, _, files in os.walk(room.layout.at(_HISTORY)):
        yield from (os.path.relpath(f"{folder}/{name}", room.layout.root) for name in files if name.endswith(".jsonl"))


def _spans(raw: bytes, gone: set[str], names: set[str]) -> Iterator[Span]:
    for at, line in _lines_with(raw, {*gone, *names}):
        record = journal.read(line)
        if record is not None and ({record.id, record.source} & gone or not names.isdisjoint(record.note.values())):
            span = journal.note_span(line)
            if span is not None:
                yield at + span[0], span[1]


def _lines_with(raw: bytes, texts: set[str]) -> Iterator[tuple[int, bytes]]:
    """(offset, line) of the whole lines that may hold one of the texts as JSON; of few texts, only those."""
    if len(texts) <= _FEW:
        needles = [msgspec.json.encode(text)[1:-1] for text in texts if text]
        starts = sorted({raw.rfind(b"\n", 0, at) + 1 for needle in needles for at in _places(raw, needle)})
    else:
        starts = [0, *(at + 1 for at in _places(raw, b"\n"))]
    for start in starts:
        if (end := raw.find(b"\n", start)) != -1:
            yield start, raw[start:end]


def _places(raw: bytes, needle: bytes) -> Iterator[int]:
    at = raw.find(needle)
    while at != -1:
        yield at
        at = raw.find(needle, at + 1)


def outcomes_of(room: Room, gone: set[str]) -> Iterator[str]:
    """Ids of the operations whose outcome names one of these."""
    for path in operations.paths(room):
        raw, _ = room.files.read(room.layout.at(path))
        for operation in operations.parse(raw or b""):
            if not gone.isdisjoint(_named(operation)):
                yield operation.id


def _without_outcomes(raw: bytes, gone: set[str]) -> bytes:
    return b"".join(map(operations.render, (_stripped(one, gone) for one in operations.parse(raw))))


def _named(operation: Operation) -> Iterable[str]:
    yield from operation.source.get("turns", ())
    yield from (one["id"] for one in (*operation.items, *operation.diary))


def _stripped(operation: Operation, gone: set[str]) -> Operation:
    if gone.isdisjoint(_named(operation)):
        return operation
    turns = [turn for turn in operation.source.get("turns", ()) if turn not in gone]
    return msgspec.structs.replace(
        operation,
        reason="erased since",
        source={**operation.source, "turns": turns},
        items=[one for one in operation.items if one["id"] not in gone],
        diary=[one for one in operation.diary if one["id"] not in gone],
    )


def quarantined(room: Room, paths: set[str]) -> tuple[str, ...]:
    """Digests in the names of the refused edits of these documents."""
    wanted = set(map(flat, paths))
    parts = (name.rpartition("@") for name in room.files.names(room.layout.at("quarantine")))
    return tuple(sorted({digest for document, _, digest in parts if document in wanted}))
