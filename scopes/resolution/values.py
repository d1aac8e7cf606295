"""What fills a slot, as sets of words: two that have no word in common are two things."""

import datetime as dt
import re

from scopes.extraction.rules.statements import Statement
from scopes.resolution.places import WIDE, WIDE_CHINESE
from scopes.retrieval.timeparse import parse
from scopes.retrieval.timewords.numerals import ENGLISH, chinese

__all__ = ["Value", "birth_years", "day_of_year", "few_words", "figure", "name", "place", "proper"]

Value = frozenset[str]

_PROPER = re.compile(r"[A-Z][\w'-]*")
_WORD = re.compile(r"[\w+#'-]+")
_SMALL = frozenset(("a", "an", "the", "my", "our", "of", "in"))
_LISTS = re.compile(r",|、|\b(?:and|or|any|all|anything|everything|both|one of)\b|[和或跟与都]|之一")
_MOST_WORDS = 4
_HAN_NAME = re.compile(r"[\u3400-\u9fff·]{2,6}")
_NEAR = re.compile(
    r"附近|旁|对面|隔壁|公司|单位|学校|宿舍|出租|酒店|小区|医院|[楼房屋室号路街家里边上下层院]$|[一这那个]"
)
_INSIDE = re.compile(r"\b(?:in|to|into)(?: (?!near|by|at|on|of|a|an|my|outside|from)[\w-]+){0,2}? (?=[A-Z])")
_STREET = re.compile(r"\b(?:street|road|avenue|lane|square|hall|campus|building|house)\b")
_OF_TOWNS = re.compile(r"[市区县镇]$")
_OF_FIGURES = re.compile(r"[型座属码号]|\btype\b")
_FIRST = 3  # letters that a name shares with its short form, as Leonie with Leo
_IN_A_LEAP_YEAR = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)  # where each day of a year is one


def proper(one: Statement, text: str) -> Value:
    """The names in a part of a statement: English words with a capital, or a short Chinese one as its characters."""
    if one.language.code == "zh":
        return frozenset(text) if _HAN_NAME.fullmatch(text) else frozenset()
    said = set(_WORD.findall(text.lower()))
    return frozenset(word.lower() for word in _PROPER.findall(one.words) if word.lower() in said)


def name(one: Statement, text: str) -> Value:
    """Somebody's names by their beginnings."""
    return frozenset(word[:_FIRST] for word in proper(one, text))


def place(one: Statement, text: str) -> tuple[str, Value]:
    """Whether a place is a `wide` one that holds others, and its name; none where it is told by what lies near it."""
    if one.language.code == "en":
        words = proper(one, text) if _INSIDE.search(one.words) and not _STREET.search(text) else frozenset[str]()
        return ("", words - WIDE) if words - WIDE else ("wide", words)
    text = _OF_TOWNS.sub("", text)
    if WIDE_CHINESE.fullmatch(text):
        return "wide", frozenset({text})
    return "", frozenset() if _NEAR.search(text) else proper(one, text)


def figure(text: str) -> Value:
    """A short entry as one word."""
    return frozenset({_OF_FIGURES.sub("", text.lower()).strip()})


def few_words(one: Statement, text: str) -> Value:
    """A short phrase that is no list: its words, or its Chinese characters."""
    if _LISTS.search(text):
        return frozenset()
    if one.language.code == "zh":
        return frozenset(text) if len(text) <= 2 * _MOST_WORDS else frozenset()
    words = [word for word in _WORD.findall(text.lower()) if word not in _SMALL]
    return frozenset(words) if len(words) <= _MOST_WORDS else frozenset()


def birth_years(text: str, told: float) -> tuple[float, float] | None:
    """Between which moments somebody was born who is, or soon will be, so many years old when it is told (in years)."""
    text = text.strip().lower().replace(" ", "-")
    age = int(text) if text.isdecimal() else ENGLISH.get(text) or _of_chinese(text)
    return None if age is None else (told - age - 1, told - age + 1)


def _of_chinese(text: str) -> int | None:
    try:
        return chinese(text)
    except KeyError:
        return None


def day_of_year(text: str) -> Value:
    """A day as 05-03, whatever words say it; none for what is no single day."""
    found = parse(text, _IN_A_LEAP_YEAR, dt.UTC)
    if found is None or found.range.from_ is None or found.range.from_ != found.range.to:
        return frozenset()
    return frozenset({found.range.from_[5:]})
