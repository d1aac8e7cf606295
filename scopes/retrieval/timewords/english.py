"""The time words of English but for the dates."""

import re
from collections.abc import Callable, Sequence

from scopes.retrieval.timewords import days, narrowing, seasons
from scopes.retrieval.timewords.english_dates import MONTHS
from scopes.retrieval.timewords.numerals import ENGLISH, ENGLISH_PATTERN
from scopes.retrieval.timewords.words import (
    DAY,
    MONTH,
    PART,
    SPOILT,
    YEAR,
    Rule,
    Word,
    choice,
    groups,
    nothing,
    rooted,
    says,
)

__all__ = ["RULES", "SIGNS", "START"]

_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            *(("monday",), ("tuesday", "tues", "tue"), ("wednesday",), ("thursday", "thurs")),
            *(("friday", "fri"), ("saturday",), ("sunday",)),
        )
    )
    for name in names
}
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_PARTS = {"morning": (5, 12), "afternoon": (12, 18), "evening": (18, 30), "night": (18, 30)}
_HOLIDAYS = {
    "christmas": seasons.CHRISTMAS,
    "christmas day": seasons.CHRISTMAS,
    "christmas eve": seasons.CHRISTMAS,
    "new year's day": seasons.NEW_YEAR,
    "chinese new year": seasons.SPRING_FESTIVAL,
    "lunar new year": seasons.SPRING_FESTIVAL,
    "spring festival": seasons.SPRING_FESTIVAL,
    "mid-autumn festival": seasons.MID_AUTUMN,
}
_DIRECTIONS = {"last": -1, "this": 0, "next": 1}
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4}


def _day(away: int, part: str = "") -> Sequence[Word]:
    day = rooted(days.days_away(away), DAY)
    return (*day, *_part(part)) if part else day


def _part(text: str) -> Sequence[Word]:
    return says(narrowing.hours(*_PARTS[text.lower()]), PART, firm=False)


def _weekend(away: int) -> Sequence[Word]:
    return (*rooted(days.weeks_away(away), MONTH), *says(narrowing.weekend, DAY))


_UNITS_AWAY: dict[str, Callable[[int], Sequence[Word]]] = {
    "week": lambda away: rooted(days.weeks_away(away), MONTH),
    "weekend": _weekend,
    "month": lambda away: rooted(days.months_away(away), MONTH),
    "quarter": lambda away: rooted(seasons.quarters_away(away), MONTH),
    "year": lambda away: rooted(days.years_away(away), YEAR),
}
_FIXED = {
    "yesterday": _day(-1),
    "today": _day(0),
    "tonight": _day(0, "night"),
    "tomorrow": _day(1),
    "day before yesterday": _day(-2),
    "day after tomorrow": _day(2),
    "last night": _day(-1, "night"),
    "last evening": _day(-1, "evening"),
    **{f"this {part}": _day(0, part) for part in ("morning", "afternoon", "evening")},
    **{f"{unit} before last": _UNITS_AWAY[unit](-2) for unit in _UNITS_AWAY},
    **{f"{unit} after next": _UNITS_AWAY[unit](2) for unit in _UNITS_AWAY},
}


def _fixed(text: str) -> Sequence[Word]:
    return _FIXED[text.lower().removeprefix("the ")]


def _named(text: str) -> Sequence[Word]:
    """Last, this or next week, weekend, month, quarter, year, Tuesday, May, summer or Christmas."""
    which, name = text.lower().replace("this past", "last").replace("coming ", "").split(" ", 1)
    away = _DIRECTIONS[which]
    if name in _UNITS_AWAY:
        return _UNITS_AWAY[name](away)
    if name in _WEEKDAYS:
        return rooted(days.named_weekday(_WEEKDAYS[name], away), DAY)
    if name in _SEASONS:
        return rooted(seasons.named(seasons.season(_SEASONS[name]), away), MONTH)
    if name in _HOLIDAYS:
        return rooted(seasons.named(_HOLIDAYS[name], away), MONTH)
    return () if text.endswith("may") else rooted(days.named_month(MONTHS[name], away), MONTH)


