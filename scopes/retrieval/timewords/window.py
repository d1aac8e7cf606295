"""Spans of local days or hours, and the steps that lead from one to a narrower one."""

import datetime as dt
from collections.abc import Callable
from typing import Literal

import msgspec

__all__ = [
    "Step",
    "Unit",
    "Window",
    "around",
    "day_window",
    "month_number",
    "month_window",
    "week_window",
    "year_window",
]

Unit = Literal["year", "month", "week", "day", "days", "hours"]

_DAY = dt.timedelta(1)


class Window(msgspec.Struct, frozen=True):
    """From `first` to `last`, both included: dates, or for hours datetimes of no zone. No `last`: it is open.

    `unit` is the calendar's, `days` for any other run of them.
    """

    first: dt.date
    last: dt.date | None
    unit: Unit

    def precedes(self, other: "Window") -> bool:
        """Whether it begins no later than the other."""
        return _start(self.first) <= _start(other.first)

    def holds(self, other: "Window") -> bool:
        """Whether the other lies inside it."""
        return self.precedes(other) and _end(other.last) <= _end(self.last)

    def hull(self, other: "Window") -> "Window":
        """From the earlier first to the later last."""
        return Window(min(self.first, other.first, key=_start), max(self.last, other.last, key=_end), "days")


Step = Callable[[dt.date, Window | None], Window | None]
"""Given today and the window that it narrows, the window meant; None where the two don't go together.

ValueError or OverflowError for a day that the calendar doesn't have.
"""


def year_window(year: int) -> Window:
    """The calendar year."""
    return Window(dt.date(year, 1, 1), dt.date(year, 12, 31), "year")


def month_window(months: int) -> Window:
    """The calendar month, counted from January of year 0."""
    year, month = divmod(months, 12)
    first = dt.date(year, month + 1, 1)
    following = first.replace(year + 1, 1) if month == 11 else first.replace(month=month + 2)
    return Window(first, following - _DAY, "month")


def month_number(day: dt.date) -> int:
    """The months from January of year 0 to that of a day."""
    return 12 * day.year + day.month - 1


def week_window(day: dt.date) -> Window:
    """The ISO week, Monday to Sunday, of a day."""
    monday = day - day.weekday() * _DAY
    return Window(monday, monday + 6 * _DAY, "week")


def day_window(day: dt.date) -> Window:
    """The day alone."""
    return Window(day, day, "day")


def around(day: dt.date, days: int) -> Window:
    """The day, and as many before and after it."""
    return Window(day - days * _DAY, day + days * _DAY, "days")


def _start(day: dt.date) -> dt.datetime:
    return day if isinstance(day, dt.datetime) else dt.datetime.combine(day, dt.time.min)


def _end(day: dt.date | None) -> dt.datetime:
    if isinstance(day, dt.datetime):
        return day
    return dt.datetime.combine(day or dt.date.max, dt.time.max)
