"""Places for work of which only so much may go on at once, given out fairly: nobody's many hold up another's one."""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncGenerator

from scopes.errors import BusyError

__all__ = ["Places"]


class Places:
    """`at_once` places, of which one owner has at most `each`. For the event loop.

    Who finds none waits, up to `seconds`. A place that becomes free goes to whoever's owner has the fewest, then to
    the one that waited longest. Of one owner at most `waiting` wait; who can't have a place is told which limit it met.
    """

    def __init__(self, what: str, *, at_once: int, each: int, waiting: int, seconds: int) -> None:
        self._what, self._at_once, self._each = what, at_once, each
        self._most_waiting, self._seconds = waiting, seconds
        self._held = Counter[str]()
        self._queue = deque[tuple[str, asyncio.Future[None]]]()

    @contextlib.asynccontextmanager
    async def place(self, owner: str) -> AsyncGenerator[None]:
        """Hold one place. BusyError when too many of this owner wait already, or when none became free in time."""
        await self._take(owner)
        try:
            yield
        finally:
            self._give_back(owner)

    async def _take(self, owner: str) -> None:
        if sum(one == owner for one, _ in self._queue) >= self._most_waiting:
            raise BusyError(f"too many {self._what} of this scope wait", limit=self._most_waiting, retry_after=1)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = (owner, turn)
        self._queue.append(waiting)
        self._admit()
        try:
            async with asyncio.timeout(self._seconds):
                await turn
        except BaseException as error:
            if turn.cancelled():
                self._queue.remove(waiting)
            else:  # it came in the moment in which the wait was given up
                self._give_back(owner)
            if isinstance(error, TimeoutError):
                limit = f"{self._at_once} at once, {self._each} of one scope"
                raise BusyError(f"too many {self._what} at once", limit=limit, retry_after=self._seconds) from None
            raise

    def _give_back(self, owner: str) -> None:
        self._held[owner] -= 1
        if not self._held[owner]:
            del self._held[owner]
        self._admit()

    def _admit(self) -> None:
        while self._held.total() < self._at_once:
            entitled = [one for one in self._queue if self._held[one[0]] < self._each and not one[1].done()]
            if not entitled:
                return
            chosen = min(entitled, key=lambda one: self._held[one[0]])
            self._queue.remove(chosen)
            self._held[chosen[0]] += 1
            chosen[1].set_result(None)
