"""What the wiki says stands before what was once said, for who asks about himself in the present."""

import pytest

from scopes.model import Provenance
from scopes.retrieval.features.present import asks_of_now


@pytest.mark.parametrize(
    "question",
    ["Where do I live now?", "Who is my doctor?", "Am I still allergic to nuts?", "我现在住哪", "我喜欢什么颜色？"],
)
def test_these_ask_about_the_asker_s_present(question):
    assert asks_of_now(question.casefold())


@pytest.mark.parametrize(
    "question",
    ["Where did I live?", "Where does Ann live now?", "What have I read?", "我以前住哪", "我去过哪里", "她现在住哪"],
)
def test_these_do_not(question):
    assert not asks_of_now(question.casefold())


@pytest.fixture
def moved(shelf, make):
    """Three turns of long ago about one town, and a note about another."""
    said = (
        "I live in Berlin, near the park.",
        "Did you see the game?",
        "My street in Berlin is loud, I live upstairs.",
        "我住在柏林的公园边上，住得很高，住了很久。",
        "住在那里多好啊！",
    )
    turns = [
        make(
            text,
            str(number),
            "source",
            "talk",
            event_at=f"2023-05-0{number}",
            source=Provenance("talk", (str(number),)),
        )
        for number, text in enumerate(said, 1)
    ]
    return shelf(*turns, make("I live in Lisbon", "home"), make("我住在里斯本", "住处"))


@pytest.mark.parametrize(("question", "first"), [("Where do I live now?", "home"), ("我现在住哪", "住处")])
def test_the_note_stands_first(moved, question, first):
    assert moved.names(question)[0] == first
    usual = ("words", "neighbourhood", "shape", "speaker", "session")
    assert moved.names(question, signals=usual)[0] != first


def test_a_note_about_the_past_does_not(shelf, make):
    notes = shelf(make("I used to live in Berlin for years", "past"), make("I live in Lisbon", "home"))
    assert notes.names("Where do I live now?") == ["home", "past"]


def test_other_questions_are_ranked_as_they_were(moved):
    explained = moved.ask("Who lives in Berlin?", explain=True).hits
    assert {hit.explain.signals["present"].share for hit in explained} == {0.0}
