"""What one process measured of one scope, and how it comes into the scope's file."""

import logging
import threading
from collections.abc import Iterable

from scopes import locks
from scopes.errors import LockTimeoutError, MunimentError
from scopes.model import iso, utc_now
from scopes.quality.days import Day, Measured, merged, parse, render
from scopes.quality.figures import FIGURES
from scopes.retrieval.usage.writer import UsageWriter
from scopes.storage import room as rooms
from scopes.storage.room import Room

__all__ = ["QualityLog"]

_log = logging.getLogger(__name__)
_ADDS_UP = {figure.name: figure.adds_up for figure in FIGURES}


class QualityLog:
    """Measurements wait in memory; the file follows within seconds, in the background or when it is asked for."""

    def __init__(self, room: Room, writer: UsageWriter) -> None:
        self._room, self._writer = room, writer
        self._mutex = threading.Lock()
        self._measured: list[Measured] = []

    def note(self, name: str, counted: int, n: int) -> None:
        """Note a measurement of a figure; of nothing (`n` = 0) none is made."""
        if n:
            with self._mutex:
                self._measured.append(Measured(name, iso(utc_now()), counted, n, _ADDS_UP[name]))
            self._writer.want(self)

    def days(self) -> list[Day]:
        """All that is known: what the file tells, and what waits here."""
        with self._mutex:
            waiting = list(self._measured)
        return merged(parse(self._room.files.read(self._room.layout.metrics)[0]), waiting)

    def write(self) -> bool:
        """Merge what was measured into the file; False when another holds the scope's lock: then it is still to do.

        Whatever else keeps it from being written costs the measurements, and nothing but them.
        """
        with self._mutex:
            measured, self._measured = self._measured, []
        try:
            with locks.existing(self._room.lock_path):
                self._merge(measured)
        except LockTimeoutError:
            with self._mutex:
                self._measured = measured + self._measured
            return False
        except FileNotFoundError:
            return True  # the scope was erased
        except (OSError, MunimentError) as error:
            _log.warning("quality figures were not written", extra={"error": type(error).__name__})
        return True

    def is_written(self) -> bool:
        """Whether no measurement waits to be written."""
        return not self._measured

    def _merge(self, measured: Iterable[Measured]) -> None:
        room, path = self._room, self._room.layout.metrics
        if not rooms.exists(room):
            return
        raw, _ = room.files.read(path)
        # Not synced: a file that a power cut leaves empty tells of no measurements.
        room.files.put(f"{path}.new", render(merged(parse(raw), measured)))
        room.files.rename(f"{path}.new", path)
