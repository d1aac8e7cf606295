"""Two items contradict each other where one person can't be both; nearly all others don't."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.model import Item
from scopes.resolution.contradictions import Contradictions

CASES = json.loads(Path(__file__).with_name("contradictions.json").read_text(encoding="utf-8"))
LOOK = Contradictions()


def item(content, name="n", layer="wiki", recorded="2026-07-21T10:00:00.000Z", owner=None):
    return Item(
        id=f"{content}/{name}",
        layer=layer,
        file="notes",
        name=name,
        address=f"notes:{name}",
        content=content,
        owner=owner,
        recorded_at=recorded,
        etag=recorded,
    )


@pytest.mark.parametrize(("one", "other"), CASES["contradict"])
def test_these_can_t_both_be_so(one, other):
    owner = "Mara" if one.startswith("Mara:") else None
    assert LOOK.among([item(one, owner=owner), item(other, owner=owner)])


@pytest.mark.parametrize(("one", "other"), CASES["agree"])
def test_these_may_both_be_so(one, other):
    assert not LOOK.among([item(one), item(other)])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_of_one_person_s_memories_may_stand_together(language):
    """Each pair of them is looked at: past and present, near and exact, likes of a thing and dislikes of its kind."""
    assert not LOOK.among([item(text) for text in CASES["one_person"][language]])


@pytest.mark.parametrize(
    ("one", "other", "about"),
    [
        ("I live in Berlin", "I live in Lisbon", "home"),
        ("我叫王芳", "我叫李雷", "name"),
        ("My wife Anna is a teacher", "My wife Clara is a nurse", "kin"),
        ("I drink coffee every morning", "I avoid coffee", "stance"),
    ],
)
def test_a_mark_says_what_about(one, other, about):
    assert LOOK.among([item("The sea is cold"), item(one), item(other)]) == {(1, 2): about}


def test_an_age_grows_with_the_years():
    young, old = (item(f"I'm {age}", recorded=f"{year}-07-21T10:00:00.000Z") for age, year in ((34, 2016), (44, 2026)))
    assert not LOOK.among([young, old])
    assert LOOK.among([item("I'm 34"), old])


def test_two_people_in_one_scope_may_differ():
    mara, jon = (item(f"{name}: I live in {town}", owner=name) for name, town in (("Mara", "Oslo"), ("Jon", "Bergen")))
    assert not LOOK.among([mara, jon])


@pytest.mark.parametrize("layer", ["source", "diary"])
def test_only_the_wiki_is_what_is_true_now(layer):
    assert not LOOK.among([item("I live in Berlin"), item("I live in Lisbon", layer=layer)])


def test_a_new_version_of_an_item_is_read_anew():
    old = item("I live in Berlin")
    new = item("I live in Berlin", recorded="2026-07-22T10:00:00.000Z")
    lisbon = item("I live in Lisbon")
    assert LOOK.among([old, lisbon])
    assert LOOK.among([new, lisbon])


@given(st.lists(st.text(max_size=60), min_size=2, max_size=6))
def test_any_texts_are_looked_at(texts):
    pairs = LOOK.among([item(text, str(number)) for number, text in enumerate(texts)])
    assert all(one < other for one, other in pairs)
