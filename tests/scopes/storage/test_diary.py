"""Days and minutes of the diary, by the clock of the scope's zone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import InvalidError
from scopes.storage import diary

TOKYO = diary.zone("Asia/Tokyo")


@pytest.mark.parametrize("name", ["", "Nowhere", "../UTC", "/etc/passwd", "UTC\0", "x" * 300])
def test_what_is_no_zone_is_refused(name):
    with pytest.raises(InvalidError):
        diary.zone(name)


def test_an_instant_is_shown_by_the_scope_s_clock_and_a_bare_time_is_one_of_it():
    for text in ("2026-07-21T16:30:00Z", "2026-07-22T01:30:00", "2026-07-22T01:30:00+09:00"):
        moment = diary.parse_time(text, "at", TOKYO)
        assert moment.isoformat() == "2026-07-22T01:30:00+09:00"
        assert diary.file_for(moment) == "chat/diary/2026-07-22.md"


@pytest.mark.parametrize(
    "text", ["yesterday", "", "2026-13-01", "0001-01-01T00:00:00+23:00", "9999-12-31T23:00:00-23:00"]
)
def test_what_is_no_time_of_this_clock_is_refused(text):
    with pytest.raises(InvalidError) as refusal:
        diary.parse_time(text, "at", TOKYO)
    assert refusal.value.field == "at"


@given(st.integers(0, 5))
def test_the_nth_entry_of_a_minute_says_so(count):
    moment, taken = diary.parse_time("2026-07-21T14:30", "at", TOKYO), set()
    for _ in range(count + 1):
        name = diary.entry_name(moment, taken.__contains__)
        taken.add(name)
    assert name == ("14:30" if count == 0 else f"14:30-{count + 1}")
