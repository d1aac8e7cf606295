"""Who fills: one process a scope, by a lock that the kernel frees when its holder dies."""

import contextlib
import fcntl
import os
from collections.abc import Generator

__all__ = ["leased"]


@contextlib.contextmanager
def leased(path: str) -> Generator[bool]:
    """Hold the lease at `path`, in a folder that is there; yields whether it was free."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)
