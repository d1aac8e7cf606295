"""The scope lock: a blocking flock(2) on one file a scope, outside the scope directory, carrying the journal's anchor.

Taken and released by a scope's committer alone; everything that isn't hot uses `filelock` on files of its own. A lock
file may be removed (scope erasure), so every acquire compares the inode it locked with the one at the path.
"""

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Generator, Sequence

from scopes.errors import LockTimeoutError

_POLL = 0.002


def _open_locked(path: str, flags: int, operation: int, deadline: float | None) -> int:
    while True:
        descriptor = _open(path, flags | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW)
        try:
            _flock(descriptor, operation, deadline)
            if _same_inode(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _open(path: str, flags: int) -> int:
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        return os.open(path, flags, 0o600)
    except OSError as error:
        if error.errno != errno.EROFS or not os.path.exists(path):
            raise
        # Who only looks (verify) can hold a lock on a read-only file system too.
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)


def _flock(descriptor: int, operation: int, deadline: float | None) -> None:
    if deadline is None:
        fcntl.flock(descriptor, operation)
        return
    while True:
        try:
            fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise LockTimeoutError("the lock was not had in time; nothing was applied", retry_after=1) from None
            time.sleep(_POLL)


def _same_inode(descriptor: int, path: str) -> bool:
    try:
        there = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return False
    mine = os.fstat(descriptor)
    return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)


@contextlib.contextmanager
def exclusive(path: str, *, timeout: float | None = None) -> Generator[int]:
    """Hold the lock at `path`; yields its descriptor. Blocks, or raises LockTimeoutError after `timeout` seconds."""
    deadline = None if timeout is None else time.monotonic() + timeout
    descriptor = _open_locked(path, os.O_RDWR, fcntl.LOCK_EX, deadline)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def existing(path: str) -> Generator[None]:
    """Hold the lock of a file that is there, at once or not at all: FileNotFoundError, LockTimeoutError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        _flock(descriptor, fcntl.LOCK_EX, time.monotonic())
        if not _same_inode(descriptor, path):
            raise FileNotFoundError(path)
        yield
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def all_shared(paths: Sequence[str]) -> Generator[None]:
    """Hold gates together with other holders of `all_shared`, each against one holder of `exclusive`."""
    with contextlib.ExitStack() as stack:
        for path in paths:
            stack.callback(os.close, _open_locked(path, os.O_RDWR, fcntl.LOCK_SH, None))
        yield
