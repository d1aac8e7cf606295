"""Every call that changes a file, in one place, so that a test can record or fail each of them.

No call here follows a link at the last component. `put` is for names nobody else opens; a name that is read meanwhile
is changed by `exchange`, `rename` or, for append-only files, `write_at`.
"""

import ctypes
import errno
import fcntl
import os
import signal
from typing import NamedTuple

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
_libc = ctypes.CDLL(None, use_errno=True)
_NO_EXCHANGE = (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP)


class Signature(NamedTuple):
    """What tells one state of a file from another without reading it; times in ns."""

    inode: int
    size: int
    modified: int
    changed: int


class Files:
    """The operating system's calls as the engine uses them."""

    def read(self, path: str) -> tuple[bytes | None, Signature | None]:
        """A file's bytes with the signature they were read under; (None, None) when there is none."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            return None, None
        with open(descriptor, "rb", buffering=0) as file:
            raw = file.readall()
            return raw, _signature(os.fstat(descriptor))

    def read_from(self, path: str, offset: int) -> tuple[bytes, Signature] | None:
        """The bytes from `offset` on, with the file's signature; None when there is no file."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        try:
            state = os.fstat(descriptor)
            return os.pread(descriptor, max(0, state.st_size - offset), offset), _signature(state)
        finally:
            os.close(descriptor)

    def signature(self, path: str) -> Signature | None:
        """A file's signature; None when there is none."""
        try:
            return _signature(os.stat(path, follow_symlinks=False))
        except FileNotFoundError:
            return None

    def fresh_signature(self, path: str) -> Signature | None:
        """The signature by open + fstat, which network file systems answer freshly where stat may be old."""
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        try:
            return _signature(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    def put(self, path: str, data: bytes) -> None:
        """Write a whole file under a name of our own."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            _write(descriptor, 0, data)
        finally:
            os.close(descriptor)

    def write_at(self, path: str, offset: int, data: bytes, *, sync: bool = False) -> None:
        """Write at a known place (never O_APPEND); with `sync`, fdatasync before returning."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            _write(descriptor, offset, data)
            if sync:
                os.fdatasync(descriptor)
        finally:
            os.close(descriptor)

    def truncate(self, path: str, size: int) -> None:
        """Cut a file."""
        os.truncate(path, size)

    def sync(self, path: str) -> None:
        """fsync a file or a folder."""
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def rename(self, old: str, new: str) -> None:
        """Rename over whatever stands at `new`."""
        os.rename(old, new)

    def unlink(self, path: str) -> None:
        """Remove a name; nothing happens when it is gone already."""
        try:
            os.unlink(path)
        except FileNotFoundError:
            return

    def make_folder(self, path: str) -> None:
        """Make a folder and what is missing above it, and make their names durable."""
        missing: list[str] = []
        while not os.path.isdir(path):
            missing.append(path)
            path = os.path.dirname(path)
        for folder in reversed(missing):
            try:
                os.mkdir(folder, 0o700)
            except FileExistsError:
                continue
            self.sync(os.path.dirname(folder))

    def exchange(self, ours: str, theirs: str) -> bool:
        """Swap two names in one step, so that what stood at `theirs` is never lost; False when `theirs` is missing.

        Where the file system can't, `theirs` is linked aside first and then replaced, and both names stay.
        """
        if _libc.renameat2(_AT_FDCWD, os.fsencode(ours), _AT_FDCWD, os.fsencode(theirs), _RENAME_EXCHANGE) == 0:
            return True
        code = ctypes.get_errno()
        if code == errno.ENOENT:
            return False
        if code not in _NO_EXCHANGE:
            raise OSError(code, os.strerror(code), theirs)
        return self._link_and_rename(ours, theirs)

    def _link_and_rename(self, ours: str, theirs: str) -> bool:
        aside = ours + ".aside"
        try:
            os.link(theirs, aside, follow_symlinks=False)
        except FileNotFoundError:
            return False
        os.rename(ours, theirs)
        os.rename(aside, ours)
        return True


def _signature(state: os.stat_result) -> Signature:
    return Signature(state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)


def _write(descriptor: int, offset: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view, offset = view[written:], offset + written


def nobody_writes(path: str) -> bool:
    """Whether no process holds the file open for writing: a read lease is granted only then (fcntl F_SETLEASE).

    A lease broken before it is given back would raise SIGIO, which ends a process; SIGURG is ignored by default.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return True
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True
