"""Mapping a file of rows into memory, for reading only.

A map keeps no descriptor, so that thousands of open scopes need none; it goes with the last array over it.
"""

import ctypes
import mmap
import os
import weakref
from collections.abc import Sequence

import numpy as np

from scopes.retrieval.vectors.signatures import Rows

__all__ = ["fetch", "map_rows", "read_at_random"]

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_longlong)
_libc.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
_libc.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
_FAILED = ctypes.c_void_p(-1).value


def map_rows(descriptor: int, header: int, rows: int, dim: int) -> Rows:
    """(rows, dim) of a file behind its header. It may be shorter: what is not there yet must not be touched."""
    size = header + rows * dim * 4
    address = _libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, descriptor, 0)
    if address == _FAILED:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    memory = (ctypes.c_ubyte * size).from_address(address)
    weakref.finalize(memory, _libc.munmap, address, size).atexit = False
    found = np.frombuffer(memoryview(memory).cast("B"), np.float32, offset=header).reshape(rows, dim)
    found.flags.writeable = False
    return found


def read_at_random(rows: Rows) -> None:
    """Have pages of a map read one by one from here on: reading ahead makes scattered reads 50 times slower."""
    start = rows.ctypes.data // mmap.PAGESIZE * mmap.PAGESIZE
    _libc.madvise(start, rows.ctypes.data + rows.nbytes - start, mmap.MADV_RANDOM)


def fetch(rows: Rows, numbers: Sequence[int]) -> None:
    """Have the disk read these rows of a map side by side: touched one after the other, each would be waited for.

    Costs a microsecond a row that is in memory already.
    """
    first, size = rows.ctypes.data, rows.strides[0]
    for number in numbers:
        start = (first + number * size) // mmap.PAGESIZE * mmap.PAGESIZE
        _libc.madvise(start, first + (number + 1) * size - start, mmap.MADV_WILLNEED)
