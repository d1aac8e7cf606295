"""Whatever is done to a scope's files, verify finds it and names the place; what is whole gives no alarm."""

import shutil

import pytest

from tests.tampering.acts import ACTS
from tests.tampering.many import Outcome, try_once
from tests.tampering.scene import Victim, build

POSITIONS = 3


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    data = tmp_path_factory.mktemp("scene") / "data"
    build(data, items=150)
    return data


@pytest.mark.parametrize("name", ACTS)
def test_tampering_is_found_and_its_place_named(scene, tmp_path, name):
    for position in range(POSITIONS):
        outcome = try_once(scene, tmp_path, name, position)
        assert outcome == Outcome(), (name, position)


def test_the_untouched_scope_gives_no_alarm(scene, tmp_path):
    shutil.copytree(scene, tmp_path / "data")
    victim = Victim(tmp_path / "data")
    assert victim.verify().findings == ()
    victim.close()


def test_there_are_more_than_thirty_kinds():
    assert len(ACTS) > 30
