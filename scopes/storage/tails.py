"""Behind the last checkpoint: the records in pending, and the journal lines that have followed from them."""

from scopes.errors import IntegrityError
from scopes.storage import pages, pending
from scopes.storage.files import Signature
from scopes.storage.pending import Log, Record
from scopes.storage.room import Room
from scopes.storage.state import Position

__all__ = ["BOOT", "closed_at", "committed", "last_closed", "read_log", "read_tail", "rebooted"]

with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as _file:
    BOOT = _file.read().strip()


def read_log(room: Room, path: str | None = None) -> Log | None:
    """A pending file; None when there is none. One that was altered is an IntegrityError."""
    raw, signature = room.files.read(path or room.layout.pending)
    return None if raw is None or signature is None else pending.parse(raw, room.key, signature.inode)


def read_tail(room: Room, base: Position) -> tuple[bytes, Signature]:
    """The journal behind the last checkpoint, empty just after a segment was closed.

    A journal that is missing or shorter than the checkpoint left it is an IntegrityError.
    """
    piece = room.files.read_from(room.layout.journal, base.offset)
    if piece is None:
        raise IntegrityError("journal.jsonl is missing", field="journal.jsonl")
    if piece[1].size < base.offset and not closed_at(room, base.offset):
        raise IntegrityError("journal.jsonl is shorter than its last checkpoint", field="journal.jsonl")
    return piece


def last_closed(room: Room) -> str:
    """The path of the segment that was closed last, of the open one when none was."""
    return pages.segments(room)[-2:][0].path


def closed_at(room: Room, size: int) -> bool:
    """Whether the last closed segment is one of `size` bytes."""
    closed = pages.segments(room)[:-1]
    last = room.files.signature(closed[-1].path) if closed else None
    return last is not None and last.size == size


def committed(log: Log, tail: bytes) -> tuple[list[Record], int]:
    """The records whose lines stand whole in the journal's tail, and the bytes they take there."""
    done: list[Record] = []
    at = 0
    for record in log.records:
        lines = record.journal_bytes
        if tail[at : at + len(lines)] != lines:
            break
        done.append(record)
        at += len(lines)
    return done, at


def rebooted(log: Log) -> bool:
    """Whether a record was written before the machine last started: what lies unsynced on disk may be spoilt."""
    return any(record.boot != BOOT for record in log.records)
