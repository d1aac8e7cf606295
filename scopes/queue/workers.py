"""The threads of one process that serve the queue: a few operations at once, one of a scope at a time."""

import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import msgspec

from scopes.errors import MunimentError
from scopes.model import Operation
from scopes.paths import segment
from scopes.queue.turns import Turns
from scopes.registry import Registry
from scopes.scope import Scope
from scopes.storage import markers
from scopes.storage.markers import Marker

__all__ = ["Figures", "Job", "Workers"]

_log = logging.getLogger(__name__)

_LOOK_SECONDS = 0.15  # what other processes queue is seen within 200 ms
_HELD_SECONDS = 0.1
_FAULT_SECONDS = 10.0
_GONE_SECONDS = 10.0

Job = Callable[[Scope, Operation], None]


class Figures(msgspec.Struct, frozen=True):
    """How the queue stands: scopes that wait, on this host; operations at work, here; seconds since the oldest came."""

    scopes: int
    running: int
    oldest_seconds: float


class Workers:
    """Serves the scopes that wait. Made after the fork; `close` it before the registry."""

    def __init__(self, registry: Registry, job: Job, threads: int) -> None:
        self._registry, self._job, self._threads = registry, job, threads
        self._files, self._data = registry.engine.files, registry.engine.config.data
        self._turns, self._running = Turns(), 0
        self._state = threading.Condition()
        self._news, self._freed, self._closing = True, False, False
        self._pool = ThreadPoolExecutor(threads, "operation")
        self._scout = threading.Thread(target=self._serve, name="queue", daemon=True)
        self._scout.start()

    def wake(self) -> None:
        """Something was queued here."""
        with self._state:
            self._news = True
            self._state.notify()

    def waiting(self, app: str) -> int:
        """How many scopes of an app wait, as of the last look."""
        with self._state:
            return self._turns.count(segment(app))

    def figures(self) -> Figures:
        """How the queue stands."""
        with self._state:
            listed, running = self._turns.markers(), self._running
        oldest = min(map(markers.since, listed), default=time.time())
        return Figures(len(listed), running, max(0.0, time.time() - oldest))

    def stop(self) -> None:
        """Take up nothing more; what is at work goes on."""
        with self._state:
            self._closing = True
            self._state.notify()
        self._scout.join()

    def close(self) -> None:
        """Stop, and wait for what is at work."""
        self.stop()
        self._pool.shutdown(wait=True)

    def _serve(self) -> None:
        """Look for what waits when there is news, and every so often; hand it out whenever a thread is free."""
        looked = 0.0
        while True:
            with self._state:
                if not (self._news or self._freed or self._closing):
                    self._state.wait(_LOOK_SECONDS)
                if self._closing:
                    return
                news, self._news, self._freed = self._news, False, False
            if news or time.monotonic() - looked >= _LOOK_SECONDS:
                self._look()
                looked = time.monotonic()
            self._hand_out()

    def _look(self) -> None:
        try:
            found = list(markers.listed(self._files, self._data))
        except OSError as error:
            _log.warning("the queue can't be read", extra={"errno": error.errno})
            return
        with self._state:
            self._turns.update(found)

    def _hand_out(self) -> None:
        while True:
            with self._state:
                marker = self._turns.take(time.monotonic()) if self._running < self._threads else None
                if marker is None:
                    return
                self._running += 1
            self._pool.submit(self._serve_one, marker).add_done_callback(partial(self._served, marker))

    def _served(self, marker: Marker, future: "Future[float]") -> None:
        error = future.exception()
        if error is not None:
            name = os.path.basename(marker.path)
            told = None if isinstance(error, MunimentError | OSError) else error
            _log.error("an operation failed", extra={"scope": name, "error": type(error).__name__}, exc_info=told)
        with self._state:
            rest = _FAULT_SECONDS if error is not None else future.result()
            self._turns.done(marker, time.monotonic() + rest)
            self._running -= 1
            self._freed = True
            self._state.notify()

    def _serve_one(self, marker: Marker) -> float:
        """Do the oldest operation of a scope, if nobody else is at work on it; seconds for which it needs no look."""
        with markers.claimed(marker) as mine:
            if not mine:
                return _HELD_SECONDS
            folder = markers.scope_folder(self._files, marker)
            scope = None if folder is None else self._registry.scope_at(folder)
            if scope is None:
                return _GONE_SECONDS  # its directory was taken away by hand: a matter for doctor
            operation = next(iter(scope.snapshot().waiting()), None)
            if operation is None:
                scope.unmark()
                return _HELD_SECONDS
            self._job(scope, operation)
            return 0.0
