"""Other readings of a text in which a credential may stand plain; each knows the way back to the text."""

import html
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from scopes.governance.code_points import character_class, coarse
from scopes.governance.invisible import INVISIBLE, has_judged
from scopes.governance.rewrite import Edit, Rewrite
from scopes.governance.unicode_tables import COMPATIBLE

_COMPATIBLE = re.compile(f"[{character_class(coarse(COMPATIBLE))}！-～]")
_ENTITY = re.compile("&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};?)")
_PERCENT = re.compile("%[0-9A-Fa-f]{2}")
# Two or four backslashes are the escapes of a string inside a string.
_ESCAPE = re.compile(
    r"\\{1,4}(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([nrtbf0\"'/]))"
)
_PLAIN_ESCAPES = str.maketrans("nrtbf0", "\n\r\t\b\f\0")
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
_GAP = re.compile(rf"[\s{INVISIBLE}]+")


def _view(text: str, pattern: re.Pattern[str], read: Callable[[re.Match[str]], str]) -> Rewrite | None:
    edits = [
        Edit(match.start(), match.end(), plain)
        for match in pattern.finditer(text)
        if (plain := read(match)) != match.group()
    ]
    return Rewrite(text, edits) if edits else None


def compatible(text: str) -> Rewrite | None:
    """NFKC of what becomes ASCII, character by character: composition never makes ASCII."""
    if unicodedata.is_normalized("NFKC", text):
        return None
    return _view(text, _COMPATIBLE, lambda match: _nfkc(match.group()))


@lru_cache(maxsize=4096)
def _nfkc(character: str) -> str:
    return unicodedata.normalize("NFKC", character)


def entities(text: str) -> Rewrite | None:
    """HTML character references resolved."""
    if "&" not in text:
        return None
    edits = [edit for match in _ENTITY.finditer(text) if (edit := _entity(match))]
    return Rewrite(text, edits) if edits else None


def _entity(match: re.Match[str]) -> Edit | None:
    plain, rest = _character(match.group())
    return Edit(match.start(), match.end() - rest, plain) if plain else None


@lru_cache(maxsize=4096)
def _character(written: str) -> tuple[str, int]:
    """What a reference stands for, empty for nothing, and how many of the characters behind it are no part of it."""
    plain = html.unescape(written)
    if plain == written:
        return "", 0
    # A reference without its semicolon ends where HTML says, not where the word ends.
    rest = 0
    while rest < len(plain) - 1 and written[-1 - rest] == plain[-1 - rest]:
        rest += 1
    return plain[: len(plain) - rest], rest


def percents(text: str) -> Rewrite | None:
    """Percent-encoding resolved; bytes of longer characters become U+FFFD, for no credential has any."""
    return _view(text, _PERCENT, lambda match: _byte(match.group()[1:])) if "%" in text else None


def _byte(digits: str) -> str:
    point = int(digits, 16)
    return chr(point) if point < 0x80 else "\ufffd"


def escapes(text: str) -> Rewrite | None:
    r"""Backslash escapes resolved: `\u0041`, `\x41`, `\n` and their like."""
    return _view(text, _ESCAPE, _escape) if "\\" in text else None


def _escape(match: re.Match[str]) -> str:
    plain = match[5]
    if plain:
        return plain.translate(_PLAIN_ESCAPES)
    point = int(next(digits for digits in match.groups() if digits), 16)
    return chr(point) if point <= 0x10FFFF else "\ufffd"


def bare(text: str) -> Rewrite | None:
    """Invisible characters that had a right to stay left out: a selector after a digit hides nothing."""
    return _view(text, _INVISIBLE, lambda _: "") if has_judged(text) else None


def without_gaps(text: str) -> str:
    """All whitespace and invisible characters left out."""
    return _GAP.sub("", text) if has_judged(text) else "".join(text.split())


def joined(text: str) -> Rewrite:
    """What `without_gaps` makes, with the way back."""
    return Rewrite(text, [Edit(*match.span(), "") for match in _GAP.finditer(text)])


READINGS: tuple[Callable[[str], Rewrite | None], ...] = (bare, compatible, entities, percents, escapes)