_NUMBER = f"(?:[0-9]{{1,8}}+|{ENGLISH_PATTERN}|an?)"
_UNIT = "(?:day|week|month|year)s?"
_IN_AGO = re.compile(f"(half )?({_NUMBER})( and a half)? ({_UNIT})( and a half)?")


def _ago(text: str) -> Sequence[Word]:
    half_of, number, with_half, unit, half_after = groups(_IN_AGO, text.lower())
    assert number and unit, "both are asked for by the pattern"
    amount = int(number) if number.isdecimal() else ENGLISH.get(number, 1)
    half = bool(half_of or with_half or half_after)
    return rooted(days.ago(0 if half_of else amount, unit.rstrip("s"), half=half), DAY)


def _quarter(text: str) -> Sequence[Word]:
    number = _QUARTERS.get(text.lower().removesuffix(" quarter")) or int(text[-1])
    return says(seasons.quarter(number), MONTH, firm=False)


def _half(text: str) -> Sequence[Word]:
    return says(seasons.half(1 if text.lower().startswith("first") else 2), MONTH, firm=False)


def _season(text: str) -> Sequence[Word]:
    return says(seasons.season(_SEASONS[text.lower()]), MONTH, firm=False)


_IN_HOLIDAY = re.compile("((?:at|over|for|around) )?(.*)")


def _holiday(text: str) -> Sequence[Word]:
    lead, name = groups(_IN_HOLIDAY, text.lower())
    assert name, "a rule matches no empty text"
    return says(_HOLIDAYS[name], MONTH, firm=lead is not None)


def _weekday(text: str) -> Sequence[Word]:
    return says(narrowing.weekday(_WEEKDAYS[text.lower()]), DAY, firm=False)


def _spoilt(_: str) -> Sequence[Word]:
    return SPOILT


_NAMED = choice([*_UNITS_AWAY, *_WEEKDAYS, *_SEASONS, *_HOLIDAYS, *MONTHS])
_NO_NUMBER_BEFORE = "(?<![0-9][.,/:-])"
_NO_CUSTOM = "(?! (?:tree|card|song|movie|carol|market|music|cookie|sweater|list|decoration|light|stocking)s?)"

SIGNS = {
    *("yesterday", "today", "tonight", "tomorrow", "last", "this", "next", "ago"),
    *"0123456789",
    *MONTHS,
    *(word for name in _HOLIDAYS for word in re.findall("[a-z]+", name)),
}
"""Each time has one of these words or digits in it."""

START = r"\b(?=[a-z]|[0-9]{1,8}+(?:[–-][0-9]{1,2}+)?[ a-z]|(?:19|20)[0-9]{2})"
"""Each rule begins here, and ends where a word ends."""

RULES = (
    # Times from today.
    Rule(f"(?:the )?(?:{choice(_FIXED)})(?! of)", _fixed),
    Rule("the (?:last|next) (?:week|month|year|night|weekend|quarter)", nothing),
    Rule(f"(?:this past|last|this coming|this|next) (?:{_NAMED})(?! of)", _named),
    Rule(f"{_NUMBER} (?:or|to) {_NUMBER} {_UNIT} ago", nothing),
    Rule(f"{_NO_NUMBER_BEFORE}(?:half )?{_NUMBER}(?: and a half)? {_UNIT}(?: and a half)? ago(?: today)?", _ago),
    Rule("usa today|like (?:it was )?(?:just |only )?yesterday", nothing),
    # What spoils the time after it.
    Rule("(?:every|each)(?: (?:other|single|year|month|week|day))?", _spoilt),
    Rule(f"(?:more than|less than|at least|over|under)(?= {_NUMBER} {_UNIT} ago)", _spoilt),
    # Parts of a year, a week and a day.
    Rule("q[1-4](?![:.)])|(?:first|second|third|fourth) quarter", _quarter),
    Rule("(?:first|second) half", _half),
    Rule(f"(?:at|over|for|around) (?:{choice(_HOLIDAYS)}){_NO_CUSTOM}|{choice(_HOLIDAYS)}", _holiday),
    Rule(choice(_SEASONS), _season),
    Rule(choice(_WEEKDAYS), _weekday),
    Rule(choice(_PARTS), _part),
)
