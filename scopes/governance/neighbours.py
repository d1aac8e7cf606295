"""The contexts in which an invisible character does its proper work and therefore stays.

Every answer depends only on visible characters and on invisible ones that were kept before it, so that asking
again about the text that was kept gives the same answers.
"""

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from scopes.governance import unicode_tables as tables
from scopes.governance.code_points import character_class
from scopes.governance.variants import standardized_sequences

REACH = 10  # characters that the longest context looks back: a pictograph, selector, skin tone and a flag's tags
CONJOINING_JAMO = "1100-115e 1161-11ff a960-a97c d7b0-d7c6 d7cb-d7fb"
LINE_ENDS = "\n\r\x0b\x0c\x85\u2028\u2029"

_ENDS_IN_PICTOGRAPH = r"[{}]\ufe0f?[\U0001f3fb-\U0001f3ff]?\ufe0f?(?:[\U000e0061-\U000e007a]{{5}}\U000e007f)?\Z"


class Paragraphs:
    """What the paragraphs of a text say about its bidirectional controls; worked out when first asked."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: list[int] | None = None
        self._right_to_left: dict[int, bool] = {}
        self._balanced: set[int] | None = None

    def right_to_left(self, position: int) -> bool:
        """Whether the paragraph around `position` has a strong right-to-left character."""
        if self._ends is None:
            self._ends = [match.start() for match in re.finditer(f"[{LINE_ENDS}]", self._text)] + [len(self._text)]
        at = bisect_left(self._ends, position)
        if at not in self._right_to_left:
            start = self._ends[at - 1] if at else 0
            strong = _pattern("[{}]", tables.RIGHT_TO_LEFT).search(self._text, start, self._ends[at])
            self._right_to_left[at] = strong is not None
        return self._right_to_left[at]

    def balanced(self, position: int) -> bool:
        """Whether the isolate control at `position` has its partner in the same paragraph."""
        if self._balanced is None:
            self._balanced = set()
            opened: list[int] = []
            for match in re.finditer(f"[{LINE_ENDS}\u2066-\u2069]", self._text):
                if match.group() in LINE_ENDS:
                    opened.clear()
                elif match.group() != "\u2069":
                    opened.append(match.start())
                elif opened:
                    self._balanced |= {opened.pop(), match.start()}
        return position in self._balanced


class Place(NamedTuple):
    """Where an invisible character stands."""

    character: str
    before: str  # the last REACH characters that were kept
    after: str  # the character right after, visible or not; empty at the end
    beyond: str  # the first character after the whole invisible run; empty at the end
    position: int
    paragraphs: Paragraphs


@cache
def _pattern(template: str, *names: str) -> re.Pattern[str]:
    return re.compile(template.format(*(character_class(table) for table in names)))


def _is(text: str, *names: str) -> bool:
    return bool(text) and _pattern("[" + "{}" * len(names) + "]", *names).match(text) is not None


def _selects(place: Place) -> bool:
    last, selector = place.before[-1:], place.character
    if selector >= "\U000e0100":
        return _is(last, tables.UNIFIED_IDEOGRAPH)
    if selector >= "\ufe0e":
        return _is(last, tables.EMOJI)
    return last + selector in standardized_sequences()


def _joins(place: Place) -> bool:
    if _is(place.before[-1:], tables.JOINING):
        return not (place.beyond.isascii() and place.beyond.isalnum())
    return (
        place.character == "\u200d"
        and _is(place.after, tables.PICTOGRAPHIC)
        and _pattern(_ENDS_IN_PICTOGRAPH, tables.PICTOGRAPHIC).search(place.before) is not None
    )


def _breaks_words(place: Place) -> bool:
    return _is(place.before[-1:], tables.SPACELESS) and _is(place.after, tables.SPACELESS)


def _marks_direction(place: Place) -> bool:
    first_of_run = place.before[-1:] not in ("\u200e", "\u200f", "\u061c")
    return first_of_run and place.paragraphs.right_to_left(place.position)


def _isolates(place: Place) -> bool:
    return place.paragraphs.balanced(place.position) and place.paragraphs.right_to_left(place.position)


def _fills_syllable(place: Place) -> bool:
    leading, last = place.character == "\u115f", place.before[-1:]
    if last == "\u1160" or (leading and last == "\u115f"):
        return False
    return last == "\u115f" or _is(last, CONJOINING_JAMO) or _is(place.beyond, CONJOINING_JAMO)


def _selects_mongolian(place: Place) -> bool:
    return _is(place.before[-1:], tables.MONGOLIAN)


def _joins_marks(place: Place) -> bool:
    return _is(place.before[-1:], tables.MARK) and _is(place.after, tables.MARK)


def _overlaps_shorthand(place: Place) -> bool:
    return _is(place.before[-1:], tables.DUPLOYAN)


# By rule: whether a character of the rule stays where it is. A rule that is not here never lets one stay.
STAYS: dict[str, Callable[[Place], bool]] = {
    "unicode-selector": _selects,
    "unicode-joiner": _joins,
    "unicode-zero-width-space": _breaks_words,
    "unicode-direction-mark": _marks_direction,
    "unicode-isolate": _isolates,
    "unicode-jamo-filler": _fills_syllable,
    "unicode-mongolian-selector": _selects_mongolian,
    "unicode-grapheme-joiner": _joins_marks,
    "unicode-shorthand-control": _overlaps_shorthand,
}
