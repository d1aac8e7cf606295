"""Which time a question speaks of: 上周三, last night, 7月21号到23号, since May 2023.

Narrow on purpose: what is not surely a time, or has no such day, is none. See docs/reference/time-words.md.
"""

import datetime as dt
import re
from itertools import islice

import msgspec

from scopes.retrieval.period import TimeRange
from scopes.retrieval.timewords.phrases import Mention, mentions
from scopes.retrieval.timewords.window import Window

__all__ = ["TimeMention", "parse"]

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_TRADITIONAL = str.maketrans("週禮個號後這聖誕國慶節兩從間點時裡〇　", "周礼个号后这圣诞国庆节两从间点时里零 ")
_PLAIN = _FULL_WIDTH | _TRADITIONAL
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}

_TOGETHER = re.compile("[ ,、]{0,2}(?:和|与|跟|还是|或者?|以及|and|or|with|versus|vs)? ?(?:the )?")

_MOST_NAMES = 100
_LONGEST_NAME = 100
_EXTENSION = re.compile(
    r"\.(?:md|txt|pdf|docx?|xlsx?|pptx?|csv|tsv|jsonl?|ya?ml|toml|xml|html?|py|js|ts|log|zip|gz|png|jpe?g|gif|svg"
    r"|heic|mp[34]|mov|wav|db|sql|bak)(?![a-z0-9])"
)
_QUOTED = re.compile(
    "《[^》]{1,80}》|\"[^\"]{1,80}\"|“[^”]{1,80}”|「[^」]{1,80}」|(?<![a-z0-9])'[^']{1,80}'(?![a-z0-9])"
)
_MARKS = re.compile("[\"'“「《]")


class TimeMention(msgspec.Struct, frozen=True):
    """The time a text speaks of, in days or, where it names a part of one, instants; and the words that say so."""

    range: TimeRange
    words: str


def parse(text: str, now: dt.datetime, zone: dt.tzinfo) -> TimeMention | None:
    """The time that a text speaks of, seen from now in a zone; None if it speaks of none. Never raises."""
    plain = text if text.isascii() else text.translate(_PLAIN)
    folded = plain.lower()
    if len(folded) != len(plain):  # İ alone grows
        folded = plain.translate(_LOWER)
    folded = _without_names(folded)
    try:
        today = now.astimezone(zone).date()
    except OverflowError:
        return None
    found = _one(list(mentions(plain, folded, today)), folded)
    if found is None or found.window is None:
        return None
    return TimeMention(_range(found.window, zone), text[found.start : found.end])


def _one(found: list[Mention], text: str) -> Mention | None:
    """The one time that all the mentions come to; None if there is none."""
    meant = found[0] if found else None
    for mention in found[1:]:
        meant = meant and _both(meant, mention, text)
    return meant


def _both(one: Mention, other: Mention, text: str) -> Mention | None:
    """The narrower of two times, where it lies in the wider; both, where they are named together; else none.

    Of last week in a question about November 2023 nobody can say which week it is.
    """
    if one.window is None or other.window is None:
        return None
    if one.window.holds(other.window):
        return other
    if other.window.holds(one.window):
        return one
    if _TOGETHER.fullmatch(text, one.end, other.start):
        return Mention(one.start, other.end, one.window.hull(other.window))
    return None


def _range(window: Window, zone: dt.tzinfo) -> TimeRange:
    return TimeRange(from_=_written(window.first, zone), to=window.last and _written(window.last, zone))


def _written(day: dt.date, zone: dt.tzinfo) -> str:
    return day.replace(tzinfo=zone).isoformat() if isinstance(day, dt.datetime) else day.isoformat()


def _without_names(text: str) -> str:
    """The text with quoted parts and file names blanked: a time in them is part of a name."""
    if _MARKS.search(text):
        text = _QUOTED.sub(_blank, text)
    if "." not in text:
        return text
    for found in islice(_EXTENSION.finditer(text), _MOST_NAMES):
        start = text.rfind(" ", max(0, found.start() - _LONGEST_NAME), found.start()) + 1
        text = text[:start] + "\0" * (found.end() - start) + text[found.end() :]
    return text


def _blank(quoted: re.Match[str]) -> str:
    """As many blanks, unless all of the text is quoted."""
    words = quoted.group()
    return words if words == quoted.string.strip() else "\0" * len(words)
