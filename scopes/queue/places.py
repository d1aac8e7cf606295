"""How many operations of the kinds that take long are at work in a process, and whether more would be."""

import threading
import time
from collections import Counter
from collections.abc import Mapping

from scopes.queue.jobs import Kind

__all__ = ["Places"]

_WANTED_SECONDS = 5.0  # whoever was turned away asks again before that


class Places:
    """Places for operations by kind; kinds that have no bound need none. For any thread."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self._bounds = {name: kind.at_once for name, kind in kinds.items() if kind.at_once is not None}
        self._taken, self._wanted = Counter[str](), dict[str, float]()
        self._lock = threading.Lock()

    @property
    def bounded(self) -> int:
        """How many there are."""
        return sum(self._bounds.values())

    @property
    def taken(self) -> int:
        """How many are taken."""
        with self._lock:
            return self._taken.total()

    def is_bounded(self, kind: str) -> bool:
        """Whether operations of a kind need a place."""
        return kind in self._bounds

    def take(self, kind: str) -> bool:
        """Take a place; False when there is none, which is remembered for a while."""
        with self._lock:
            if self._taken[kind] >= self._bounds[kind]:
                self._wanted[kind] = time.monotonic()
                return False
            self._taken[kind] += 1
            return True

    def free(self, kind: str) -> None:
        """Give a place back."""
        with self._lock:
            self._taken[kind] -= 1

    def is_wanted(self, kind: str) -> bool:
        """Whether somebody was turned away lately."""
        with self._lock:
            return time.monotonic() - self._wanted.get(kind, float("-inf")) < _WANTED_SECONDS
