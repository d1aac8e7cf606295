"""Leftovers are removed only when nobody uses the directory."""

import contextlib
import os

import pytest

from ops.cli.embedded import EmbeddedBackend
from ops.cli.in_use import finish_leftovers, in_use
from ops.settings import load_settings


@pytest.fixture
def data(tmp_path):
    for folder in ("trash", "staging"):
        (tmp_path / folder / "left").mkdir(parents=True)
    return str(tmp_path)


def left(data):
    return sorted(name for name in ("trash", "staging") if os.path.exists(os.path.join(data, name)))


def test_they_go_when_the_directory_is_idle(data):
    assert finish_leftovers(data)
    assert left(data) == []


def test_they_stay_while_anybody_uses_it_and_many_may(data):
    with in_use(data), in_use(data):
        assert not finish_leftovers(data)
    assert left(data) == ["staging", "trash"]
    assert finish_leftovers(data)


def test_a_worker_that_outlives_its_master_still_uses_it(data):
    reading, writing = os.pipe()
    with in_use(data):
        child = os.fork()
        if child == 0:
            os.read(reading, 1)
            os._exit(0)
    assert not finish_leftovers(data)
    os.write(writing, b".")
    os.waitpid(child, 0)
    assert finish_leftovers(data)


def test_a_command_uses_the_directory_it_works_on(data):
    settings = load_settings({"MUNIMENT_DATA_DIRECTORY": data})
    with contextlib.closing(EmbeddedBackend(settings)):
        assert not finish_leftovers(data)
    assert finish_leftovers(data)
