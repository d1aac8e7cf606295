"""Operations: in the snapshot until the next checkpoint, then a line in `operations/<day>.jsonl`, for a settable time.

The last line of an operation counts. The files hold no text of memories. An operation that waits in the queue stays in
the snapshot until its end.
"""

import datetime as dt
from collections.abc import Iterable, Iterator

import msgspec

from scopes.model import Operation
from scopes.storage.room import Room
from scopes.storage.state import Snapshot

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz234567")
_decoder = msgspec.json.Decoder(Operation)


def open_on_disk(room: Room) -> dict[str, Operation]:
    """The operations that are open as far as the files tell."""
    last: dict[str, Operation] = {}
    for raw in reversed(list(_files(room))):
        last.update((operation.id, operation) for operation in parse(raw))
    return {identity: operation for identity, operation in last.items() if operation.is_open}


def find(room: Room, snapshot: Snapshot, identity: str) -> Operation | None:
    """One operation; None for an id that is none, or one that was dropped."""
    known = snapshot.operations.get(identity)
    if known is not None or not identity or set(identity) - _LETTERS:
        return known
    mark = b'"id":"' + identity.encode() + b'"'
    for raw in _files(room):
        if (at := raw.rfind(mark)) != -1:
            return _decode(raw[raw.rfind(b"\n", 0, at) + 1 : raw.find(b"\n", at)])
    return None


def list_after(room: Room, snapshot: Snapshot, after: str, limit: int) -> list[Operation]:
    """Up to `limit` operations with ids behind `after`, in the order of their ids."""
    found = {operation.id: operation for operation in snapshot.operations.values()}
    for raw in _files(room):
        for operation in map(_decode, reversed(raw.split(b"\n"))):
            if operation is not None:
                found.setdefault(operation.id, operation)
    return [found[identity] for identity in sorted(identity for identity in found if identity > after)[:limit]]


def keep(room: Room, operations: Iterable[Operation]) -> None:
    """Write operations out, durably."""
    lines = b"".join(map(render, operations))
    today = dt.datetime.now(dt.UTC).date()
    if lines:
        folder, path = room.layout.operations, f"{room.layout.operations}/{today}.jsonl"
        room.files.make_folder(folder)
        signature = room.files.signature(path)
        size = 0 if signature is None else signature.size
        last = room.files.read_from(path, size - 1) if size else None
        gap = b"" if last is None or last[0] == b"\n" else b"\n"  # behind a line that a crash has cut
        room.files.write_at(path, size, gap + lines, sync=True)
        if signature is None:
            room.files.sync(folder)


def past(room: Room) -> list[str]:
    """Relative paths of the days that are past their time."""
    oldest = dt.datetime.now(dt.UTC).date() - dt.timedelta(seconds=room.config.operation_seconds)
    return [path for path in paths(room) if path < f"operations/{oldest}.jsonl"]


def paths(room: Room) -> list[str]:
    """Relative paths of the files, newest day first."""
    names = sorted(room.files.names(room.layout.operations), reverse=True)
    return [f"operations/{name}" for name in names if name.endswith(".jsonl")]


def parse(raw: bytes) -> list[Operation]:
    """The operations in a file's bytes, in order; what a crash has cut is left out."""
    return [operation for line in raw.split(b"\n") if (operation := _decode(line)) is not None]


def render(operation: Operation) -> bytes:
    """An operation as its line."""
    return msgspec.json.encode(operation) + b"\n"


def _files(room: Room) -> Iterator[bytes]:
    """The files' bytes, newest day first; a line that a crash has cut is ended."""
    for path in paths(room):
        raw, _ = room.files.read(room.layout.at(path))
        yield (raw or b"") + b"\n"


def _decode(line: bytes) -> Operation | None:
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
