"""The service under writers, readers, people with editors, and kills: nothing is lost, doubled, halved or misnamed."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def hammer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hammer", Path(__file__).parent / "hammer.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["hammer"] = module
    spec.loader.exec_module(module)
    return module


def test_a_short_mix_with_deaths_at_every_point_leaves_everything_right(hammer: ModuleType) -> None:
    report = hammer.run(10, writers=3, people=2, kills=0.002, shots=0.05)
    assert {name: report[name] for name in hammer.MUST_BE_EMPTY if report[name]} == {}
    assert report["acknowledged"] > 20
    assert report["hand_saves"] > 0


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_hundred_kills_with_a_write_in_flight_lose_nothing(hammer: ModuleType) -> None:
    report = hammer.run(400, writers=8, people=0, kills=0.0, shots=0.12, scopes=4, wanted_hits=100)
    assert {name: report[name] for name in hammer.MUST_BE_EMPTY if report[name]} == {}
    assert report["shots_with_a_write_in_flight"] >= 100


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_minutes_of_the_whole_mix_lose_nothing(hammer: ModuleType) -> None:
    report = hammer.run(120, writers=3, people=2, kills=0.002, shots=0.05)
    assert {name: report[name] for name in hammer.MUST_BE_EMPTY if report[name]} == {}
