"""A file that holds space free for an erasure: on a full disk it is given up first, since erasing needs room too."""

import contextlib
import logging
import os
from collections.abc import Generator

FILE = "ballast"

_log = logging.getLogger(__name__)


def keep_ballast(directory: str, size: int) -> bool:
    """See that so many bytes are set aside; whether they are. With 0 none are, and what was is given back."""
    path = f"{directory}/{FILE}"
    if size == 0:
        _give_up(path)
        return True
    if _size(path) == size:
        return True
    try:
        _give_up(path)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            os.posix_fallocate(descriptor, 0, size)
        finally:
            os.close(descriptor)
    except OSError as error:
        _give_up(path)
        _log.warning("no ballast could be set aside", extra={"bytes": size, "error": error.strerror})
        return False
    return True


@contextlib.contextmanager
def freed_ballast(directory: str) -> Generator[None]:
    """Give the ballast up for as long as this lasts, if there is less room than it takes; then set it aside again."""
    path = f"{directory}/{FILE}"
    size = _size(path)
    if not size or _free_bytes(directory) > size:
        yield
        return
    _log.warning("the ballast is given up for an erasure", extra={"bytes": size})
    _give_up(path)
    try:
        yield
    finally:
        keep_ballast(directory, size)


def _size(path: str) -> int:
    try:
        return os.stat(path, follow_symlinks=False).st_size
    except FileNotFoundError:
        return 0


def _free_bytes(directory: str) -> int:
    state = os.statvfs(directory)
    return state.f_bavail * state.f_frsize


def _give_up(path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
