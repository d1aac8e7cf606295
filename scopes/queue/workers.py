"""The threads of one process that serve the queue: a few operations at once, one of a scope at a time.

An operation's kind says what is done. Kinds that take long have threads of their own, so that they hold up no other; an
operation of a kind that is unknown here waits for a process that knows it.
"""

import logging
import os
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import msgspec

from scopes.errors import MunimentError
from scopes.model import Operation
from scopes.paths import segment
from scopes.queue.jobs import ALONE, Kind, Shift
from scopes.queue.places import Places
from scopes.queue.turns import Turns
from scopes.registry import Registry
from scopes.scope import Scope
from scopes.storage import markers
from scopes.storage.markers import Marker

__all__ = ["Figures", "Workers"]

_log = logging.getLogger(__name__)

_LOOK_SECONDS = 0.15  # what other processes queue is seen within 200 ms
_HELD_SECONDS = 0.1
_FAULT_SECONDS = 10.0
_GONE_SECONDS = 10.0
_FULL_SECONDS, _GIVEN_BACK_SECONDS = 0.5, 1.0
_SHIFT_SECONDS = 60.0


class Figures(msgspec.Struct, frozen=True):
    """How the queue stands: scopes that wait, on this host; operations at work, here; seconds since the oldest came."""

    scopes: int
    running: int
    oldest_seconds: float


class Workers:
    """Serves the scopes that wait. Made after the fork; `close` it before the registry."""

    def __init__(self, registry: Registry, kinds: Mapping[str, Kind], threads: int) -> None:
        self._registry, self._kinds, self._threads = registry, kinds, threads
        self._places = Places(kinds)
        self._files, self._data = registry.engine.files, registry.engine.config.data
        self._turns, self._running = Turns(), 0
        self._state = threading.Condition()
        self._news, self._freed, self._closing = True, False, False
        self._pool = ThreadPoolExecutor(threads + self._places.bounded, "operation")
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
        """Take up nothing more; what is at work goes on, and what can go on later returns at its next commit."""
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
                free = self._running - self._places.taken < self._threads
                marker = self._turns.take(time.monotonic()) if free else None
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
        """Do an operation of a scope, if nobody else is at work on it; seconds for which it needs no look."""
        with markers.claimed(marker) as mine:
            if not mine:
                return _HELD_SECONDS
            folder = markers.scope_folder(self._files, marker)
            scope = None if folder is None else self._registry.scope_at(folder)
            if scope is None:
                return _GONE_SECONDS  # its directory was taken away by hand: a matter for doctor
            waiting = scope.snapshot().waiting()
            if not waiting:
                scope.unmark()
                return _HELD_SECONDS
            operation = next(filter(self._may_begin, waiting), None)
            return _FULL_SECONDS if operation is None else self._do(scope, operation)

    def _may_begin(self, operation: Operation) -> bool:
        """Whether an operation can be done here and now; if its kind needs a place, it has one."""
        if operation.kind not in self._kinds:
            return False
        if not self._places.is_bounded(operation.kind):
            return True
        if not self._places.take(operation.kind):
            return False
        self._hand_out_more()
        return True

    def _do(self, scope: Scope, operation: Operation) -> float:
        is_over = partial(self._is_over, operation, time.monotonic())
        shift = Shift(lambda: self._closing, is_over, partial(self._let_another, scope, operation))
        try:
            self._kinds[operation.kind].job(scope, operation, shift)
        finally:
            if self._places.is_bounded(operation.kind):
                self._places.free(operation.kind)
        return _GIVEN_BACK_SECONDS if is_over() else 0.0

    def _hand_out_more(self) -> None:
        """A thread more is free: what is at work in a place leaves its thread to others."""
        with self._state:
            self._freed = True
            self._state.notify()

    def _is_over(self, operation: Operation, since: float) -> bool:
        return time.monotonic() - since > _SHIFT_SECONDS and self._places.is_wanted(operation.kind)

    def _let_another(self, scope: Scope, operation: Operation) -> None:
        """Do another operation of the scope, unless it is one that takes long too."""
        if self._closing:
            return
        for other in scope.snapshot().waiting():
            if other.id != operation.id and other.kind in self._kinds and not self._places.is_bounded(other.kind):
                self._kinds[other.kind].job(scope, other, ALONE)
                return
