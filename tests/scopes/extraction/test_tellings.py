"""What happened goes to the diary: what somebody did on a day that he names, with that day."""

import datetime as dt

import pytest

from scopes.extraction import rules
from scopes.extraction.candidates import Said

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)  # a Monday


def extracted(text):
    return rules.extract([Said("t1", "user", text)], now=NOW, zone=dt.UTC)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I ran 10k this morning.", "2026-11-30"),
        ("Went climbing with Tom on Wednesday.", "2026-11-25"),
        ("Had dinner with my sister last night.", "2026-11-29"),
        ("I called my mom yesterday.", "2026-11-29"),
        ("Last Friday, I spent some time at the shelter.", "2026-11-27"),
        ("今天去看了牙医", "2026-11-30"),
        ("昨晚和妈妈视频了一个小时", "2026-11-29"),
        ("昨天我跟朋友去爬山了", "2026-11-29"),
        ("上周六带孩子去了动物园", "2026-11-28"),
    ],
)
def test_what_was_done_on_a_day_is_a_line_of_the_diary_and_no_item(text, day):
    found = extracted(text)
    (line,) = found.diary
    assert found.candidates == () and line.content.rstrip(".") == text.rstrip(".") and line.event_at.startswith(day)


@pytest.mark.parametrize(
    "text",
    [
        "I felt sick today.",
        "I wanted to cry last night.",
        "Did I tell you that I ran 10k this morning?",
        "If I ran 10k this morning, I would be tired.",
        "Yesterday I dreamed that I flew to Mars.",
        "My neighbour ran 10k this morning.",
        "今天好累",
        "今天天气好了",
        "昨天没睡好",
        "昨天他去看了牙医",
        "今天和你聊了很多",
        "今天去看了牙医吗？",
    ],
)
def test_moods_questions_and_other_people_s_days_are_no_lines(text):
    assert extracted(text).diary == ()
