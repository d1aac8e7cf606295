"""How many requests a key may send, counted over all workers of the host.

GCRA (the virtual scheduling form of ITU-T I.371) in one anonymous shared file made before the fork: a table of key
digests and theoretical arrival times, in 64 stripes. A stripe is held by a record lock on its byte, which the kernel
frees when a holder is killed; such locks belong to a process, so only the event loop's thread may call.
Several hosts each count for themselves.
"""

import contextlib
import fcntl
import hashlib
import mmap
import os
import struct
import time
from collections.abc import Callable, Generator

from scopes.errors import BusyError

_SLOTS, _STRIPES, _PROBES = 65_536, 64, 8
_SLOT = struct.Struct("<Qd")
_PER_STRIPE = _SLOTS // _STRIPES


class RateTable:
    """Theoretical arrival times of up to 65,536 keys, shared by the processes forked from its maker."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._file = os.memfd_create("muniment-rates", os.MFD_CLOEXEC)
        os.ftruncate(self._file, _SLOTS * _SLOT.size)
        self._table = mmap.mmap(self._file, _SLOTS * _SLOT.size)

    def take(self, key_id: str, per_second: float, burst: int) -> None:
        """Let one request of the key through, or raise BusyError with the time to wait; a rate of 0 sets no limit."""
        if per_second <= 0:
            return
        digest = int.from_bytes(hashlib.blake2b(key_id.encode(), digest_size=8).digest(), "little") or 1
        interval = 1.0 / per_second
        with self._stripe(digest % _STRIPES):
            now = self._clock()
            offset, arrival = self._find(digest, now)
            following = max(now, arrival) + interval
            wait = following - burst * interval - now
            if wait <= 0:
                _SLOT.pack_into(self._table, offset, digest, following)
                return
        raise BusyError(
            "this key sends too many requests", limit=f"{per_second:g}/s", retry_after=max(1, int(wait + 1))
        )

    def _find(self, digest: int, now: float) -> tuple[int, float]:
        """The key's slot and time, or a slot for it: one whose time is past, else the one that is due first."""
        first = digest % _STRIPES * _PER_STRIPE
        free: tuple[float, int] | None = None
        for probe in range(_PROBES):
            offset = (first + (digest // _STRIPES + probe) % _PER_STRIPE) * _SLOT.size
            owner, arrival = _SLOT.unpack_from(self._table, offset)
            if owner == digest:
                return offset, arrival
            if free is None or arrival < free[0]:
                free = (arrival, offset)
        assert free is not None
        return free[1], now

    @contextlib.contextmanager
    def _stripe(self, number: int) -> Generator[None]:
        fcntl.lockf(self._file, fcntl.LOCK_EX, 1, number)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, number)
