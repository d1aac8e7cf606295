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


@pytest.mark.parametrize(
    ("question", "said", "known"),
    [
        ("where do I live now?", "I live in Berlin.", "I moved to Lisbon"),
        ("where do I work now?", "I work at Google.", "I just started a new job at Spotify"),
        ("who do I work for?", "I work for Google.", "Joined Spotify"),
        ("what's my name?", "My name is Jon.", "Call me Ben"),
        ("how old am I?", "I am 33 years old.", "I just turned 34"),
        ("我现在在哪上班", "我在谷歌上班。", "我跳槽去字节了"),
        ("我住在哪里", "我住在杭州。", "我上个月搬到上海了"),
        ("我今年多大了？", "我今年三十三岁。", "刚满三十四岁"),
    ],
)
def test_the_note_that_tells_the_fact_needs_no_word_of_the_question(shelf, make, question, said, known):
    others = [make(text) for text in ("My sister lives and works in Rome", "我妈妈在医院上班，住在成都", "Likes tea")]
    turn = make(said, "turn", "source", "talk", speaker="user")
    assert shelf(turn, *others, make(known, "note")).names(question)[0] == "note"


@pytest.mark.parametrize(
    "question",
    ["where does my sister live?", "where did I live?", "what is my dog's name?", "我妈妈住在哪", "我的狗叫什么"],
)
def test_who_asks_for_another_s_facts_is_not_given_his_own(shelf, make, question):
    notes = shelf(make("I moved to Lisbon", "note"), make("Call me Ben", "ben"), make("我叫王芳", "王芳"))
    explained = notes.ask(question, explain=True).hits
    assert all(hit.explain.signals["present"].share < 6 for hit in explained)
