"""Times in the forms that exports have."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction.parsers.moments import moment
from scopes.lines import limits


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (1_704_164_645, "2024-01-02T03:04:05.000Z"),
        (1_704_164_645.25, "2024-01-02T03:04:05.250Z"),
        (1_704_164_645_250, "2024-01-02T03:04:05.250Z"),
        ("1704164645", "2024-01-02T03:04:05.000Z"),
        ("2024-01-02T03:04:05Z", "2024-01-02T03:04:05.000Z"),
        ("2024-01-02T03:04:05.123456+08:00", "2024-01-01T19:04:05.123Z"),
        ("2024-01-02 03:04", "2024-01-02T03:04:00"),
        ("2024/1/2 3:04:05", "2024-01-02T03:04:05"),
        ("2024年1月2日 下午3:04", "2024-01-02T15:04:00"),
        ("2024-01-02 12:04 AM", "2024-01-02T00:04:00"),
        ("2024-01-02", "2024-01-02"),
        ("2024-02-30", None),
        ("0005-01-02", None),
        ("2024-01-02 25:00", None),
        ("tomorrow", None),
        (True, None),
        (None, None),
        (math.nan, None),
        (math.inf, None),
        (-5, None),
        (10**400, None),
        ([], None),
    ],
)
def test_a_time_is_told_as_iso_8601_or_not_at_all(given, wanted):
    assert moment(given) == wanted


@given(st.integers() | st.floats() | st.text(alphabet="0123456789-/:TZ .年月日", max_size=30))
def test_whatever_is_told_is_a_time_that_a_turn_may_have(given):
    limits.check_time(moment(given), "at", first_year=limits.DIARY_YEAR)
