"""Writers killed anywhere, readers without a lock and people with stale buffers: nothing is lost, doubled or half."""

import json
import subprocess
import sys

import pytest

from tests.faults.hammer import PROMISES


def hammer(folder, *, seconds, seed, people):
    command = [sys.executable, "-m", "tests.faults.hammer", "--seconds", str(seconds), "--seed", str(seed)]
    command += ["--deaths", "0.003", "--people", str(people), "--keep", str(folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=seconds * 2 + 60, check=False)
    return json.loads(done.stdout)


def test_a_short_hammer_breaks_no_promise(tmp_path):
    found = hammer(tmp_path, seconds=10, seed=3, people=2)
    assert {promise: found[promise] for promise in PROMISES if found[promise]} == {}
    assert found["acknowledged"] > 50 and found["deaths"] and found["hand_saves"] and found["reads"] > 100


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_long_hammer_breaks_no_promise(tmp_path, seed):
    found = hammer(tmp_path, seconds=120, seed=seed, people=4)
    assert {promise: found[promise] for promise in PROMISES if found[promise]} == {}
    assert found["acknowledged"] > 2_000 and found["hand_saves"] > 200
