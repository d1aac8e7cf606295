"""Bodies with bounds of their own, taken in as they come: those too long for memory onto disk."""

import asyncio
from typing import BinaryIO

from ops.archive.limits import ImportLimits
from scopes.errors import TooLargeError
from scopes.reserve import Reserve
from service.call import AnyRequest

__all__ = ["received", "spooled"]

_SPOOLED = 1024 * 1024


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
