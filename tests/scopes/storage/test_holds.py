"""A hold keeps the version of each document that stood at a commit, no other, for as long as its holder lives."""

import os
import subprocess
import sys

import pytest

from scopes.storage import publish, purge
from scopes.storage.holds import Hold, needed


@pytest.fixture
def home(open_home):
    """A scope with one document, whose displaced versions are dropped at once."""
    home = open_home(displaced_seconds=0.0)
    home.put("f", "name", "one")
    return home


def displaced(home):
    return [raw.read_bytes() for raw in home.root.glob("prev/chat%wiki%f.md@*")]


def test_the_version_at_the_cut_stays_and_later_ones_go(home):
    room = home.scope.room
    hold = Hold(room, home.scope.snapshot().seq)
    for content in ("two", "three", "four"):
        home.put("f", "name", content)
    publish.tidy(room, publish.displaced(room))
    assert [b"one" in raw for raw in displaced(home)] == [True]
    hold.release()
    publish.tidy(room, publish.displaced(room))
    assert displaced(home) == []


def test_a_checkpoint_and_its_tidying_respect_it(home):
    hold = Hold(home.scope.room, home.scope.snapshot().seq)
    home.put("f", "name", "two")
    home.scope.close()
    assert any(b"one" in raw for raw in displaced(home))
    hold.release()


def test_a_marker_whose_holder_died_is_removed(home):
    room = home.scope.room
    program = (
        "import fcntl, os, sys\n"
        "d = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)\n"
        "fcntl.flock(d, fcntl.LOCK_EX)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    os.makedirs(room.layout.previous, exist_ok=True)
    marker = f"{room.layout.previous}/export@1.{'a' * 16}"
    subprocess.run([sys.executable, "-c", program, marker], check=False)
    assert os.path.exists(marker)
    assert needed(room, [("chat/wiki/f.md", 9)]) == set()
    assert not os.path.exists(marker)


def test_a_relaxed_hold_claims_nothing_and_still_sees_that_all_was_dropped(home):
    hold = Hold(home.scope.room, 1)
    hold.relax()
    assert hold.stands() and needed(home.scope.room, [("d", 2)]) == set()
    purge.drop_copies(home.scope.room)
    assert not hold.stands()
    hold.release()


def test_a_hold_whose_marker_was_removed_stands_no_more(home):
    hold = Hold(home.scope.room, 1)
    assert hold.stands() and needed(home.scope.room, [("d", 3), ("d", 2), ("e", 1)]) == {("d", 2)}
    next(home.root.glob("prev/export@*")).unlink()
    assert not hold.stands()
    hold.release()
