"""The time a request asks about, and which events fall into it."""

import datetime as dt

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.errors import InvalidError
from scopes.retrieval.moments import is_date, moment, seconds
from scopes.retrieval.rows import Rows

__all__ = ["Period", "TimeRange", "last_moment"]

_DAY = dt.timedelta(days=1)
_MILLISECOND = dt.timedelta(milliseconds=1)


class TimeRange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """Dates or instants, ISO 8601, both ends included; an end that is missing is open."""

    from_: str | None = None
    to: str | None = None


class Period:
    """A time range in a zone. `first` and `last` are aware instants, None where the range is open.

    InvalidError, naming the end, if it can't be read or lies before the other.
    """

    def __init__(self, time_range: TimeRange, zone: dt.tzinfo) -> None:
        self.range = time_range
        self._zone = zone
        self.first = None if time_range.from_ is None else _read(time_range.from_, zone, "time_range.from")
        self.last = None if time_range.to is None else last_moment(time_range.to, zone, "time_range.to")
        if self.first is None and self.last is None:
            raise InvalidError("a time range needs one end at least", field="time_range")
        if self.first and self.last and self.first > self.last:
            raise InvalidError("the range ends before it begins", field="time_range")

    def widened(self) -> "Period":
        """The period with a day more on each side."""
        return Period(TimeRange(from_=_moved(self.range.from_, -_DAY), to=_moved(self.range.to, _DAY)), self._zone)

    def holds(self, rows: Rows) -> NDArray[np.bool_]:
        """Which rows' events touch it; a date of no zone is compared with the period's own days."""
        absolute = _touches(rows, _seconds(self.first, -np.inf), _seconds(self.last, np.inf))
        local = _touches(rows, self._local(self.first, -np.inf), self._local(self.last, np.inf))
        return np.where(rows["floating"], local, absolute)

    def holds_said(self, rows: Rows) -> NDArray[np.bool_]:
        """Which rows were said in it, or where nobody knows when, recorded in it."""
        recorded = rows["recorded"]
        then = (recorded >= _seconds(self.first, -np.inf)) & (recorded <= _seconds(self.last, np.inf))
        return self.holds(rows) | (np.isnan(rows["first"]) & then)

    def _local(self, end: dt.datetime | None, default: float) -> float:
        """What the clock of the zone shows at an end, counted as if it were UTC."""
        if end is None:
            return default
        try:
            return seconds(end.astimezone(self._zone).replace(tzinfo=dt.UTC))
        except (OverflowError, ValueError):  # at an end of the calendar the zone has no clock
            return seconds(end)


def last_moment(text: str, zone: dt.tzinfo, field: str) -> dt.datetime:
    """The instant, or the end of the day, that a request names in a field."""
    found = _read(text, zone, field)
    try:
        return found + _DAY - _MILLISECOND if is_date(text) else found
    except OverflowError:
        return found


def _read(text: str, zone: dt.tzinfo, field: str) -> dt.datetime:
    try:
        return moment(text, zone)
    except ValueError:
        raise InvalidError("not an ISO 8601 date or instant", field=field) from None


def _moved(text: str | None, by: dt.timedelta) -> str | None:
    if text is None:
        return None
    try:
        moved = dt.datetime.fromisoformat(text) + by
    except OverflowError:
        return text
    return moved.date().isoformat() if is_date(text) else moved.isoformat()


def _seconds(end: dt.datetime | None, default: float) -> float:
    return default if end is None else seconds(end)


def _touches(rows: Rows, first: float, last: float) -> NDArray[np.bool_]:
    return (rows["first"] <= last) & (rows["last"] >= first)
