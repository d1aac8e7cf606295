"""The queue's markers, kept right by the doctor and by erasures."""

import os
import shutil
from pathlib import Path

import pytest

from ops.doctor import mend, sweep_queue
from scopes.lines import chat
from scopes.model import ScopeIds
from scopes.storage import markers
from tests.ops.conftest import ALICE, AUTHOR, SECRET

BOB = ScopeIds("default", "bob")


@pytest.fixture
def queue(home):
    """Queue an operation in a scope; the scope."""

    def begin(ids=ALICE):
        scope = home.registry.scope(ids)
        config = scope.room.config
        request = chat.MemorizeRequest((chat.Message("user", SECRET),), extract="llm")
        change = chat.Memorize(request, type(config)(data=config.data, extracts=True), f"operation{len(ids.user_id)}")
        scope.write(change, author=AUTHOR).result(10)
        scope.close()
        return scope

    return begin


def marked(home):
    return [os.path.basename(marker.path) for marker in markers.listed(home.registry.engine.files, str(home.path))]


def test_the_doctor_makes_a_marker_that_is_missing(home, queue):
    scope = queue()
    shutil.rmtree(home.path / "queue")
    (told,) = mend(scope, dry_run=True)
    assert told.file.startswith("queue/default/")
    assert marked(home) == []
    assert mend(scope, dry_run=False) == [told]
    assert marked(home) == [os.path.basename(scope.room.lock_path)]
    assert mend(scope, dry_run=False) == []


def test_the_doctor_takes_away_a_marker_without_work(home):
    home.write()
    scope = home.registry.scope(ALICE)
    scope.close()
    markers.make(scope.room)
    assert [repair.detail for repair in mend(scope, dry_run=False)] == ["no operation waits"]
    assert marked(home) == []


def test_the_doctor_takes_away_the_marker_of_a_scope_that_is_gone(home, queue):
    stays, goes = queue(), queue(BOB)
    shutil.rmtree(goes.room.layout.root)
    assert [repair.detail for repair in sweep_queue(home.registry.engine, dry_run=True)] == ["its scope is gone"]
    assert len(marked(home)) == 2
    sweep_queue(home.registry.engine, dry_run=False)
    assert marked(home) == [os.path.basename(stays.room.lock_path)]


@pytest.mark.parametrize("span", ["scope", "user"])
def test_an_erasure_takes_the_marker_with_it_for_it_names_the_user(home, queue, span):
    queue()
    queue(BOB)
    home.erase(span)
    assert len(marked(home)) == 1
    queued = [path for path in (home.path / "queue").rglob("*") if path.is_file()]
    assert all("alice" not in Path(path).read_text() for path in queued)
