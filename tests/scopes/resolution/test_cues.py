"""Only items whose words might contradict each other are read."""

import json
from pathlib import Path

import pytest

from scopes.model import Item
from scopes.resolution.cues import suspects

CASES = json.loads(Path(__file__).with_name("contradictions.json").read_text(encoding="utf-8"))
ELSE = ("Saw a heron by the canal", "修好了阳台的灯", "The kettle needs descaling", "周末看了一场展览")


def suspected(*texts, owner=None):
    return suspects(
        [Item(id=text, layer="wiki", file="f", name="n", address="f:n", content=text, owner=owner) for text in texts]
    )


@pytest.mark.parametrize(("one", "other"), CASES["contradict"])
def test_what_can_t_both_be_so_is_suspected_among_others(one, other):
    assert {1, 3} <= {*suspected(ELSE[0], one, ELSE[1], other, *ELSE[2:])}


@pytest.mark.parametrize(
    "texts",
    [
        ELSE,
        ("Lives in Berlin", "Works as a nurse", "Likes tea"),
        ("Doesn't eat fish", "Plays the violin"),
        ("不吃香菜", "喜欢爬山"),
        ("住在上海", "喜欢喝茶"),
    ],
)
def test_items_on_different_matters_are_not(texts):
    assert not suspected(*texts)


def test_the_owner_s_name_before_each_line_is_no_word_in_common():
    assert not suspected("Noor: I don't eat fish", "Noor: plays the violin", owner="Noor")
    assert suspected("Noor: I don't eat fish", "Noor: had fish today", owner="Noor") == [0, 1]


def test_a_long_text_is_no_statement_and_isn_t_looked_at():
    assert suspected("I live in Berlin", "I live in Lisbon") == [0, 1]
    assert not suspected("I live in Berlin", "I live in Lisbon" + " and so on" * 20)
