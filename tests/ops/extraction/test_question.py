"""What a model is shown: the prompt, the turns that fit, and nothing that the notary would not let out."""

import json

import pytest

from ops.extraction.question import SCHEMA, compose
from ops.extraction.settings import Llm
from scopes.extraction.candidates import Said
from scopes.governance.rules import BUILT_IN, NotaryRules

SECTION = Llm(url="http://127.0.0.1/v1", model="m")


def shown(question):
    return json.loads(json.loads(question.body)["messages"][1]["content"])


def test_turns_are_numbered_and_keep_who_spoke_and_when(ask_about):
    turns = (Said("a", "user", "在海边", "小明", "2026-07-10"), Said("b", "assistant", "好"), Said("c", "system", "x"))
    told = shown(compose(ask_about(*turns, language="zh"), SECTION, BUILT_IN))
    assert told["turns"] == [
        {"n": 1, "role": "user", "speaker": "小明", "at": "2026-07-10", "text": "在海边"},
        {"n": 2, "role": "assistant", "text": "好"},
    ]
    assert (told["language"], told["now"]) == ("zh", "2026-07-10T20:00+00:00")


def test_turns_that_do_not_fit_are_left_for_the_rules(ask_about):
    turns = ["short one", "long " * 5_000, "short two"]
    question = compose(ask_about(*turns), Llm(url="u", model="m", input_tokens=3_000), BUILT_IN)
    assert [turn["text"] for turn in shown(question)["turns"]] == ["short one", "short two"]
    assert question.left == ("t2",)
    assert question.tokens <= 3_000


@pytest.mark.parametrize("turns", [["long " * 50_000], [Said("a", "assistant", "I said so")], [Said("a", "tool", "x")]])
def test_without_a_turn_of_a_person_nothing_is_asked(ask_about, turns):
    assert compose(ask_about(*turns), SECTION, BUILT_IN) is None


def test_addresses_take_a_tenth_of_the_room_at_most(ask_about):
    names = tuple(f"file:a-rather-long-name-of-an-item-{number}" for number in range(1_000))
    question = compose(ask_about("hello", names=names), SECTION, BUILT_IN)
    assert 50 < len(shown(question)["addresses"]) < 200
    assert question.names == tuple(shown(question)["addresses"])


def test_what_the_notary_has_learnt_since_does_not_leave_the_house(ask_about):
    question = compose(ask_about("call 13800138000 now", names=("tel:13800138000",)), SECTION, NotaryRules(pii=True))
    assert b"13800138000" not in question.body


@pytest.mark.parametrize("answer_format", ["json_schema", "json_object", "text"])
def test_the_form_of_the_answer_is_asked_for_as_the_settings_say(ask_about, answer_format):
    section = Llm(url="u", model="m", answer_format=answer_format, temperature=0.0)
    body = json.loads(compose(ask_about("hello"), section, BUILT_IN).body)
    assert (body.get("response_format", {}).get("type") or "text") == answer_format
    assert (body["temperature"], body["max_tokens"]) == (0.0, 2_000)


def test_the_schema_is_one_that_strict_servers_take():
    def check(schema):
        if schema["type"] == "object":
            assert (schema["required"], schema["additionalProperties"]) == (list(schema["properties"]), False)
            for inner in schema["properties"].values():
                check(inner)
        elif schema["type"] == "array":
            check(schema["items"])

    check(SCHEMA)
