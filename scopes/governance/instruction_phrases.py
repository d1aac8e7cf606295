"""Phrases as the tables of `instructions` write them, made into patterns.

A table has names for what is used more than once, and features under `[name: rule weight]`, with their phrases on lines
of their own or between semicolons; an indented line goes on with the one before. A phrase is words, with `(a|b)` for
one of several, `[a|b]` for one of several or none, `_` for one word or none and `~` for whatever stands within a few
words. `word|word: pattern` is a regular expression that is tried where one of those words stands; `&` joins several
such sets. Nothing in it is unbounded.
"""

import re
from collections.abc import Iterator
from operator import add
from typing import NamedTuple

_BROKEN = re.compile(r"\n {2,}")
_HEADING = re.compile(r"\[([a-z ]+): (?:([a-z-]+) )?(-?\d)\]")
_NAME = re.compile("([A-Z]+) = (.+)")
_USED = re.compile("{([A-Z]+)}")
_RAW = re.compile(r"([^\s:]+): (.+)")
_MARK = re.compile(r"\[([^\]]*)\]\??(\{0,\d\}| ?)|_ | ~ |~|\(| |\^")
_MEANT = {
    "_ ": r"(?:\w{1,20}\W{1,3})?",
    " ~ ": r"\b.{0,40}?\b",
    "~": ".{0,16}?",
    "(": "(?:",
    " ": r"\W{1,3}",
    "^": r"\A\W{0,8}",
}
# What may be missing at the end changes nothing.
_LAST = re.compile(r"(?: \[[^\]]*\]| [_~])+\Z")
_OPTIONAL = re.compile(r"\[[^\]]*\](?:\?|\{0,\d\})?|\([^)]*\)(?:\?|\{0,\d\})|\{0,\d\}|\b_ |[~^]")
_PIECE = re.compile(r"\(([^)]*)\)|([^() ]+)")
_TERM = re.compile("[a-z0-9]+[?]?|[^\x00-\x7f]+")
_LATIN = re.compile("[a-z0-9]+")
# ASCII that is in no word becomes a space.
_GAPS = {point: " " for point in range(128) if not _LATIN.fullmatch(chr(point))}
# Too frequent to say that a phrase may be near.
_COMMON = frozenset((
    "the", "you", "your", "to", "of", "an", "is", "are", "not", "do", "don", "all", "any", "this", "it", "in", "for",
    "on", "as", "be", "that", "and", "or", "no", "my", "me", "by", "with",
))  # fmt: skip


class Feature(NamedTuple):
    """What a sentence may hold: its name, the rule that it speaks for, if any, and its weight."""

    name: str
    kind: str
    weight: int


class Phrase(NamedTuple):
    """A pattern over folded text, and the words it takes: one of each set, the least likely set first."""

    pattern: str
    takes: tuple[frozenset[str], ...]


def terms(text: str) -> set[str]:
    """The Latin words of a folded text and, if it is not all ASCII, its characters and pairs of neighbours."""
    if text.isascii():
        return set(text.translate(_GAPS).split())
    return {*_LATIN.findall(text), *text, *map(add, text, text[1:])}


def phrases(table: str) -> Iterator[tuple[Feature, Phrase]]:
    """The phrases of a table, each with its feature."""
    names: dict[str, str] = {}
    feature: Feature | None = None
    for line in _BROKEN.sub("", table).splitlines():
        if heading := _HEADING.fullmatch(line):
            feature = Feature(heading[1], heading[2] or "", int(heading[3]))
        elif name := _NAME.fullmatch(line):
            names[name[1]] = name[2]
        elif feature and line:
            line = _USED.sub(lambda use: names[use[1]], line)
            yield from ((feature, _phrase(phrase)) for phrase in ([line] if _RAW.match(line) else line.split("; ")))


def _phrase(line: str) -> Phrase:
    if raw := _RAW.fullmatch(line):
        return Phrase(raw[2], tuple(frozenset(words.split("|")) for words in raw[1].split("&")))
    line = _LAST.sub("", line)
    pattern = _MARK.sub(_meaning, line)
    return Phrase(rf"(?<![a-z0-9_])(?:{pattern})(?![a-z0-9_])" if line.isascii() else pattern, _taken(line))


def _meaning(mark: re.Match[str]) -> str:
    if mark[1] is None:
        return _MEANT[mark[0]]
    inner = mark[1].replace(" ", _MEANT[" "])
    if mark[2] == " ":
        return rf"(?:(?:{inner})\W{{1,3}})?"
    return f"(?:{inner}){mark[2] or '?'}"


def _taken(line: str) -> tuple[frozenset[str], ...]:
    pieces = {_words(one or two) for one, two in _PIECE.findall(_OPTIONAL.sub(" ", line))} - {frozenset[str]()}
    return tuple(sorted(pieces, key=lambda piece: -min(map(_rarity, piece))))


def _words(piece: str) -> frozenset[str]:
    """One word of each of the alternatives, the longest."""
    found: set[str] = set()
    for alternative in piece.split("|"):
        if not (words := _TERM.findall(alternative)):
            return frozenset()
        word = max(words, key=_rarity)
        found |= {word[:-1], word[:-2]} if word.endswith("?") else {word if word.isascii() else word[-2:]}
    return frozenset(found)


def _rarity(term: str) -> int:
    if not term.isascii():
        return 6 if len(term) > 1 else 2
    return 1 if term in _COMMON else len(term)
