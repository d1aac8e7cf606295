"""A scope's quality figures: what was measured, and no data where nothing was."""

import datetime as dt
import json
import os

import pytest

from scopes.model import ScopeIds
from scopes.paths import relative_path

NAMES = {
    "extraction_precision",
    "extraction_false_positives",
    "retrieval_hit_rate",
    "injection_pollution",
    "deletion_compliance",
    "cross_user_leak",
    "cross_scope_leak",
}


def metric(here, name):
    answer = here("GET", f"/v1/metrics/{name}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def told(here, name):
    found = metric(here, name)
    return found["value"], found["state"], found["n"]


def decide(here, **words):
    """Review items by name."""
    ids = {item["name"]: item["id"] for item in here.list("/v1/items")}
    decisions = [{"id": ids[name], "decision": word} for name, word in words.items()]
    answer = here("POST", "/v1/review", json={"decisions": decisions})
    assert answer.is_success, answer.text


@pytest.fixture
def extracted(here):
    """A scope with three items that rules made of turns."""
    here.memorize("I love sailing.", "I live in Bergen.", "I'm allergic to penicillin.", extract="rules")
    return [item["name"] for item in here.list("/v1/items", "layer=wiki")]


def test_what_was_never_measured_is_no_data(here):
    shown = here("GET", "/v1/metrics").json()
    assert {one["name"] for one in shown["metrics"]} == NAMES
    assert {(one["value"], one["state"], one["n"]) for one in shown["metrics"]} == {(None, "no data", 0)}
    assert not shown["scope_exists"]


def test_a_figure_that_there_is_not_is_not_found(here):
    assert here("GET", "/v1/metrics/happiness").status_code == 404


def test_reviews_tell_how_good_extraction_is(here, extracted):
    first, second, _ = extracted
    decide(here, **{first: "approve", second: "reject"})
    assert told(here, "extraction_precision") == (0.5, "fail", 2)
    here("PATCH", "/v1/items/" + here.list("/v1/items", "status=rejected")[0]["id"], json={"status": "approved"})
    assert told(here, "extraction_precision") == (0.666667, "fail", 3)
    assert told(here, "extraction_false_positives") == (0.0, "pass", 3)


def test_an_item_that_somebody_wrote_says_nothing_of_extraction(here):
    here.add("own")
    decide(here, own="reject")
    assert told(here, "extraction_precision") == (None, "no data", 0)


def test_what_was_put_into_prompts_and_then_rejected_is_pollution(here, extracted, client):
    here("POST", "/v1/retrieve", json={"query": "sailing", "layers": ["wiki"]})
    client.app.state["running"].registry.engine.usage.write_all()
    decide(here, **{name: "reject" for name in extracted if "sailing" in name})
    assert told(here, "injection_pollution") == (1.0, "fail", 1)


def test_feedback_tells_how_often_a_retrieval_was_of_use(here):
    here.add()
    for useful in (True, True, True, True, False):
        answer = here("POST", "/v1/feedback", json={"useful": useful})
    assert (answer.status_code, answer.json()["value"]) == (200, 0.8)
    assert told(here, "retrieval_hit_rate") == (0.8, "pass", 5)


def test_feedback_makes_no_scope(here):
    answer = here("POST", "/v1/feedback", json={"useful": True}).json()
    assert (answer["scope_exists"], answer["state"]) == (False, "no data")


def test_an_erasure_is_counted_when_nothing_was_left(here, as_admin):
    item = here.add("secret", "the marmot whistles at dawn")
    url = f"/v1/erasures?app=default&{here.ids}"
    answer = as_admin("POST", url, json={"span": "item", "id": item["id"], "dry_run": False})
    assert answer.status_code == 201, answer.text
    assert told(here, "deletion_compliance") == (1.0, "pass", 1)


def test_a_check_of_isolation_is_kept_by_each_scope(here, as_admin):
    here.add()
    assert as_admin("POST", "/v1/verify/isolation").json()["valid"]
    assert told(here, "cross_user_leak") == told(here, "cross_scope_leak") == (0.0, "pass", 1)


def test_the_history_outlives_the_worker_and_holds_no_text(tmp_path, serve):
    with serve(tmp_path) as worker:
        here = worker.at("user_id=a")
        here.add("n", "quokka")
        here("POST", "/v1/feedback", json={"useful": True})
    file = tmp_path / relative_path(ScopeIds("default", "a")) / "metrics.jsonl"
    assert "quokka" not in file.read_text() and set(json.loads(file.read_text())) == {"name", "at", "counted", "n"}
    with serve(tmp_path) as worker:
        (point,) = metric(worker.at("user_id=a"), "retrieval_hit_rate")["history"]
        assert (point["value"], point["n"], point["at"][:10]) == (1.0, 1, dt.datetime.now(dt.UTC).date().isoformat())
        assert worker.at("user_id=a")("GET", "/v1/verify").json()["valid"]
    os.unlink(file)
    with serve(tmp_path) as worker:
        assert told(worker.at("user_id=a"), "retrieval_hit_rate") == (None, "no data", 0)
