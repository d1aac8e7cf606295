"""Figures of apps in memory that processes share."""

import multiprocessing
import os
import signal

import pytest

from ops.usage_table import UsageTable
from scopes.quota import Growth


def test_figures_are_kept_for_each_app():
    table = UsageTable()
    for number in range(300):
        table.add(f"app-{number}", Growth(1, number, 10))
    assert [table.read(f"app-{number}") for number in range(300)] == [Growth(1, n, 10) for n in range(300)]
    table.set("app-7", Growth(9))
    assert table.read("app-7") == Growth(9) and table.read("app-8") == Growth(1, 8, 10)


@pytest.mark.parametrize("name", Growth.__struct_fields__)
def test_what_would_pass_a_bound_is_named_and_not_counted(name):
    table, one = UsageTable(), Growth(**{name: 5})
    assert table.add("a", one, Growth(**{name: 9})) is None
    assert table.add("a", one, Growth(**{name: 9})) == name
    assert table.read("a") == one
    assert table.add("a", one, Growth()) is None  # 0 sets no bound


def test_what_does_not_grow_passes_every_bound():
    table = UsageTable()
    table.add("a", Growth(1, 100, 100))
    assert table.add("a", Growth(items=-1), Growth(1, 1, 1)) is None
    assert table.add("a", Growth(items=-1, bytes=5), Growth(1, 1, 1)) == "bytes"


def test_one_process_fills_the_table():
    table = UsageTable()
    assert table.claim() and not table.claim()


def _fill(table, bound, taken):
    while table.add("a", Growth(items=1), Growth(items=bound)) is None:
        taken.value += 1


def test_several_processes_fill_a_bound_exactly_and_a_killed_one_holds_nothing_up():
    context = multiprocessing.get_context("fork")
    table = UsageTable()
    counts = [context.RawValue("i", 0) for _ in range(3)]
    workers = [context.Process(target=_fill, args=(table, 30_000, count)) for count in counts]
    for worker in workers:
        worker.start()
    os.kill(workers[0].pid, signal.SIGKILL)
    for worker in workers:
        worker.join()
    assert table.read("a").items == 30_000
    assert 30_000 - 1 <= sum(count.value for count in counts) <= 30_000
