"""Steps to quarters, halves, seasons and holidays."""

import datetime as dt
from collections.abc import Sequence

from scopes.retrieval.timewords.narrowing import recent
from scopes.retrieval.timewords.window import Step, Window, day_window, month_window, year_window

__all__ = [
    "CHRISTMAS",
    "LABOUR_DAY",
    "MID_AUTUMN",
    "NATIONAL_DAY",
    "NEW_YEAR",
    "SPRING_FESTIVAL",
    "half",
    "named",
    "quarter",
    "quarters_away",
    "season",
]

_DAY = dt.timedelta(1)

# Month and day of the first day of the lunar year and of the 15th of its eighth month, a row for each ten years: Hong
# Kong Observatory, Gregorian-Lunar Calendar Conversion Tables, https://www.hko.gov.hk/en/gts/time/conversion.htm
_LUNAR_FROM = 2015
_LUNAR_NEW_YEARS = (
    *(219, 208, 128, 216, 205, 125, 212, 201, 122, 210),
    *(129, 217, 206, 126, 213, 203, 123, 211, 131, 219),
    *(208, 128, 215, 204, 124, 212),
)
_MID_AUTUMNS = (
    *(927, 915, 1004, 924, 913, 1001, 921, 910, 929, 917),
    *(1006, 925, 915, 1003, 922, 912, 1001, 919, 908, 927),
    *(916, 1004, 924, 913, 1002, 920),
)


def quarter(number: int) -> Step:
    """The quarter of the year that was named, or the latest that has begun."""
    return recent(lambda year: _months(year, 3 * number - 2, 3))


def quarters_away(quarters: int) -> Step:
    """The quarter so many from this one."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        year, number = divmod(4 * today.year + (today.month - 1) // 3 + quarters, 4)
        return None if outer is not None else _months(year, 3 * number + 1, 3)

    return step


def half(number: int) -> Step:
    """The half of the year that was named, or the latest that has begun."""
    return recent(lambda year: _months(year, 6 * number - 5, 6))


def season(number: int) -> Step:
    """Spring (0, from March) to winter (3, from December) of the year that was named; none without a year."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        if outer is None or outer.unit != "year":
            return None
        return _months(outer.first.year, 3 * number + 3, 3)

    return step


def named(yearly: Step, direction: int) -> Step:
    """Of a season or holiday the latest that is over (-1), the one of this year (0), or the next that begins (1)."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        if outer is not None:
            return None
        if direction == 0:
            return yearly(today, year_window(today.year))
        found = [yearly(today, year_window(today.year + away)) for away in (-2, -1, 0, 1)]
        near = [window for window in found if window is not None]
        if direction < 0:
            return next((window for window in reversed(near) if window.last is not None and window.last < today), None)
        return next((window for window in near if window.first > today), None)

    return step


def _months(year: int, first: int, count: int) -> Window:
    months = 12 * year + first - 1
    return Window(month_window(months).first, month_window(months + count - 1).last, "days")


def _fixed(month: int, day: int, days: int = 1) -> Step:
    return recent(lambda year: _days(dt.date(year, month, day), 0, days - 1))


def _lunar(table: Sequence[int], before: int = 0, after: int = 0) -> Step:
    """So many days before and after the one that a table has for the year; outside of the table none."""

    def in_year(year: int) -> Window | None:
        if not 0 <= year - _LUNAR_FROM < len(table):
            return None
        month, day = divmod(table[year - _LUNAR_FROM], 100)
        return _days(dt.date(year, month, day), before, after)

    return recent(in_year)


def _days(day: dt.date, before: int, after: int) -> Window:
    return Window(day - before * _DAY, day + after * _DAY, "days") if before or after else day_window(day)


SPRING_FESTIVAL = _lunar(_LUNAR_NEW_YEARS, before=1, after=6)
MID_AUTUMN = _lunar(_MID_AUTUMNS)
NATIONAL_DAY = _fixed(10, 1, days=7)
NEW_YEAR = _fixed(1, 1)
LABOUR_DAY = _fixed(5, 1, days=5)
CHRISTMAS = _fixed(12, 24, days=3)
