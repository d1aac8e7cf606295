"""When each key was last used, to the hour: `<data>/keys-used.json`.

Derived and apart from keys.json, so that no request writes to the truth about keys; lost without loss of memory.
"""

import datetime as dt
import os
import threading

import msgspec

from ops.private_files import service_lock, write_private
from scopes.model import utc_now

FILE = "keys-used.json"


class KeyUsage:
    """Collects last uses in one process and merges them into the file now and then."""

    def __init__(self, directory: str) -> None:
        self._directory = directory
        self._path = os.path.join(directory, FILE)
        self._seen: dict[str, dt.datetime] = {}
        self._flushing = threading.Lock()

    def touch(self, key_id: str) -> None:
        """Note a use; no disk access."""
        self._seen[key_id] = utc_now().replace(minute=0, second=0, microsecond=0)

    def flush(self) -> None:
        """Merge what this process has seen into the file, if it says anything new."""
        with self._flushing:
            seen = dict(self._seen)
            if not _newer(seen, self.read()):
                return
            with service_lock(self._directory, "keys-used"):
                stored = self.read()
                merged = stored | _newer(seen, stored)
                write_private(self._path, msgspec.json.format(msgspec.json.encode(merged), indent=2) + b"\n")

    def read(self) -> dict[str, dt.datetime]:
        """Key id → hour of the last use that any process has written; empty when the file is gone or damaged."""
        try:
            with open(self._path, "rb") as file:
                return msgspec.json.decode(file.read(), type=dict[str, dt.datetime])
        except (FileNotFoundError, msgspec.DecodeError):
            return {}


def _newer(seen: dict[str, dt.datetime], stored: dict[str, dt.datetime]) -> dict[str, dt.datetime]:
    return {key: at for key, at in seen.items() if key not in stored or stored[key] < at}
