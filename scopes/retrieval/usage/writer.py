"""The one thread of a process that writes the uses of all scopes, each at most once in a few seconds."""

import threading
import time
from typing import Protocol

__all__ = ["WRITE_SECONDS", "UsageWriter"]

WRITE_SECONDS = 5.0
_LAST_TRIES, _PAUSE_SECONDS = 10, 0.02


class _Written(Protocol):
    def write(self) -> bool:
        """Write what was counted; False to be asked again."""
        ...


class UsageWriter:
    """Begins its thread with the first use that is counted: a process that only looks has none."""

    def __init__(self, seconds: float = WRITE_SECONDS) -> None:
        self._seconds = seconds
        self._mutex = threading.Lock()
        self._due: dict[_Written, None] = {}
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    def want(self, log: _Written) -> None:
        """Have a log written at the next round."""
        with self._mutex:
            self._due[log] = None
            if self._thread is None and not self._closing.is_set():
                self._thread = threading.Thread(target=self._run, name="usage", daemon=True)
                self._thread.start()

    def write_all(self) -> None:
        """Write every log that is due; one whose scope is busy stays due."""
        with self._mutex:
            due, self._due = self._due, {}
        busy = [log for log in due if not log.write()]
        with self._mutex:
            self._due.update(dict.fromkeys(busy))

    def close(self) -> None:
        """End the thread and write what is left, but for scopes that stay busy."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()
            for _ in range(_LAST_TRIES):
                self.write_all()
                if not self._due:
                    return
                time.sleep(_PAUSE_SECONDS)

    def _run(self) -> None:
        while not self._closing.wait(self._seconds):
            self.write_all()
