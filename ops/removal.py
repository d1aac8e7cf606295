"""Erasing a scope: tombstone, lock, rename into `trash/`, remove, receipt. A late retry can't bring it back.

Both gates are held exclusively, so that nobody makes a scope below a folder that is being taken away; the scope's own
lock is held, so that no write is acknowledged into the trash.
"""

import contextlib
import os
import shutil

import msgspec

from ops.ledger import Ledger, Receipt, fresh_receipt_id, sum_bytes
from scopes import locks
from scopes.engine import Engine
from scopes.errors import IntegrityError, NotFoundError
from scopes.model import iso, utc_now
from scopes.scope import Scope
from scopes.storage.batch import Author
from scopes.storage.state import Snapshot

LAYERS = ("journal", "pending", "sources", "wiki", "diary", "archive", "operations", "replies", "derived files", "lock")
LIMITS = (
    "Says that this service removed the scope's directory and that its files were gone from it. Does not say that no "
    "backup, export, snapshot, log of a calling app or copy made by a person still holds the text, nor that the disk's "
    "blocks were overwritten."
)


class Plan(msgspec.Struct, frozen=True):
    """What an erasure would take."""

    dry_run: bool
    what: str
    counts: dict[str, int]
    layers: tuple[str, ...]
    limits: str = LIMITS


def plan(scope: Scope) -> Plan:
    """What erasing the scope would take; NotFoundError when there is none."""
    if not scope.exists():
        raise NotFoundError("no such scope")
    snapshot = _readable(scope)
    return Plan(True, "scope", _counts(snapshot, scope.room.layout.root), LAYERS)


def erase(engine: Engine, ledger: Ledger, scope: Scope, author: Author) -> Receipt:
    """Erase the scope; the receipt says what went. NotFoundError when there is none."""
    room = scope.room
    if not scope.exists():  # before a lock is taken, which would leave its file behind
        raise NotFoundError("no such scope")
    identity = fresh_receipt_id()
    trash = f"{engine.config.data}/trash/{identity}"
    with contextlib.ExitStack() as held:
        for gate in engine.gate_paths(scope.ids):
            held.enter_context(locks.exclusive(gate))
        held.enter_context(locks.exclusive(room.lock_path))
        if not scope.exists():
            raise NotFoundError("no such scope")
        snapshot = _readable(scope)
        counts = _counts(snapshot, room.layout.root)
        ledger.append("erase_begin", id=identity, actor=author.actor, request=author.request)
        _mark_erased(engine, scope)
        engine.files.make_folder(os.path.dirname(trash))
        engine.files.rename(room.layout.root, trash)
        engine.files.sync(os.path.dirname(room.layout.root))
        _remove_empty_levels(room.layout.root, engine.config.data)
        engine.files.unlink(room.lock_path)
        gone = not scope.exists()
    shutil.rmtree(trash, ignore_errors=True)  # what can't be removed makes the receipt incomplete
    if os.path.exists(trash):
        counts["left"] = sum_bytes(trash)[0]
    receipt = Receipt(
        id=identity,
        scope=os.path.basename(room.lock_path),
        what="scope",
        at=iso(utc_now()),
        actor=author.actor,
        counts=counts,
        layers=LAYERS,
        digests={"head": snapshot.position.mac},
        limits=LIMITS,
        complete=gone and not os.path.exists(trash),
    )
    return ledger.keep(receipt, author.request)


def _readable(scope: Scope) -> Snapshot:
    """What the scope holds; nothing when it is too damaged to be opened, which must not keep it from being erased."""
    try:
        return scope.snapshot()
    except (IntegrityError, OSError):
        return Snapshot(exists=True)


def _counts(snapshot: Snapshot, root: str) -> dict[str, int]:
    files, size = sum_bytes(root)
    counts = {"wiki": 0, "diary": 0, "archive": 0, "source": 0}
    for item in snapshot.items.values():
        counts[item.layer] += 1
    return {"files": files, "bytes": size, "records": snapshot.seq, **counts}


def _mark_erased(engine: Engine, scope: Scope) -> None:
    path = engine.tombstone_path(scope.room)
    engine.files.make_folder(os.path.dirname(path))
    engine.files.put(path, b"")
    os.utime(path)
    engine.files.sync(path)
    engine.files.sync(os.path.dirname(path))


def _remove_empty_levels(root: str, data: str) -> None:
    """Folders above the scope that hold nothing any more: they are named after its user."""
    folder = os.path.dirname(root)
    while folder != f"{data}/scopes":
        try:
            os.rmdir(folder)
        except OSError:
            return
        folder = os.path.dirname(folder)
