"""Who runs imports in a service: one thread a worker, one import at a time, a few waiting.

What is handed in here is lost with the process: its lease goes, and the import is shown as interrupted.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from scopes.errors import BusyError

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_WAITING = 4


class Runner:
    """Runs work that takes long, in the order that it comes."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="imports")
        self._stopping = threading.Event()
        self._places = threading.BoundedSemaphore(_WAITING + 1)

    def reserve(self) -> None:
        """Take a place for an import; BusyError when too many wait."""
        if self._stopping.is_set() or not self._places.acquire(blocking=False):
            raise BusyError("too many imports wait in this worker", limit=_WAITING, retry_after=30)

    def free(self) -> None:
        """Give back a place: nothing came of it, or its import has ended."""
        self._places.release()

    def hand_in(self, work: Callable[[Callable[[], bool]], T]) -> "Future[T]":
        """Run some work in a place that was reserved. What it is called with tells it when it is to end."""
        future = self._threads.submit(work, self._stopping.is_set)
        future.add_done_callback(_report)
        return future

    def close(self) -> None:
        """End what runs at its next commit, and what waits at once."""
        self._stopping.set()
        self._threads.shutdown(wait=True)


def _report(future: "Future[T]") -> None:
    """Log what nobody may be waiting to hear."""
    if not future.cancelled() and (error := future.exception()) is not None:
        _LOG.error("an import failed", exc_info=error)
