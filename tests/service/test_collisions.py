"""Two workers do at the same moment what excludes each other, 150 times in the slow suite: no zombie, no other error
than is told."""

import itertools
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

ITEM = {"file": "f", "name": "n", "content": "c"}


@pytest.fixture(params=[12, pytest.param(150, marks=[pytest.mark.slow, pytest.mark.timeout(300)])])
def rounds(request):
    """How often."""
    return request.param


@pytest.fixture
def pair(tmp_path, serve):
    """Two workers on one directory."""
    data = tmp_path / "data"
    with serve(data) as first, serve(data) as second:
        yield data, first, second


@pytest.fixture
def collide():
    """Do two things at once; gives both answers."""
    with ThreadPoolExecutor(2) as pool:

        def collide(one, other):
            gate = threading.Barrier(2)

            def at_once(work):
                gate.wait()
                return work()

            futures = [pool.submit(at_once, work) for work in (one, other)]
            return [future.result() for future in futures]

        yield collide


def zombies(data):
    """Scope directories that name nobody, and what lies in staging or trash."""
    found = []
    for folder, folders, names in os.walk(f"{data}/scopes"):
        depth = os.path.relpath(folder, f"{data}/scopes").count(os.sep)
        if depth == 4 and "scope.json" not in names:
            found.append(folder)
        if depth == 4:
            folders.clear()
    left = (data / place for place in ("staging", "trash"))
    return found + [name for place in left if place.exists() for name in os.listdir(place)]


def erase(worker, ids, span):
    url = f"/v1/erasures?app=default&{ids}"
    return worker.client.post(
        url, json={"span": span, "dry_run": False}, headers={"Authorization": f"Bearer {worker.admin_key}"}
    )


def sound(place):
    return place("GET", "/v1/verify").json()["valid"]


def test_an_item_is_changed_or_gone(pair, collide, rounds):
    _, first, second = pair
    here, there = first.at("user_id=change"), second.at("user_id=change")
    seen = set()
    for number in range(rounds):
        path = f"/v1/items/{here.add(f'n{number}')['id']}"
        gone, changed = collide(
            lambda path=path: here("DELETE", path, "hard=true"),
            lambda path=path: there("PATCH", path, json={"content": "new"}),
        )
        seen.add((gone.status_code, changed.status_code))
        assert here("GET", path).status_code == there("GET", path).status_code == 404
    assert seen <= {(200, 200), (200, 404)} and sound(here)


@pytest.mark.parametrize("span", ["scope", "user"])
def test_a_scope_that_is_written_while_it_is_erased_is_whole_or_gone(pair, collide, rounds, span):
    data, first, second = pair
    seen = set()
    for number in range(rounds):
        ids = f"user_id=erased-{span}-{number}"
        here, there = first.at(ids), second.at(ids)
        here.add("before")
        erased, written = collide(
            lambda ids=ids: erase(first, ids, span), lambda there=there: there("POST", "/v1/items", json=ITEM)
        )
        seen.add((erased.status_code, written.status_code))
        assert not here("GET", "/v1/describe").json()["scope_exists"]
        assert there("GET", "/v1/items").json()["items"] == []
    assert seen <= {(201, 201), (201, 410)}
    assert zombies(data) == []


def test_a_user_who_is_erased_while_their_scope_is_made_has_a_whole_one_or_none(pair, collide, rounds):
    data, first, second = pair
    seen = set()
    for number in range(rounds):
        ids = f"user_id=made-{number}"
        there = second.at(ids)
        erased, written = collide(
            lambda ids=ids: erase(first, ids, "user"), lambda there=there: there("POST", "/v1/items", json=ITEM)
        )
        seen.add((erased.status_code, written.status_code))
        left = there("GET", "/v1/items").json()["items"]
        assert bool(left) == (erased.status_code == 404 and written.status_code == 201)
        assert not left or sound(there)
    assert seen <= {(201, 201), (201, 410), (404, 201)}
    assert zombies(data) == []


def test_an_export_beside_writes_is_whole(pair, collide, rounds):
    _, first, second = pair
    here, there = first.at("user_id=export"), second.at("user_id=export")
    here.add("before")
    for number in range(rounds):
        exported, written = collide(
            lambda: here("GET", "/v1/scope/export"),
            lambda number=number: there("POST", "/v1/items", json={**ITEM, "name": f"n{number}"}),
        )
        assert (exported.status_code, written.status_code) == (200, 201)
        assert exported.content[:2] == b"\x1f\x8b"
    assert len(here.list("/v1/items")) == rounds + 1 and sound(here)


def test_nothing_is_lost_with_a_handle_that_is_dropped(pair, collide, rounds):
    _, first, second = pair
    here, there = first.at("user_id=evicted"), second.at("user_id=evicted")
    running = first.client.app.state["running"]
    here.add("first")
    (ids,) = [identity.ids for _, identity in running.registry.identities("default")]
    for number in range(rounds):
        _, written = collide(
            lambda: running.registry.forget(ids),
            lambda number=number: here("POST", "/v1/items", json={**ITEM, "name": f"n{number}"}),
        )
        assert written.status_code == 201
    for place in (here, there):
        assert len(place.list("/v1/items")) == rounds + 1 and sound(place)


def test_a_key_that_is_revoked_while_it_is_used_writes_or_is_refused(pair, collide, rounds):
    _, first, second = pair
    seen = set()
    for number, worker in zip(range(rounds), itertools.cycle((first, second)), strict=False):
        body = {"app": "default", "role": "app", "grants": [{"verbs": ["read", "write"]}]}
        made = first.as_admin("POST", "/v1/keys", json=body).json()
        there = worker.at("user_id=key", made["key"])
        revoked, written = collide(
            lambda made=made: first.as_admin("DELETE", f"/v1/keys/{made['id']}"),
            lambda there=there, number=number: there("POST", "/v1/items", json={**ITEM, "file": f"f{number}"}),
        )
        seen.add((revoked.status_code, written.status_code))
        found = first.at("user_id=key")("GET", "/v1/items", f"file=f{number}").json()["items"]
        assert len(found) == (written.status_code == 201)
        assert first.at("user_id=key", made["key"])("GET", "/v1/items").status_code == 401
    assert seen <= {(200, 201), (200, 401), (204, 201), (204, 401)} and sound(first.at("user_id=key"))
