"""Processes of their own that fill one scope, one of them killed on the way."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from scopes.lines import wiki
from scopes.retrieval.vectors.checking import RowCheck
from scopes.retrieval.vectors.following import Follower

COUNT = 400
ROOT = Path(__file__).parents[4]
FILL = """
import sys, time
from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.model import ScopeIds
from scopes.scope import Scope
from tests.scopes.retrieval.vectors.conftest import Letters
engine = Engine(EngineConfig(data=sys.argv[1]), embedder=Letters())
scope = Scope(engine, ScopeIds("app", "alice"))
while True:
    scope._vectors.want()
    scope.tend()
    time.sleep(0.01)
"""


def filler(home):
    command = [sys.executable, "-c", FILL, home.config.data]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})


def rows(home):
    follower = Follower.newest(home.scope.room)
    follower.to_end()
    return follower.count


def test_every_item_has_one_sound_row_though_a_filler_was_killed(open_home, until):
    home = open_home(embedder=None)
    for start in range(0, COUNT, 50):
        home.write(lambda batch, start=start: put_all(home, batch, start))
    first, second = filler(home), filler(home)
    try:
        until(lambda: rows(home) > 0, 60)
        first.send_signal(signal.SIGKILL)
        until(lambda: rows(home) >= COUNT, 60)
        time.sleep(0.1)
    finally:
        for process in (first, second):
            process.kill()
            process.wait()
    check = RowCheck.take(home.scope.room)
    assert check.damaged() == [] and check.follower.spoilt == 0
    assert {key.id for key in check.keys.values()} == set(home.scope.snapshot().items)
    assert home.scope.verify().valid


def put_all(home, batch, start):
    for number in range(start, start + 50):
        wiki.put(batch, wiki.NewItem("a", f"n{number}", f"text number {number}"), home.config)
