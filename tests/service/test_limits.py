"""The rate of a key, counted over processes."""

import multiprocessing
import os
import signal
import time

import pytest
from litestar.testing import TestClient

from ops.keys import KeyRing, NewKey
from ops.principal import Grant
from ops.settings import load_settings
from scopes.errors import BusyError
from service.app import create_app
from service.limits import RateTable


def taken(table, key, rate, burst, tries):
    passed = 0
    for _ in range(tries):
        try:
            table.take(key, rate, burst)
        except BusyError:
            continue
        passed += 1
    return passed


def test_a_burst_passes_and_then_the_rate():
    now = [100.0]
    table = RateTable(lambda: now[0])
    assert taken(table, "k", 10, 5, 20) == 5
    now[0] += 0.1
    assert taken(table, "k", 10, 5, 20) == 1
    now[0] += 60
    assert taken(table, "k", 10, 5, 20) == 5


def test_keys_do_not_count_for_each_other():
    table = RateTable(lambda: 100.0)
    assert all(taken(table, f"key-{n}", 1, 2, 5) == 2 for n in range(500))


def test_the_refusal_names_the_rate_and_the_time_to_wait():
    table = RateTable(lambda: 100.0)
    taken(table, "k", 0.5, 1, 1)
    with pytest.raises(BusyError) as caught:
        table.take("k", 0.5, 1)
    assert (caught.value.limit, caught.value.retry_after) == ("0.5/s", 3)


def test_a_rate_of_0_sets_no_limit():
    assert taken(RateTable(), "k", 0, 1, 1000) == 1000


def _spend(table, until, passed):
    while time.monotonic() < until:
        passed.value += taken(table, "k", 500, 50, 1)


def test_several_processes_share_one_rate_and_a_killed_one_holds_nothing_up():
    context = multiprocessing.get_context("fork")
    table, until = RateTable(), time.monotonic() + 0.6
    passed = [context.RawValue("i", 0) for _ in range(2)]  # a lock would stay held by the one that is killed
    workers = [context.Process(target=_spend, args=(table, until, count)) for count in passed]
    for worker in workers:
        worker.start()
    time.sleep(0.2)
    os.kill(workers[0].pid, signal.SIGSTOP)
    os.kill(workers[0].pid, signal.SIGKILL)
    for worker in workers:
        worker.join()
    assert 0.5 * 350 <= sum(count.value for count in passed) <= 350 + 10


def test_a_key_with_its_own_rate_is_answered_429(tmp_path):
    directory = str(tmp_path)
    wanted = NewKey(app="chat", grants=(Grant(("read",)),), requests_per_second=0.001)
    token = KeyRing(directory).create(wanted).token
    settings = load_settings({"MUNIMENT_DATA_DIRECTORY": directory, "MUNIMENT_LIMITS_BURST": "2"})
    with TestClient(create_app(settings)) as client:
        answers = [client.get("/describe", headers={"Authorization": f"Bearer {token}"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "too_many_requests" and int(answers[2].headers["retry-after"]) > 100
