"""A memory stands alone: what points at something unnamed, or says nothing, is refused or takes its noun along."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction import rules
from scopes.extraction.candidates import Said
from scopes.extraction.rules.chinese.clauses import slug as chinese_slug
from scopes.extraction.rules.english.clauses import slug

NOW = dt.datetime(2026, 7, 15, tzinfo=dt.UTC)


def extract(text, speaker=None):
    return rules.extract([Said("t1", "user", text, speaker)], now=NOW, zone=dt.UTC)


def kept(text, speaker=None):
    return [one.content for one in extract(text, speaker).candidates]


@pytest.mark.parametrize(
    "text",
    [
        "Her name is Pearl.",
        "I chose these because they match the wall.",
        "I decided to include this at the beginning.",
        "My dog loves it there.",
        "I still need to finish this by Friday.",
        "I love the frosting on top.",
        "我们最喜欢的是第一个。",
        "我一直在用它记账。",
    ],
)
def test_what_points_at_something_that_nobody_named_is_refused_and_counted(text):
    found = extract(text)
    assert found.candidates == () and found.refused["dangling"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "I've been working on a project lately.",
        "I'm trying to make things better.",
        "Our friends are our rock.",
        "I'd love to join in and show my support.",
        "I want to watch a movie tonight, any suggestions?",
        "我最近在学习一些新的技能。",
        "我想看个电影放松一下，有什么推荐吗？",
        "我计划做一些改变。",
        "那里很安静，我每天都去。",
    ],
)
def test_what_says_nothing_without_its_object_is_refused_and_counted(text):
    found = extract(text)
    assert found.candidates == () and found.refused["empty"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "I hate it when people chew loudly",
        "I can't stand the smell of fish",
        "I love the Beatles",
        "My brother has asthma so he always carries an inhaler",
        "I want to start my own business",
        "I've lived in this city for ten years",
        "我喜欢猫",
        "我想学吉他",
        "我养了一只猫，它叫团子",
        "我打算下周六和朋友去看电影",
    ],
)
def test_what_names_its_matter_is_kept(text):
    assert kept(text)


def test_the_words_that_name_the_matter_are_taken_along():
    assert kept("I got a puppy in May. Her name is Pearl.", "Mara") == ["Mara: I got a puppy in May. Her name is Pearl"]
    assert kept("We adopted a dog, but then I got allergic.") == ["We adopted a dog, but then I got allergic"]
    assert kept("I'm all about dramas. I love getting lost in the plots.", "Jo") == [
        "Jo: I'm all about dramas. I love getting lost in the plots"
    ]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The little one is doing great - learning commands and house training.", "learning commands"),
        ("My aim was to show warmth, love and self-acceptance.", "love and"),
        ("Making a switch could open up new doors.", "switch"),
        ("我的上司非常苛刻，而且对我的工作表现非常挑剔。", "挑剔"),
        ("我知道他喜欢下棋，喜欢钓鱼。", "钓鱼"),
        ("我听说过一家博物馆，是一家很小的地方，收藏了很多玩具。", "收藏"),
    ],
)
def test_what_is_said_of_somebody_else_is_not_made_the_speakers(text, wrong):
    assert not any(one.lower().startswith(wrong) or wrong in one for one in kept(text))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "I'm too lazy to research other pets for my allergies",
            "i'm-too-lazy-to-research-other-pets-for-my-allergies",
        ),
        ("I usually play CS:GO", "play-cs-go"),
        (
            "I love getting together with loved ones for a good meal",
            "likes-getting-together-with-loved-ones-for-a-good-meal",
        ),
        ("我想去一个风景优美，空气清新的地方", "想去一个风景优美空气清新的地方"),
    ],
)
def test_a_name_is_a_whole_phrase(text, name):
    assert [one.name for one in extract(text).candidates] == [name]


@given(st.text(alphabet="abc 的和我，。 ofthe", max_size=200))
def test_names_are_short_and_end_in_no_word_that_joins(text):
    assert len(slug(text)) <= 70 and len(chinese_slug(text)) <= 20
    assert not chinese_slug(text).endswith(("的", "和"))


def test_leading_fillers_are_left_out():
    assert kept("Glad to hear it. I've been practicing dance routines lately") == [
        "I've been practicing dance routines lately"
    ]
    assert kept("Aw, thanks for asking, they're good- we got another cat named Bailey", "Jo") == [
        "Jo: We got another cat named Bailey"
    ]
    assert kept("话说回来，我最近在看一些军事类的书籍") == ["我最近在看一些军事类的书籍"]
