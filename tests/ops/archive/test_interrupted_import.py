"""An import that dies, or whose file system refuses, at any call leaves a whole scope or nothing that can be seen."""

import errno
import io
import os
import signal
import tempfile
from pathlib import Path

import pytest

from ops.archive.importing import Importer
from ops.archive.limits import ImportLimits
from ops.ledger import Ledger
from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.governance import proof
from scopes.model import ScopeIds
from scopes.registry import finish_erasures
from scopes.scope import Scope
from scopes.storage.files import Files

LIMITS = ImportLimits(1024**2, 1024**2, 1024**2, 100, 100)
CHANGING = ("put", "write_at", "truncate", "sync", "rename", "unlink", "mkdir", "renameat2", "link")
IDS = ScopeIds("elsewhere", "bob")


class Stopping(Files):
    """Makes so many calls that change a file, then `stop`s."""

    def __init__(self, calls, stop):
        self.left, self._stop = calls, stop

    def __getattribute__(self, name):
        if name in CHANGING:
            self.left -= 1
            if self.left == -1:
                self._stop()
        return super().__getattribute__(name)


def bring_in(data, archive, files, author):
    engine = Engine(EngineConfig(data=str(data)), files=files)
    try:
        importer = Importer(engine, Ledger(str(data), engine.key, files), LIMITS)
        importer.bring_in(Scope(engine, IDS), io.BytesIO(archive), author)
        return engine.room(IDS)
    finally:
        engine.close()


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def fail():
    raise OSError(errno.ENOSPC, "no space is left")


@pytest.fixture
def memory():
    """A folder that no disk slows down: a hundred scopes are made in it."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


@pytest.fixture
def archive(place):
    return place("origin").fill().export()


def scopes(data):
    return sorted(str(path.relative_to(data)) for path in (data / "scopes").rglob("*") if path.is_file())


def test_killed_at_any_call_it_is_there_whole_or_not_at_all(memory, archive, author):
    whole = 0
    for calls in range(1_000):
        data = memory / f"data-{calls}"
        Engine(EngineConfig(data=str(data))).close()
        pid = os.fork()
        if pid == 0:
            bring_in(data, archive, Stopping(calls, die), author)
            os._exit(0)
        ended = os.waitpid(pid, 0)[1]
        finish_erasures(str(data))
        assert not list(data.glob("staging/*"))
        if scopes(data):
            whole += 1
            engine = Engine(EngineConfig(data=str(data)))
            assert proof.verify(engine.room(IDS)).valid
            assert any(name.endswith("chat/wiki/facts.md") for name in scopes(data))
            engine.close()
        if ended == 0:
            break
    assert 3 < whole < calls and calls > 50


def test_refused_at_any_call_nothing_is_left(memory, archive, author):
    for calls in range(1_000):
        data = memory / f"data-{calls}"
        Engine(EngineConfig(data=str(data))).close()
        files = Stopping(calls, fail)
        try:
            bring_in(data, archive, files, author)
        except OSError:
            assert not list(data.glob("staging/*")) and scopes(data) == []
        else:
            break
    assert calls > 50
