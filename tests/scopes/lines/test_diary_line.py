"""Diary entries: appended to their day by the scope's clock, told in the order they happened."""

import datetime as dt

import pytest

from scopes.errors import InvalidError
from scopes.lines import diary


def told(home, start=None, end=None):
    shown = home.scope.snapshot()
    bounds = (diary.read_bound(start, "start", shown), diary.read_bound(end, "end", shown))
    return [item.content for _, item in sorted(diary.entries(shown, *bounds), key=lambda entry: entry[0])]


def test_entries_of_one_minute_are_told_apart(home):
    entries = [home.enter(f"entry {number}", at="2026-07-21T14:30:59Z") for number in range(3)]
    assert [entry.address for entry in entries] == [f"2026-07-21:14:30{end}" for end in ("", "-2", "-3")]
    assert (home.root / "chat/diary/2026-07-21.md").read_text().count("\n## 14:30") == 3


def test_a_day_is_the_scope_s_own(home):
    home.enter("in UTC", at="2026-07-21T16:30:00Z")
    home.set(time_zone="Asia/Tokyo")
    entry = home.enter("in Tokyo", at="2026-07-21T16:30:00Z")
    assert (entry.address, entry.event_at) == ("2026-07-22:01:30", "2026-07-22T01:30:00+09:00")
    assert sorted(told(home, "2026-07-22", "2026-07-23")) == ["in Tokyo", "in UTC"]
    assert told(home, "2026-07-21", "2026-07-22") == []


def test_entries_are_told_by_time_within_bounds_the_end_left_out(home):
    for hour in (12, 9, 18):
        home.enter(f"at {hour}", at=f"2026-07-21T{hour:02}:00:00Z")
    assert told(home) == ["at 9", "at 12", "at 18"]
    assert told(home, "2026-07-21T12:00:00Z", "2026-07-21T18:00:00Z") == ["at 12"]
    assert told(home, "2026-07-22") == []


def test_without_a_time_it_happened_now(home):
    entry = home.enter("now")
    assert abs(dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(entry.event_at)) < dt.timedelta(seconds=30)


def test_an_entry_written_by_hand_is_told_at_the_time_it_is_headed_with(open_home, until):
    home = open_home()
    home.enter("ours", at="2026-07-21T12:00:00Z")
    path = home.root / "chat/diary/2026-07-21.md"
    path.write_text(path.read_text() + "## 08:15\n\nby hand\n\n## no time\n\nsometime\n")
    until(lambda: len(told(home)) == 3)
    assert told(home, "2026-07-21T08:00:00Z", "2026-07-21T09:00:00Z") == ["by hand"]


def test_a_full_day_goes_on_in_a_continuation(open_home):
    home = open_home(document_bytes=500)
    entries = [home.enter("x" * 150, at="2026-07-21T14:30:00Z") for _ in range(6)]
    assert len({entry.address for entry in entries}) == 6
    assert {path.name for path in (home.root / "chat/diary").iterdir()} >= {"2026-07-21.md", "2026-07-21~2.md"}
    assert len(open_home(document_bytes=500).texts("diary")) == 6


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"content": " "}, "content"),
        ({"content": "\u200b"}, "content"),
        ({"content": "x", "at": "0999-01-01"}, "at"),
        ({"content": "x", "at": "14:30"}, "at"),
        ({"content": "x", "kind": "a\nb"}, "kind"),
    ],
)
def test_an_entry_that_can_not_be_is_refused_by_field(home, fields, field):
    with pytest.raises(InvalidError) as refusal:
        home.enter(**fields)
    assert refusal.value.field == field and home.texts("diary") == {}
