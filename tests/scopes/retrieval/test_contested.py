"""Of hits that contradict each other the newer stands first, then the better-sourced; nothing else moves."""

import msgspec
import pytest

from scopes.model import Provenance
from scopes.resolution.contradictions import Contradictions
from scopes.retrieval.query import RetrieveQuery
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


@pytest.mark.parametrize(
    ("question", "told", "later", "edited", "typed"),
    [
        ("Where do I live?", "I live in Berlin", "I live in Lisbon", "I live in Madrid", "I live in Porto"),
        ("我住在哪里", "我住在柏林", "我住在里斯本", "我住在塞维利亚", "我住在波尔图"),
    ],
)
def test_what_a_person_wrote_into_the_file_stands_before_what_was_told(
    home, open_home, until, retriever, question, told, later, edited, typed
):
    """An edit keeps the time of what it changes, and what is typed has none."""
    home.put("places", "home", told)
    home.put("flat", "address", later)
    path = home.root / "chat/wiki/places.md"
    path.write_text(f"{path.read_text().replace(told, edited)}\n## typed\n\n{typed}\n")
    until(lambda: home.item("places:typed") is not None and not home.scope.unadopted())
    home.scope.close()
    view = open_home().scope.read()
    found = retriever.retrieve(view, view.index, RetrieveQuery(query=question, explain=True))
    assert [hit.content for hit in found.hits][-1] == later
    told_by = {(one.first, one.second): one.by for one in found.contradictions}
    assert told_by["places:home", "flat:address"] == told_by["places:typed", "flat:address"] == "by_hand"
    assert {"newer"}.isdisjoint(told_by.values())


def test_what_the_service_writes_anew_is_of_no_hand(home, until):
    home.put("places", "home", "I live in Berlin")
    path = home.root / "chat/wiki/places.md"
    path.write_text(path.read_text().replace("Berlin", "Madrid"))
    until(lambda: home.scope.read().is_by_hand(home.item("places:home")))
    home.patch("places:home", content="I live in Porto")
    assert not home.scope.read().is_by_hand(home.item("places:home"))


COFFEE = [
    ("do I like coffee?", "I like coffee", "I don't like coffee very much"),
    ("我喜欢喝咖啡吗", "我喜欢喝咖啡", "我不喝咖啡"),
]


@pytest.mark.parametrize(("question", "said", "known"), COFFEE)
def test_what_was_said_before_goes_behind_what_holds_now_and_is_not_marked(
    shelf, make, retriever, question, said, known
):
    turn = make(said, "turn", "source", "talk", recorded_at=OLD, speaker="user")
    answer = shelf(turn, make(known, "note", recorded_at=NEW)).ask(question, retriever, explain=True)
    assert [(hit.name, hit.contradicts) for hit in answer.hits] == [("note", ()), ("turn", ())]
    assert answer.contradictions == ()


@pytest.mark.parametrize(
    "fields",
    [{"recorded_at": NEW, "speaker": "user"}, {"recorded_at": OLD, "speaker": "assistant"}, {"speaker": "Mara"}],
)
def test_what_was_said_since_or_by_somebody_else_stays_where_it_was(shelf, make, retriever, fields):
    turn = make("我喜欢喝咖啡", "turn", "source", "talk", **({"recorded_at": OLD} | fields))
    notes = shelf(turn, make("我不喝咖啡", "note", recorded_at="2025-01-01T00:00:00.000Z"))
    assert notes.names("我喜欢喝咖啡吗") == [hit.name for hit in notes.ask("我喜欢喝咖啡吗", retriever).hits]


def test_who_asks_about_the_past_gets_what_was_said(shelf, make, retriever):
    turn = make("I like coffee", "turn", "source", "talk", recorded_at=OLD, speaker="user")
    notes = shelf(turn, make("I don't like coffee very much", "note", recorded_at=NEW))
    question = "Did I ever say that I like coffee?"
    assert notes.names(question) == [hit.name for hit in notes.ask(question, retriever).hits]
