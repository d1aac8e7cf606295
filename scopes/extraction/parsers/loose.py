"""A conversation as loose text: `User: …`, `我：…`, `Alice: …`, perhaps with times."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from scopes.extraction.parsers.lines import lines
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces
from scopes.extraction.parsers.roles import is_unspoken, speaker

# A line without any of these begins nothing, as most do: none of the patterns below is tried on them.
_TELLING = re.compile(r"[\d:：]")
_DAY = r"\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?"
_CLOCK = r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?"
_DATED = re.compile(rf"\s*[\[(【]?(?P<at>{_DAY}[T ,]*{_CLOCK}Z?)[\])】]?\s*(?:[-–—|]\s*)?(?P<rest>\S.*)")
_TIMED = re.compile(rf"\s*[\[(【]?(?P<at>{_CLOCK})[\])】]?\s*(?:[-–—|]\s*)?(?P<rest>[^\W\d].*)")
_HEADING = re.compile(rf"[\s#*=—–-]*(?P<day>{_DAY})(?:\s*(?:星期|周|[A-Z][a-z]+day)\S*)?[\s*=—–-]*")
# A name is short, on the left of the first colon of either width; `10:30` and `https://` have none.
SPOKEN = re.compile(r"\s*(?P<name>[^\W\d][^:：\[\]<>{}\"]{0,39}?)\s*[:：](?!//)(?!(?<=\d.)\d)\s*(?P<text>.*)")
_EMPHASIS = re.compile(
    r"\A\s*(?:#{1,6}\s+|\*\*|__)(?P<name>[^*_:：#]{1,40}?)\s*(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：])"
)


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The conversation of a text."""
    yield from in_pieces(Conversation(platform="text", file=name, turns=()), turns(lines(file)))


def turns(numbered: Iterator[tuple[int, str]]) -> Iterator[Turn | Skipped]:
    """The turns of lines: one that begins with a name and a colon begins a turn, others belong to the turn before."""
    who, at, day = "", None, ""
    said: list[str] = []
    for number, line in numbered:
        tells = _TELLING.search(line) is not None
        if tells and (heading := _HEADING.fullmatch(line)) is not None and moment(heading["day"]) is not None:
            day = heading["day"]
            continue
        told, spoken = _spoken(line, day) if tells else (None, None)
        if spoken is not None:
            yield from _turn(who, said, at)
            who, at, said = spoken["name"], told or (moment(day) if day else None), [spoken["text"]]
        elif who:
            said.append(line.rstrip())
        elif line.strip():
            yield Skipped(f"line {number}", "nobody is named who says it")
    yield from _turn(who, said, at)


def _spoken(line: str, day: str) -> tuple[str | None, re.Match[str] | None]:
    """(the time in front of a line, who says what in it)."""
    told, rest = _timed(line, day)
    return told, SPOKEN.fullmatch(_EMPHASIS.sub(r"\g<name>:", rest))


def _timed(line: str, day: str) -> tuple[str | None, str]:
    """(the time in front of a line, the rest)."""
    if (dated := _DATED.fullmatch(line)) is not None and (at := moment(dated["at"])) is not None:
        return at, dated["rest"]
    if day and (timed := _TIMED.fullmatch(line)) is not None and (at := moment(f"{day} {timed['at']}")) is not None:
        return at, timed["rest"]
    return None, line


def _turn(who: str, said: list[str], at: str | None) -> Iterator[Turn]:
    words = "\n".join(said).strip()
    if who and words and not is_unspoken(who):
        role, name = speaker(who)
        yield Turn(role, words, name, at)
