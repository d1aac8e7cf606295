"""Bodies with bounds of their own, taken in as they come: few at a time, and those too long for memory onto disk."""

import asyncio
import contextlib
from collections.abc import Generator
from typing import BinaryIO

from ops.archive.limits import ImportLimits
from scopes.errors import BusyError, TooLargeError
from scopes.reserve import Reserve
from service.call import AnyRequest

_SPOOLED = 1024 * 1024
_AT_ONCE, _WAIT_SECONDS = 8, 5


class Uploads:
    """The uploads that a worker takes in at this moment. For the event loop."""

    def __init__(self) -> None:
        self._count = 0

    @contextlib.contextmanager
    def place(self) -> Generator[None]:
        """Take one in; BusyError when too many come at once."""
        if self._count >= _AT_ONCE:
            raise BusyError("too many uploads come in at once", limit=_AT_ONCE, retry_after=_WAIT_SECONDS)
        self._count += 1
        try:
            yield
        finally:
            self._count -= 1


async def received(request: AnyRequest, most: int) -> bytes:
    """The body of a route that bounds it itself; TooLargeError for one of more bytes, before all of it has come."""
    taken = bytearray()
    async for piece in request.stream():
        taken += piece
        if len(taken) > most:
            raise TooLargeError("the file is too large", field="body", limit=most)
    return bytes(taken)


async def spooled(request: AnyRequest, file: BinaryIO, limits: ImportLimits, reserve: Reserve | None = None) -> None:
    """The body into a file, so that a slow client holds nothing but that.

    TooLargeError for one that is too long, DiskFullError once it would use the `reserve`.
    """
    size, waiting = 0, bytearray()
    async for piece in request.stream():
        waiting += piece
        size += len(piece)
        limits.check_upload(size)
        if len(waiting) >= _SPOOLED:
            if reserve is not None:
                await asyncio.to_thread(reserve.check)
            await asyncio.to_thread(file.write, bytes(waiting))
            waiting.clear()
    file.write(waiting)
    file.seek(0)
