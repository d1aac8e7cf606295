"""One moment of a scope: which files stood there and how far, noted under its lock, read after the lock is let go.

An append-only file is its first bytes; small files that are replaced whole are opened at the cut; a document is the
inode that stood at its name, which the service only ever moves aside, to where a hold keeps it.
"""

import os

import msgspec

from ops.archive import names
from ops.archive.look import READ, Look
from ops.archive.manifest import Head, Skipped
from ops.archive.names import Kind
from scopes import locks
from scopes.errors import IntegrityError, NotFoundError
from scopes.model import utc_now
from scopes.storage import operations, pages, recovery, tails
from scopes.storage import room as rooms
from scopes.storage.files import Signature
from scopes.storage.holds import Hold
from scopes.storage.pending import Coverage, Log
from scopes.storage.room import Identity, Room

_NOTHING = Signature(0, 0, 0, 0)


class CutFile(msgspec.Struct, frozen=True):
    """A file at the cut; `descriptor` is open where a later look at the name would find another file.

    `more` follows the file's own bytes: what the next checkpoint would have written behind them.
    """

    name: str
    kind: Kind
    signature: Signature
    descriptor: int | None = None
    more: bytes = b""

    @property
    def size(self) -> int:
        """Bytes in the archive."""
        return self.signature.size + len(self.more)


class Cut(msgspec.Struct, frozen=True):
    """A scope at one moment. `close` it: it has files open, and until its hold is released displaced documents stay."""

    identity: Identity
    head: Head
    files: tuple[CutFile, ...]
    skipped: tuple[Skipped, ...]
    hold: Hold
    opened: tuple[int, ...]

    def close(self) -> None:
        """Let go of everything."""
        self.hold.release()
        for descriptor in self.opened:
            os.close(descriptor)


def take(room: Room) -> Cut:
    """The scope as of now; NotFoundError when there is none. Writers wait for no longer than its files are listed."""
    if not rooms.exists(room):  # before a lock is taken, which would leave its file behind
        raise NotFoundError("no such scope")
    with locks.exclusive(room.lock_path) as lock:
        identity = rooms.read_identity(room)
        if identity is None:
            raise NotFoundError("no such scope")
        recovery.recover(room, lock)
        log = tails.read_log(room)
        if log is None:
            raise IntegrityError("pending.jsonl is missing", field="pending.jsonl")
        head = _head(log)
        hold = Hold(room, head.seq)
        try:
            look = Look(room)
        except BaseException:
            hold.release()
            raise
    files = [CutFile(name, kind, signature, look.opened.get(name)) for name, kind, signature in look.files()]
    files = sorted(_with_late_operations(files, log), key=_order)
    return Cut(identity, head, tuple(files), tuple(look.skipped), hold, tuple(look.opened.values()))


def _head(log: Log) -> Head:
    if not log.ended:
        return Head(log.header.position.seq, log.header.position.mac)
    last = log.ended[-1][0]
    return Head(last.last, last.mac)


def _with_late_operations(files: list[CutFile], log: Log) -> list[CutFile]:
    """The files with the operations that stand in pending alone, where a checkpoint would put them."""
    late = b"".join(map(operations.render, Coverage(log.records).operations.values()))
    if not late:
        return files
    name = f"{names.OPERATIONS}{utc_now().date()}.jsonl"
    file = next((file for file in files if file.name == name), CutFile(name, "operations", _NOTHING))
    if file.descriptor is not None and os.pread(file.descriptor, 1, file.signature.size - 1) not in (b"", b"\n"):
        late = b"\n" + late  # behind a line that a crash has cut
    others = [other for other in files if other.name != name]
    return [*others, msgspec.structs.replace(file, more=late)]


def _order(file: CutFile) -> tuple[int, str]:
    """Documents come early: while they are read, displaced texts are held; sources, which are large, come last."""
    order: tuple[Kind, ...] = ("identity", "seal", "document", "operations", "history", "journal", "source")
    return order.index(file.kind), file.name


def descriptor_of(room: Room, file: CutFile) -> int | None:
    """The file as it stood at the cut, opened; None when it is not to be had any more.

    One that did not exist is empty.
    """
    if file.signature is _NOTHING:
        return os.open(os.devnull, READ)
    if file.descriptor is not None:
        return os.dup(file.descriptor) if _stands(room, file) else None
    found = _opened(room.layout.at(file.name), file)
    return found if found is not None or file.kind != "document" else _displaced(room, file)


def _stands(room: Room, file: CutFile) -> bool:
    """Whether the open journal was only appended to or closed; a rewritten one must not be given out."""
    if file.name != names.JOURNAL:
        return True
    return any(
        (now := room.files.signature(segment.path)) is not None and now.inode == file.signature.inode
        for segment in reversed(pages.segments(room))
    )


def _displaced(room: Room, file: CutFile) -> int | None:
    prefix = room.layout.displaced_prefix(file.name)
    for name in room.files.names(room.layout.previous):
        if name.startswith(prefix) and (found := _opened(f"{room.layout.previous}/{name}", file)) is not None:
            return found
    return None


def _opened(path: str, file: CutFile) -> int | None:
    """The file at `path` opened, if it is the one of the cut: grown at most, a document not changed at all."""
    try:
        descriptor = os.open(path, READ)
    except OSError:
        return None
    if unchanged(file, descriptor):
        return descriptor
    os.close(descriptor)
    return None


def unchanged(file: CutFile, descriptor: int) -> bool:
    """Whether an open file is the one of the cut, with at least its bytes; a document must not have changed at all."""
    now, then = os.fstat(descriptor), file.signature
    if then is _NOTHING:
        return True
    if now.st_ino != then.inode or now.st_size < then.size:
        return False
    return file.kind != "document" or (now.st_size, now.st_mtime_ns) == (then.size, then.modified)
