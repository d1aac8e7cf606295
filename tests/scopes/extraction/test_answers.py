"""A short answer is kept with the question that gives it its meaning."""

import datetime as dt

import pytest

from scopes.extraction import rules
from scopes.extraction.candidates import Said

NOW = dt.datetime(2026, 7, 15, tzinfo=dt.UTC)


def answered(question, answer, *, asker=None, speaker=None):
    first = Said("q", "user" if asker else "assistant", question, asker)
    return rules.extract([first, Said("a", "user", answer, speaker)], now=NOW, zone=dt.UTC).candidates


@pytest.mark.parametrize(
    ("question", "answer", "kind", "file", "content"),
    [
        (
            "Any pets?",
            "yeah two cats, Miso and Tofu",
            "possession",
            "belongings",
            "Any pets? — yeah two cats, Miso and Tofu",
        ),
        ("Nice! Where do you live?", "Outside Lyon.", "place", "places", "Where do you live? — Outside Lyon"),
        ("您有什么忌口吗？", "牛羊肉和蒜", "constraint", "constraints", "您有什么忌口吗？ — 牛羊肉和蒜"),
    ],
)
def test_an_answer_stands_with_its_question(question, answer, kind, file, content):
    (found,) = answered(question, answer)
    assert (found.kind, found.file, found.content, found.evidence) == (kind, file, content, ("q", "a"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Any pets?", "no"),
        ("Where do you live?", "why do you ask?"),
        ("Where do you live?", "I'd rather not say."),
        ("Should I note that you like tea?", "the green one"),
        ("Did you have any pets as a child?", "two rabbits"),
        ("How are you?", "tired, long day"),
        ("您住在哪个城市？", "这个不方便说"),
    ],
)
def test_an_answer_that_tells_nothing_is_left(question, answer):
    assert answered(question, answer) == ()


def test_an_answer_to_a_person_belongs_to_who_gives_it():
    (found,) = answered("what's your poison?", "negroni. always negroni", asker="Ama", speaker="Rik")
    assert (found.owner, found.kind) == ("Rik", "preference")
    assert answered("what's your poison?", "negroni", asker="Rik", speaker="Rik") == ()
