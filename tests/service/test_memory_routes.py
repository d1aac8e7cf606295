"""Memorize and retrieve as an app uses them."""

import pytest


def turns(*contents):
    return [{"role": "user", "content": content} for content in contents]


def layers(here):
    return [item["layer"] for item in here.list("/v1/items")]


def test_memorize_answers_with_an_operation_that_can_be_asked_again(here):
    answer = here("POST", "/v1/memorize", json={"messages": turns("I moved to Lisbon.")})
    assert (answer.status_code, answer.json()["outcome"]) == (202, "stored")
    location = answer.headers["location"]
    assert here("GET", location).json() == answer.json()
    assert here("GET", "/v1/operations").json()["items"] == [answer.json()]


def test_with_prefer_wait_the_outcome_is_the_answer(here):
    answer = here("POST", "/v1/memorize", headers={"Prefer": "wait=5"}, json={"messages": turns("hello")})
    assert (answer.status_code, answer.headers["preference-applied"]) == (200, "wait=5")


@pytest.mark.parametrize(
    ("extract", "found"), [("auto", {"source", "wiki"}), ("verbatim", {"source", "diary"}), ("none", {"source"})]
)
def test_each_mode_keeps_the_turns_and_makes_what_it_says(here, extract, found):
    here.memorize("I moved to Lisbon.", extract=extract)
    assert set(layers(here)) == found


def test_what_the_app_extracted_becomes_items_and_entries(here):
    given = {"items": [{"file": "places", "name": "home", "content": "Lisbon"}], "diary": ["Moved to Lisbon."]}
    operation = here.memorize("I moved to Lisbon.", extract="given", source_id="talk", **given)
    assert [(item["address"], item["action"]) for item in operation["items"]] == [("places:home", "added")]
    assert len(operation["diary"]) == 1
    item = here("GET", f"/v1/items/{operation['items'][0]['id']}").json()
    assert item["source"] == {"id": "talk", "turns": ["t1"]}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"items": [{"file": "a", "name": "b", "content": "c", "zz": 1}]}, "items[0].zz"),
        ({"items": [{"file": "a", "name": "b"}]}, "items[0].content"),
        ({"items": [{"file": "a", "name": "b", "content": " "}]}, "items[0].content"),
        ({"diary": ["x", 7]}, "diary[1]"),
        ({"diary": [{"content": "x", "at": "soon"}]}, "diary[0].at"),
    ],
)
def test_a_malformed_extraction_is_dropped_whole_and_the_turns_stay(here, given, field):
    operation = here.memorize("I moved to Lisbon.", extract="given", **given)
    assert operation["outcome"] == "stored" and operation["reason"] and not operation["items"]
    assert layers(here) == ["source"]
    notes = [line.get("note", {}) for line in here.list("/v1/journal")]
    assert any(note.get("field") == field for note in notes)


def test_a_conversation_goes_on_and_what_repeats_is_a_duplicate(here):
    here.memorize("one", source_id="talk")
    assert here.memorize("one", source_id="talk")["outcome"] == "duplicate"
    assert here.memorize("two", source_id="talk")["outcome"] == "stored"
    sources = here.list("/v1/items", "layer=source")
    assert sorted(item["name"] for item in sources) == ["t1", "t2"]


def test_a_turn_of_the_same_id_and_other_content_is_a_conflict(here):
    def send(content):
        messages = [{"role": "user", "content": content, "id": "m1"}]
        return here("POST", "/v1/memorize", json={"messages": messages, "source_id": "talk"})

    assert send("one").status_code == 202
    conflict = send("two")
    assert (conflict.status_code, conflict.json()["code"], conflict.json()["field"]) == (
        409,
        "conflict",
        "messages[0].id",
    )


def test_retrieve_finds_what_was_said_in_the_order_to_inject_it(here):
    here.memorize("I like the sea.", "My sister is called Ana.", source_id="talk")
    answer = here("POST", "/v1/retrieve", json={"query": "Who is my sister?", "budget_tokens": 50}).json()
    assert answer["scope_exists"] and "Ana" in answer["hits"][0]["content"]
    assert answer["hits"][0]["provenance"] == {"source_id": "talk", "turns": ["t2"]}
    assert answer["budget"]["limit"] == 50 and 0 < answer["budget"]["used"] <= 50
    assert {"time", "signals", "unresolved_links", "degraded", "policy"} <= set(answer)


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"layers": ["wiki"]}, {"wiki"}),
        ({"layers": ["diary"]}, {"diary"}),
        ({"layers": ["sources"]}, {"source"}),
        ({"limit": 1}, {"wiki"}),
        ({"tags": ["sea"]}, {"wiki"}),
        ({"kinds": ["preference"]}, {"wiki"}),
        ({"lines": ["skill"]}, set()),
        ({"time_range": {"from": "2020-01-01", "to": "2020-01-02"}, "layers": ["diary"]}, set()),
        ({"as_of": "2020-01-01"}, set()),
    ],
)
def test_retrieve_is_narrowed_by_each_of_its_fields(here, fields, found):
    here.add("likes-the-sea", "swimming in the sea", tags=["sea"], kind="preference")
    here.memorize("I swam in the sea today.")
    answer = here("POST", "/v1/retrieve", json={"query": "sea", **fields}).json()
    assert {hit["layer"] for hit in answer["hits"]} == found


def test_retrieve_follows_links_and_explains_itself(here):
    here.add("trip", "We plan a trip to [[places:beach]] and [[places:nowhere]].")
    here.add("beach", "Warm sand.", file="places")
    answer = here("POST", "/v1/retrieve", json={"query": "trip", "explain": True}).json()
    linked = [hit for hit in answer["hits"] if hit["via"] == "link"]
    assert [hit["address"] for hit in linked] == ["places:beach"]
    assert [link["address"] for link in answer["unresolved_links"]] == ["places:nowhere"]
    assert answer["hits"][0]["explain"]["signals"]
    alone = here("POST", "/v1/retrieve", json={"query": "trip", "expand_links": False}).json()
    assert not [hit for hit in alone["hits"] if hit["via"] == "link"]


def test_a_finding_of_the_notary_counts_once(here):
    operation = here.memorize("a\u200bb", extract="verbatim")
    assert list(operation["scrubbed"].values()) == [1]


def test_the_diary_of_a_scope_can_be_turned_off(here):
    here("PATCH", "/v1/settings", json={"diary": False})
    assert here.memorize("hello")["reason"]
    assert layers(here) == ["source"]
