"""Gemini's activity from Google Takeout (`MyActivity.json`): a list of single prompts with their answers, newest first.

It knows no conversations: the prompts of a day are taken for one.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from scopes.extraction.parsers.decoding import decoded
from scopes.extraction.parsers.html_text import words_of
from scopes.extraction.parsers.loosely import label, listed, mapping, text
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces
from scopes.extraction.parsers.roles import ASSISTANT, USER

_PRODUCTS = ("gemini", "bard")
_ASKED = ("Prompted ", "Branched ", "Asked ", "Said ", "发送了提示：", "已提问：", "提示：")
_DONE = ("Used ", "Created ", "Gave ", "Added ", "Viewed ", "Visited ", "使用了", "创建了", "提供了", "添加了")
_HTML_BYTES = 256 * 1024
_DAY_EXCHANGES = 500

_Exchange = tuple[Turn, ...]


class _Activity(msgspec.Struct, frozen=True):
    header: Any = None
    title: Any = None
    time: Any = None
    products: Any = None
    safeHtmlItem: Any = None  # noqa: N815 - the file's own name


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """A conversation a day; activities of other products, and other acts, are passed over."""
    day, exchanges = "", list[_Exchange]()
    for found in decoded(file, _Activity, "activity"):
        if isinstance(found, Skipped):
            yield found
            continue
        exchange = _exchange(found.value)
        if not exchange:
            continue
        its_day = (exchange[0].at or "")[:10]
        if exchanges and (its_day != day or len(exchanges) >= _DAY_EXCHANGES):
            yield from _conversation(exchanges, day, name)
            exchanges = []
        day = its_day
        exchanges.append(exchange)
    if exchanges:
        yield from _conversation(exchanges, day, name)


def _conversation(exchanges: list[_Exchange], day: str, file: str) -> Iterator[Parsed]:
    said = [turn for exchange in sorted(exchanges, key=lambda one: one[0].at or "") for turn in exchange]
    key = f"day {day}" if day else None
    yield from in_pieces(Conversation(platform="gemini", file=file, turns=(), title=day, key=key), said)


def _exchange(activity: _Activity) -> _Exchange:
    told = " ".join(filter(None, map(label, (activity.header, *listed(activity.products))))).casefold()
    title = text(activity.title)
    if not any(product in told for product in _PRODUCTS) or title.startswith(_DONE):
        return ()
    for verb in _ASKED:
        title = title.removeprefix(verb)
    at = moment(activity.time)
    pieces = [mapping(part).get("html") for part in listed(activity.safeHtmlItem)]
    answer = "\n\n".join(words_of(piece) for piece in pieces if isinstance(piece, str) and len(piece) <= _HTML_BYTES)
    asked = Turn(USER, title.lstrip(":： ").strip(), at=at)
    return tuple(turn for turn in (asked, Turn(ASSISTANT, answer, at=at)) if turn.content)
