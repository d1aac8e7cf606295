"""When what is told happened or is to happen: the day or instant that a statement's time words mean."""

import datetime as dt
import re

from scopes.retrieval.timeparse import parse

__all__ = ["event_time", "last_weekday", "moment_of"]

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(
    rf"\b(?:on|by|this|before|until|from|starting|for|due|is|to)?\s*({'|'.join(_WEEKDAYS)})\b(?!s)", re.IGNORECASE
)
_WEEKDAY_CHINESE = re.compile(r"(?<![上下每])(?:这|本)?(?:周|星期|礼拜)([一二三四五六日天])")
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "半": 0,
}  # fmt: skip
_LATER = re.compile(
    r"\bin (a couple of|an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}) (day|week|"
    r"month|year)s?\b",
    re.IGNORECASE,
)
_LATER_CHINESE = re.compile(r"([一两二三四五六七八九十]|\d{1,3})(天|周|个?星期|个?礼拜|个?月|年)(?:之?后|以后)")
_MONTH = re.compile(
    r"(?i)月|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|[^\W\d]{2}节|国庆|元旦|christmas|easter|五一|中秋|端午|春节"
)
_WEEKEND = dt.timedelta(1)
_DAY_OF_YEAR = re.compile(
    r"(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d\d?[/.-]\d\d?\b|[\d一二三四五六七八九十]月"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_PAST = re.compile(r"(?i)\b(?:last|ago|yesterday|previous|past|back in|since)\b|上|去年|前|昨|以来|曾")
_RECURRING = re.compile(
    r"(?i)\b(?:every|each|most|daily|weekly|always|usually|(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)days)\b|每|总是|通常"
)


# A day that comes back each year is no event, where no year is named; what is done on it is one.
_YEARLY = re.compile(
    r"(?i)\b(?:birthday|anniversary|name day)s? ?(?:is|are|was|falls|\d|[:=(–-])|"
    r"\b(?:is|was) [\w' ]{2,30}\b(?:birthday|anniversary)\b(?! \w)|"
    r"(?:生日|生辰|纪念日|忌日)(?:就|都)?(?:是|在|为|\d|[:：])|(?:是|过(?!了))\S{0,10}(?:生日|纪念日)(?!\w)"
)


def moment_of(text: str | None, now: dt.datetime, zone: dt.tzinfo) -> dt.datetime:
    """When a turn was said, on the clock of its speaker, as far as one is known; `now` where it does not say."""
    if text is None:
        return now.astimezone(zone)
    try:
        moment = dt.datetime.fromisoformat(text)
        if moment.tzinfo is None:
            return moment.replace(tzinfo=zone)
        return moment if moment.utcoffset() else moment.astimezone(zone)
    except (ValueError, OverflowError):
        return now.astimezone(zone)


def event_time(text: str, said: dt.datetime, *, ahead: bool) -> str | None:
    """The day, or part of a day, that the text speaks of, seen from when it was said; None if it is none or many.

    A weekend counts as its first day. `ahead`: a day of the week or of a year that is not named is the next one, not
    the last.
    """
    if _RECURRING.search(text) or (_YEARLY.search(text) and _DAY_OF_YEAR.search(text) and not _YEAR.search(text)):
        return None
    try:
        return (_coming(text, said) if ahead else None) or _told(text, said, ahead=ahead)
    except (OverflowError, ValueError):
        return None


def last_weekday(text: str, said: dt.datetime) -> str | None:
    """The day of the week that the text names, as the last one before it was said; None if it names none or many."""
    named = {found[1].lower() for found in _WEEKDAY.finditer(text)}
    if len(named) != 1 or _RECURRING.search(text):
        return None
    back = (said.weekday() - _WEEKDAYS.index(named.pop()) - 1) % 7 + 1
    try:
        return (said.date() - dt.timedelta(back)).isoformat()
    except OverflowError:
        return None


def _coming(text: str, said: dt.datetime) -> str | None:
    if (found := _LATER.search(text)) is not None:
        return _later(said.date(), found[1].lower(), found[2].lower())
    if (found := _LATER_CHINESE.search(text)) is not None:
        return _later(said.date(), found[1], found[2].lstrip("个"))
    named = _WEEKDAY.search(text)
    if named is not None and not re.search(rf"(?i)\b(?:last|next) {named[1]}", text):
        return _next(said.date(), _WEEKDAYS.index(named[1].lower()))
    if (named := _WEEKDAY_CHINESE.search(text)) is not None:
        return _next(said.date(), "一二三四五六日天".index(named[1]) % 7 if named[1] != "天" else 6)
    return None


def _coming_year(day: dt.date) -> dt.date:
    return day.replace(year=day.year + 1)


def _coming_month(day: dt.date, said: dt.date) -> dt.date:
    """The same day of the month that follows, as 25号 is meant in a plan."""
    months = said.year * 12 + said.month - 1 + (day.day < said.day)
    return day.replace(year=months // 12, month=months % 12 + 1)


def _later(day: dt.date, number: str, unit: str) -> str | None:
    """A day counted from another; months and years are no day."""
    count = int(number) if number.isdigit() else _NUMBERS[number]
    days = {"day": 1, "天": 1, "week": 7, "周": 7, "星期": 7, "礼拜": 7}.get(unit)
    return None if days is None else (day + dt.timedelta(days * count)).isoformat()


def _next(day: dt.date, weekday: int) -> str:
    return (day + dt.timedelta((weekday - day.weekday() - 1) % 7 + 1)).isoformat()


def _told(text: str, said: dt.datetime, *, ahead: bool) -> str | None:
    mention = parse(text, said, said.tzinfo or dt.UTC)
    if mention is None or mention.range.from_ is None or mention.range.to is None:
        return None
    first, last = dt.datetime.fromisoformat(mention.range.from_), dt.datetime.fromisoformat(mention.range.to)
    if "T" not in mention.range.from_:
        if last - first > _WEEKEND:
            return None
        day = first.date()
        if ahead and day < said.date() and not _YEAR.search(text) and not _PAST.search(mention.words):
            day = _coming_year(day) if _MONTH.search(mention.words) else _coming_month(day, said.date())
        return day.isoformat()
    return mention.range.from_ if last - first < dt.timedelta(hours=14) else None
