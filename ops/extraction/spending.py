"""What each app has asked of the model today, over all workers: `spent/<app>.json`, changed under a lock on it.

It is derived and not synced: after a power cut an app may ask a little more than it should.
"""

import contextlib
import fcntl
import os
from collections.abc import Generator

import msgspec

from ops.private_files import make_private_directory
from scopes.model import utc_now
from scopes.paths import segment

__all__ = ["Spending", "Spent"]

_FOLDER = "spent"


class Spent(msgspec.Struct, frozen=True):
    """Calls and tokens of one day (UTC)."""

    day: str
    calls: int = 0
    tokens: int = 0


class Spending:
    """Asks before a call, and counts it; 0 sets no limit."""

    def __init__(self, directory: str, calls: int, tokens: int) -> None:
        self._folder, self._calls, self._tokens = f"{directory}/{_FOLDER}", calls, tokens

    def take(self, app: str, tokens: int) -> bool:
        """Count a call of about so many tokens; False, with nothing counted, when the app's day is used up."""
        with self._held(app) as file:
            now = _read(file)
            over = self._calls and now.calls >= self._calls
            over = over or (self._tokens and now.tokens + tokens > self._tokens)
            if not over:
                _write(file, msgspec.structs.replace(now, calls=now.calls + 1, tokens=now.tokens + tokens))
        return not over

    def correct(self, app: str, tokens: int) -> None:
        """Count the tokens by which a call was more than it was taken for, or less."""
        with self._held(app) as file:
            now = _read(file)
            _write(file, msgspec.structs.replace(now, tokens=max(0, now.tokens + tokens)))

    def of(self, app: str) -> Spent:
        """What the app has spent today."""
        with self._held(app) as file:
            return _read(file)

    @contextlib.contextmanager
    def _held(self, app: str) -> Generator[int]:
        make_private_directory(self._folder)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        file = os.open(f"{self._folder}/{segment(app)}.json", flags, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file
        finally:
            os.close(file)


def _read(file: int) -> Spent:
    today = utc_now().date().isoformat()
    try:
        found = msgspec.json.decode(os.pread(file, 4096, 0), type=Spent)
    except msgspec.DecodeError:
        return Spent(today)
    return found if found.day == today else Spent(today)


def _write(file: int, spent: Spent) -> None:
    raw = msgspec.json.encode(spent) + b"\n"
    os.pwrite(file, raw, 0)
    os.ftruncate(file, len(raw))
