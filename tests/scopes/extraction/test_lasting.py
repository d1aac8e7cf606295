"""A stay on a journey is no home, and what is to come replaces nothing of the present."""

import datetime as dt

import pytest

from scopes.extraction import rules
from scopes.extraction.candidates import Said

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def found(text):
    """The kinds and contents of the items that the rules make of a turn."""
    extraction = rules.extract([Said("t1", "user", text)], now=NOW, zone=dt.UTC)
    return {f"{one.file}:{one.name}": one.content for one in extraction.candidates}


@pytest.mark.parametrize(
    "stay",
    [
        "I'm staying at the Hilton.",
        "I'm staying at an Airbnb in Lisbon.",
        "I'm staying in Berlin for three days.",
        "I'm in Tokyo next week, living at the Park Tower in Shinjuku.",
        "I'm on holiday in Spain. We're living near Valencia.",
        "I live in a hostel near Porto.",
        "We moved into a hotel in Rome.",
        "下个月要去东京出差，12月8号出发，住在新宿的 Hotel Gracery",
        "下周去上海出差，住在浦东香格里拉",
        "下周去上海出差。住在浦东。",
        "国庆去大理旅游，我们住在洱海边上",
        "我这次住在希尔顿酒店",
        "我住在西湖边的一家民宿",
        "我在上海出差，住在浦东",
    ],
)
def test_a_stay_is_no_home(home, stay):
    home.memorize("I live in Oslo.", "我住在杭州。", extract="rules")
    home.memorize(stay, extract="rules")
    texts = home.texts()
    assert (texts["places:home"], texts["places:住处"]) == ("I live in Oslo", "我住在杭州")
    assert not any(address.startswith("places:") and text in stay for address, text in texts.items())


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("I'm flying to Tokyo next week, but I live in Berlin.", "places:home"),
        ("I'm flying to Tokyo next week. I live in Berlin.", "places:home"),
        ("I love travelling. I'm living in Berlin.", "places:home"),
        ("We live next to Hilton Park.", "places:home"),
        ("I work at the Hilton in Leeds.", "places:workplace"),
        ("我住在杭州，下周去上海出差", "places:住处"),
        ("我经常出差，住在杭州", "places:住处"),
        ("下周去上海出差，我现在住在杭州", "places:住处"),
        ("下周去上海出差。我住在杭州。", "places:住处"),
        ("我住在万豪城小区", "places:住处"),
        ("我在酒店工作", "places:工作地"),
    ],
)
def test_a_journey_beside_it_leaves_a_home_a_home(text, address):
    assert address in found(text)


def test_where_one_stays_belongs_to_the_plan():
    plan = found("下个月要去东京出差，12月8号出发，住在新宿的 Hotel Gracery")
    assert list(plan) == ["plans:下个月要去东京出差"] and "新宿" in plan["plans:下个月要去东京出差"]


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("I work at Google.", "I've got a job at Netflix, starting in January."),
        ("I work at Google.", "Next month I work at Netflix."),
        ("I live in Oslo.", "I'm moving to Berlin next year."),
        ("I live in Oslo.", "I'll live in Rome."),
        ("I live in Oslo.", "I'm going to live in Rome."),
        ("I'm single.", "I'm getting married next month."),
        ("我在字节做后端", "下周跳槽去阿里"),
        ("我在字节做后端", "我下个月入职阿里"),
        ("我在字节做后端", "我即将加入阿里"),
        ("我住在杭州", "我明年搬到上海"),
        ("我住在杭州", "我打算搬到上海"),
        ("我住在杭州", "下个月不住杭州了"),
    ],
)
def test_what_is_to_come_does_not_replace_what_is(home, now, then):
    home.memorize(now, extract="rules")
    (before,) = home.texts().items()
    home.memorize(then, extract="rules")
    texts = home.texts()
    assert texts.pop(before[0]) == before[1] and home.texts("archive") == {}
    assert not any(address.startswith(("places:", "profile:")) for address in texts)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I live in Oslo and work from home, but I'm moving soon.", "places"),
        ("I have a cat and will get a dog soon.", "pets"),
        ("I'm a nurse and I will be a doctor in two years.", "profile"),
        ("我在杭州工作，下个月结婚", "places"),
    ],
)
def test_what_is_now_stands_beside_what_is_to_come(text, kind):
    assert any(address.startswith(f"{kind}:") for address in found(text))


def test_a_change_to_come_is_a_plan():
    assert list(found("我在字节做后端，下周跳槽去阿里")) == ["places:工作地", "plans:下周跳槽去阿里"]
    assert list(found("I'm moving to Berlin next year.")) == ["plans:moving-to-berlin-next-year"]
