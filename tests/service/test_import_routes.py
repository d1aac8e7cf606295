"""Imports over HTTP: told of at once, run in the background, and plain about one that nobody runs any more."""

import io
import json
import os
import time

import pytest

from ops.imports.importing import Import
from ops.imports.lease import Lease
from ops.imports.reading import Upload
from ops.settings import import_limits
from scopes.model import ScopeIds
from scopes.storage.batch import Author

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
    assert [record["op"] for record in records] == ["create", "import", "memorize", "import", "import"]
    assert "海" not in json.dumps(records, ensure_ascii=False)


def test_an_import_that_nobody_runs_any_more_is_shown_as_interrupted(here, client, tmp_path):
    running = client.app.state["running"]
    upload = Upload(io.BytesIO(TALK), "talk.json", "auto", import_limits(running.settings), str(tmp_path))
    scope = running.registry.scope(ScopeIds("default", here.ids.removeprefix("user_id=")))
    importing = Import(scope, upload, "", Author())
    importing.begin()
    path = f"/v1/operations/{importing.operation.id}"
    assert here("GET", path).json()["status"] == "queued"
    importing.abandon()
    for told in (here("GET", path).json(), here.list("/v1/operations")[0]):
        assert (told["status"], told["reason"].partition(":")[0]) == ("failed", "interrupted")


def test_only_so_many_imports_may_wait(here, client):
    imports, places = client.app.state["running"].imports, 5
    for _ in range(places):
        imports.reserve()
    try:
        answer = bring(here)
        assert (answer.status_code, answer.json()["limit"], answer.headers["retry-after"]) == (429, 4, "30")
    finally:
        for _ in range(places):
            imports.free()
    assert bring(here).status_code == 200


def test_a_service_that_stops_ends_its_imports_and_they_can_be_finished(serve, tmp_path):
    with serve(tmp_path / "data") as worker:
        begun = worker.at("user_id=a")("POST", "/v1/imports", "file_name=x.json", content=many(5_000)).json()
    with serve(tmp_path / "data") as worker:
        place = worker.at("user_id=a")
        told = place("GET", f"/v1/operations/{begun['id']}").json()
        assert (told["status"], told["reason"].partition(":")[0]) == ("failed", "interrupted")
        done = bring(place, many(5_000)).json()
        if done["finished_at"] is None:
            done = _finished(place, done["id"])
        assert done["counts"]["turns"] + told["counts"].get("turns", 0) == 5_000
        assert done["counts"]["duplicates"] == told["counts"].get("turns", 0)


def _finished(place, identity):
    until = time.monotonic() + 60
    while (told := place("GET", f"/v1/operations/{identity}").json())["finished_at"] is None:
        assert time.monotonic() < until
        time.sleep(0.1)
    return told


def test_a_lease_is_free_once_its_holder_is_gone(tmp_path):
    lease = Lease(str(tmp_path), "a")
    with pytest.raises(Exception, match="not had in time"):
        Lease(str(tmp_path), "a")
    lease.release()
    Lease(str(tmp_path), "a").release()
