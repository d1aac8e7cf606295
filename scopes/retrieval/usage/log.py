"""What one process knows of the uses of one scope's items, and how it comes into the scope's file."""

import logging
import threading
from collections.abc import Callable, Container, Iterable, Mapping

from scopes import locks
from scopes.errors import LockTimeoutError, MunimentError
from scopes.retrieval.usage.uses import Use, added, parse, render
from scopes.retrieval.usage.writer import UsageWriter
from scopes.storage import room as rooms
from scopes.storage.room import Room

__all__ = ["UsageLog"]

_log = logging.getLogger(__name__)
_USE_BYTES = 250


class UsageLog:
    """`uses` are those that the file told of when this process last wrote it, or loaded it; never changed in place.

    `living` gives the ids that the scope holds now: those of erased items never come back into the file.
    """

    def __init__(self, room: Room, living: Callable[[], Container[str]], writer: UsageWriter) -> None:
        self._room, self._living, self._writer = room, living, writer
        self._mutex = threading.Lock()
        self._counted: dict[str, Use] = {}
        self.uses: Mapping[str, Use] = {}

    @property
    def nbytes(self) -> int:
        """Bytes held, estimated."""
        return _USE_BYTES * (len(self.uses) + len(self._counted))

    def count(self, identities: Iterable[str], now: float) -> None:
        """Count a use of each of these items, in memory; the file follows within seconds."""
        with self._mutex:
            for identity in identities:
                before = self._counted.get(identity)
                self._counted[identity] = Use(1 if before is None else before.count + 1, int(now))
            wanted = bool(self._counted)
        if wanted:
            self._writer.want(self)

    def load(self) -> None:
        """Read the file now."""
        raw, _ = self._room.files.read(self._room.layout.usage)
        self.uses = parse(raw)

    def write(self) -> bool:
        """Merge what was counted into the file; False when another holds the scope's lock: then it is still to do.

        Whatever else keeps it from being written costs the counts, and nothing but them.
        """
        with self._mutex:
            counted, self._counted = self._counted, {}
        try:
            with locks.existing(self._room.lock_path):
                self._merge(counted)
        except LockTimeoutError:
            self._take_back(counted)
            return False
        except FileNotFoundError:
            return True  # the scope was erased
        except (OSError, MunimentError) as error:
            _log.warning("uses of items were not written", extra={"error": type(error).__name__})
        return True

    def forget(self) -> None:
        """Keep nothing in memory: what is counted next brings back what the file tells."""
        with self._mutex:
            self._counted, self.uses = {}, {}

    def is_written(self) -> bool:
        """Whether nothing counted here waits to be written."""
        return not self._counted

    def _merge(self, counted: Mapping[str, Use]) -> None:
        room, path = self._room, self._room.layout.usage
        if not rooms.exists(room):
            return
        raw, _ = room.files.read(path)
        known = parse(raw)
        uses = added(known, counted, self._living())
        if uses != known:
            # Not synced: a file that a power cut leaves empty tells of no uses.
            room.files.put(f"{path}.new", render(uses))
            room.files.rename(f"{path}.new", path)
        self.uses = uses

    def _take_back(self, counted: Mapping[str, Use]) -> None:
        with self._mutex:
            self._counted = added(counted, self._counted, counted.keys() | self._counted.keys())
