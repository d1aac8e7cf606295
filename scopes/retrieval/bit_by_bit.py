"""Work that is derived and never waited for: done bit by bit in a pool, by one thread at a time."""

import logging
import threading
import time
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor

from scopes.errors import MunimentError

__all__ = ["BitByBit"]

_log = logging.getLogger(__name__)


class BitByBit(ABC):
    """What a kind of such work has in common. A fault of ours is raised in the thread, where the log has it.

    It is inherited, not held: a scope that was put away must be out of memory at once, without a cycle.
    """

    def __init__(self, name: str, pool: ThreadPoolExecutor) -> None:
        self._name, self._pool = name, pool
        self._starting = threading.Lock()
        self._running = False
        self._wanted = True
        self._rest_until = 0.0  # by the monotonic clock

    @abstractmethod
    def fill(self) -> bool:
        """Do one bit; whether to come again."""

    @abstractmethod
    def failed(self, error: BaseException) -> None:
        """Hear what a bit raised, and rest."""

    def is_due(self) -> bool:
        """Whether there is something to do that nobody asked for."""
        return False

    def want(self) -> None:
        """There may be something to do."""
        self._wanted = True

    def rest(self, seconds: float) -> None:
        """Come again, but not before so many seconds."""
        self._rest_until = time.monotonic() + seconds
        self._wanted = True

    def tend(self) -> None:
        """Start a thread if there may be something to do, and none is at work or rests."""
        with self._starting:
            wanted = self._wanted or self.is_due()
            if self._running or not wanted or time.monotonic() < self._rest_until:
                return
            self._running, self._wanted = True, False
        try:
            self._pool.submit(self._run)
        except RuntimeError:  # the engine is closing
            self._running = False

    def _run(self) -> None:
        try:
            self._wanted = self.fill() or self._wanted
        except (MunimentError, OSError) as error:
            _log.warning("work in the background failed", extra={"work": self._name, "error": type(error).__name__})
            self.failed(error)
        except BaseException as error:
            _log.exception("work in the background failed", extra={"work": self._name})
            self.failed(error)
            raise
        finally:
            self._running = False
        self.tend()
