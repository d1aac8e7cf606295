"""Times that a text names from where it stands — last Friday, 昨天 — as the tokens of the days that they were.

Narrow on purpose: the phrases that people use of single days, weekends and months. What a phrase means is the parser's
business; it is asked once for each phrase and day.
"""

import datetime as dt
import functools
import re

from scopes.retrieval.dates import chinese_day, english_day
from scopes.retrieval.timeparse import parse

__all__ = ["said_days"]

_LONGEST = 3  # days that are named one by one: a weekend

_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_COUNT = "(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few|[0-9]{1,2})"
_ENGLISH = re.compile(
    rf"\b(?:yesterday|tomorrow|last night|the day (?:before yesterday|after tomorrow)"
    rf"|(?:last|next|this past|past|this coming) {_WEEKDAY}|on {_WEEKDAY}"
    rf"|(?:last|next|this past) (?:week(?:end)?|month|year|summer|winter|spring|fall|autumn|{_MONTH})"
    rf"|{_COUNT} (?:day|week|weekend|month|year)s? ago)\b",
    re.ASCII,
)
_ENGLISH_HINTS = ("yesterday", "tomorrow", "last ", "next ", "past ", "coming ", "on ", " ago", "the day ")
_NUMBER = "[0-9]{1,2}|[一二两三四五六七八九十几]{1,3}"
_CHINESE = re.compile(
    rf"大?[昨前后後][天晚]|明[天晚早]|[上下]{{1,3}}[个個]?(?:[周週]|星期|[礼禮]拜)[一二三四五六日天末]?"
    rf"|[上下][个個]?月(?:[0-9]{{1,2}}[日号號])?|[去前明]年(?:(?:{_NUMBER})月)?"
    rf"|(?:{_NUMBER})(?:天|周|[个個](?:月|星期)|年)[前后後]"
)

_CHINESE_HINTS = "昨前后後明上下去"


def said_days(content: str, event: str) -> list[str]:
    """The tokens of days and months that a text of that date (ISO 8601) names relatively, in the phrases' language."""
    lowered = content.lower()
    phrases: list[str] = _ENGLISH.findall(lowered) if any(hint in lowered for hint in _ENGLISH_HINTS) else []
    if not content.isascii() and any(hint in content for hint in _CHINESE_HINTS):
        phrases += _CHINESE.findall(content)
    return list(dict.fromkeys(token for phrase in phrases for token in _meant(phrase, event[:10])))


@functools.lru_cache(4_096)
def _meant(phrase: str, date: str) -> tuple[str, ...]:
    try:
        noon = dt.datetime.fromisoformat(date).replace(hour=12, tzinfo=dt.UTC)
    except ValueError:
        return ()
    mention = parse(phrase, noon, dt.UTC)
    if mention is None or mention.range.from_ is None or mention.range.to is None:
        return ()
    first, last = (dt.date.fromisoformat(end[:10]) for end in (mention.range.from_, mention.range.to))
    days = (last - first).days + 1
    tokens_of_day = english_day if phrase.isascii() else chinese_day
    if days <= _LONGEST:
        return tuple(token for number in range(days) for token in tokens_of_day(first + dt.timedelta(number)))
    if (first.year, first.month) == (last.year, last.month):
        return tokens_of_day(first)[-1:] if phrase.isascii() else tokens_of_day(first)[1:2]
    return (str(first.year),) if first.year == last.year else ()
