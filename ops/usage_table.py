"""What each app holds, counted over all workers of the host: scopes, items, bytes.

One anonymous shared file made before the fork: a slot of 64-bit numbers for each app, found by its digest and never
given to another. A slot is changed under a record lock on its first byte, which the kernel frees when a holder is
killed; such locks belong to a process, so its threads are kept apart by a lock of their own.
Several hosts each count for themselves.
"""

import contextlib
import fcntl
import hashlib
import mmap
import os
import struct
import threading
from collections.abc import Generator

from scopes.errors import UnavailableError
from scopes.quota import Growth

_SLOTS = 65_536
_SLOT = struct.Struct("<Qqqq")
_BEHIND = _SLOTS * _SLOT.size
_FIELDS = ("scopes", "items", "bytes")


class UsageTable:
    """The figures of up to 65,536 apps, shared by the processes forked from its maker."""

    def __init__(self) -> None:
        self._file = os.memfd_create("muniment-usage", os.MFD_CLOEXEC)
        os.ftruncate(self._file, _BEHIND + 1)
        self._table = mmap.mmap(self._file, _BEHIND + 1)
        self._threads = threading.Lock()
        self._offsets: dict[str, int] = {}

    def claim(self) -> bool:
        """Whether this is the first call of all processes: who makes it fills the table."""
        with self._held(_BEHIND):
            first = self._table[_BEHIND] == 0
            self._table[_BEHIND] = 1
        return first

    def read(self, app: str) -> Growth:
        """What the app holds."""
        offset = self._offset(app)
        with self._held(offset):
            return self._at(offset)

    def add(self, app: str, growth: Growth, bounds: Growth | None = None) -> str | None:
        """Count growth; with `bounds` (0 sets none) the name of the first one it would pass, and nothing is counted."""
        offset = self._offset(app)
        with self._held(offset):
            now = self._at(offset) + growth
            passed = None if bounds is None else _passed(now, growth, bounds)
            if passed is None:
                self._put(offset, now)
        return passed

    def set(self, app: str, usage: Growth) -> None:
        """Put what was counted anew."""
        offset = self._offset(app)
        with self._held(offset):
            self._put(offset, usage)

    def _at(self, offset: int) -> Growth:
        return Growth(*_SLOT.unpack_from(self._table, offset)[1:])

    def _put(self, offset: int, usage: Growth) -> None:
        owner = _SLOT.unpack_from(self._table, offset)[0]
        _SLOT.pack_into(self._table, offset, owner, usage.scopes, usage.items, usage.bytes)

    def _offset(self, app: str) -> int:
        """Where the app's slot is; it is taken when there is none. Raises UnavailableError when all are taken."""
        if (known := self._offsets.get(app)) is not None:
            return known
        digest = int.from_bytes(hashlib.blake2b(app.encode(), digest_size=8).digest(), "little") or 1
        with self._held(_BEHIND):  # who takes a slot is alone
            for probe in range(_SLOTS):
                offset = (digest + probe) % _SLOTS * _SLOT.size
                owner = _SLOT.unpack_from(self._table, offset)[0]
                if owner == 0:
                    _SLOT.pack_into(self._table, offset, digest, 0, 0, 0)
                if owner in (0, digest):
                    self._offsets[app] = offset
                    return offset
        raise UnavailableError(f"more than {_SLOTS} apps can't be counted")

    @contextlib.contextmanager
    def _held(self, offset: int) -> Generator[None]:
        with self._threads:
            fcntl.lockf(self._file, fcntl.LOCK_EX, 1, offset)
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, offset)


def _passed(now: Growth, growth: Growth, bounds: Growth) -> str | None:
    for name in _FIELDS:
        bound = getattr(bounds, name)
        if bound and getattr(growth, name) > 0 and getattr(now, name) > bound:
            return name
    return None
