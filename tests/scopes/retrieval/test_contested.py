"""Of hits that contradict each other the newer stands first, then the better-sourced; nothing else moves."""

import msgspec
import pytest

from scopes.model import Provenance
from scopes.resolution.contradictions import Contradictions
from scopes.retrieval.retriever import Retriever

OLD, NEW = "2024-03-01T10:00:00.000Z", "2026-07-21T10:00:00.000Z"


@pytest.fixture
def retriever():
    return Retriever(contradict=Contradictions().among)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("Do I live in Berlin?", "I live in Berlin", "I live in Lisbon"),
        ("我住在柏林吗", "我住在柏林", "我住在里斯本"),
    ],
)
def test_the_newer_of_two_stands_first_and_both_are_marked(shelf, make, retriever, question, old, new):
    notes = shelf(make(old, "old", recorded_at=OLD), make(new, "new", recorded_at=NEW))
    answer = notes.ask(question, retriever)
    assert [(hit.name, hit.contradicts) for hit in answer.hits] == [("new", ("notes:old",)), ("old", ("notes:new",))]
    assert [hit.name for hit in notes.ask(question).hits] == ["old", "new"]


def test_they_change_places_and_nothing_else_moves(shelf, make, retriever):
    texts = {
        "old": "I live in Berlin",
        "sister": "My sister lives in Rome",
        "new": "I live in Lisbon by myself",
    }
    notes = shelf(*(make(text, name, recorded_at=NEW if name == "new" else OLD) for name, text in texts.items()))
    before = [hit.name for hit in notes.ask("who lives in Berlin?").hits]
    after = [hit.name for hit in notes.ask("who lives in Berlin?", retriever).hits]
    swapped = {"old": "new", "new": "old"}
    assert before.index("old") < before.index("new")
    assert after == [swapped.get(name, name) for name in before]


@pytest.mark.parametrize(
    ("fields", "by"),
    [
        ({"event_at": "2026-07-20"}, "newer"),
        ({"source": Provenance("talk", ("a", "b"))}, "better_sourced"),
        ({"confidence": 0.9}, "surer"),
    ],
)
def test_an_explanation_says_what_decided(shelf, make, retriever, fields, by):
    old = make("I like coffee", "one", recorded_at=NEW, event_at="2026-01-01", source=Provenance("talk", ("a",)))
    other = msgspec.structs.replace(
        make("I don't like coffee very much", "other", recorded_at=NEW, event_at="2026-01-01"),
        **({"source": Provenance("talk", ("a",))} | fields),
    )
    found = shelf(old, other).ask("coffee", retriever, explain=True).contradictions
    assert [(one.first, one.second, one.about, one.by) for one in found] == [("notes:other", "notes:one", "stance", by)]
    assert shelf(old, other).ask("coffee", retriever).contradictions == ()


def test_a_day_to_come_makes_nothing_newer(shelf, make, retriever):
    plan = make("I live in Berlin", "plan", recorded_at=OLD, event_at="2099-01-01")
    now = make("I live in Lisbon", "now", recorded_at=NEW)
    assert [hit.name for hit in shelf(plan, now).ask("Where do I live?", retriever).hits] == ["now", "plan"]


def test_three_that_hang_together_stand_by_their_time(shelf, make, retriever):
    towns = {"2021": "Rome", "2025": "Oslo", "2023": "Berlin"}
    notes = shelf(
        *(make(f"I live in {town}", year, recorded_at=f"{year}-01-01T00:00:00.000Z") for year, town in towns.items())
    )
    answer = notes.ask("Where do I live?", retriever)
    assert [hit.name for hit in answer.hits] == ["2025", "2023", "2021"]
    assert {len(hit.contradicts) for hit in answer.hits} == {2}


def test_what_a_link_brought_is_marked_too(shelf, make, retriever):
    home = make("I live in Berlin", "home", recorded_at=OLD, links=("notes:later",))
    later = make("User moved to Lisbon", "later", recorded_at=NEW)
    answer = shelf(home, later).ask("Berlin", retriever)
    assert [(hit.name, hit.via) for hit in answer.hits] == [("later", "link"), ("home", "search")]
    assert all(hit.contradicts for hit in answer.hits)
