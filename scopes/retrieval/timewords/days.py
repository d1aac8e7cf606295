"""Steps to the days, weeks, months and years that are counted from today, or that a number names in full."""

import datetime as dt
from collections.abc import Callable

from scopes.retrieval.timewords.window import (
    Step,
    Window,
    around,
    day_window,
    month_number,
    month_window,
    week_window,
    year_window,
)

__all__ = [
    "ago",
    "calendar_day",
    "days_away",
    "months_away",
    "named_month",
    "named_weekday",
    "weeks_away",
    "year",
    "years_away",
]

_DAYS_OF_HALF_A_MONTH = 15
_LONGEST_LIFE = 150  # years; 2000年前 is no time that anybody remembers


def days_away(days: int) -> Step:
    """The day so many days from today."""
    return _absolute(lambda today: day_window(today + dt.timedelta(days)))


def weeks_away(weeks: int) -> Step:
    """The ISO week so many weeks from this one."""
    return _absolute(lambda today: week_window(today + dt.timedelta(weeks=weeks)))


def months_away(months: int) -> Step:
    """The calendar month so many months from this one."""
    return _absolute(lambda today: month_window(month_number(today) + months))


def years_away(years: int) -> Step:
    """The calendar year so many years from this one."""
    return _absolute(lambda today: year_window(today.year + years))


def year(number: int) -> Step:
    """The calendar year."""
    return _absolute(lambda _: year_window(number))


def calendar_day(year: int, month: int, day: int) -> Step:
    """The one day."""
    return _absolute(lambda _: day_window(dt.date(year, month, day)))


def ago(amount: int, unit: str, *, half: bool) -> Step:
    """A time ago, as exact as people mean it: the day, three days about so many weeks, a week about so many months.

    Half a month is 15 days, half a year six months. So many years ago is that calendar year.
    """

    def step(today: dt.date) -> Window | None:
        if unit == "year" and amount > _LONGEST_LIFE:
            return None
        if unit == "day":
            return None if half else day_window(today - dt.timedelta(amount))
        if unit == "week":
            return None if half else around(today - dt.timedelta(weeks=amount), 3)
        if unit == "year" and not half:
            return year_window(today.year - amount)
        months = amount if unit == "month" else 12 * amount + 6
        days = _DAYS_OF_HALF_A_MONTH if half and unit == "month" else 0
        return around(_same_day(month_number(today) - months, today.day) - dt.timedelta(days), 7)

    return _absolute(step)


def named_month(number: int, direction: int) -> Step:
    """The latest such month before this one (-1), the one of this year (0), or the next after this one (1)."""

    def step(today: dt.date) -> Window:
        away = number - today.month
        if direction and away * direction <= 0:
            away += 12 * direction
        return month_window(month_number(today) + away)

    return _absolute(step)


def named_weekday(number: int, direction: int) -> Step:
    """The latest such day before today (-1), the one of this week (0), or the first after today (1)."""

    def step(today: dt.date) -> Window:
        away = number - today.weekday()
        if direction and away * direction <= 0:
            away += 7 * direction
        return day_window(today + dt.timedelta(away))

    return _absolute(step)


def _absolute(window: Callable[[dt.date], Window | None]) -> Step:
    """A step that stands by itself: it narrows nothing."""
    return lambda today, outer: None if outer is not None else window(today)


def _same_day(months: int, day: int) -> dt.date:
    """The day of a month, or its last where it is shorter."""
    last = month_window(months).last
    assert last is not None, "a month ends"
    return last.replace(day=min(day, last.day))
