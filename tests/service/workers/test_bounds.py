"""Bounds that hold over all workers together: the rate of a key, the quota of an app."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

BURST, RATE = 50, 40.0


@pytest.fixture(scope="module")
def server(tmp_path_factory, start_server):
    """Four workers; the first keys have a rate, those made here have none."""
    with start_server(
        tmp_path_factory.mktemp("bounds") / "data",
        MUNIMENT_SERVER_WORKERS="4",
        MUNIMENT_LIMITS_BURST=str(BURST),
        MUNIMENT_QUOTAS_ITEMS="300",
    ) as server:
        yield server


@pytest.fixture(scope="module")
def make_app(server):
    """Make an app with a key; its name in `server.keys` is the app's."""

    def make(app, **more):
        wanted = {"app": app, "grants": [{"verbs": ["read", "write", "delete"]}], **more}
        made = server.ask("POST", "/v1/keys", "admin_key", json=wanted)
        assert made.is_success, made.text
        server.keys[app] = made.json()["key"]

    return make


def together(work, count, threads=16):
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(count)))


def test_the_rate_of_a_key_holds_over_all_workers(server, make_app, wait_until):
    make_app("paced", requests_per_second=RATE)
    wait_until(lambda: server.get("/describe", "paced").status_code == 200)
    began = time.monotonic()
    until = began + 3
    passed = together(lambda _: spend(server, until), 8, threads=8)
    allowed = BURST + RATE * (time.monotonic() - began)
    assert 0.6 * allowed <= sum(passed) <= 1.05 * allowed


def spend(server, until):
    passed = 0
    while time.monotonic() < until:
        passed += server.get("/describe", "paced").status_code == 200
    return passed


def test_the_quota_of_an_app_holds_over_all_workers_and_scopes(server, make_app):
    make_app("full")

    def add(number):
        item = {"file": "f", "name": f"n{number}", "content": "c"}
        return server.ask("POST", f"/v1/items?user_id=u{number % 7}", "full", json=item).status_code

    answers = together(add, 400)
    used = server.ask("GET", "/v1/quota?app=full", "admin_key").json()["used"]
    assert set(answers) == {201, 403}
    assert answers.count(201) == used["items"] == 300 and used["scopes"] == 7


def test_a_bound_that_an_admin_sets_is_minded_by_every_worker_within_a_second(server, make_app):
    make_app("narrowed")
    server.ask("PUT", "/v1/quota?app=narrowed", "admin_key", json={"scopes": 3})
    time.sleep(1)

    def add(number):
        item = {"file": "f", "name": "n", "content": "c"}
        return server.ask("POST", f"/v1/items?user_id=u{number}", "narrowed", json=item).status_code

    assert together(add, 40).count(201) == 3


def test_figures_are_right_again_after_everything_was_killed(tmp_path, start_server, wait_until):
    with start_server(tmp_path / "data") as server:
        together(lambda number: server.at(f"user_id=u{number % 3}").add(f"n{number}"), 30)
        kill(server)
    with start_server(tmp_path / "data") as server:
        wait_until(lambda: server.ask("GET", "/v1/quota?app=default", "admin_key").json()["used"]["items"] == 30)


def kill(server):
    with open(f"/proc/{server.process.pid}/task/{server.process.pid}/children", encoding="ascii") as file:
        workers = [int(pid) for pid in file.read().split()]
    for pid in (server.process.pid, *workers):
        os.kill(pid, signal.SIGKILL)
