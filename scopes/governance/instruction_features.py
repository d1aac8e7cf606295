"""What a sentence shows of orders to a model and of mere talk about them, and what that weighs."""

import re
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from scopes.governance.instruction_phrases import Feature, phrases, terms

THRESHOLD = 4
# Asides take no more than this, lest a few words hide any order.
_MOST_ASIDE = -7
# These hold for the rest of a line, as far as it goes on for so many characters.
_SETTINGS = frozenset(("game", "advice"))
_SETTING_REACH = 400
_PURPOSE, _PLANTED, _TRIGGER = "purpose", "planted", "trigger"
_TABLES = tuple(Path(__file__).with_name(f"instructions_{language}.txt") for language in ("english", "chinese"))

Span = tuple[int, int]
Found = dict[Feature, Span]


class _Entry(NamedTuple):
    """A phrase of a feature: one of the words it is found by, and one of each of the others, stand where it does."""

    feature: Feature
    pattern: str
    takes: frozenset[str]
    others: tuple[frozenset[str], ...]

    def search(self, text: str, offset: int) -> Span | None:
        match = _compiled(self.pattern).search(text)
        return match and (match.start() + offset, match.end() + offset)


Index = dict[str, list[_Entry]]


def near(text: str) -> Index:
    """The phrases that may stand in a text, by the words they are found by; none if they weigh too little together."""
    words = terms(text)
    entries = _standing(_orders(), words)
    if _most(entries) < THRESHOLD:
        return {}
    found: Index = {}
    for entry in entries | _standing(_asides(), words):
        for word in entry.takes & words:
            found.setdefault(word, []).append(entry)
    return found


class Sentence:
    """A sentence of a text, looked at no closer than need be."""

    def __init__(self, text: str, span: Span, index: Index, quotes: list[Span]) -> None:
        self._text, self._span, self._index, self._quotes = text, span, index, quotes
        self._entries = _standing(index, terms(text[slice(*span)]))
        self._most = _most(self._entries)

    @cached_property
    def _orders(self) -> dict[Feature, list[Span]]:
        start, end = self._span
        return _searched((entry for entry in self._entries if entry.feature.weight > 0), self._text[start:end], start)

    def may_weigh(self, least: int) -> bool:
        """Whether it may weigh so much."""
        return self._most >= least and weight(self._orders) >= least

    @cached_property
    def found(self) -> Found:
        """Its features, with those of the setting it stands in."""
        start, end = self._span
        asides = (entry for entry in self._entries if entry.feature.weight < 0)
        found = _said(_counted(self._orders | _searched(asides, self._text[start:end], start)), self._quotes)
        return _purposed(found | self._setting() if weight(found) >= THRESHOLD else found)

    def _setting(self) -> Found:
        start = self._span[0]
        line = self._text[max(0, start - _SETTING_REACH) : start].rpartition("\n")[2]
        entries = {entry for entry in _standing(self._index, terms(line)) if entry.feature.name in _SETTINGS}
        return _counted(_searched(entries, line, start - len(line)))


def weight(found: Iterable[Feature]) -> int:
    """The orders' weight, less that of the asides as far as they count."""
    weights = [feature.weight for feature in found]
    return sum(one for one in weights if one > 0) + max(_MOST_ASIDE, sum(min(one, 0) for one in weights))


def _most(entries: set[_Entry]) -> int:
    return sum(feature.weight for feature in {entry.feature for entry in entries} if feature.weight > 0)


def _standing(index: Index, words: set[str]) -> set[_Entry]:
    """The phrases that may stand among these words."""
    return {
        entry for word in index.keys() & words for entry in index[word] if not any(map(words.isdisjoint, entry.others))
    }


def _searched(entries: Iterable[_Entry], text: str, offset: int) -> dict[Feature, list[Span]]:
    found: dict[Feature, list[Span]] = {}
    for entry in entries:
        if span := entry.search(text, offset):
            found.setdefault(entry.feature, []).append(span)
    return found


def _counted(found: dict[Feature, list[Span]]) -> Found:
    """Of features that share words the heaviest counts; what lies inside a phrase that frames it counts too."""
    counted: Found = {}
    for feature, spans in sorted(found.items(), key=lambda one: (-one[0].weight, one[0])):
        others = counted.values() if feature.weight > 0 else ()
        for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
            if all(end <= low or high <= start or low < start <= end < high for low, high in others):
                counted[feature] = start, end
                break
    return counted


def _said(found: Found, quotes: list[Span]) -> Found:
    """Without the orders that are quoted, if that is most of them."""
    quoted = {
        feature
        for feature, span in found.items()
        if feature.weight > 0 and any(2 * _shared(span, quote) > span[1] - span[0] for quote in quotes)
    }
    if 2 * weight(quoted) <= weight(feature for feature in found if feature.weight > 0):
        return found
    return {feature: span for feature, span in found.items() if feature not in quoted}


def _purposed(found: Found) -> Found:
    """Of a sentence that only says when a skill is used ("Use when asked to …") the condition makes no order.

    It stays a condition for what the next sentence orders, as far as it makes none here.
    """
    if all(feature.name != _PURPOSE for feature in found):
        return found
    kept = {_mere(feature): span for feature, span in found.items() if feature.name != _PURPOSE}
    if weight(kept) < THRESHOLD:
        return kept
    return {feature: span for feature, span in kept.items() if feature.name != _TRIGGER}


def _mere(feature: Feature) -> Feature:
    return Feature(_TRIGGER, "standing-order", 2) if feature.name == _PLANTED else feature


def _shared(one: Span, other: Span) -> int:
    return min(one[1], other[1]) - max(one[0], other[0])


@cache
def _orders() -> Index:
    return _index(lambda feature: feature.weight > 0)


@cache
def _asides() -> Index:
    return _index(lambda feature: feature.weight < 0)


def _index(wanted: Callable[[Feature], bool]) -> Index:
    """The phrases of some features by the words that each is found by."""
    index: Index = {}
    for table in _TABLES:
        for feature, (pattern, (takes, *others)) in phrases(table.read_text(encoding="utf-8")):
            entry = _Entry(feature, pattern, takes, tuple(others))
            for word in takes if wanted(feature) else ():
                index.setdefault(word, []).append(entry)
    return index


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)
