"""Every call that changes a file, in one place, so that a test can record or fail each of them.

No call here follows a link at the last component; a link, a folder or a pipe under a file's name counts as no file.
`put` is for names nobody else opens; a name that is read meanwhile is changed by `exchange`, `rename` or, for
append-only files, `write_at`.
"""

import ctypes
import errno
import fcntl
import os
import signal
import stat
from collections.abc import Callable
from typing import NamedTuple

_AT_FDCWD = -100
RENAME_NOREPLACE, RENAME_EXCHANGE = 1, 2
_libc = ctypes.CDLL(None, use_errno=True)
_UNSUPPORTED = (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP)
ASIDE = ".aside"
_PIECE = 1 << 20
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK  # a pipe must hold up nobody


class Signature(NamedTuple):
    """What tells one state of a file from another without reading it; times in ns."""

    inode: int
    size: int
    modified: int
    changed: int


class SyncError(OSError):
    """A sync failed. What the page cache shows may not be on disk, and asking again would not say so."""


class Files:
    """The operating system's calls as the engine uses them."""

    def read(self, path: str) -> tuple[bytes | None, Signature | None]:
        """A file's bytes with the signature they were read under; (None, None) when there is none."""
        opened = _open(path)
        if opened is None:
            return None, None
        descriptor, signature = opened
        try:
            raw = _read(descriptor, signature.size)
            return raw, _signature(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    def read_from(self, path: str, offset: int) -> tuple[bytes, Signature] | None:
        """The bytes from `offset` on, with the file's signature; None when there is no file."""
        opened = _open(path)
        if opened is None:
            return None
        descriptor, signature = opened
        try:
            return os.pread(descriptor, max(0, signature.size - offset), offset), signature
        finally:
            os.close(descriptor)

    def opened(self, path: str) -> int | None:
        """A descriptor for reading a file, which the caller closes; None when there is none."""
        opened = _open(path)
        return None if opened is None else opened[0]

    def signature(self, path: str) -> Signature | None:
        """A file's signature; None when there is none."""
        try:
            return _signature(os.stat(path, follow_symlinks=False))
        except (FileNotFoundError, NotADirectoryError):
            return None

    def fresh_signature(self, path: str) -> Signature | None:
        """The signature by open + fstat, which network file systems answer freshly where stat may be old."""
        opened = _open(path)
        if opened is None:
            return None
        os.close(opened[0])
        return opened[1]

    def names(self, folder: str) -> list[str]:
        """The names in a folder; none when it is missing, or is something else."""
        try:
            return os.listdir(folder)
        except (FileNotFoundError, NotADirectoryError):
            return []

    def put(self, path: str, data: bytes) -> Signature | None:
        """Write a whole file under a name of our own; its signature."""
        descriptor = os.open(path, _WRITE | os.O_TRUNC, 0o600)
        try:
            _write(descriptor, 0, data)
            return _signature(os.fstat(descriptor))
        finally:
            os.close(descriptor)

    def write_at(self, path: str, offset: int, data: bytes, *, sync: bool = False) -> None:
        """Write at a known place (never O_APPEND); with `sync`, fdatasync before returning."""
        descriptor = os.open(path, _WRITE, 0o600)
        try:
            _write(descriptor, offset, data)
            if sync:
                _sync(os.fdatasync, descriptor)
        finally:
            os.close(descriptor)

    def truncate(self, path: str, size: int) -> None:
        """Cut a file."""
        os.truncate(path, size)

    def sync(self, path: str) -> None:
        """fsync a file or a folder."""
        descriptor = os.open(path, _READ)
        try:
            _sync(os.fsync, descriptor)
        finally:
            os.close(descriptor)

    def forget_cached(self, path: str) -> None:
        """Have the next read come from the disk: after a failed sync the page cache shows what may not be there."""
        opened = _open(path)
        if opened is not None:
            try:
                os.posix_fadvise(opened[0], 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(opened[0])

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
        """Make a folder and what is missing above it, and make their names durable.

        One whose name can't be made durable is taken away again: a folder that is found is taken for durable.
        """
        missing: list[str] = []
        while not os.path.isdir(path):
            missing.append(path)
            path = os.path.dirname(path)
        for folder in reversed(missing):
            if self.mkdir(folder):
                try:
                    self.sync(os.path.dirname(folder))
                except OSError:
                    self.remove_folder(folder)
                    raise

    def mkdir(self, path: str) -> bool:
        """Make one folder; False when it is there already."""
        try:
            os.mkdir(path, 0o700)
        except FileExistsError:
            return False
        return True

    def remove_folder(self, path: str) -> None:
        """Remove an empty folder; one that holds something, is gone or is none is left as it is."""
        try:
            os.rmdir(path)
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT, errno.ENOTDIR):
                raise

    def place(self, ours: str, theirs: str) -> None:
        """Put `ours` at the name `theirs`. What stood there is at `ours` afterwards, whenever it came to be there."""
        while not self.exchange(ours, theirs) and not self.rename_new(ours, theirs):
            pass

    def exchange(self, ours: str, theirs: str) -> bool:
        """Swap two names in one step; False when `theirs` is missing.

        Where the file system can't, `theirs` is linked aside first and then replaced, and both names stay.
        """
        code = self.renameat2(ours, theirs, RENAME_EXCHANGE)
        if code in _UNSUPPORTED:
            return self._link_and_rename(ours, theirs)
        if code not in (0, errno.ENOENT):
            raise OSError(code, os.strerror(code), theirs)
        return code == 0

    def _link_and_rename(self, ours: str, theirs: str) -> bool:
        aside = ours + ASIDE
        self.unlink(aside)  # left by an attempt that was cut off before it took anything away
        try:
            self.link(theirs, aside)
        except FileNotFoundError:
            return False
        self.rename(ours, theirs)
        self.rename(aside, ours)
        return True

    def rename_new(self, old: str, new: str) -> bool:
        """Rename, but never over a file: False when `new` exists."""
        code = self.renameat2(old, new, RENAME_NOREPLACE)
        if code in _UNSUPPORTED:
            return self._link_and_unlink(old, new)
        if code not in (0, errno.EEXIST):
            raise OSError(code, os.strerror(code), new)
        return code == 0

    def _link_and_unlink(self, old: str, new: str) -> bool:
        if os.path.isdir(old) and not os.path.islink(old):  # a folder has one name only
            if os.path.lexists(new):
                return False
            self.rename(old, new)
            return True
        try:
            self.link(old, new)
        except FileExistsError:
            return False
        self.unlink(old)
        return True

    def renameat2(self, old: str, new: str, flags: int) -> int:
        """renameat2(2): 0, or the error number."""
        done = _libc.renameat2(_AT_FDCWD, os.fsencode(old), _AT_FDCWD, os.fsencode(new), flags) == 0
        return 0 if done else ctypes.get_errno()

    def link(self, old: str, new: str) -> None:
        """Give a file a second name."""
        os.link(old, new, follow_symlinks=False)


def _open(path: str) -> tuple[int, Signature] | None:
    """(descriptor, signature) of a regular file opened for reading."""
    try:
        descriptor = os.open(path, _READ)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):  # a link, a socket
            return None
        raise
    signature = _signature(os.fstat(descriptor))
    if signature is None:
        os.close(descriptor)
        return None
    return descriptor, signature


def _read(descriptor: int, expected: int) -> bytes:
    """All there is, whatever size was told: one piece and an empty one, unless the file is just growing."""
    raw = os.read(descriptor, expected + 1)
    while piece := os.read(descriptor, _PIECE):
        raw += piece
    return raw


def _signature(state: os.stat_result) -> Signature | None:
    if not stat.S_ISREG(state.st_mode):
        return None
    return Signature(state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)


def _write(descriptor: int, offset: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view, offset = view[written:], offset + written


def _sync(call: Callable[[int], None], descriptor: int) -> None:
    try:
        call(descriptor)
    except OSError as error:
        raise SyncError(error.errno, error.strerror) from error


def final_signature(path: str) -> Signature | None:
    """A file's signature, if no process has it open for writing; None else.

    A read lease is granted only then (fcntl F_SETLEASE). One that is broken before it is given back would raise SIGIO,
    which ends a process; SIGURG is ignored by default.
    """
    opened = _open(path)
    if opened is None:
        return None
    descriptor = opened[0]
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        signature = _signature(os.fstat(descriptor))
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return signature
