"""Chats of WeChat and QQ as text: a heading `2024-01-02 10:11:12 name`, or the name first, then what was said."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from scopes.extraction.parsers.lines import lines
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Conversation, Parsed, Turn, in_pieces
from scopes.extraction.parsers.roles import is_unspoken, speaker

_AT = r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[ T]+(?:[上下中]午|凌晨|晚上)?\s*\d{1,2}:\d{2}(?::\d{2})?"
_TIME_FIRST = re.compile(rf"[\[(【]?(?P<at>{_AT})[\])】]?[ \t]+(?P<name>[^:：\n]{{1,60}}?)[:：]?[ \t]*")
_NAME_FIRST = re.compile(rf"(?P<name>[^\n]{{1,60}}?)[:：]?[ \t]+[\[(【]?(?P<at>{_AT})[\])】]?[ \t]*")
_DIGIT = re.compile(r"\d")
_BARE = re.compile(r"[\W\d_]+")


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The chat of a text; what stands before the first heading is the exporter's own."""
    title = name.rpartition(".")[0] or name
    yield from in_pieces(Conversation(platform="wechat", file=name, turns=(), title=title), _turns(file))


def heading_of(line: str) -> tuple[str, str] | None:
    """(time, name) of a line that is the heading of a message."""
    if _DIGIT.search(line) is None:
        return None
    match = _TIME_FIRST.fullmatch(line) or _NAME_FIRST.fullmatch(line)
    if match is None or (at := moment(match["at"])) is None or _BARE.fullmatch(match["name"]):
        return None
    return at, match["name"].strip()


def _turns(file: BinaryIO) -> Iterator[Turn]:
    heading: tuple[str, str] | None = None
    said: list[str] = []
    for _, line in lines(file):
        if (found := heading_of(line)) is not None:
            yield from _turn(heading, said)
            heading, said = found, []
        elif heading is not None:
            said.append(line.rstrip())
    yield from _turn(heading, said)


def _turn(heading: tuple[str, str] | None, said: list[str]) -> Iterator[Turn]:
    words = "\n".join(said).strip()
    if heading is not None and words and not is_unspoken(heading[1]):
        role, name = speaker(heading[1])
        yield Turn(role, words, name, heading[0])
