"""Times as exports have them, as ISO 8601."""

import datetime as dt
import math
import re
from typing import Any

from scopes.model import iso

_MILLISECONDS, _MICROSECONDS = 1e11, 1e14  # a count that is larger is one of these
_EARLIEST = 1000
_NUMBER = re.compile(r"\d{9,17}(\.\d+)?", re.ASCII)
_WRITTEN = re.compile(
    r"(?P<year>\d{4})[-/.年](?P<month>\d{1,2})[-/.月](?P<day>\d{1,2})日?"
    r"(?:[T ,]*(?P<half>上午|下午|中午|凌晨|晚上|AM|PM|am|pm)?\s*(?P<hour>\d{1,2})[:：时](?P<minute>\d{2})分?"
    r"(?:[:：]?(?P<second>\d{2})秒?(?:[.,](?P<fraction>\d{1,9}))?)?\s*(?P<after>AM|PM|am|pm)?)?"
    r"\s*(?P<zone>Z|UTC|[+-]\d{2}:?\d{2})?"
)
_LATE = ("下午", "晚上", "pm")


def moment(value: Any) -> str | None:
    """A count of seconds, milliseconds or microseconds since 1970, or a written time; None for anything else.

    One with a zone is told in UTC. One without stays without.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _counted(value)
    if not isinstance(value, str) or len(value) > 64:
        return None
    given = value.strip()
    return _counted(float(given)) if _NUMBER.fullmatch(given) else _written(given)


def _counted(count: float) -> str | None:
    try:
        seconds = float(count)
    except OverflowError:
        return None
    if not math.isfinite(seconds) or seconds <= 0:
        return None
    scale = 1e6 if seconds > _MICROSECONDS else 1e3 if seconds > _MILLISECONDS else 1
    try:
        return iso(dt.datetime.fromtimestamp(seconds / scale, dt.UTC))
    except (ValueError, OverflowError, OSError):
        return None


def _written(given: str) -> str | None:
    match = _WRITTEN.fullmatch(given)
    if match is None:
        return None
    year, month, day = (int(match[name]) for name in ("year", "month", "day"))
    try:
        if match["hour"] is None:
            return dt.date(year, month, day).isoformat() if year >= _EARLIEST and match["zone"] is None else None
        clock = dt.time(_hour(match), int(match["minute"]), int(match["second"] or 0), _microseconds(match))
        if year < _EARLIEST:
            return None
        zone = _zone(match["zone"]) if match["zone"] else None
        told = dt.datetime.combine(dt.date(year, month, day), clock, zone)
        return _naive(told) if zone is None else iso(told)
    except (ValueError, OverflowError):
        return None


def _microseconds(match: re.Match[str]) -> int:
    return int((match["fraction"] or "0").ljust(6, "0")[:6])


def _naive(told: dt.datetime) -> str:
    return told.isoformat(timespec="milliseconds" if told.microsecond else "seconds")


def _hour(match: re.Match[str]) -> int:
    half, hour = (match["half"] or match["after"] or "").lower(), int(match["hour"])
    if half in _LATE and hour < 12:
        return hour + 12
    return 0 if half == "am" and hour == 12 else hour


def _zone(text: str) -> dt.tzinfo:
    if text in ("Z", "UTC"):
        return dt.UTC
    digits = text[1:].replace(":", "")
    offset = dt.timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return dt.timezone(-offset if text[0] == "-" else offset)
