"""Imports on a disk that fails: what is told when, and that nothing is lost or doubled once it works again."""

import errno

import pytest

from ops.imports import importing
from scopes.errors import DiskFullError, MunimentError
from scopes.model import ScopeIds
from tests.faults.failing import FAULTS, Failing


def many(count):
    return [{"id": f"c{at}", "messages": [{"role": "user", "content": f"{at}"}]} for at in range(count)]


@pytest.fixture
def failing(open_target):
    """A target whose file calls fail from the n-th on, while they are armed."""

    def failing(fault, number):
        target = open_target(checkpoint_seconds=0.05)
        files = target.registry.engine.files = Failing(FAULTS[fault], number)
        target.scope = target.registry.scope(ScopeIds("app", "bob"))
        return target, files

    return failing


@pytest.mark.parametrize("fault", ["ENOSPC", "full", "EIO"])
@pytest.mark.parametrize("number", [1, 8, 20])
def test_an_import_goes_on_when_the_disk_works_again(failing, monkeypatch, fault, number):
    monkeypatch.setattr(importing, "_TRY_SECONDS", 0.01)
    monkeypatch.setattr(importing, "_TRIES", 3)
    target, files = failing(fault, number)
    begun = target.begin(many(700))
    with files.armed():
        try:
            target.work(begun)
        except (MunimentError, OSError):
            assert target.operation(begun.id).is_open
    assert target.scope.verify().valid
    done = target.work(begun) if target.operation(begun.id).is_open else target.operation(begun.id)
    assert (done.status, done.counts["turns"], done.counts["duplicates"]) == ("done", 700, 0)
    assert len(target.items("source")) == 700
    assert target.scope.verify().valid


def test_an_upload_that_finds_no_room_queues_nothing(failing):
    target, files = failing("full", 1)
    with files.armed(), pytest.raises((DiskFullError, OSError)) as refused:
        target.begin(many(3))
    assert getattr(refused.value, "errno", errno.ENOSPC) == errno.ENOSPC
    assert (target.scope.exists(), target.uploads()) == (False, [])
