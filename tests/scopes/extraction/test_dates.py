"""The day that a statement means, seen from when it was said."""

import datetime as dt

import pytest

from scopes.extraction import rules
from scopes.extraction.candidates import Said
from scopes.extraction.rules.dates import event_time, moment_of

SAID = dt.datetime(2026, 7, 15, 10, tzinfo=dt.UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "ahead", "day"),
    [
        ("my exam is on Friday", True, "2026-07-17"),
        ("due by Wednesday", True, "2026-07-22"),
        ("in two weeks we move", True, "2026-07-29"),
        ("we fly on 3 August", True, "2026-08-03"),
        ("we flew on 3 August", False, "2025-08-03"),
        ("I saw her yesterday", False, "2026-07-14"),
        ("周五交房租", True, "2026-07-17"),
        ("两周后搬家", True, "2026-07-29"),
        ("8月3号出发", True, "2026-08-03"),
        ("后天去上海", True, "2026-07-17"),
        ("every Monday I run", True, None),
        ("next month", True, None),
        ("I have 3 cats", False, None),
        ("my wife's birthday is 4 May", False, None),
        ("4 May is our wedding anniversary", False, None),
        ("my wife's birthday was 4 May 1990", False, "1990-05-04"),
        ("my birthday party is on 3 August", True, "2026-08-03"),
        ("her birthday is tomorrow", True, "2026-07-16"),
        ("我老婆的生日是5月4日", False, None),
        ("5月4日是我老婆的生日", False, None),
    ],
)
def test_time_words_mean_a_day_or_none(text, ahead, day):
    assert event_time(text, SAID, ahead=ahead) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("the deadline is December 15", "2026-12-15"),
        ("I start at Spotify on Jan 4", "2027-01-04"),
        ("Our lease ends on 1 Feb.", "2027-02-01"),
        ("The release is scheduled for March 3.", "2027-03-03"),
        ("The deadline was moved to March 3.", "2027-03-03"),
        ("My deadline is Friday.", "2026-12-04"),
        ("截止日期是1月15号", "2027-01-15"),
        ("我们1月4号结婚", "2027-01-04"),
        ("项目3月1号上线", "2027-03-01"),
        ("1月4号要交房租了", "2027-01-04"),
        ("I got married on May 4.", "2026-05-04"),
        ("My sister moved to Rome on December 15.", "2025-12-15"),
        ("我们5月4号结婚了", "2026-05-04"),
        ("我们是12月4号结婚的", "2025-12-04"),
    ],
)
def test_an_item_s_day_is_ahead_where_its_words_are(text, day):
    now = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    (item,) = rules.extract([Said("t1", "user", text)], now=now, zone=dt.UTC).candidates
    assert item.event_at == day


def test_what_was_done_on_a_day_lies_behind():
    now = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    (line,) = rules.extract([Said("t1", "user", "I visited Rome on December 15.")], now=now, zone=dt.UTC).diary
    assert line.event_at == "2025-12-15"


def test_a_turn_s_own_offset_is_its_clock():
    zone = dt.timezone(dt.timedelta(hours=8))
    assert moment_of("2026-07-15T23:30:00-05:00", SAID, zone).isoformat() == "2026-07-15T23:30:00-05:00"
    assert moment_of("2026-07-15T23:30:00Z", SAID, zone).isoformat() == "2026-07-16T07:30:00+08:00"
    assert moment_of("2026-07-15", SAID, zone).utcoffset() == dt.timedelta(hours=8)
    assert moment_of(None, SAID, zone) == SAID
