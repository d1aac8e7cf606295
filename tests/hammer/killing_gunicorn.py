"""gunicorn's configuration of the real service, but for workers that kill themselves at named points of a commit.

`HAMMER_KILLS` is a probability; each kill appends its point to the file `HAMMER_LOG` names.
"""

import os
import random
import signal

from ops.gunicorn import *  # noqa: F403 - the service's own configuration, with one hook more
from scopes.storage.files import Files

_CHANCE = float(os.environ.get("HAMMER_KILLS", "0"))
_LOG = os.environ.get("HAMMER_LOG", "")


def _die(point: str) -> None:
    descriptor = os.open(_LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.write(descriptor, f"{point}\n".encode())
    os.kill(os.getpid(), signal.SIGKILL)


def _maybe_die(point: str) -> None:
    if random.random() < _CHANCE:
        _die(point)


def _point(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    known = ("pending.jsonl", "journal.jsonl", "seal.json", "pending.jsonl.new", "seal.json.new")
    return name if name in known else "source" if "/sources/" in path else "document"


class KillingFiles(Files):
    """Dies before or after a call, now and then."""

    def write_at(self, path: str, offset: int, data: bytes, *, sync: bool = False) -> None:
        """A write at a place, sometimes cut in the middle."""
        if random.random() < _CHANCE / 2:
            super().write_at(path, offset, data[: len(data) // 2])
            _die(f"torn {_point(path)}")
        super().write_at(path, offset, data, sync=sync)
        _maybe_die(f"written {_point(path)}")

    def exchange(self, ours: str, theirs: str) -> bool:
        """An exchange of names."""
        _maybe_die(f"before exchange {_point(theirs)}")
        done = super().exchange(ours, theirs)
        _maybe_die(f"exchanged {_point(theirs)}")
        return done

    def rename(self, old: str, new: str) -> None:
        """A rename."""
        super().rename(old, new)
        _maybe_die(f"renamed {_point(new)}")

    def sync(self, path: str) -> None:
        """A sync."""
        super().sync(path)
        _maybe_die(f"synced {_point(path)}")


if _CHANCE:
    import scopes.engine

    scopes.engine.Files = KillingFiles  # type: ignore[misc]
