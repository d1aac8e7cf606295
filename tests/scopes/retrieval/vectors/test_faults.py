"""Each call of filling, erasing and compacting failing in turn, in a process that goes on and in one that dies."""

import contextlib

import numpy as np
import pytest

from scopes.errors import MunimentError
from scopes.retrieval.vectors.compacting import compact
from scopes.retrieval.vectors.meaning import Meaning
from tests.faults.failing import FAULTS, Failing
from tests.scopes.retrieval.vectors.conftest import Letters

TEXTS = {"one": "the sea", "two": "a hill", "three": "a wood"}


def right(view):
    """Whether every row that is shown is of its item's text; how many there are."""
    if view.vectors is None:
        return 0
    found = Meaning(view.index, view.vectors, np.eye(24, dtype=np.float32)[0]).cosines(np.arange(view.index.bm25.slots))
    for slot in (~np.isnan(found)).nonzero()[0]:
        item = view.items.get(view.index.bm25.id_of(slot))
        assert item is None or abs(found[slot] - Letters().query(item.content)[0]) < 1e-5
    return int(np.count_nonzero(~np.isnan(found)))


def fill(home):
    while home.scope._vectors._fillers["chat"].fill():
        pass


def compact_all(home):
    kept = {item.id for item in home.scope.read().items.values()}
    compact(home.scope.room, lambda identity, _: identity in kept)


def erase(home):
    home.remove("a:one", hard=True)


ACTS = {"fill": fill, "compact": compact_all, "erase": erase}


@pytest.mark.parametrize("way", ["goes on", "dies"])
@pytest.mark.parametrize("fault", ["EIO", "short", "EMFILE", "full"])
@pytest.mark.parametrize("act", ACTS)
def test_any_call_may_fail(open_home, tmp_path, act, fault, way, filled, until):
    number, step = 1, 1 if act == "fill" else 3
    while number < 200:
        home = prepared(open_home, tmp_path / f"{number}", act)
        files = home.engine.files
        files.fault, files.number = FAULTS[fault], number
        with files.armed(), contextlib.suppress(MunimentError, OSError):
            ACTS[act](home)
        if files.hit is None:
            break
        if way == "dies":
            files.die()
            home = open_home(data=str(tmp_path / f"{number}"))
        elif files.sync_failed:
            home.scope.verify()  # which lets it write again
        right(home.scope.read())
        home.put("a", "four", "a lake")
        until(lambda home=home: right(filled(home)) == len(home.scope.read().items))
        found = home.scope.verify()
        assert found.valid, (files.hit, found.findings)
        number += step
    assert number > 2


def prepared(open_home, data, act):
    home = open_home(files=Failing(FAULTS["EIO"], 0), data=str(data))
    for name, text in TEXTS.items():
        home.put("a", name, text)
    if act != "fill":
        fill(home)
    home.scope.close()
    return home
