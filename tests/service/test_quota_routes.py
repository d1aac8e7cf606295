"""`/v1/quota`, and what an app is answered that holds as much as it may."""

import time

import pytest
from litestar.testing import TestClient

from ops.settings import load_settings
from service.app import create_app


@pytest.fixture(scope="module")
def bounded(tmp_path_factory, serve):
    with serve(tmp_path_factory.mktemp("bounded") / "data", MUNIMENT_QUOTAS_ITEMS="3") as worker:
        yield worker


def quota(worker, app="default"):
    return worker.as_admin("GET", f"/v1/quota?app={app}").json()


def held(worker):
    return quota(worker)["used"]["items"]


def fill(worker, ids, count, text="c"):
    item = {"file": "f", "content": text}
    return [worker.at(ids)("POST", "/v1/items", json={**item, "name": f"n{number}"}) for number in range(count)]


def test_a_quota_is_shown_and_set(bounded):
    shown = quota(bounded)
    assert shown["bounds"] == {"scopes": 0, "items": 3, "bytes": 0} and shown["own"] == {}
    made = bounded.as_admin("POST", "/v1/keys", json={"app": "a+b", "grants": [{"verbs": ["write"]}]})
    assert made.is_success
    answer = bounded.as_admin("PUT", "/v1/quota?app=a%2Bb", json={"scopes": 7, "items": None})
    assert answer.json() == {
        "app": "a+b",
        "bounds": {"scopes": 7, "items": 3, "bytes": 0},
        "own": {"scopes": 7},
        "used": {"scopes": 0, "items": 0, "bytes": 0},
    }
    assert bounded.as_admin("PUT", "/v1/quota?app=a%2Bb", json={}).json()["own"] == {}


@pytest.mark.parametrize(
    ("body", "field"), [({"items": -1}, "items"), ({"files": 1}, "files"), ({"bytes": "9"}, "bytes")]
)
def test_a_quota_that_can_not_be_is_refused(bounded, body, field):
    answer = bounded.as_admin("PUT", "/v1/quota?app=default", json=body)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_the_quota_of_an_app_that_is_none_is_missing(bounded):
    for method, more in (("GET", {}), ("PUT", {"json": {}})):
        assert bounded.as_admin(method, "/v1/quota?app=nobody", **more).status_code == 404


def test_an_app_at_its_bound_is_refused_and_what_makes_room_is_not(bounded):
    answers = fill(bounded, "user_id=u", 5)
    assert [answer.status_code for answer in answers] == [201, 201, 201, 403, 403]
    problem = answers[-1].json()
    assert (problem["code"], problem["field"], problem["limit"]) == ("quota_exceeded", "quotas.items", 3)
    here = bounded.at("user_id=u")
    item = answers[0].json()["id"]
    assert here("PATCH", f"/v1/items/{item}", json={"content": "c2"}).status_code == 403  # keeps the former version too
    assert here("DELETE", f"/v1/items/{item}").status_code == 200  # into the archive: as many as before
    assert here("DELETE", f"/v1/items/{item}", "hard=true").status_code == 200 and held(bounded) == 2
    assert fill(bounded, "user_id=u", 1)[0].status_code == 201
    assert bounded.as_admin("GET", "/v1/verify?app=default&user_id=u").json()["valid"]


def test_a_turned_away_write_leaves_nothing_and_may_be_sent_again(tmp_path, serve):
    with serve(tmp_path / "data", MUNIMENT_QUOTAS_BYTES="2000") as worker:
        here, key = worker.at("user_id=u"), {"Idempotency-Key": "k"}
        body = {"messages": [{"role": "user", "content": "x" * 3000}]}
        assert here("POST", "/v1/memorize", json=body, headers=key).status_code == 403
        assert here.list("/v1/items") == [] and held(worker) == 0
        worker.as_admin("PUT", "/v1/quota?app=default", json={"bytes": 10_000})
        again = here("POST", "/v1/memorize", json=body, headers=key)
        assert again.is_success and "idempotency-replayed" not in again.headers


def test_scopes_are_counted_when_they_are_made(tmp_path, serve):
    with serve(tmp_path / "data", MUNIMENT_QUOTAS_SCOPES="2") as worker:
        answers = [fill(worker, f"user_id={name}", 1)[0] for name in ("a", "b", "c", "a")]
        assert [answer.status_code for answer in answers] == [201, 201, 403, 200]
        assert answers[2].json()["field"] == "quotas.scopes"
        assert worker.at("user_id=c")("GET", "/v1/items").json() == {
            "items": [],
            "next_cursor": None,
            "scope_exists": False,
        }


def test_figures_agree_with_the_scope_and_outlive_a_restart(tmp_path, serve):
    with serve(tmp_path / "data") as worker:
        here = worker.at("user_id=u")
        here.memorize("one", "two", extract="verbatim")
        here.add("n", "c")
        here.add("n", "another")
        here("PUT", "/v1/files/chat/wiki/f.md", content="## n\n\nwhole\n\n## m\n\nmore\n", headers=MARKDOWN)
        shown = here("GET", "/v1/describe").json()
        counts, sizes = shown["counts"], shown["bytes"]
        wanted = {
            "scopes": 1,
            "items": sum(counts[layer] for layer in ("wiki", "diary", "archive", "source")),
            "bytes": sizes["documents"] + sizes["sources"],
        }
        assert quota(worker)["used"] == wanted
    with serve(tmp_path / "data") as worker:
        assert quota(worker)["used"] == wanted


MARKDOWN = {"Content-Type": "text/markdown"}


def test_an_edit_by_hand_counts_and_is_never_refused(tmp_path, serve):
    with serve(tmp_path / "data", MUNIMENT_QUOTAS_ITEMS="1") as worker:
        here = worker.at("user_id=u")
        here.add("n", "c")
        page = next((tmp_path / "data" / "scopes").glob("*/*/*/*/*/chat/wiki/file.md"))
        page.write_bytes(page.read_bytes() + b"## by-hand\n\nmine\n")
        until = time.monotonic() + 5
        while held(worker) != 2 and time.monotonic() < until:
            here("GET", "/v1/items")
            time.sleep(0.05)
        assert fill(worker, "user_id=u", 1)[0].status_code == 403


def test_a_server_without_keys_has_the_quota_of_its_app(tmp_path):
    settings = load_settings({"MUNIMENT_DATA_DIRECTORY": str(tmp_path), "MUNIMENT_SERVER_AUTH": "false"})
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert client.get("/v1/quota?app=default").json()["used"]["scopes"] == 0
