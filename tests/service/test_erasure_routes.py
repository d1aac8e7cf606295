"""Erasing a scope, its receipt, and that nothing comes back by accident."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ops.erasure_drafts import Begun, Draft
from ops.ledger import Ledger
from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.model import ScopeIds
from scopes.storage.batch import Author


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
    copy = done.json()
    assert len(bytes.fromhex(copy.pop("salt"))) == 32 and copy.pop("names") == {}
    assert receipt.json() == copy and receipt.json()["signature"]["kind"] == "ed25519"
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
        ("?app=default&user_id=a&agent_id=b", {"span": "user"}, 422, "agent_id"),
        ("?app=default", {"span": "user"}, 422, "user_id"),
        ("?app=default&user_id=a", {"span": "app"}, 422, "user_id"),
        ("?app=default&user_id=a", {"span": "run"}, 422, "run_id"),
        ("?app=default&user_id=a", {"span": "item"}, 422, "id"),
        ("?app=default&user_id=a", {"span": "scope", "source": "s"}, 422, "source"),
        ("?app=default&user_id=a", {"span": "scope", "evidence": "keep"}, 422, "evidence"),
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


def test_a_user_is_erased_with_all_their_scopes_and_the_receipts_are_listed(at, as_admin):
    for number in range(3):
        at(f"user_id=gone&agent_id=a{number}").add()
    url = "/v1/erasures?app=default&user_id=gone"
    told = as_admin("POST", url, json={"span": "user"}).json()
    assert [one["agent_id"] for one in told["scopes"]] == ["a0", "a1", "a2"] and told["counts"]["wiki"] == 3
    done = as_admin("POST", url, json={"span": "user", "dry_run": False}).json()
    assert (done["complete"], done["counts"]["scopes"], len(done["scopes"])) == (True, 3, 3)
    assert as_admin("GET", "/v1/scopes?user_id=gone").json()["items"] == []
    late = at("user_id=gone&agent_id=new")("POST", "/v1/diary", json={"content": "back"})
    assert (late.status_code, late.json()["code"]) == (410, "scope_erased")
    first = as_admin("GET", "/v1/receipts?limit=1").json()
    listed = as_admin("GET", "/v1/receipts?limit=500").json()["items"]
    assert done["id"] in [one["id"] for one in listed] and first["items"] == listed[:1] and "digests" not in listed[0]


@pytest.mark.parametrize("evidence", ["erase", "keep"])
def test_an_item_and_a_source_are_erased_inside_a_scope_that_stays(here, as_admin, evidence):
    here.add("other")
    item = here.add("secret-name", content="a secret that is told in one place alone")
    url = f"/v1/erasures?app=default&{here.ids}"
    ask = {"span": "item", "id": item["id"], "evidence": evidence}
    assert as_admin("POST", url, json=ask).json()["ids"] == [item["id"]]
    done = as_admin("POST", url, json={**ask, "dry_run": False}).json()
    assert (done["complete"], done["what"], done["ids"]) == (True, "item", [item["id"]])
    assert done["scan"]["needles"] > 0 and done["scan"]["hits"] == [] and done["scopes"][0]["after"]["seq"] > 0
    assert [one["name"] for one in here.list("/v1/items")] == ["other"]
    here.memorize("a turn that is to be forgotten", source_id="talk")
    gone = as_admin("POST", url, json={"span": "source", "source": "talk", "dry_run": False}).json()
    assert gone["counts"]["source"] == 1 and gone["complete"]
    assert as_admin("POST", url, json={"span": "source", "source": "talk"}).status_code == 404


def test_a_repeated_erasure_is_answered_with_the_receipt_but_not_its_salt(here, as_admin):
    here.add()
    url, body = f"/v1/erasures?app=default&{here.ids}", {"span": "scope", "dry_run": False}
    first = as_admin("POST", url, {"Idempotency-Key": f"once-{here.ids}"}, json=body)
    again = as_admin("POST", url, {"Idempotency-Key": f"once-{here.ids}"}, json=body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["idempotency-replayed"] == "true" and first.json()["salt"]
    assert again.json() == {**first.json(), "salt": ""}
    other = as_admin("POST", url, {"Idempotency-Key": f"once-{here.ids}"}, json={**body, "span": "user"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_conflict")
    assert as_admin("POST", url, json=body).status_code == 404


def test_an_erasure_that_was_cut_off_is_finished_at_the_next_start(tmp_path, serve):
    with serve(tmp_path) as worker:
        worker.at("user_id=gone").add()
    engine = Engine(EngineConfig(data=str(tmp_path)))
    begun = Begun(receipt="a" * 16, span="user", ids=ScopeIds("default", "gone"), author=Author("key", "request"))
    draft = Draft(str(tmp_path), begun.receipt, engine.files)
    with draft.made():
        draft.begin(begun)
    Ledger(str(tmp_path), engine.key).append("erase_begin", id=begun.receipt, actor=None, request=None)
    engine.close()
    with serve(tmp_path) as worker:
        until = time.monotonic() + 10
        while not (listed := worker.as_admin("GET", "/v1/receipts").json()["items"]) and time.monotonic() < until:
            time.sleep(0.05)
        assert [(one["id"], one["what"], one["complete"]) for one in listed] == [("a" * 16, "user", True)]
        assert worker.at("user_id=gone")("GET", "/v1/describe").json()["scope_exists"] is False
        assert not list((tmp_path / "erasing").iterdir())


def test_a_word_of_the_dictionary_goes_with_the_last_text_that_has_it(here, as_admin):
    here("PATCH", "/v1/settings", json={"dictionary": ["Zorblax", "灯塔项目", "Quux"], "review_kinds": ["zorblax"]})
    here.add("other", "about 灯塔项目 alone")
    secret = here.add("secret", "the Zorblax deal and 灯塔项目")
    asked = {"span": "item", "id": secret["id"]}
    route = f"/v1/erasures?app=default&{here.ids}"
    assert as_admin("POST", route, json=asked).json()["counts"]["words"] == 1
    done = as_admin("POST", route, json={**asked, "dry_run": False}).json()
    assert done["complete"] and done["counts"]["words"] == 1 and "dictionary" in done["layers"]
    assert here("GET", "/v1/settings").json()["dictionary"] == ["灯塔项目", "Quux"]
    assert as_admin("GET", f"/v1/verify?app=default&{here.ids}").json()["valid"]
