"""ISO 8601 dates and instants as spans of seconds since 1970, for comparing many at once."""

import datetime as dt
from typing import NamedTuple

__all__ = ["UNKNOWN", "Span", "is_date", "moment", "seconds", "span"]

_DATE_LENGTH = len("2026-07-21")
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_DAY_BUT_A_MILLISECOND = 86_399.999


class Span(NamedTuple):
    """First and last second. A `floating` one is a date of no zone, counted as if it were in UTC."""

    first: float
    last: float
    floating: bool


UNKNOWN = Span(float("nan"), float("nan"), False)


def is_date(text: str) -> bool:
    """Whether a readable moment names a day only."""
    return len(text) <= _DATE_LENGTH


def moment(text: str, zone: dt.tzinfo = dt.UTC) -> dt.datetime:
    """The instant, or the start of the day; in `zone` where the text names none. ValueError if it is neither."""
    found = dt.datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=zone)


def seconds(instant: dt.datetime) -> float:
    """Since 1970; also of years that the platform's own clock can't hold."""
    return (instant - _EPOCH).total_seconds()


def span(text: str | None) -> Span:
    """A date's whole day or an instant, UTC where it names no zone; UNKNOWN of anything else."""
    if not text:
        return UNKNOWN
    try:
        first = seconds(moment(text))
    except ValueError:
        return UNKNOWN
    if is_date(text):
        return Span(first, first + _DAY_BUT_A_MILLISECOND, True)
    return Span(first, first, False)
