"""What a scope's settings change of what happens in it, seen from outside."""

import pytest

PHONE = "My phone number is 13812345678."
MAYBE = "I think I like tea, maybe."
LOVES = "I love sailing on the lake."


def settings(here, **changes):
    answer = here("PATCH", "/v1/settings", json=changes)
    assert answer.is_success, answer.text
    return answer.json()


def layers(here, query="phone"):
    hits = here("POST", "/v1/retrieve", json={"query": query}).json()["hits"]
    return {hit["layer"] for hit in hits}


def statuses(here, layer):
    return [item["status"] for item in here.list("/v1/items", f"layer={layer}")]


@pytest.mark.parametrize(
    ("pii", "item", "turn"),
    [("review", "pending", "approved"), ("withhold", "pending", "pending"), ("approve", "approved", "approved")],
)
def test_personal_data_waits_as_the_scope_has_it(here, pii, item, turn):
    settings(here, pii=pii)
    here.memorize(PHONE, extract="rules")
    assert (statuses(here, "wiki"), statuses(here, "source")) == ([item], [turn])


def test_a_turn_that_is_withheld_is_found_once_it_is_approved(here):
    settings(here, pii="withhold")
    here.memorize(PHONE, "We spoke on the phone.", extract="verbatim", source_id="talk")
    found = here("POST", "/v1/retrieve", json={"query": "phone"}).json()["hits"]
    assert {hit["content"] for hit in found} == {"We spoke on the phone."}
    done = here("POST", "/v1/review", json={"where": {"pii": True}, "decision": "approve"}).json()
    assert done["counts"] == {"approved": 2}  # the turn, and its entry in the diary
    assert PHONE in {hit["content"] for hit in here("POST", "/v1/retrieve", json={"query": "phone"}).json()["hits"]}
    assert here.memorize(PHONE, "We spoke on the phone.", source_id="talk")["outcome"] == "duplicate"
    assert here("GET", "/v1/verify").json()["valid"]


def test_a_line_of_the_diary_with_personal_data_waits_too(here):
    here.memorize("one", extract="given", diary=["Call her at 13812345678.", "We walked."])
    assert sorted(statuses(here, "diary")) == ["approved", "pending"]


@pytest.mark.parametrize(("least", "status"), [(0.0, "approved"), (0.6, "pending")])
def test_how_sure_it_must_be_is_the_scope_s_to_say(here, least, status):
    settings(here, approve_at=least)
    here.memorize(MAYBE, extract="rules")
    assert statuses(here, "wiki") == [status]


def test_kinds_that_wait_in_any_case(here):
    settings(here, review_kinds=["preference"])
    here.memorize(LOVES, "I live in Bergen.", extract="rules")
    waiting = here.list("/v1/items", "status=pending")
    assert [item["kind"] for item in waiting] == ["preference"]


def test_what_the_app_extracted_waits_by_the_same_rules(here):
    items = [
        {"file": "f", "name": "sure", "content": "likes rain"},
        {"file": "f", "name": "unsure", "content": "likes snow", "confidence": 0.5},
        {"file": "f", "name": "number", "content": "call 13812345678", "confidence": 0.9},
    ]
    here.memorize("one", extract="given", items=items)
    assert {one["name"]: one["status"] for one in here.list("/v1/items", "layer=wiki")} == {
        "sure": "approved",
        "unsure": "pending",
        "number": "pending",
    }


def test_given_again_unsure_it_stands_beside_what_is_approved(here):
    item = {"file": "f", "name": "n", "content": "likes rain"}
    here.memorize("one", extract="given", items=[item])
    here.memorize("two", extract="given", items=[{**item, "content": "likes snow", "confidence": 0.1}])
    assert {one["name"]: one["status"] for one in here.list("/v1/items", "layer=wiki")} == {
        "n": "approved",
        "n-to-review": "pending",
    }


def test_given_again_as_it_stands_it_keeps_the_word_that_a_person_spoke(here):
    item = {"file": "f", "name": "n", "content": "call 13812345678"}
    made = here.memorize("one", extract="given", items=[item])["items"][0]
    here("POST", "/v1/review", json={"decisions": [{"id": made["id"], "decision": "approve"}]})
    again = here.memorize("two", extract="given", items=[item])["items"][0]
    assert (again["action"], statuses(here, "wiki")) == ("unchanged", ["approved"])


def test_a_diary_that_is_off_stays_empty(here):
    settings(here, diary=False)
    here.memorize("I visited my aunt yesterday.", extract="rules")
    here.memorize("Hello.", extract="verbatim", source_id="b")
    assert here.list("/v1/diary") == []


def test_words_of_its_own_and_its_ranking_policy_are_used(here):
    settings(here, dictionary=["绿禾公园"], policy="turns-1")
    here.add("park", "周末去绿禾公园散步")
    answer = here("POST", "/v1/retrieve", json={"query": "绿禾公园"}).json()
    assert "绿禾公园" in answer["hits"][0]["matched_terms"]
    assert answer["policy"].startswith("turns-1")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"approve_at": 1.5}, "approve_at"),
        ({"pii": "never"}, "pii"),
        ({"review_kinds": [""]}, "review_kinds"),
        ({"review_kinds": ["k"] * 101}, "review_kinds"),
        ({"expire_days": {"todo": 0}}, "expire_days"),
        ({"expire_days": {"todo": 40_000}}, "expire_days"),
        ({"expire_days": {"to\ndo": 4}}, "expire_days"),
        ({"time_zone": "localtime"}, "time_zone"),
        ({"time_zone": "posixrules"}, "time_zone"),
        ({"time_zone": "posix/Asia/Tokyo"}, "time_zone"),
    ],
)
def test_a_setting_that_can_t_be_is_refused(here, changes, field):
    answer = here("PATCH", "/v1/settings", json=changes)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_a_model_that_the_service_does_not_have_is_named(here):
    shown = settings(here, extract="llm")
    assert [one["component"] for one in shown["degraded"]] == ["extract"]
    described = here("GET", "/v1/describe").json()["degraded"]
    assert [one["used"] for one in described if one["component"] == "extract"] == ["rules"]
    assert settings(here, extract="rules")["degraded"] == []


def test_a_zone_that_each_machine_has_its_own_of_is_no_zone_of_a_question(here):
    answer = here("POST", "/v1/retrieve", json={"query": "x", "tz": "localtime"})
    assert (answer.status_code, answer.json()["field"]) == (422, "tz")


def test_a_line_that_there_is_not_is_told_with_those_there_are(here):
    answer = here("POST", "/v1/retrieve", json={"query": "x", "line_budgets": {"chatt": 5}}).json()
    assert (answer["field"], answer["limit"]) == ("line_budgets", "chat, skill, workspace")
