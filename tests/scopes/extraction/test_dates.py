"""The day that a statement means, seen from when it was said."""

import datetime as dt

import pytest

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


def test_a_turn_s_own_offset_is_its_clock():
    zone = dt.timezone(dt.timedelta(hours=8))
    assert moment_of("2026-07-15T23:30:00-05:00", SAID, zone).isoformat() == "2026-07-15T23:30:00-05:00"
    assert moment_of("2026-07-15T23:30:00Z", SAID, zone).isoformat() == "2026-07-16T07:30:00+08:00"
    assert moment_of("2026-07-15", SAID, zone).utcoffset() == dt.timedelta(hours=8)
    assert moment_of(None, SAID, zone) == SAID
