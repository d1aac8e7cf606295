"""From words to the times that a text names: words side by side narrow each other, two times may make a range."""

import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

from scopes.retrieval.timewords.chains import Chain, chains
from scopes.retrieval.timewords.window import Window, day_window, month_number, month_window, week_window, year_window
from scopes.retrieval.timewords.words import YEAR

__all__ = ["Mention", "mentions"]

_TO = re.compile(" ?(?:到|至|-|~|–|—+|to|through|until|till) ?(?:the )?")
_AND = re.compile(" ?(?:and|和|与|跟) ?(?:the )?")
_LEAD_LENGTH = 16
_LEADS = {
    **dict.fromkeys(("in", "on", "during", "throughout"), "at"),
    **dict.fromkeys(("between", "在"), "between"),
    **dict.fromkeys(("from", "从", "自"), "from"),
    **dict.fromkeys(("since", "自从", "打从"), "since"),
    **dict.fromkeys(("before", "after", "until", "till", "by", "prior to"), "bound"),
    **{f"{part} of": "at" for part in ("month", "beginning", "start", "middle", "half", "rest", "end", "part", "week")},
}
_BEGUN = re.compile(" ?(?:以来|至今|到现在|到目前|起(?![床来])|开始|onwards?)")
_BEGUN_FROM = re.compile("就|一直")
_BOUND = re.compile("的?(?:[之以][前后]|[前后](?![来面台天年悔期半]))")


class Mention(NamedTuple):
    """A time and where the text names it; without a window it bounds another, as in "before last week"."""

    start: int
    end: int
    window: Window | None


def mentions(text: str, folded: str, today: dt.date) -> Iterator[Mention]:
    """The times in a text, from left to right. `folded` is the text in lower case, character by character."""
    first = None
    for second in chains(text, folded):
        if first is None:
            first = second
            continue
        lead = _lead(folded, first.start)
        if _is_range(folded, first, second, lead):
            yield from _mention(folded, first.start, second.end, lead, _range(first, second, today))
            first = None
        else:
            yield from _alone(folded, first, lead, today)
            first = second
    if first is not None:
        yield from _alone(folded, first, _lead(folded, first.start), today)


def _alone(text: str, chain: Chain, lead: str | None, today: dt.date) -> Iterator[Mention]:
    if not chain.firm and lead is None:
        return
    window = chain.window(today)
    begun = lead == "since" or _BEGUN.match(text, chain.end) or (lead == "from" and _BEGUN_FROM.match(text, chain.end))
    if window is not None and begun:
        window = Window(window.first, None, "days")
    yield from _mention(text, chain.start, chain.end, lead, window)


def _mention(text: str, start: int, end: int, lead: str | None, window: Window | None) -> Iterator[Mention]:
    if window is not None:
        yield Mention(start, end, None if lead == "bound" or _BOUND.match(text, end) else window)


def _lead(text: str, start: int) -> str | None:
    """What the word before a time says of it."""
    before = text[max(0, start - _LEAD_LENGTH) : start].rstrip(" ")
    words = before.removesuffix(" the").split(" ")[-2:]
    for end in (words[-1], " ".join(words), before[-2:], before[-1:]):
        if end in _LEADS:
            return _LEADS[end]
    return None


def _is_range(text: str, first: Chain, second: Chain, lead: str | None) -> bool:
    joined = _TO.fullmatch(text, first.end, second.start)
    if not joined and not (lead == "between" and _AND.fullmatch(text, first.end, second.start)):
        return False
    return first.firm or second.firm or lead in ("between", "from")


def _range(first: Chain, second: Chain, today: dt.date) -> Window | None:
    """From the first of one to the last of the other; each lends the other the year, month or week that it lacks."""
    end = second.window(today) if second.rooted else None
    if end is not None and not first.rooted and second.words[0].rank == YEAR:
        start = _latest_until(end, first, today)
    else:
        start = first.window(today)
    if start is not None and not second.rooted:
        end = _first_since(start, second, today)
    if start is None or end is None or not start.precedes(end):
        return None
    return Window(start.first, end.last, "days")


def _latest_until(end: Window, chain: Chain, today: dt.date) -> Window | None:
    """The latest such time that precedes an end, in its year or the one before."""
    for year in (end.first.year, end.first.year - 1):
        found = chain.window(today, year_window(year))
        if found is not None and found.precedes(end):
            return found
    return None


def _first_since(start: Window, chain: Chain, today: dt.date) -> Window | None:
    """The first such time that a start precedes: on its day, in its week, month or year, or in the next one."""
    for outer in _outers(start.first):
        found = chain.window(today, outer)
        if found is not None and start.precedes(found):
            return found
    return None


def _outers(first: dt.date) -> Iterator[Window]:
    day = dt.date(first.year, first.month, first.day)
    month = month_number(day)
    yield day_window(day)
    yield week_window(day)
    yield month_window(month)
    yield year_window(day.year)
    yield week_window(day + dt.timedelta(weeks=1))
    yield month_window(month + 1)
    yield year_window(day.year + 1)
