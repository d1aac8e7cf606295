"""Time words as they are read, and the rules that read them."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scopes.retrieval.timewords.window import Step

__all__ = [
    "DAY",
    "MONTH",
    "PART",
    "SPOILT",
    "YEAR",
    "Reader",
    "Rule",
    "Word",
    "choice",
    "groups",
    "nothing",
    "rooted",
    "says",
]

YEAR, MONTH, DAY, PART = range(4)


class Word(NamedTuple):
    """What one word says. `rank`: how far below the year it stands, and so what it can narrow.

    `firm`: it is a time by itself; another is one only beside a second word or after a preposition. `rooted`: it
    narrows nothing. Without a `step` it spoils the time that it stands before, as 每 does in 每周三.
    """

    step: Step | None
    rank: int
    firm: bool = True
    rooted: bool = False


Reader = Callable[[str], Sequence[Word]]
"""Reads a text that its rule matched, in its own case: the words in it, the widest first; none if it is no time."""

SPOILT: Sequence[Word] = (Word(None, YEAR, rooted=True),)


class Rule(NamedTuple):
    """A pattern, in lower case and without groups that capture, and the reader of what it matches."""

    pattern: str
    read: Reader


def says(step: Step, rank: int, *, firm: bool = True) -> Sequence[Word]:
    """One word that narrows what is named beside it, or stands for its latest occurrence."""
    return (Word(step, rank, firm),)


def rooted(step: Step, rank: int, *, firm: bool = True) -> Sequence[Word]:
    """One word that says by itself which day, month or year it is."""
    return (Word(step, rank, firm, rooted=True),)


def nothing(_: str) -> Sequence[Word]:
    """The reader of what only looks like a time."""
    return ()


def choice(words: Iterable[str]) -> str:
    """A pattern of any of the words, the longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


def groups(pattern: re.Pattern[str], text: str) -> Sequence[str | None]:
    """The groups of a text that the pattern of its rule let through."""
    found = pattern.match(text)
    assert found is not None, "a rule matches what its reader reads"
    return found.groups()
