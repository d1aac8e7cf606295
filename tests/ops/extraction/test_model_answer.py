"""What is believed of a model's answer: what rests on a turn of a person, and links that lead somewhere."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ops.extraction.answer import read_answer, read_extraction
from ops.extraction.question import Question
from scopes.extraction.candidates import Said

SHOWN = (Said("u1", "user", "I like tea", None, "2026-07-10"), Said("a1", "assistant", "You like coffee too"))
_NAMES = ["items", "diary", "kind", "file", "name", "content", "evidence", "choices", "message"]
QUESTION = Question(b"", SHOWN, ("people:anna",), (), 100)


def item(**fields):
    return {"kind": "fact", "file": "f", "name": "n", "content": "c", "evidence": [1], **fields}


def read(*items, diary=None, wanted=True):
    return read_extraction(json.dumps({"items": list(items), "diary": diary}), QUESTION, diary=wanted)


@pytest.mark.parametrize("evidence", [[], [2], [0], [-1], [3], [99]])
def test_an_item_that_rests_on_no_person_is_refused_and_counted(evidence):
    found = read(item(evidence=evidence))
    assert (found.candidates, found.refused) == ((), {"no_evidence": 1})


def test_links_that_lead_nowhere_lose_their_brackets():
    (first, _) = read(
        item(content="Likes [[people:anna]] and [[nobody:known]]", links=["f:other", "made:up", "f:n"]),
        item(name="other"),
    ).candidates
    assert first.content == "Likes [[people:anna]] and known [[f:other]]"


@pytest.mark.parametrize(
    ("given", "kept"),
    [("2026-07-12", "2026-07-12"), ("2026-07-12T09:00:00+02:00", "2026-07-12T09:00:00+02:00"), ("soon", None),
     ("2026-13-01", None), (None, None), ("", None)],
)  # fmt: skip
def test_a_time_is_kept_if_it_is_one(given, kept):
    assert read(item(event_at=given)).candidates[0].event_at == kept


def test_confidence_is_brought_between_0_and_1_and_tags_are_three_at_most():
    (one,) = read(item(confidence=7, tags=["a", "a", " ", "b", "c", "d"], kind=" Fact ")).candidates
    assert (one.confidence, one.tags, one.kind) == (1.0, ("a",), "fact")


def test_more_than_fifty_items_are_cut_and_counted():
    found = read(*[item(name=f"n{number}") for number in range(60)])
    assert (len(found.candidates), found.refused) == (50, {"too_many": 10})


def test_the_diary_is_one_paragraph_and_left_out_where_it_is_off():
    (line,) = read(diary="It was late.\n\n# Heading\nThey went home.").diary
    assert (line.content, line.event_at, line.evidence) == (
        "It was late. # Heading They went home.",
        "2026-07-10",
        ("u1",),
    )
    assert read(diary="It was late.", wanted=False).diary == ()
    assert read(diary="  ").diary == ()


def test_an_answer_in_a_code_block_is_read():
    assert read_extraction('```json\n{"items": [], "diary": null}\n```', QUESTION, diary=True) is not None


def _any_of(inner):
    return st.lists(inner) | st.dictionaries(st.sampled_from(_NAMES), inner)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), _any_of, max_leaves=8))
def test_any_json_is_read_or_refused(value):
    text = json.dumps(value)
    read_extraction(text, QUESTION, diary=True)
    read_answer(text.encode())
    read_answer(json.dumps({"choices": [{"message": {"content": text}}]}).encode())


@given(st.binary())
def test_any_bytes_are_read_or_refused(raw):
    assert read_answer(raw).reason == "invalid"


def test_tokens_that_no_window_holds_are_not_believed():
    told = {"choices": [{"message": {"content": "{}"}}], "usage": {"total_tokens": 10**40}}
    assert read_answer(json.dumps(told).encode()).tokens == 10_000_000
