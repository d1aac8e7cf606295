"""Chains: the time words of a text, each with those beside it that narrow it."""

import datetime as dt
import functools
import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from operator import attrgetter
from typing import NamedTuple

from scopes.retrieval.timewords import chinese, chinese_numbers, english, english_dates, numeric
from scopes.retrieval.timewords.window import Window
from scopes.retrieval.timewords.words import Reader, Rule, Word

__all__ = ["Chain", "chains"]

_MOST_WORDS = 100  # more than any question has: what follows them is not read

_BESIDE = re.compile("的|,? ?(?:(?:of|in|on|at|the) ){0,3}|-")
_ENGLISH_WORDS = re.compile("[a-z]+|[0-9]")

_by_rank = attrgetter("rank")


class Chain(NamedTuple):
    """Words side by side, the widest first, and where they stand."""

    start: int
    end: int
    words: Sequence[Word]

    @property
    def firm(self) -> bool:
        """Whether it is a time by itself."""
        return len(self.words) > 1 or self.words[0].firm

    @property
    def rooted(self) -> bool:
        """Whether it can't narrow another."""
        return self.words[0].rooted

    def with_next(self, link: "Chain", text: str) -> "Chain | None":
        """This chain and the one that follows as one; None where they stand apart, or neither narrows the other."""
        if link.words[0].step is None or not _BESIDE.fullmatch(text, self.end, link.start):
            return None
        words = sorted((*self.words, *link.words), key=_by_rank)
        if any(word.rooted or word.rank == wider.rank for wider, word in pairwise(words)):
            return None
        return Chain(self.start, link.end, words)

    def window(self, today: dt.date, outer: Window | None = None) -> Window | None:
        """The time meant, inside the outer one; None if there is none such."""
        window = outer
        for word in self.words:
            if word.step is None:
                return None
            try:
                window = word.step(today, window)
            except (ValueError, OverflowError):  # the calendar has no such day
                return None
            if window is None:
                return None
        return window


def chains(text: str, folded: str) -> Iterator[Chain]:
    """The chains of a text, from left to right. `folded` is the text in lower case, character by character."""
    chain = None
    for link in _links(text, folded):
        joined = chain and chain.with_next(link, folded)
        if chain is not None and joined is None:
            yield chain
        chain = joined or link
    if chain is not None:
        yield chain


def _links(text: str, folded: str) -> Iterator[Chain]:
    pattern = _IN_BOTH
    if folded.isascii():
        if english.SIGNS.isdisjoint(_ENGLISH_WORDS.findall(folded)):
            return
        pattern = _IN_ENGLISH
    for match in islice(pattern.finditer(folded), _MOST_WORDS):
        assert match.lastgroup is not None, "each rule is a group"
        start, end = match.span()
        words = _read(match.lastgroup, text[start:end])
        if words:
            yield Chain(start, end, words)


@functools.lru_cache(2_048)
def _read(group: str, text: str) -> Sequence[Word]:
    return _READERS[group](text)


def _grouped(rules: Sequence[Rule], language: str) -> tuple[str, dict[str, Reader]]:
    """One pattern, of which the first rule that fits wins, and the reader of each of its groups."""
    named = {f"{language}{number}": rule for number, rule in enumerate(rules)}
    pattern = "|".join(f"(?P<{name}>{rule.pattern})" for name, rule in named.items())
    return pattern, {name: rule.read for name, rule in named.items()}


def _compiled() -> tuple[re.Pattern[str], re.Pattern[str], dict[str, Reader]]:
    """The pattern of English, the one of both languages, and their readers.

    A character that begins no time is passed over by a look at it alone.
    """
    in_figures, figures = _grouped(numeric.RULES, "figures")
    in_chinese, chinese_readers = _grouped(chinese.RULES, "chinese")
    in_numbers, number_readers = _grouped(chinese_numbers.RULES, "number")
    in_english, english_readers = _grouped((*english.RULES, *english_dates.RULES), "english")
    in_figures = f"{numeric.START}(?:{in_figures})"
    in_chinese = f"{chinese.START}(?:{in_chinese})"
    in_numbers = f"{chinese_numbers.START}(?:{in_numbers})"
    in_english = rf"{english.START}(?:{in_english})\b"
    return (
        re.compile(f"{in_figures}|{in_english}", re.ASCII),
        re.compile(f"{in_figures}|{in_chinese}|{in_numbers}|{in_english}", re.ASCII),
        figures | chinese_readers | number_readers | english_readers,
    )


_IN_ENGLISH, _IN_BOTH, _READERS = _compiled()
