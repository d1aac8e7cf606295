"""Imports over HTTP: told of at once, done from the queue, by whoever is there, and followed to their end."""

import contextlib
import json
import os
import time

import pytest

from scopes.model import ScopeIds
from scopes.storage import markers

TALK = json.dumps([{"title": "Sea", "messages": [{"role": "user", "content": "喜欢海边"}]}]).encode()
WAIT = {"Prefer": "wait=20"}


def bring(place, content=TALK, query="file_name=talk.json", headers=(), **more):
    return place("POST", "/v1/imports", query, headers={**WAIT, **dict(headers)}, content=content, **more)


def many(count):
    talks = [{"id": f"c{at}", "messages": [{"role": "user", "content": f"word {at}"}]} for at in range(count)]
    return json.dumps(talks).encode()


def test_an_import_answers_with_its_outcome_and_then_adds_nothing(here):
    first, again = bring(here), bring(here)
    assert (first.status_code, first.json()["outcome"], first.json()["counts"]["turns"]) == (200, "stored", 1)
    assert (again.json()["outcome"], again.json()["counts"]["duplicates"]) == ("duplicate", 1)
    assert len(here.list("/v1/items", "layer=source")) == 1
    assert here("GET", "/v1/verify").json()["valid"]


def test_without_waiting_it_answers_at_once_and_can_be_asked_for(here):
    answer = here("POST", "/v1/imports", "file_name=x.json", content=many(300))
    assert (answer.status_code, answer.json()["status"], answer.json()["progress"]) == (202, "queued", 0.0)
    until = time.monotonic() + 20
    while (told := here("GET", answer.headers["location"]).json())["finished_at"] is None:
        assert told["status"] in ("queued", "running")
        assert time.monotonic() < until
        time.sleep(0.02)
    assert (told["status"], told["counts"]["turns"], told["progress"]) == ("done", 300, 1.0)


@pytest.mark.parametrize(
    ("content", "query", "status", "field"),
    [
        (b"", "", 422, "file"),
        (b"\0\1\2", "", 422, "file"),
        (TALK, "format=nonsense", 422, "format"),
        (b"PK\x03\x04" + b"x" * 100, "", 422, "archive"),
        (TALK, "nonsense=1", 400, "nonsense"),
    ],
)
def test_what_can_not_be_imported_is_refused_and_makes_no_scope(here, content, query, status, field):
    answer = bring(here, content, query)
    assert (answer.status_code, answer.json()["field"]) == (status, field)
    assert not here("GET", "/v1/items").json()["scope_exists"]


def test_a_file_that_is_too_large_is_refused(serve, tmp_path):
    with serve(tmp_path / "data", MUNIMENT_ARCHIVE_UPLOAD_BYTES="1024") as worker:
        answer = bring(worker.at("user_id=a"), b" " * 2_000)
        assert (answer.status_code, answer.json()["field"]) == (413, "archive.upload_bytes")
        assert os.listdir(tmp_path / "data/staging") == []


