"""Mending what is derived, and what a crash left behind, in one scope; under its lock, beside a running service.

Nothing that is truth is touched but the torn end of `replies.jsonl`. What is truth and damaged is left to who knows
better: verify names it.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterator

import msgspec

from scopes import locks
from scopes.engine import Engine
from scopes.errors import IntegrityError
from scopes.lines import render
from scopes.model import ScopeIds
from scopes.retrieval.vectors.checking import mendings
from scopes.scope import Scope
from scopes.storage import load, markers, operations, pending, publish, recovery, tails, uploads
from scopes.storage import seal as seals
from scopes.storage.batch import Author
from scopes.storage.load import Loaded
from scopes.storage.pending import Coverage
from scopes.storage.places import LINES
from scopes.storage.reseal import reseal
from scopes.storage.room import Room
from scopes.storage.sources import FOLDERS as SOURCE_FOLDERS
from scopes.storage.state import Snapshot
from scopes.storage.tracker import Tracker
from scopes.storage.writer import Writer

_FOLDERS = ("", *LINES, *SOURCE_FOLDERS, "operations", "prev")
_OLD_SECONDS = 60.0


class Repair(msgspec.Struct, frozen=True):
    """One thing that was mended, or with a dry run would be."""

    file: str
    detail: str
    scope: ScopeIds | None = None


_Step = tuple[str, str, Callable[[], object]]


def mend(scope: Scope, *, dry_run: bool) -> list[Repair]:
    """Mend one scope; nothing where journal or redo log were altered."""
    room = scope.room
    with locks.exclusive(room.lock_path) as lock:
        if not scope.exists():
            return []
        try:
            unfinished = not dry_run and recovery.recover(room, lock)
            loaded = load.load(room, Snapshot())
        except IntegrityError:
            return []
        derived = [*_copies(room), *_maps(room, loaded), *_marker(room), *mendings(room)]
        steps = [*_leftovers(room), *_torn(room), *derived]
        found = [Repair("pending.jsonl", "a dead process's commit was finished", scope.ids)] if unfinished else []
        for file, detail, step in steps:
            found.append(Repair(file, detail, scope.ids))
            if not dry_run:
                step()
    return found


def seal_anew(scope: Scope, author: Author) -> None:
    """Take the files as they are for right; see `scopes.storage.reseal`. No other process may be at work."""
    writer = Writer(Tracker(scope.room), render.maps)
    with locks.exclusive(scope.room.lock_path) as lock:
        reseal(writer, author, lock)


def _leftovers(room: Room) -> Iterator[_Step]:
    """Files that were being written when a process died: under the lock nobody is writing one."""
    for folder in _FOLDERS:
        for name in sorted(room.files.names(room.layout.at(folder))):
            if name.endswith(".new"):
                path = os.path.join(folder, name)
                yield path, "left behind by a process that died", _unlink(room, path)
    closed, _ = room.files.read(room.layout.old_pending)
    if closed is not None and not pending.is_whole(closed, room.key):
        yield "prev/pending.jsonl", "a copy that is not as it was closed", _unlink(room, "prev/pending.jsonl")
    elif _is_old(room, room.layout.old_pending):
        yield "prev/pending.jsonl", "kept for readers past its time", _unlink(room, "prev/pending.jsonl")
    displaced = publish.displaced(room)
    if any(_is_old(room, aside.path) and publish.untouched(room, aside) for aside in displaced):
        yield "prev/", "displaced texts kept past their time", lambda: publish.tidy(room, displaced)


def _is_old(room: Room, path: str) -> bool:
    state = room.files.signature(path)
    return state is not None and time.time() - state.changed / 1e9 > _OLD_SECONDS


def _torn(room: Room) -> Iterator[_Step]:
    raw, _ = room.files.read(room.layout.replies)
    if raw and not raw.endswith(b"\n") and b"\n" in raw:
        whole = raw.rfind(b"\n") + 1
        detail = f"its last {len(raw) - whole} bytes are a line that was cut off"
        yield "replies.jsonl", detail, lambda: room.files.truncate(room.layout.replies, whole)


def _copies(room: Room) -> Iterator[_Step]:
    """Copies in `prev/` that are no document's sealed text any more."""
    seal, log = seals.read(room), tails.read_log(room)
    if seal is None or log is None or log.records:
        return
    names = {os.path.basename(room.layout.base(path)): sealed.sha256 for path, sealed in seal.docs.items()}
    for name in sorted(room.files.names(room.layout.bases)):
        raw, _ = room.files.read(f"{room.layout.bases}/{name}")
        if raw is not None and hashlib.sha256(raw).hexdigest() != names.get(name):
            yield f"prev/base/{name}", "not the text that was sealed", _unlink(room, f"prev/base/{name}")


def _marker(room: Room) -> Iterator[_Step]:
    """The scope's place in the queue, by what its files say of its operations."""
    log = tails.read_log(room)
    recorded = {} if log is None else Coverage(log.records).operations
    known = {**operations.open_on_disk(room), **recorded}
    waits = {identity for identity, operation in known.items() if operation.is_open}
    path = os.path.relpath(markers.path_of(room), room.config.data)
    if waits and not markers.is_marked(room):
        yield path, "operations wait, and nobody would have come to them", lambda: markers.make(room)
    elif not waits and markers.is_marked(room):
        yield path, "no operation waits", lambda: markers.remove(room)
    for name in set(uploads.names(room)) - waits:
        yield f"{uploads.FOLDER}/{name}", "of no operation that waits", lambda: uploads.sweep(room, waits)


def sweep_queue(engine: Engine, *, dry_run: bool) -> list[Repair]:
    """Take out of the queue the scopes that are gone: their directories were removed by hand."""
    found: list[Repair] = []
    for marker in markers.listed(engine.files, engine.config.data):
        folder = markers.scope_folder(engine.files, marker)
        if folder is None or not os.path.isdir(f"{engine.config.data}/scopes/{folder}"):
            found.append(Repair(os.path.relpath(marker.path, engine.config.data), "its scope is gone"))
            if not dry_run:
                markers.forget(engine.files, engine.config.data, marker.app, os.path.basename(marker.path))
    return found


def _maps(room: Room, loaded: Loaded | None) -> Iterator[_Step]:
    """Maps that differ from the documents, or are missing; while commits wait for a checkpoint they may."""
    if loaded is None or loaded.log.records or loaded.foreign:
        return
    snapshot = loaded.state.freeze(loaded.position)
    for path, text in render.maps(snapshot).items():
        raw, _ = room.files.read(room.layout.at(path))
        if raw != text and (raw is not None or snapshot.documents):
            mending = _unlink(room, path) if text is None else _write(room, path, text)
            why = "not there yet" if raw is None else "not what is made from the documents"
            yield path, why, mending


def _unlink(room: Room, path: str) -> Callable[[], None]:
    return lambda: room.files.unlink(room.layout.at(path))


def _write(room: Room, path: str, text: bytes) -> Callable[[], None]:
    def write() -> None:
        room.files.make_folder(os.path.dirname(room.layout.at(path)))
        recovery.replace(room, path, text)

    return write
