"""Two workers on one data directory, neither of which owns a scope."""

import threading

import pytest


@pytest.fixture
def workers(tmp_path, serve):
    with serve(tmp_path) as one, serve(tmp_path) as other:
        yield one, other


def test_what_one_wrote_the_other_reads_at_once(workers):
    one, other = (worker.at("user_id=a") for worker in workers)
    for number in range(10):
        here, there = (one, other) if number % 2 else (other, one)
        item = here.add(f"n{number}")
        assert there("GET", f"/v1/items/{item['id']}").json() == item
        operation = here.memorize(f"turn {number}", source_id="talk")
        assert there("GET", f"/v1/operations/{operation['id']}").json() == operation
        assert there("GET", "/v1/describe").json()["head"] == here("GET", "/v1/describe").json()["head"]
    assert other("GET", "/v1/verify").json()["valid"]


def test_what_one_set_holds_for_the_other(workers):
    one, other = (worker.at("user_id=a") for worker in workers)
    other.add()
    one("PATCH", "/v1/settings", json={"time_zone": "Asia/Shanghai", "extract": "none"})
    assert other("GET", "/v1/settings").json()["time_zone"] == "Asia/Shanghai"
    assert (
        other("POST", "/v1/diary", json={"content": "x", "at": "2026-07-21T20:00:00Z"}).json()["file"] == "2026-07-22"
    )
    assert other.memorize("hello", extract="auto")["diary"] == []


def test_what_one_erased_is_gone_for_the_other(workers):
    one, other = (worker.at("user_id=a") for worker in workers)
    item = other.add()
    erase = {"span": "scope", "dry_run": False}
    done = workers[0].as_admin("POST", "/v1/erasures?app=default&user_id=a", json=erase)
    shown = workers[1].as_admin("GET", done.headers["location"]).json()
    assert {**shown, "salt": done.json()["salt"], "names": {}} == done.json()
    assert other("GET", "/v1/items").json() == {"items": [], "next_cursor": None, "scope_exists": False}
    assert other("GET", f"/v1/items/{item['id']}").status_code == 404
    assert other("POST", "/v1/retrieve", json={"query": "content"}).json()["hits"] == []
    assert other("POST", "/v1/diary", json={"content": "x"}).status_code == 410
    assert one("POST", "/v1/diary", "create=true", json={"content": "new"}).status_code == 201
    assert [entry["content"] for entry in other.list("/v1/items")] == ["new"]


def test_a_stream_shows_what_the_other_worker_writes(workers, exchange):
    one, other = (worker.at("user_id=a") for worker in workers)
    one.add("first")
    threading.Timer(0.3, lambda: other.add("second")).start()
    headers = [(b"authorization", f"Bearer {one.token}".encode())]
    target = "/v1/journal/stream?user_id=a&after=0"
    answer = exchange(one.client, "GET", target, headers, enough=lambda body: body.count(b"id: ") >= 3)
    assert [line for line in answer.body.decode().splitlines() if line.startswith("id: ")] == [
        "id: 1",
        "id: 2",
        "id: 3",
    ]


def test_a_page_goes_on_at_the_other_worker(workers):
    one, other = (worker.at("user_id=a") for worker in workers)
    for number in range(4):
        one.add(f"n{number}")
    first = one("GET", "/v1/items", "limit=2").json()
    rest = other("GET", "/v1/items", f"limit=2&cursor={first['next_cursor']}").json()
    assert len({item["id"] for item in first["items"] + rest["items"]}) == 4 and rest["next_cursor"] is None