def test_a_retry_with_its_key_is_answered_with_the_first_import(here):
    key = {"Idempotency-Key": "once"}
    first, retry = bring(here, headers=key), bring(here, headers=key)
    assert retry.headers["idempotency-replayed"] == "true"
    assert retry.json() == first.json()
    other = bring(here, many(2), headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_conflict")


def test_an_import_needs_the_verb_and_a_scope_of_the_app(at, keys):
    assert bring(at(token=keys.reader)).status_code == 403
    assert bring(at(token=keys.admin)).status_code == 403
    assert bring(at("user_id=bob", keys.alice)).status_code == 404


def test_an_import_is_entered_in_the_ledger_and_the_journal_without_its_words(here, directory):
    operation = bring(here).json()
    with open(f"{directory}/ledger.jsonl", encoding="utf-8") as file:
        assert f'"state":"{operation["id"]}"' in file.read()
    records = here("GET", "/v1/journal").json()["items"]
    assert [record["op"] for record in records] == ["create", "import", "import", "memorize", "import", "import"]
    assert "海" not in json.dumps(records, ensure_ascii=False)


@contextlib.contextmanager
def held_up(place):
    """Nobody works on a scope meanwhile."""
    running = place.client.app.state["running"]
    scope = running.registry.scope(ScopeIds("default", place.ids.removeprefix("user_id=")))
    assert place.memorize("hello")["status"] == "done"
    markers.make(scope.room)
    with markers.claimed(markers.of(scope.room)) as mine:
        assert mine
        yield


def ended(place, identity, seconds=60):
    until = time.monotonic() + seconds
    while (told := place("GET", f"/v1/operations/{identity}").json())["finished_at"] is None:
        assert time.monotonic() < until
        time.sleep(0.05)
    return told


def test_only_so_many_imports_of_an_app_may_wait(serve, tmp_path):
    with serve(tmp_path / "data", MUNIMENT_OPERATIONS_WAITING_IMPORTS="1") as worker:
        place = worker.at("user_id=a")
        with held_up(place):
            first = place("POST", "/v1/imports", content=TALK).json()
            for other in (place, worker.at("user_id=b")):
                answer = bring(other)
                assert (answer.status_code, answer.json()["limit"], answer.headers["retry-after"]) == (429, 1, "30")
        ended(place, first["id"])
        assert bring(worker.at("user_id=b")).json()["status"] == "done"


def test_two_imports_of_one_file_at_once_store_it_once(here):
    with held_up(here):
        begun = [here("POST", "/v1/imports", content=many(300)).json()["id"] for _ in range(2)]
    done = [ended(here, identity) for identity in begun]
    assert sorted(one["counts"]["turns"] for one in done) == [0, 300]
    assert sorted(one["counts"]["duplicates"] for one in done) == [0, 300]
    assert {one["outcome"] for one in done} == {"stored", "duplicate"}


def test_an_import_is_cancelled_before_its_turn_and_its_upload_goes(here, directory):
    with held_up(here):
        begun = here("POST", "/v1/imports", content=TALK).json()
        assert upload_folders(directory)
        told = here("POST", f"/v1/operations/{begun['id']}/cancel").json()
    assert (told["status"], told["reason"].partition(":")[0]) == ("cancelled", "cancelled")
    assert here("POST", f"/v1/operations/{begun['id']}/cancel").status_code == 409
    assert upload_folders(directory) == []
    assert [turn["content"] for turn in here.list("/v1/items", "layer=source")] == ["hello"]


def upload_folders(directory):
    return [folder for folder, _, _ in os.walk(f"{directory}/scopes") if os.path.basename(folder) == "uploads"]


def test_a_stream_tells_of_an_import_until_it_has_ended(here):
    begun = here("POST", "/v1/imports", content=many(2_000)).json()
    answer = here("GET", f"/v1/operations/{begun['id']}/stream")
    events = [
        dict(line.split(": ", 1) for line in block.split("\r\n")) for block in answer.text.split("\r\n\r\n") if block
    ]
    states = [json.loads(event["data"]) for event in events]
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert [event["event"] for event in events] == [state["status"] for state in states]
    assert (states[-1]["status"], states[-1]["counts"]["turns"]) == ("done", 2_000)
    assert [state["progress"] for state in states] == sorted(state["progress"] for state in states)
    assert here("GET", "/v1/operations/none/stream").status_code == 404


def test_a_scope_that_is_erased_in_the_middle_takes_the_import_and_its_upload_with_it(here, as_admin, directory):
    begun = here("POST", "/v1/imports", content=many(5_000)).json()
    user, body = here.ids, {"span": "scope", "dry_run": False}
    until = time.monotonic() + 20
    while here("GET", f"/v1/operations/{begun['id']}").json()["counts"].get("turns", 0) == 0:
        assert time.monotonic() < until
    receipt = as_admin("POST", f"/v1/erasures?app=default&{user}", json=body).json()
    assert (receipt["complete"], receipt["unknown"]) == (True, 0)
    time.sleep(0.5)
    assert here("GET", f"/v1/operations/{begun['id']}").status_code == 404
    assert not here("GET", "/v1/items").json()["scope_exists"]
    assert upload_folders(directory) == []


def test_rules_make_items_of_what_is_new_and_nothing_the_second_time(here):
    said = [{"role": "user", "content": "I live in Basel.", "at": "2024-01-02T03:04:05Z"}]
    talk = json.dumps([{"title": "Home", "messages": said}]).encode()
    done, again = bring(here, talk, "extract=rules").json(), bring(here, talk, "extract=rules").json()
    assert (done["counts"]["turns"], done["counts"]["items"]) == (1, 1)
    assert (again["outcome"], again["counts"]["turns"], again["counts"]["items"]) == ("duplicate", 0, 0)
    assert [item["content"] for item in here.list("/v1/items", "layer=wiki")] == ["I live in Basel"]


def test_a_service_that_stops_gives_its_imports_back_and_the_next_one_ends_them(serve, tmp_path):
    with serve(tmp_path / "data") as worker:
        begun = worker.at("user_id=a")("POST", "/v1/imports", "file_name=x.json", content=many(5_000)).json()
    with serve(tmp_path / "data") as worker:
        place = worker.at("user_id=a")
        told = ended(place, begun["id"])
        assert (told["status"], told["counts"]["turns"], told["counts"]["duplicates"]) == ("done", 5_000, 0)
        assert len(place("GET", "/v1/operations").json()["items"]) == 1
