"""A person's word on many items at once: all of it or nothing, told item by item."""

import json

import pytest

from scopes.model import ScopeIds

PHONE = "My phone number is 13812345678."
LOVES, MAYBE = "I love sailing on the lake.", "I think I like tea, maybe."


def review(here, status=200, headers=(), **body):
    answer = here("POST", "/v1/review", json=body, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def pending(here, query=""):
    return here.list("/v1/items", f"status=pending{'&' if query else ''}{query}")


def contents(here, query="lake tea phone number", **more):
    return {hit["content"] for hit in here("POST", "/v1/retrieve", json={"query": query, **more}).json()["hits"]}


@pytest.fixture
def waiting(here):
    """A scope with three items that wait, of kinds `a`, `b` and `b`, and one that doesn't."""
    for name, kind, confidence in (("one", "a", 0.2), ("two", "b", 0.4), ("three", "b", 0.5)):
        item = {"file": "f", "name": name, "content": f"text {name}", "kind": kind, "confidence": confidence}
        here.memorize(f"turn {name}", extract="given", items=[item])
    here.add("four", "text four", "f")
    return here


def test_what_waits_is_listed_and_filtered(waiting):
    def names(query=""):
        return {item["name"] for item in pending(waiting, query)}

    assert names() == {"one", "two", "three"}
    assert names("confidence_below=0.5") == {"one", "two"}
    assert names("confidence_at_least=0.4&kind=b") == {"two", "three"}
    assert names("recorded_before=2020-01-01") == names("pii=true") == set()


def test_decisions_are_one_commit_told_item_by_item(waiting):
    one, two, three = sorted(pending(waiting), key=lambda item: item["confidence"])
    done = review(
        waiting,
        decisions=[
            {"id": one["id"], "decision": "approve"},
            {"id": two["id"], "decision": "reject"},
            {"id": three["id"], "decision": "edit", "content": "better text", "tags": ["t"]},
        ],
    )
    assert done["counts"] == {"approved": 1, "rejected": 1, "edited": 1}
    assert [(item["was"], item["status"]) for item in done["items"]] == [
        ("pending", "approved"),
        ("pending", "rejected"),
        ("pending", "approved"),
    ]
    assert contents(waiting, "text", layers=["wiki"]) == {"text one", "better text", "text four"}
    lines = waiting.list("/v1/journal")
    assert len({line["request"] for line in lines if line["op"] == "review"}) == 1


@pytest.mark.parametrize(
    ("last", "status", "field"),
    [
        ({"id": "nobody", "decision": "approve"}, 422, "decisions[1].id"),
        ({"decision": "approve", "etag": "0" * 32}, 412, "decisions[1].etag"),
        ({"decision": "edit", "content": " "}, 422, "decisions[1].content"),
    ],
)
def test_one_decision_that_can_t_be_keeps_all_from_being_applied(waiting, last, status, field):
    one, two, _ = pending(waiting)
    problem = review(waiting, status, decisions=[{"id": one["id"], "decision": "approve"}, {"id": two["id"], **last}])
    assert (problem["field"], len(pending(waiting))) == (field, 3)


def test_a_decision_on_the_version_that_was_looked_at_is_taken(waiting):
    (one, *_) = pending(waiting)
    done = review(waiting, decisions=[{"id": one["id"], "decision": "approve", "etag": one["etag"]}])
    assert done["items"][0]["etag"] == waiting("GET", f"/v1/items/{one['id']}").headers["etag"].strip('"')


def test_one_word_on_all_that_are_described_first_dry(waiting):
    asked = {"where": {"kinds": ["b"]}, "decision": "reject"}
    planned = review(waiting, **asked, dry_run=True)
    assert (planned["counts"], planned["dry_run"], len(pending(waiting))) == ({"rejected": 2}, True, 3)
    done = review(waiting, **asked)
    assert ({item["address"] for item in done["items"]}, done["left"]) == ({"f:two", "f:three"}, 0)
    assert review(waiting, **asked)["items"] == []


def test_a_batch_is_bounded_and_tells_what_is_left(here, monkeypatch):
    monkeypatch.setattr("scopes.lines.reviewing.MOST", 2)
    for number in range(5):
        item = {"file": "f", "name": f"n{number}", "content": f"text {number}", "confidence": 0.1}
        here.memorize(f"turn {number}", extract="given", items=[item])
    left = [review(here, where={}, decision="approve")["left"] for _ in range(3)]
    assert (left, pending(here)) == ([3, 1, 0], [])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"where": {}},
        {"decision": "approve"},
        {"decisions": [{"id": "x", "decision": "approve"}], "where": {}, "decision": "approve"},
        {"decisions": [{"id": "x", "decision": "approve"}] * 2},
        {"decisions": [{"id": "x", "decision": "approve", "content": "y"}]},
        {"decisions": [{"id": "x", "decision": "edit"}]},
        {"where": {"confidence_below": 2}, "decision": "approve"},
        {"where": {"kinds": []}, "decision": "approve"},
    ],
)
def test_a_request_that_asks_for_nothing_clear_is_refused(here, body):
    here.add()
    review(here, 422, **body)


