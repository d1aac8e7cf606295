"""Reading the journal across its segments, forward, without its lock: pages, a tail, and the raw lines for a proof."""

import mmap
import os
from collections.abc import Iterator

import msgspec

from scopes.storage import journal
from scopes.storage.journal import Record
from scopes.storage.room import Room


class Segment(msgspec.Struct, frozen=True):
    """One journal file and the seq of its first line."""

    path: str
    first: int


def segments(room: Room) -> list[Segment]:
    """The journal's files, oldest first; the open one is last."""
    names = [name for name in room.files.names(room.layout.closed_journals) if name.split(".")[0].isdigit()]
    closed = [Segment(f"{room.layout.closed_journals}/{name}", int(name.split(".")[0])) for name in names]
    closed.sort(key=lambda segment: segment.first)
    if closed and _is_open_one(room, closed[-1].path):
        closed.pop()
    return [*closed, Segment(room.layout.journal, 1 << 62)]


def _is_open_one(room: Room, path: str) -> bool:
    """Whether a closed segment's name is a second one of the open journal: closing it was cut off."""
    closed, journal = room.files.signature(path), room.files.signature(room.layout.journal)
    return closed is not None and journal is not None and closed.inode == journal.inode


def read_page(room: Room, after: int, limit: int) -> list[Record]:
    """Up to `limit` records behind seq `after`, in order."""
    found: list[Record] = []
    every = segments(room)
    for at, segment in enumerate(every):
        if at + 1 < len(every) - 1 and every[at + 1].first <= after + 1:
            continue
        for record in _records(segment.path, after):
            found.append(record)
            if len(found) == limit:
                return found
    return found


def _records(path: str, after: int) -> Iterator[Record]:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except FileNotFoundError:
        return
    with open(descriptor, "rb") as file:
        if os.fstat(descriptor).st_size == 0:
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
            at = _offset_behind(view, after)
            while (end := view.find(b"\n", at)) != -1:
                record = journal.read(view[at:end])
                at = end + 1
                if record is not None and record.seq > after:
                    yield record


def _offset_behind(view: mmap.mmap, after: int) -> int:
    """The offset of a line at or before the first one behind `after`, found by halving."""
    low, high = 0, len(view)
    while high - low > 4_096:
        middle = view.find(b"\n", (low + high) // 2) + 1
        end = view.find(b"\n", middle)
        record = journal.read(view[middle:end]) if 0 < middle < high and end != -1 else None
        if record is None or record.seq > after:
            high = (low + high) // 2
        else:
            low = middle
    return low


def raw_lines(room: Room, end: int) -> Iterator[tuple[str, bytes]]:
    """(file name, line without its newline) of the whole journal; the open segment is read up to byte `end`."""
    for segment in segments(room):
        raw, _ = room.files.read(segment.path)
        raw = (raw or b"") if segment.path != room.layout.journal else (raw or b"")[:end]
        name = os.path.relpath(segment.path, room.layout.root)
        for line in raw.split(b"\n")[:-1]:
            yield name, line
        if raw and not raw.endswith(b"\n"):
            yield name, raw[raw.rfind(b"\n") + 1 :]
