"""Room that writes leave on the disk, so that deleting, erasing and recovering still work when it is nearly full."""

import os
import time

from scopes.config import EngineConfig
from scopes.errors import DiskFullError

_INODES = 1_000
_LOOK_SECONDS = 0.25


class Reserve:
    """Asks the file system of the data directory, at most four times a second; between two looks a burst may pass."""

    def __init__(self, config: EngineConfig) -> None:
        self._config = config
        self._until = float("-inf")
        self._lacking: str | None = None

    def check(self) -> None:
        """DiskFullError when what is left is kept for what makes room."""
        if time.monotonic() >= self._until:
            try:
                self._lacking = self.lacking()
            except OSError:
                self._lacking = None  # the write itself will say what is wrong
            self._until = time.monotonic() + _LOOK_SECONDS
        if self._lacking is not None:
            raise DiskFullError(f"{self._lacking}; deleting and erasing still work", limit=self._config.reserve_bytes)

    def lacking(self) -> str | None:
        """What is short now: bytes or inodes; None when there is enough of both."""
        state = os.statvfs(self._config.data)
        if state.f_bavail * state.f_frsize < self._config.reserve_bytes:
            return f"less than {self._config.reserve_bytes} bytes are free"
        if state.f_files and state.f_favail < _INODES and self._config.reserve_bytes:
            return f"fewer than {_INODES} inodes are free"
        return None
