"""Dates in a text as the tokens under which all ways to write them meet: 21 July, 7月21日, 七月二十一日, 2025-07-21."""

import datetime as dt
import functools
import re

from scopes.retrieval.stemmer import stem

__all__ = ["MAY_NAME_DAY", "chinese_day", "day_tokens", "english_day", "written_days"]

_NAMES = "january february march april may june july august september october november december"
_MONTHS = tuple(_NAMES.split())
_STEMS = tuple(map(stem, _MONTHS))
_NUMBERS = {name[:3]: number for number, name in enumerate(_MONTHS, 1)}

_NAME = "(?:" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS) + r"|sept)\b\.?"
_DAY = "[0-3]?[0-9](?![0-9:])"
_ENDING = "(?:st|nd|rd|th)?"
_YEAR = "[12][0-9]{3}(?![0-9])"
# A digit first, then what stands on either side of it: the ends of months' names are of one width.
_NAME_ENDS = "jan|feb|ary|mar|rch|apr|ril|may|jun|une|jul|uly|aug|ust|sep|ept|ber|oct|nov|dec|the"
MAY_NAME_DAY = re.compile(rf"[0-9](?:[-/.][0-9]|月|(?<=(?:{_NAME_ENDS}|..\.) .)|{_ENDING},? (?:of )?{_NAME})")
_WRITTEN = (
    re.compile(
        rf"(?<![0-9])(?P<year>{_YEAR})(?P<sign>[-/.])(?P<month>[01]?[0-9])(?P=sign)(?P<day>[0-3]?[0-9])(?![0-9])"
    ),
    re.compile(rf"(?:(?P<year>{_YEAR})年)?(?P<month>[01]?[0-9])月(?P<day>{_DAY})"),
    re.compile(rf"(?<![0-9])(?P<day>{_DAY}){_ENDING} (?:of )?(?P<month>{_NAME})(?:,? (?P<year>{_YEAR}))?"),
    re.compile(rf"\b(?P<month>{_NAME}) (?:the )?(?P<day>{_DAY}){_ENDING}\b(?:,? (?P<year>{_YEAR}))?"),
)


def english_day(day: dt.date) -> tuple[str, ...]:
    """What an English question for a day is made of."""
    return day.isoformat(), str(day.day), _STEMS[day.month - 1]


def chinese_day(day: dt.date) -> tuple[str, ...]:
    """What a Chinese question for a day is made of."""
    return day.isoformat(), f"{day.month}月", f"{day.day}日"


@functools.lru_cache(4_096)
def day_tokens(date: str) -> tuple[str, ...]:
    """Every token of an ISO date, its year included; none of what is no date."""
    try:
        day = dt.date.fromisoformat(date)
    except ValueError:
        return ()
    return *dict.fromkeys(english_day(day) + chinese_day(day)), str(day.year), f"{day.year}年"


def written_days(folded: str) -> list[str]:
    """The tokens of the days that a folded text names, whichever way; where no year is named, without one."""
    found: list[str] = []
    for pattern in _WRITTEN:
        for date in pattern.finditer(folded):
            month, day = _number(date["month"]), _number(date["day"])
            if 1 <= month <= 12 and 1 <= day <= 31:
                found += day_tokens(f"{date['year']}-{month:02}-{day:02}") if date["year"] else _yearless(month, day)
    return found


def _yearless(month: int, day: int) -> tuple[str, ...]:
    return str(day), _STEMS[month - 1], f"{month}月", f"{day}日"


def _number(written: str) -> int:
    return int(written) if written.isdecimal() else _NUMBERS[written[:3]]
