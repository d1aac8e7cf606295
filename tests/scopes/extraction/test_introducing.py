"""Who introduces himself tells his name; an adjective or a trade in its place is none."""

import datetime as dt

import pytest

from scopes.extraction import rules
from scopes.extraction.candidates import Said

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def names(text):
    found = rules.extract([Said("t1", "user", text)], now=NOW, zone=dt.UTC)
    return [one.content for one in found.candidates if one.name in ("name", "名字")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hi, I'm Mia.", "I'm Mia"),
        ("Hello! I'm Mia Berg.", "I'm Mia Berg"),
        ("Hi, I'm Mia! I work at a bank.", "I'm Mia"),
        ("I'm Mia and I live in Oslo.", "I'm Mia"),
        ("Hey, I'm Sam from Leeds", "I'm Sam"),
        ("I'm Mia, a nurse.", "I'm Mia, a nurse"),
        ("你好，我是陈静，在杭州做老师", "我是陈静"),
        ("大家好，我是小雨", "我是小雨"),
    ],
)
def test_an_introduction_gives_a_name(text, said):
    assert names(text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "I'm Mia.", "Hi, I'm Fine.", "I'm German.", "Hi, I'm German.", "I'm German, a proud one.", "Hi, I'm Sorry.",
        "I'm Polish and I live in Oslo.", "Hello, I'm Vegan and I love tofu.", "Am I right that I'm Mia?",
        "你好，我是中国人", "你好，我是程序员", "你好，我是高中生", "大家好，我是王老师", "你好，我是小白",
    ],
)  # fmt: skip
def test_what_is_no_name_gives_none(text):
    assert names(text) == []