def test_a_scope_that_is_not_there_is_not_made(here):
    review(here, 404, where={}, decision="approve")
    review(here, 404, where={}, decision="approve", dry_run=True)
    assert not here("GET", "/v1/describe").json()["scope_exists"]


def test_a_retry_is_told_the_same_and_does_nothing(waiting):
    headers = {"Idempotency-Key": '"review-1"'}
    asked = {"where": {"kinds": ["b"]}, "decision": "approve"}
    first = review(waiting, headers=headers, **asked)
    waiting("PATCH", f"/v1/items/{first['items'][0]['id']}", json={"status": "pending"})
    again = review(waiting, headers=headers, **asked)
    assert (again["counts"], set(again["outcomes"])) == ({"approved": 2}, {item["id"] for item in first["items"]})
    assert len(pending(waiting)) == 2


def test_an_erasure_forgets_what_a_review_brought(waiting, as_admin, client):
    (one, *_) = pending(waiting)
    edit = {"id": one["id"], "decision": "edit", "content": "a marmot whistles"}
    review(waiting, headers={"Idempotency-Key": '"review-2"'}, decisions=[edit])
    erased = {"span": "item", "id": one["id"], "dry_run": False}
    assert as_admin("POST", f"/v1/erasures?app=default&{waiting.ids}", json=erased).status_code == 201
    ids = ScopeIds("default", waiting.ids.removeprefix("user_id="))
    replies = client.app.state["running"].registry.scope(ids).room.layout.replies
    with open(replies, encoding="utf-8") as file:
        about = [line for line in map(json.loads, file) if one["id"] in line.get("ids", {}).values()]
    assert [line["body"] for line in about] == [""]


def test_an_approval_keeps_no_version_for_no_text_changed(waiting):
    (one, *_) = pending(waiting)
    review(waiting, decisions=[{"id": one["id"], "decision": "approve"}])
    assert waiting("GET", f"/v1/items/{one['id']}/history").json()["items"][1:] == []


def test_what_waits_is_found_only_by_one_who_asks(here):
    here.memorize(MAYBE, extract="rules")
    assert contents(here, "tea", layers=["wiki"]) == set()
    hits = here("POST", "/v1/retrieve", json={"query": "tea", "layers": ["wiki"], "include_pending": True}).json()
    assert [hit["status"] for hit in hits["hits"]] == ["pending"]


@pytest.mark.parametrize("text", [LOVES, MAYBE, PHONE, "我特别喜欢下雨天的早晨。"])
def test_what_was_rejected_does_not_come_back(here, text):
    operation = here.memorize(text, extract="rules")
    item = operation["items"][0]["id"]
    review(here, decisions=[{"id": item, "decision": "reject"}])
    for number in range(2):
        again = here.memorize(text, extract="rules", source_id=f"again-{number}")
        assert [one["action"] for one in again["items"]] == ["rejected"]
    assert contents(here, text, layers=["wiki"]) == set()


def test_nor_once_something_else_has_taken_its_place(here):
    home = here.memorize("I live in Bergen.", extract="rules")["items"][0]["id"]
    review(here, decisions=[{"id": home, "decision": "reject"}])
    here.memorize("I live in Oslo.", extract="rules", source_id="b")
    again = here.memorize("I live in Bergen.", extract="rules", source_id="c")
    assert [one["action"] for one in again["items"]] == ["rejected"]
    assert contents(here, "live", layers=["wiki"]) == {"I live in Oslo"}


def test_said_again_after_a_person_added_it_it_is_known(here):
    home = here.memorize("I live in Bergen.", extract="rules")["items"][0]
    review(here, decisions=[{"id": home["id"], "decision": "reject"}])
    file, _, name = home["address"].partition(":")
    assert here.add(name, "I live in Bergen", file)["status"] == "approved"
    again = here.memorize("I live in Bergen.", extract="rules", source_id="b")
    assert [one["action"] for one in again["items"]] == ["unchanged"]


def test_nor_as_what_the_app_extracted_itself(here):
    item = {"file": "f", "name": "n", "content": "likes rain"}
    made = here.memorize("one", extract="given", items=[item])["items"][0]["id"]
    review(here, decisions=[{"id": made, "decision": "reject"}])
    for number, name in enumerate(("n", "other")):
        again = here.memorize("two", extract="given", items=[{**item, "name": name}], source_id=f"s{number}")
        assert [one["action"] for one in again["items"]] == ["rejected"]
    assert here.add(name="n", content="likes rain", file="f")["status"] == "approved"
