"""Points out characters that are kept but worth a look: unseen ones, unknown ones, and look-alikes."""

import re
from functools import cache
from typing import NamedTuple

from scopes.governance import unicode_tables as tables
from scopes.governance.code_points import character_class, coarse

# Letters that most fonts draw like Latin ones (after UTS #39). Greek small letters but the omicron are left out:
# formulas set them beside Latin letters.
LOOKALIKES = (
    "АВЕЅІЈКМНОРСТУХҮҺԌԚԜЗасеорхуѕіјһԁԛԝүѵ"  # Cyrillic
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"  # Greek
    "ՍՏՕօսոհցզ"  # Armenian
)
PRIVATE_USE = "e000-f8ff f0000-ffffd 100000-10fffd"

_ODD = (
    ("odd-private-use", "[{}]+", PRIVATE_USE),
    ("odd-object-replacement", "[{}]+", "fffc"),
    ("odd-braille-blank", "[{}]+", "2800"),
    ("odd-unassigned", "[{}]+", tables.UNASSIGNED),
    ("odd-stacked-marks", "[{}]{{9,}}", tables.MARK),
)
_WORD = re.compile(f"[A-Za-z{LOOKALIKES}]+")
_MIXED = re.compile(f"[A-Za-z][{LOOKALIKES}]|[{LOOKALIKES}][A-Za-z]")


class Oddity(NamedTuple):
    """A span that stays as it is, with the rule that noticed it."""

    rule: str
    start: int
    end: int


def find(text: str) -> list[Oddity]:
    """Every oddity of the text, in no particular order."""
    if text.isascii() or _sketch().search(text) is None:
        return []
    odd = [
        Oddity(rule, *match.span())
        for rule, sketch, pattern in _patterns()
        for candidate in sketch.finditer(text)
        for match in pattern.finditer(text, *candidate.span())
    ]
    mixed = (Oddity("odd-lookalike", *word.span()) for word in _WORD.finditer(text) if _MIXED.search(word.group()))
    return [*odd, *mixed]


@cache
def _sketch() -> re.Pattern[str]:
    return re.compile("[" + LOOKALIKES + character_class(*(coarse(table) for _, _, table in _ODD)) + "]")


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], re.Pattern[str]]]:
    return [
        (
            rule,
            re.compile(pattern.format(character_class(coarse(table)))),
            re.compile(pattern.format(character_class(table))),
        )
        for rule, pattern, table in _ODD
    ]
