"""File calls of which the n-th fails, and which kinds of failure there are."""

import contextlib
import errno
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from scopes.storage.files import Files, Signature, SyncError

READS = frozenset({"read", "read_from", "opened", "signature", "fresh_signature", "names"})
WRITES = frozenset({"put", "write_at"})
SYNCS = frozenset({"sync", "fdatasync"})
NAMES = frozenset({"rename", "renameat2", "link", "mkdir"})
REMOVALS = frozenset({"unlink", "remove_folder", "truncate"})
OPENS = frozenset({"read", "read_from", "opened", "fresh_signature", "names", "put", "write_at", "sync"})


class Fault(NamedTuple):
    """An error, the calls that may meet it, whether a write gets half way, whether all calls behind it fail too."""

    error: int
    calls: frozenset[str]
    half: bool = False
    lasts: bool = False


FAULTS = {
    "EIO": Fault(errno.EIO, READS | WRITES | SYNCS | NAMES | REMOVALS),
    "ENOSPC": Fault(errno.ENOSPC, WRITES | SYNCS | NAMES),
    "EROFS": Fault(errno.EROFS, WRITES | NAMES | REMOVALS),
    "EMFILE": Fault(errno.EMFILE, OPENS),
    "short": Fault(errno.ENOSPC, WRITES, half=True),
    "full": Fault(errno.ENOSPC, WRITES | NAMES, half=True, lasts=True),
    "read-only": Fault(errno.EROFS, WRITES | NAMES | REMOVALS, lasts=True),
}


class Failing(Files):
    """While it is armed, the n-th call that the fault concerns fails; once dead, no call changes anything any more."""

    def __init__(self, fault: Fault, number: int) -> None:
        self.fault, self.number = fault, number
        self.hit: str | None = None
        self._armed = self._dead = False
        self._count, self._counting = 0, threading.Lock()

    @contextlib.contextmanager
    def armed(self) -> Iterator[None]:
        """Fail in here."""
        self._armed = True
        try:
            yield
        finally:
            self._armed = False

    def die(self) -> None:
        """From here on as if the process were gone."""
        self._dead = True

    @property
    def sync_failed(self) -> bool:
        """Whether what failed may have kept written bytes from the disk."""
        return self.hit is not None and (self.hit.split()[0] in SYNCS or self.fault.error == errno.EIO)

    def _meets(self, call: str, path: str) -> bool:
        """Whether this call is to fail."""
        if self._dead:
            return call not in READS
        # What the clock of the registry looks at is no part of the write.
        if not self._armed or call not in self.fault.calls or threading.current_thread().name == "registry-ticker":
            return False
        with self._counting:
            self._count += 1
            if self._count == self.number:
                self.hit = f"{call} {os.path.basename(path)}"
            return self._count == self.number or (self.fault.lasts and self._count > self.number)

    def _pass(self, call: str, path: str, half: Callable[[], Any] | None = None) -> None:
        if not self._meets(call, path):
            return
        if half is not None and self.fault.half and not self._dead:
            half()
        error = SyncError if call in SYNCS and self.fault.error != errno.EMFILE else OSError
        raise error(self.fault.error, os.strerror(self.fault.error), path)

    # Reading

    def read(self, path: str) -> tuple[bytes | None, Signature | None]:
        self._pass("read", path)
        return super().read(path)

    def read_from(self, path: str, offset: int) -> tuple[bytes, Signature] | None:
        self._pass("read_from", path)
        return super().read_from(path, offset)

    def opened(self, path: str) -> int | None:
        self._pass("opened", path)
        return super().opened(path)

    def signature(self, path: str) -> Signature | None:
        self._pass("signature", path)
        return super().signature(path)

    def fresh_signature(self, path: str) -> Signature | None:
        self._pass("fresh_signature", path)
        return super().fresh_signature(path)

    def names(self, folder: str) -> list[str]:
        self._pass("names", folder)
        return super().names(folder)

    # Writing

    def put(self, path: str, data: bytes) -> Signature | None:
        self._pass("put", path, lambda: Files.put(self, path, data[: len(data) // 2]))
        return super().put(path, data)

    def write_at(self, path: str, offset: int, data: bytes, *, sync: bool = False) -> None:
        self._pass("write_at", path, lambda: Files.write_at(self, path, offset, data[: len(data) // 2]))
        super().write_at(path, offset, data)
        if sync:
            self._pass("fdatasync", path)
            super().write_at(path, offset, b"", sync=True)

    def truncate(self, path: str, size: int) -> None:
        self._pass("truncate", path)
        super().truncate(path, size)

    def sync(self, path: str) -> None:
        self._pass("sync", path)
        super().sync(path)

    # Names

    def rename(self, old: str, new: str) -> None:
        self._pass("rename", new)
        super().rename(old, new)

    def unlink(self, path: str) -> None:
        self._pass("unlink", path)
        super().unlink(path)

    def mkdir(self, path: str) -> bool:
        self._pass("mkdir", path)
        return super().mkdir(path)

    def remove_folder(self, path: str) -> None:
        self._pass("remove_folder", path)
        super().remove_folder(path)

    def link(self, old: str, new: str) -> None:
        self._pass("link", new)
        super().link(old, new)

    def renameat2(self, old: str, new: str, flags: int) -> int:
        return self.fault.error if self._meets("renameat2", new) else super().renameat2(old, new, flags)
