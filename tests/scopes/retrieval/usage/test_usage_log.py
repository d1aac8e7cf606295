"""Uses of a scope's items, counted by processes and kept in its one file."""

import os
import stat
import threading
import time

import pytest

from ops.archive.names import LEFT_OUT
from scopes import locks
from scopes.governance import proof
from scopes.layout import DERIVED
from scopes.model import ScopeIds
from scopes.retrieval.usage.uses import Use, parse
from scopes.retrieval.usage.writer import UsageWriter


def told(home):
    path = home.root / "usage.json"
    return parse(path.read_bytes()) if path.exists() else {}


def written(home):
    """A commit holds its scope's lock a little longer than its caller waits."""
    while not home.scope.usage.is_written():
        home.engine.usage.write_all()


@pytest.fixture
def tea(home):
    """The id of the one item."""
    home.put("likes", "tea", "green tea")
    return home.item("likes:tea").id


def test_uses_are_written_in_the_background_and_known_to_other_processes(home, open_home, tea):
    home.scope.usage.count([tea], 1000.9)
    home.scope.usage.count([tea], 2000)
    assert told(home) == {} and home.scope.usage.uses == {}
    written(home)
    assert told(home) == home.scope.usage.uses == {tea: Use(2, 2000)}
    other = open_home()
    other.scope.usage.load()
    assert other.scope.usage.uses == {tea: Use(2, 2000)}
    assert stat.S_IMODE((home.root / "usage.json").stat().st_mode) == 0o600


def test_processes_that_write_at_once_lose_no_count(open_home):
    homes = [open_home() for _ in range(3)]
    homes[0].put("likes", "tea")
    identity = homes[0].item("likes:tea").id

    def use(home):
        for number in range(20):
            home.scope.usage.count([identity], number)
            home.scope.usage.write()

    threads = [threading.Thread(target=use, args=(home,)) for home in homes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for home in homes:
        written(home)
    assert told(homes[0]) == {identity: Use(60, 19)}


def test_a_busy_scope_is_not_waited_for_and_nothing_is_lost(home, tea):
    home.scope.usage.count([tea], 5)
    with locks.exclusive(home.scope.room.lock_path):
        began = time.monotonic()
        home.engine.usage.write_all()
        assert time.monotonic() - began < 0.1 and not home.scope.idle()
    written(home)
    assert told(home) == {tea: Use(1, 5)} and home.scope.usage.is_written()


def test_erased_items_leave_the_file_and_no_process_brings_them_back(home, open_home, tea, until):
    home.put("likes", "milk")
    milk, other = home.item("likes:milk").id, open_home()
    for place in (home, other):
        place.scope.usage.count([tea, milk], 1)
        written(place)
    other.scope.usage.count([tea], 2)  # counted before the other process erases, written after
    home.remove("likes:tea", hard=True)
    assert told(home) == {milk: Use(2, 1)} and tea.encode() not in (home.root / "usage.json").read_bytes()
    written(other)
    assert told(home) == {milk: Use(2, 1)}
    until(lambda: home.scope.usage.uses == {})
    assert proof.verify(home.scope.room).valid


@pytest.mark.parametrize("damage", [b"", b"{", None])
def test_a_file_that_is_damaged_or_lost_costs_the_counts_alone(home, tea, damage):
    home.scope.usage.count([tea], 1)
    written(home)
    if damage is None:
        (home.root / "usage.json").unlink()
    else:
        (home.root / "usage.json").write_bytes(damage)
    assert proof.verify(home.scope.room).findings == () or proof.verify(home.scope.room).valid
    home.scope.usage.count([tea], 3)
    written(home)
    assert told(home) == {tea: Use(1, 3)}


def test_a_file_that_can_not_be_written_costs_the_counts_alone(home, tea):
    (home.root / "usage.json.new").mkdir()
    home.scope.usage.count([tea], 1)
    written(home)
    assert told(home) == {} and home.scope.usage.is_written()


def test_a_scope_that_was_erased_does_not_come_back(home, tea):
    os.rename(home.root, home.root.with_name("elsewhere"))
    home.scope.usage.count([tea], 1)
    written(home)
    assert not home.root.exists() and home.scope.usage.is_written()


def test_a_thread_begins_with_the_first_count_and_writes_what_is_left_at_the_end(open_home):
    home = open_home()
    home.put("likes", "tea")
    assert not any(thread.name == "usage" for thread in threading.enumerate())
    home.scope.usage.count([home.item("likes:tea").id], 7)
    assert any(thread.name == "usage" for thread in threading.enumerate())
    home.engine.close()
    assert list(told(home).values()) == [Use(1, 7)]
    assert not any(thread.name == "usage" for thread in threading.enumerate())


def test_many_scopes_are_written_by_one_thread_that_holds_no_file_open(open_home, until):
    home = open_home()
    home.engine.usage = UsageWriter(0.01)
    homes = [type(home)(home.engine, ScopeIds("app", f"u{number}")) for number in range(40)]
    for place in homes:
        place.put("likes", "tea")
    before = len(os.listdir("/proc/self/fd"))
    for place in homes:
        place.scope.usage.count([place.item("likes:tea").id], 1)
    until(lambda: all(place.scope.usage.is_written() for place in homes))
    until(lambda: all(told(place) for place in homes))
    assert len(os.listdir("/proc/self/fd")) <= before
    assert sum(thread.name == "usage" for thread in threading.enumerate()) == 1


def test_the_file_is_derived_and_stays_out_of_archives():
    assert "usage.json" in DERIVED and "usage.json" in LEFT_OUT
