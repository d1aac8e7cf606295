"""A body that is too long for memory, taken in as it comes."""

import asyncio
from typing import BinaryIO

from ops.archive.limits import ImportLimits
from service.call import AnyRequest

_SPOOLED = 1024 * 1024


async def spooled(request: AnyRequest, file: BinaryIO, limits: ImportLimits) -> None:
    """The body into a file, so that a slow client holds nothing but that; TooLargeError for one that is too long."""
    size, waiting = 0, bytearray()
    async for piece in request.stream():
        waiting += piece
        size += len(piece)
        limits.check_upload(size)
        if len(waiting) >= _SPOOLED:
            await asyncio.to_thread(file.write, bytes(waiting))
            waiting.clear()
    file.write(waiting)
    file.seek(0)
