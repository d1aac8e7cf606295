"""What a store outside still has to forget: written down before it is asked, struck out when it has done so.

One file a debt, in `owed/` of the data directory. It names a scope by its keyed digest and rows by their numbers.
"""

import logging
import os
import secrets
from collections.abc import Container

import msgspec

from scopes.errors import UnavailableError
from scopes.model import Degraded
from scopes.retrieval.vectors.port import VectorBackend
from scopes.storage.files import Files
from scopes.storage.room import Room

__all__ = ["Debt", "debts", "degraded_by_debts", "forget", "owe", "scope_of", "settle"]

_log = logging.getLogger(__name__)
_FOLDER, _LINE = "owed", "_"


class Debt(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rows of a generation to be deleted; without rows, every generation of the scope but `generation`."""

    store: str
    scope: str
    generation: int | None = None
    rows: tuple[int, ...] = ()


def owe(files: Files, data: str, debt: Debt) -> str:
    """Write a debt down, durably; where it stands."""
    folder = f"{data}/{_FOLDER}"
    files.make_folder(folder)
    path = f"{folder}/{debt.scope}-{secrets.token_hex(4)}.json"
    files.put(f"{path}.new", msgspec.json.encode(debt))
    files.sync(f"{path}.new")
    files.rename(f"{path}.new", path)
    files.sync(folder)
    return path


def settle(backend: VectorBackend | None, files: Files, data: str, scopes: Container[str] | None = None) -> int:
    """Have what is owed (of some scopes) forgotten; how many debts are left. Those of another store are."""
    left = 0
    for path, debt in debts(files, data):
        if scopes is not None and debt.scope.partition(_LINE)[0] not in scopes:
            continue
        try:
            if backend is None or backend.name != debt.store:
                raise UnavailableError("another store is set")
            _pay(backend, debt)
        except UnavailableError as error:
            _log.warning("a vector store has yet to forget", extra={"scope": debt.scope, "reason": error.detail})
            left += 1
        else:
            files.unlink(path)
    return left


def debts(files: Files, data: str) -> list[tuple[str, Debt]]:
    """(where it stands, what is owed)."""
    found: list[tuple[str, Debt]] = []
    for name in sorted(files.names(f"{data}/{_FOLDER}")):
        path = f"{data}/{_FOLDER}/{name}"
        raw, _ = files.read(path)
        if raw is not None and name.endswith(".json"):
            found.append((path, _read(raw, name)))
    return found


def _read(raw: bytes, name: str) -> Debt:
    """What is owed; where that can't be read, all that the scope in the file's name has, to nobody known."""
    try:
        return msgspec.json.decode(raw, type=Debt)
    except msgspec.DecodeError:
        return Debt("a store that can't be read", name.partition("-")[0])


def degraded_by_debts(files: Files, data: str, since: str) -> Degraded | None:
    """Rows of erased memory that a store may still keep."""
    found = debts(files, data)
    if not found:
        return None
    stores = ", ".join(sorted({debt.store for _, debt in found}))
    return Degraded(
        component="vectors-owed",
        wanted="no row of what was erased",
        used=f"rows that {stores} may still keep",
        reason=f"{len(found)} deletions were not answered",
        since=since,
        remedy=f"see that {stores} can be reached, and is the store that is set: it is asked again every minute",
    )


def _pay(backend: VectorBackend, debt: Debt) -> None:
    if debt.rows and debt.generation is not None:
        backend.index(debt.scope, "", debt.generation).delete(debt.rows)
    else:
        backend.drop(debt.scope, debt.generation)


def forget(room: Room, debt: Debt) -> None:
    """Have a store forget; what it can't do now it owes."""
    owe(room.files, room.config.data, debt)
    settle(room.outside, room.files, room.config.data, (debt.scope,))


def scope_of(room: Room) -> str:
    """What a store knows a line's rows by: the keyed digest of the scope's lock, for the chat line that alone."""
    name = os.path.basename(room.lock_path)
    return name if room.line == "chat" else f"{name}{_LINE}{room.line}"
