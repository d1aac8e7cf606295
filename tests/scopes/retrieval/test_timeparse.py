"""Which time a question speaks of: a file of cases, what no case may do, and the tables of the calendar."""

import datetime as dt
import json
import time
import zoneinfo
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.period import Period
from scopes.retrieval.timeparse import parse

CASES = json.loads((Path(__file__).parent / "time_cases.json").read_text())
NOW = dt.datetime(2025, 7, 24, 2, 30, tzinfo=dt.UTC)
PIECES = (
    *(
        "昨天",
        "前天",
        "昨晚",
        "上周三",
        "上上周",
        "周末",
        "上个月",
        "去年",
        "2022年",
        "5月",
        "7月21号",
        "二十三号",
        "30日",
    ),
    *(
        "2月30号",
        "3天前",
        "两个星期前",
        "一个半月前",
        "半年前",
        "99999999天前",
        "国庆",
        "春节",
        "第二季度",
        "上旬",
        "月底",
    ),
    *(
        "夏天",
        "从",
        "到",
        "之前",
        "以来",
        "每",
        "的",
        "１２月",
        "週",
        "《",
        "》",
        "。",
        "yesterday",
        "last",
        "this",
        "week",
    ),
    *(
        "night",
        "Tuesday",
        "May",
        "march",
        "7th",
        "21",
        "2022",
        "2023-07-21",
        "7/21",
        "13/45",
        "Q2",
        "summer",
        "Christmas",
    ),
    *(
        "ago",
        "two",
        "days",
        "a",
        "year",
        "and",
        "half",
        "from",
        "to",
        "between",
        "since",
        "before",
        "every",
        "of",
        "the",
    ),
    *(",", "-", "~", "'", "notes.md"),
)
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=12).map
ANY_TEXT = TEXTS("".join) | TEXTS(" ".join) | st.text()


def range_of(text, now=NOW, zone="Asia/Shanghai"):
    found = parse(text, now, zoneinfo.ZoneInfo(zone))
    return None if found is None else (found.range.from_, found.range.to)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_a_question_speaks_of_its_time_and_of_no_other(case):
    found = range_of(case["text"], dt.datetime.fromisoformat(case["now"]), case["zone"])
    assert found == (None if case.get("none") else (case["from"], case["to"]))


@given(ANY_TEXT, st.datetimes(timezones=st.timezones()), st.timezones())
def test_no_text_at_no_time_is_an_error(text, now, zone):
    found = parse(text, now, zone)
    assert found is None or found.words in text


@given(ANY_TEXT, st.integers(-3_000, 3_000), st.timezones())
def test_whatever_is_found_is_a_period(text, days, zone):
    found = parse(text, NOW + dt.timedelta(days), zone)
    if found is not None:
        Period(found.range, zone)


@pytest.mark.parametrize(
    "piece", [*PIECES, "上", "一", "1", "7/", "12月", "x'", "“", ".md", "May 7 ", "2 or 3 ", "early "]
)
def test_the_longest_text_takes_no_longer_than_its_length(piece):
    text = piece * (60_000 // len(piece.encode()))
    started = time.process_time()
    parse(text, NOW, dt.UTC)
    assert time.process_time() - started < 0.3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我上周三晚上说的那家店", "上周三晚上"),
        ("what did I say on May 7th, 2023?", "May 7th, 2023"),
        ("从７月２１号到２３号", "７月２１号到２３号"),
    ],
)
def test_the_words_that_name_the_time_are_given_as_they_are_written(text, words):
    assert parse(text, NOW, dt.UTC).words == words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("昨天和前天我吃了什么", ("2025-07-22", "2025-07-23")),
        ("last week, on Tuesday", ("2025-07-15", "2025-07-15")),
        ("what did I say yesterday about my plans for 2019 and last May?", None),
        ("what was last week's problem, as mentioned on November 6, 2023?", None),
        ("what did I do last weekend before April 10, 2023?", None),
    ],
)
def test_two_times_are_one_where_they_are_named_together_and_else_none(text, found):
    assert range_of(text) == found


@pytest.mark.parametrize("year", range(2015, 2041))
def test_spring_festival_and_mid_autumn_stand_at_new_and_full_moon(year):
    """A lunar month has 29.53 days, give or take half a one, and one began on 2000-01-06 at 18:14 UTC."""

    def age(day):
        noon_in_china = dt.datetime.combine(dt.date.fromisoformat(day), dt.time(4), dt.UTC)
        return (noon_in_china - dt.datetime(2000, 1, 6, 18, 14, tzinfo=dt.UTC)).total_seconds() / 86_400 % 29.530589

    eve, mid_autumn = range_of(f"{year}年春节")[0], range_of(f"{year}年中秋")[0]
    new_year = dt.date.fromisoformat(eve) + dt.timedelta(1)
    assert dt.date(year, 1, 21) <= new_year <= dt.date(year, 2, 20)
    assert abs((age(new_year.isoformat()) + 14) % 29.530589 - 14) < 1.5
    assert abs(age(mid_autumn) - 14.5) < 1.8


def test_a_lunar_holiday_outside_of_the_table_is_no_time():
    assert range_of("2014年春节") is None
    assert range_of("2041年中秋") is None
