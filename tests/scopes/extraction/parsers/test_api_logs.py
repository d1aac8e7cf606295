"""Logs of requests to a model, and rooms of OpenRouter."""

import json

import pytest


def said(role, words):
    return {"role": role, "content": words}


def lines(*values):
    return "\n".join(map(json.dumps, values))


ASKED = [said("system", "be kind"), said("user", "hi")]
ANSWERS = {
    "wrapped": {"request": {"messages": ASKED}, "response": {"choices": [{"message": said("assistant", "yo")}]}},
    "told as text": {
        "request": json.dumps({"messages": ASKED}),
        "response": json.dumps({"choices": [{"message": said("assistant", "yo")}]}),
    },
    "flat": {"model": "m", "messages": ASKED, "choices": [{"message": said("assistant", "yo")}]},
    "a plain answer": {"messages": ASKED, "response": "yo"},
    "responses": {"input": ASKED, "output": [{"type": "message", "content": [{"type": "output_text", "text": "yo"}]}]},
    "completion": {"prompt": "hi", "completion": "yo"},
    "gemini": {
        "request": {"contents": [{"role": "user", "parts": [{"text": "hi"}]}]},
        "response": {"candidates": [{"content": {"role": "model", "parts": [{"text": "yo"}]}}]},
    },
    "anthropic": {"request": {"messages": ASKED}, "response": {"content": [{"type": "text", "text": "yo"}]}},
    "batch": {
        "custom_id": "1",
        "body": {"messages": ASKED},
        "response": {"body": {"choices": [{"message": said("assistant", "yo")}]}},
    },
}


@pytest.mark.parametrize("form", ANSWERS)
def test_a_request_and_its_answer_are_a_conversation(talks, form):
    found, passed = talks(lines(ANSWERS[form]), "log.jsonl", "api-log")
    assert (found, passed) == ([[("user", "hi", None), ("assistant", "yo", None)]], [])


def test_a_request_that_goes_on_adds_only_what_is_new(talks):
    first = {"timestamp": 1_704_067_200, **ANSWERS["wrapped"]}
    longer = [*ASKED, said("assistant", "yo"), said("user", "and now?")]
    second = {
        "timestamp": 1_704_067_260,
        "request": {"messages": longer},
        "response": {"choices": [{"message": said("assistant", "sleep")}]},
    }
    other = {"request": {"messages": [said("user", "else")]}, "response": {"choices": []}}
    found, _ = talks(lines(first, other, second), "log.jsonl", "api-log")
    assert [[words for _, words, _ in one] for one in found] == [["else"], ["hi", "yo", "and now?", "sleep"]]
    assert [at for _, _, at in found[1]] == ["2024-01-01T00:00:00.000Z"] * 2 + ["2024-01-01T00:01:00.000Z"] * 2


def test_broken_lines_are_passed_over_and_told(talks):
    log = lines(ANSWERS["wrapped"]) + '\n{"request": {"mess\n' + lines({"request": {}}, ANSWERS["flat"])
    found, passed = talks(log, "log.jsonl", "api-log")
    assert (len(found), passed) == (1, ["request 2", "request 3"])


def test_a_room_of_openrouter_has_its_items_as_turns(talks):
    room = {
        "version": "orpg.3.0",
        "title": "Hey",
        "characters": {"c1": {"model": "lab/model"}},
        "messages": {
            "u1": {"id": "u1", "characterId": "USER", "type": "user", "createdAt": "2026-06-03T01:02:03Z"},
            "a1": {"id": "a1", "characterId": "c1", "type": "assistant", "createdAt": "2026-06-03T01:02:09Z"},
        },
        "items": {
            "i1": {"messageId": "a1", "data": {"type": "reasoning", "content": [{"type": "text", "text": "hm"}]}},
            "i2": {"messageId": "a1", "data": {"type": "message", "content": [{"type": "output_text", "text": "yo"}]}},
            "i3": {"messageId": "u1", "data": {"type": "message", "content": [{"type": "input_text", "text": "hi"}]}},
        },
    }
    found, passed = talks(room, "room.json", "openrouter")
    assert found == [[("user", "hi", "2026-06-03T01:02:03.000Z"), ("lab/model", "yo", "2026-06-03T01:02:09.000Z")]]
    assert passed == []
