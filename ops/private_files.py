"""Small files of the service itself (keys, first keys): 0600, replaced whole, never half-written."""

import contextlib
import errno
import os
import secrets
from collections.abc import Generator

from filelock import FileLock, Timeout

from scopes.errors import DiskFullError, LockTimeoutError
from scopes.storage.files import Files

_FILES = Files()
_FULL = (errno.ENOSPC, errno.EDQUOT)


def write_private(path: str, content: bytes) -> None:
    """Replace `path` by a file of mode 0600 with `content`; durable on return, the old file stands on any failure.

    Raises DiskFullError when no bytes or inodes are left.
    """
    temporary = f"{path}.{secrets.token_hex(6)}.tmp"
    try:
        _FILES.put(temporary, content)
        _FILES.sync(temporary)
        _FILES.rename(temporary, path)
        _FILES.sync(os.path.dirname(os.path.abspath(path)))
    except OSError as error:
        _FILES.unlink(temporary)
        if error.errno in _FULL:
            raise DiskFullError("no space is left for the service's own files") from error
        raise


def make_private_directory(path: str) -> None:
    """Make `path` and what is missing above it, mode 0700, durably."""
    _FILES.make_folder(os.path.abspath(path))


@contextlib.contextmanager
def service_lock(directory: str, name: str, *, timeout: float = 10.0) -> Generator[None]:
    """Hold `<data>/locks/<name>.lock` against other processes; the caller keeps its own threads apart.

    The lock file is never deleted: removing a held one would admit a second holder.
    """
    locks = os.path.join(directory, "locks")
    make_private_directory(locks)
    lock = FileLock(
        os.path.join(locks, f"{name}.lock"),
        timeout=timeout,
        mode=0o600,
        thread_local=False,
        fallback_to_soft=False,
        poll_interval=0.01,
    )
    try:
        with lock:
            yield
    except Timeout as error:
        raise LockTimeoutError("the lock was not had in time; nothing was applied", retry_after=1) from error
