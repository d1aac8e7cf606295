"""A clock that jumps by days, either way, between commits: nothing is lost, doubled or held back for days."""

import datetime
import time
from pathlib import Path

import pytest

from ops.erasures import Erasures
from ops.ledger import Ledger
from ops.spans import ErasureRequest
from scopes.config import EngineConfig
from scopes.errors import ScopeErasedError
from scopes.registry import Registry
from scopes.storage import pages
from tests.faults.kinds import IDS, add, memorize
from tests.faults.workload import AUTHOR, idempotency

DAY = 86_400.0


class Clock:
    """The real time, and how far what the service is told is off."""

    def __init__(self) -> None:
        self.off = 0.0

    def jump(self, days: float) -> None:
        self.off += days * DAY


@pytest.fixture
def clock(monkeypatch):
    """The clock of this process; file systems keep the real one, as other hosts would."""
    clock, real, now, now_ns = Clock(), datetime.datetime, time.time, time.time_ns

    class Shifted(real):
        @classmethod
        def now(cls, tz=None):
            return real.now(tz) + datetime.timedelta(seconds=clock.off)

    monkeypatch.setattr(datetime, "datetime", Shifted)
    monkeypatch.setattr(time, "time", lambda: now() + clock.off)
    monkeypatch.setattr(time, "time_ns", lambda: now_ns() + int(clock.off * 1e9))
    return clock


@pytest.fixture
def opened(memory):
    """Opens registries on one directory."""
    made = []

    def opened():
        made.append(Registry(EngineConfig(data=str(memory / "data"), settle_seconds=0.02, checkpoint_seconds=0.05)))
        return made[-1]

    yield opened
    for registry in made:
        registry.close()


def write(registry, change, **more):
    scope = registry.scope(IDS)
    return scope.write(lambda batch: change(batch, scope.room), author=AUTHOR, **more).result(20)


def texts(registry):
    return {item.address for item in registry.scope(IDS).snapshot().items.values() if item.layer == "wiki"}


@pytest.mark.parametrize("jumps", [(3, -6, 3), (-30, -30), (400, -800), (0.5, -0.01, 0.01)])
def test_no_write_is_lost_and_the_proof_stands(clock, opened, jumps):
    registry = opened()
    for number, days in enumerate([*jumps, 0]):
        write(registry, add("a", f"n{number}"))
        write(registry, add("a", "same", f"version {number}"))
        write(registry, memorize(extract="verbatim"), idempotency=idempotency(number))
        time.sleep(0.2)  # a checkpoint
        clock.jump(days)
    expected = {f"a:n{number}" for number in range(len(jumps) + 1)} | {"a:same"}
    assert texts(registry) == texts(opened()) == expected
    assert registry.scope(IDS).verify().valid and opened().scope(IDS).verify().valid
    seqs = [record.seq for record in pages.read_page(registry.scope(IDS).room, 0, 10_000)]
    assert seqs == list(range(1, len(seqs) + 1))
    turns = [item for item in registry.scope(IDS).snapshot().items.values() if item.layer == "source"]
    assert len(turns) == 2


@pytest.mark.parametrize("days", [-3, 3])
def test_a_request_sent_again_over_a_small_jump_is_done_once(clock, opened, days):
    registry = opened()
    first = write(registry, add("a", "x"), idempotency=idempotency(1))
    clock.jump(days / 4)
    again = write(registry, add("a", "x"), idempotency=idempotency(1))
    assert again.replayed is not None and again.replayed.ids == {"id": first.value}


@pytest.mark.parametrize("days", [-3, 3])
def test_an_edit_by_hand_is_taken_in_at_once_whatever_the_clock_says(clock, opened, days):
    registry = opened()
    write(registry, add("a", "x"))
    path = Path(registry.scope(IDS).room.layout.root) / "chat/wiki/a.md"
    path.write_text(path.read_text() + "\n## by hand\n\nmine\n")
    clock.jump(days)
    until = time.monotonic() + 5
    while "a:by hand" not in texts(registry) and time.monotonic() < until:
        time.sleep(0.05)
    write(registry, add("a", "y"))
    assert texts(registry) == {"a:x", "a:y", "a:by hand"}
    assert "mine" in path.read_text()


def test_an_erased_scope_stays_away_until_its_time_is_over(clock, opened):
    registry = opened()
    write(registry, add("a", "x"))
    ledger = Ledger(registry.engine.config.data, registry.engine.key)
    Erasures(registry, ledger).erase(ErasureRequest(span="scope"), IDS, AUTHOR)
    for days in (-5, 5.5):
        clock.jump(days)
        with pytest.raises(ScopeErasedError):
            write(registry, add("a", "late"))
    clock.jump(1)
    write(registry, add("a", "anew"))
    assert texts(registry) == {"a:anew"} and registry.scope(IDS).verify().valid and not ledger.verify()[1]
