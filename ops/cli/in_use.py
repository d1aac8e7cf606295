"""Who uses a data directory at this moment: `<data>/locks/in-use.lock`.

Servers and commands hold it together; what an interrupted erasure left is removed by who has it alone. It is a lock of
the open file, so workers that outlive a killed master still hold it. `filelock` has no shared mode.
"""

import contextlib
from collections.abc import Generator

from scopes import locks
from scopes.errors import ConflictError, LockTimeoutError
from scopes.registry import finish_erasures


def finish_leftovers(directory: str) -> bool:
    """Remove what an interrupted erasure or creation left behind, unless somebody uses the directory; whether it did.

    Nothing is at work when this holds the lock, so nothing in `trash/` or `staging/` is still wanted.
    """
    try:
        with locks.exclusive(_path(directory), timeout=0):
            finish_erasures(directory)
    except LockTimeoutError:
        return False
    return True


@contextlib.contextmanager
def in_use(directory: str) -> Generator[None]:
    """Use the data directory, beside others who do."""
    with locks.all_shared([_path(directory)]):
        yield


@contextlib.contextmanager
def alone(directory: str) -> Generator[None]:
    """Use the data directory while nobody else does; ConflictError when somebody does."""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(locks.exclusive(_path(directory), timeout=0))
        except LockTimeoutError:
            raise ConflictError("a server or another command uses the data directory: stop it first") from None
        yield


def _path(directory: str) -> str:
    return f"{directory}/locks/in-use.lock"
