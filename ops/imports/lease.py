"""Whether an import that says it is running still has somebody who runs it: a lock that the kernel frees at a death."""

import contextlib
import os

import msgspec

from scopes import locks
from scopes.errors import LockTimeoutError
from scopes.model import Operation, iso, utc_now

KIND = "import"
INTERRUPTED = "interrupted: what is stored stays; import the file again, and only the rest is added"


class Lease:
    """Held from before an import is told of until after its end is."""

    def __init__(self, data: str, identity: str) -> None:
        self._path = _path(data, identity)
        self._held = contextlib.ExitStack()
        self._held.enter_context(locks.exclusive(self._path, timeout=0))

    def release(self) -> None:
        """The import has come to its end."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path)
        self._held.close()


def is_waiting(operation: Operation) -> bool:
    """Whether it is an import that has not come to its end."""
    return operation.kind == KIND and operation.status in ("queued", "running")


def is_held(data: str, identity: str) -> bool:
    """Whether somebody runs the import. One whose lease is free may have ended just now: look at it again."""
    path = _path(data, identity)
    if not os.path.exists(path):
        return False
    try:
        with locks.exclusive(path, timeout=0):
            os.unlink(path)
    except LockTimeoutError:
        return True
    return False


def interrupted(operation: Operation) -> Operation:
    """An import that nobody runs any more, as it is to be shown."""
    end = iso(utc_now())
    return msgspec.structs.replace(operation, status="failed", outcome="failed", reason=INTERRUPTED, finished_at=end)


def _path(data: str, identity: str) -> str:
    return f"{data}/locks/imports/{identity}"
