"""Circuit breaker: after failures in a row nobody waits for the endpoint until a trial has shown that it is back."""

import threading
import time
from collections.abc import Callable
from enum import IntEnum

from scopes.errors import UnavailableError

__all__ = ["Breaker", "State"]


class State(IntEnum):
    """As the metric shows it."""

    CLOSED = 0
    TRYING = 1
    OPEN = 2


class Breaker:
    """Opens after `failures` in a row, for `seconds`, and for twice as long after each trial that fails."""

    def __init__(
        self,
        told: Callable[[State], None] = lambda _: None,
        *,
        failures: int = 5,
        seconds: float = 5.0,
        most_seconds: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._told, self._clock = told, clock
        self._failures, self._seconds, self._most_seconds = failures, seconds, most_seconds
        self._lock = threading.Lock()
        self._in_a_row, self._pause, self._until, self._why = 0, seconds, 0.0, ""
        self.state = State.CLOSED

    def enter(self) -> None:
        """Ask to call; every entry is followed by one `succeeded`, `failed` or `left`. UnavailableError while open."""
        with self._lock:
            if self.state is State.CLOSED:
                return
            left = self._until - self._clock()
            if self.state is State.TRYING or left > 0:
                raise UnavailableError(
                    f"the last {self._in_a_row} calls failed: {self._why}", retry_after=max(1, int(left))
                )
            self._become(State.TRYING)

    def succeeded(self) -> None:
        """A call was answered."""
        with self._lock:
            self._in_a_row, self._pause = 0, self._seconds
            self._become(State.CLOSED)

    def failed(self, why: str) -> None:
        """A call was not answered, or wrongly."""
        with self._lock:
            self._in_a_row, self._why = self._in_a_row + 1, why
            trial = self.state is State.TRYING
            if not trial and self._in_a_row < self._failures:
                return
            if trial:
                self._pause = min(2 * self._pause, self._most_seconds)
            self._until = self._clock() + self._pause
            self._become(State.OPEN)

    def left(self) -> None:
        """A call ended and says nothing about the endpoint's health."""
        with self._lock:
            if self.state is State.TRYING:
                self._become(State.OPEN)  # its pause is over: the next call is the trial

    def _become(self, state: State) -> None:
        if state is not self.state:
            self.state = state
            self._told(state)
