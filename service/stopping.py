"""Whether this worker was told to stop: asked by answers that would go on for as long as their client listens."""

import signal
import threading
from types import FrameType


class Stopping:
    """Knows of SIGTERM beside whoever handles it: a server waits for its connections, and a stream must not keep it."""

    def __init__(self) -> None:
        self.told = False
        # Outside the main thread there are no signals to hear: an application under test.
        if threading.current_thread() is threading.main_thread():
            self._next = signal.signal(signal.SIGTERM, self._note)
            signal.siginterrupt(signal.SIGTERM, False)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.told = True
        if callable(self._next):
            self._next(number, frame)
