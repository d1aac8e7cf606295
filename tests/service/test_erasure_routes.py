"""Erasing a scope, its receipt, and that nothing comes back by accident."""

from concurrent.futures import ThreadPoolExecutor

import pytest


@pytest.fixture
def erase(as_admin):
    def ask(here, **more):
        return as_admin("POST", f"/v1/erasures?app=default&{here.ids}", json={"span": "scope", **more})

    return ask


WRITES = [
    ("POST", "/v1/memorize", {"json": {"messages": [{"role": "user", "content": "back"}]}}),
    ("POST", "/v1/items", {"json": {"file": "f", "name": "n", "content": "back"}}),
    ("POST", "/v1/diary", {"json": {"content": "back"}}),
    ("PUT", "/v1/files/chat/wiki/f.md", {"content": b"## n\n\nback\n"}),
    ("PATCH", "/v1/settings", {"json": {"diary": False}}),
]


def test_by_default_an_erasure_only_tells_what_would_go(here, erase):
    here.add()
    here.memorize("hello")
    plan = erase(here).json()
    assert plan["dry_run"] is True and plan["what"] == "scope" and plan["layers"]
    assert {name: plan["counts"][name] for name in ("wiki", "diary", "source")} == {"wiki": 1, "diary": 1, "source": 1}
    assert len(here.list("/v1/items")) == 3


def test_an_erased_scope_reads_as_one_that_never_was(here, erase, as_admin):
    here.add("secret-name")
    done = erase(here, dry_run=False)
    assert (done.status_code, done.json()["complete"]) == (201, True)
    receipt = as_admin("GET", done.headers["location"])
    assert receipt.json() == done.json() and receipt.json()["signature"]
    assert "secret-name" not in done.text and here.ids.partition("=")[2] not in done.text
    assert here("GET", "/v1/items").json() == {"items": [], "next_cursor": None, "scope_exists": False}
    for dry_run in (True, False):
        assert erase(here, dry_run=dry_run).status_code == 404


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_a_late_write_is_410_until_it_says_create(here, erase, method, path, body):
    here.add("old")
    erase(here, dry_run=False)
    late = here(method, path, **body)
    assert (late.status_code, late.json()["code"]) == (410, "scope_erased")
    assert here("GET", "/v1/describe").json()["scope_exists"] is False
    assert here(method, path, "create=true", **body).is_success
    assert here("GET", "/v1/describe").json()["scope_exists"] is True
    assert not [item for item in here.list("/v1/items") if item["name"] == "old"]
    assert here(method, path, **body).is_success


def test_writers_and_readers_meet_an_erasure_without_a_fault(here, erase):
    here.add()

    def work(number):
        if number == 10:
            return erase(here, dry_run=False).status_code
        body = {"file": "f", "name": f"n{number}", "content": "c"}
        reads = {here("GET", path).status_code for path in ("/v1/items", "/v1/describe", "/v1/journal", "/v1/graph")}
        return here("POST", "/v1/items", json=body).status_code if reads == {200} else reads

    with ThreadPoolExecutor(20) as pool:
        assert set(pool.map(work, range(30))) <= {201, 410}
    assert here("GET", "/v1/describe").json()["scope_exists"] is False
    assert here("GET", "/v1/items").json()["items"] == []


def test_create_is_for_writes_that_make_a_scope(here):
    assert here("GET", "/v1/items", "create=true").status_code == 400
    assert here("PATCH", "/v1/items/x", "create=true", json={}).status_code == 400
    assert here("POST", "/v1/items", "create=perhaps", json={}).json()["field"] == "create"


def test_scopes_are_listed_by_pages_app_and_user(at, keys, as_admin):
    for number in range(3):
        at(f"user_id=listed&agent_id=a{number}").add()
    at("user_id=listed", keys.foreign).add()
    mine = as_admin("GET", "/v1/scopes?app=default&user_id=listed&limit=2").json()
    rest = as_admin("GET", f"/v1/scopes?app=default&user_id=listed&limit=2&cursor={mine['next_cursor']}").json()
    agents = [listed["scope"]["agent_id"] for listed in (*mine["items"], *rest["items"])]
    assert agents == ["a0", "a1", "a2"] and rest["next_cursor"] is None
    everywhere = as_admin("GET", "/v1/scopes?user_id=listed").json()["items"]
    assert {listed["scope"]["app"] for listed in everywhere} == {"default", "elsewhere"}


@pytest.mark.parametrize(
    ("url", "body", "status", "field"),
    [
        ("?app=default&user_id=a", {"span": "user"}, 422, "span"),
        ("?app=default&user_id=a", {"span": "planet"}, 422, "span"),
        ("?app=default&user_id=a", {}, 422, "span"),
        ("?app=default&user_id=a", {"span": "scope", "dry_run": "no"}, 422, "dry_run"),
        ("?app=default", {"span": "scope"}, 422, "user_id"),
        ("?user_id=a", {"span": "scope"}, 422, "app"),
        ("?app=default&user_id=never-was", {"span": "scope", "dry_run": False}, 404, None),
    ],
)
def test_an_erasure_that_names_nothing_erases_nothing(as_admin, url, body, status, field):
    answer = as_admin("POST", f"/v1/erasures{url}", json=body)
    assert (answer.status_code, answer.json().get("field")) == (status, field)


@pytest.mark.parametrize("identity", ["a" * 16, "%2e%2e%2fkeys.json", "A", "x" * 5000])
def test_a_receipt_that_was_never_given_is_not_found(as_admin, identity):
    assert as_admin("GET", f"/v1/receipts/{identity}").status_code == 404
