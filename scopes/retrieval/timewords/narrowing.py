"""Steps that narrow: to a month of a year, a day of a month or week, hours of a day; each by itself is its latest."""

import calendar
import datetime as dt
from collections.abc import Callable

from scopes.retrieval.timewords.window import Step, Window, day_window, month_number, month_window

__all__ = [
    "day_of_month",
    "edge",
    "hours",
    "month",
    "month_and_day",
    "recent",
    "third",
    "weekday",
    "weekend",
]

_LEAP_CYCLE = 8  # years in which every day of the calendar occurs at least once
_EDGE = 5


def month(number: int) -> Step:
    """The month of the year that was named, or the latest that has begun."""
    return recent(lambda year: month_window(12 * year + _checked_month(number) - 1))


def month_and_day(month: int, day: int, last: int | None = None) -> Step:
    """The day, or the days up to the last, of the year that was named, or the latest that have begun."""

    def in_year(year: int) -> Window:
        first = dt.date(year, month, day)
        if last is None:
            return day_window(first)
        if last < day:
            raise ValueError("the days end before they begin")
        return Window(first, first.replace(day=last), "days")

    return recent(in_year)


def day_of_month(number: int) -> Step:
    """The day of the month that was named, or the latest until today."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        if outer is not None:
            return day_window(outer.first.replace(day=number)) if outer.unit == "month" else None
        # Of three months on end, one has 31 days.
        months = [month_window(month_number(today) - back).first for back in range(4)]
        days = [first.replace(day=number) for first in months if number <= _length(first)]
        return next((day_window(day) for day in days if day <= today), None)

    return step


def weekday(number: int) -> Step:
    """The day, 0 for Monday, of the week that was named; a weekday beside a date adds nothing to it."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        if outer is None or outer.unit == "day":
            return outer
        return day_window(outer.first + dt.timedelta(number)) if outer.unit == "week" else None

    return step


def weekend(_: dt.date, outer: Window | None) -> Window | None:
    """Saturday and Sunday of the week that was named."""
    if outer is None or outer.unit != "week":
        return None
    return Window(outer.first + dt.timedelta(5), outer.last, "days")


def third(number: int) -> Step:
    """Of the month that was named the days 1 to 10 (0), 11 to 20 (1), or 21 to its end (2)."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        if outer is None or outer.unit != "month":
            return None
        last = outer.last if number == 2 else outer.first + dt.timedelta(10 * number + 9)
        return Window(outer.first + dt.timedelta(10 * number), last, "days")

    return step


def edge(*, end: bool) -> Step:
    """The first or the last five days of the month that was named, or of the latest in which they have begun."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        if outer is None:
            found = _edge(month_window(month_number(today)), end)
            return found if found.first <= today else _edge(month_window(month_number(today) - 1), end)
        return _edge(outer, end) if outer.unit == "month" else None

    return step


def hours(first: int, last: int) -> Step:
    """Hours of the day that was named; those from 24 on are of the next."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        if outer is None or outer.unit != "day":
            return None
        midnight = dt.datetime.combine(outer.first, dt.time.min)
        return Window(midnight + dt.timedelta(hours=first), midnight + dt.timedelta(hours=last), "hours")

    return step


def recent(in_year: Callable[[int], Window | None]) -> Step:
    """What recurs every year: that of the year that was named, or the latest that has begun."""

    def step(today: dt.date, outer: Window | None) -> Window | None:
        if outer is not None:
            return in_year(outer.first.year) if outer.unit == "year" else None
        for year in range(today.year, today.year - _LEAP_CYCLE - 1, -1):
            try:
                found = in_year(year)
            except ValueError:  # the 29th of February
                continue
            if found is not None and found.first <= today:
                return found
        return None

    return step


def _edge(month: Window, end: bool) -> Window:
    assert month.last is not None, "a month ends"
    if end:
        return Window(month.last - dt.timedelta(_EDGE - 1), month.last, "days")
    return Window(month.first, month.first + dt.timedelta(_EDGE - 1), "days")


def _length(day: dt.date) -> int:
    return calendar.monthrange(day.year, day.month)[1]


def _checked_month(number: int) -> int:
    if not 1 <= number <= 12:
        raise ValueError("no such month")
    return number
