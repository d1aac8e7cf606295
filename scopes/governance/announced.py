"""Finds secrets that stand in a fixed place of a command, a statement, a header or a phrase."""

import base64
import binascii
import re
from collections.abc import Iterator
from functools import cache

from scopes.governance.labels import lowered
from scopes.governance.placeholders import is_elsewhere, is_expression, is_mask, is_named, is_remark, is_telling
from scopes.governance.shape import Shape
from scopes.governance.shapes import SHAPES

Found = tuple[str, int, int]

_FOREIGN = ""  # stands for whatever is not ASCII
_SHORTEST = 3
_REACH = 80  # characters
_CHANGES = 3
_CHANGE = re.compile("[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])")

_WORD = re.compile("[a-z]{2,}")
_LETTERS = bytes(code if 97 <= code <= 122 else 32 for code in range(256))


def _indexed() -> tuple[dict[str, list[int]], dict[str, dict[str, list[int]]]]:
    """Numbers of shapes by the word that hints at them (of several the first); by other hints, under a sign in each."""
    by_word: dict[str, list[int]] = {}
    literal: dict[str, dict[str, list[int]]] = {}
    for number, shape in enumerate(SHAPES):
        for hint in shape.hints:
            words = _WORD.fullmatch(hint.replace(" ", ""))
            sign = next((character for character in hint if not character.isalpha()), _FOREIGN)
            group = by_word if words else literal.setdefault(sign, {})
            group.setdefault(hint.split(" ")[0] if words else hint, []).append(number)
    return by_word, literal


_BY_WORD, _LITERAL = _indexed()
_PAIR = re.compile(r"(?P<name>[\w.$-]{1,64})=(?P<value>[^;\s\"',]{1,2048})")
_COOKIES = re.compile(
    r"""(?i:(?<![a-z])(?:set-)?cookies?\\?["']?[ \t]{0,3}(?::"""
    r"""|=(?!=))[ \t]{0,3}(?:\\?["'`])?)(?P<all>[^\n"'`]{4,4096})|-(?:b"""
    r"""|-cookie)[ \t]{1,3}["'](?P<jar>[^"'\n]{4,4096})["']"""
)
_SESSION = re.compile(
    "sess|sid|auth|token|login|jwt|csrf|xsrf|ticket|secret|pass|remember|uid|identity|sso|key", re.IGNORECASE
)
_ATTRIBUTE = frozenset(("path", "domain", "expires", "max-age", "samesite", "priority"))


def hinted(text: str) -> bool:
    """Whether the text may have one of the shapes, or a cookie."""
    low = lowered(text)
    return bool(_possible(low)) or _has_cookies(low)


def find(text: str) -> Iterator[Found]:
    """Rule, start and end of every secret in its place."""
    low = lowered(text)
    for shape in _possible(low):
        for match in _compiled(shape.pattern).finditer(text):
            if _is_secret(shape, match):
                yield shape.rule, *match.span("secret")
    if _has_cookies(low):
        yield from _cookies(text)


def _possible(low: str) -> list[Shape]:
    """The shapes of which a text in lower case has a hint."""
    words = _BY_WORD.keys() & set(low.encode("ascii", "replace").translate(_LETTERS).decode().split())
    numbers = {number for word in words for number in _BY_WORD[word]}
    for sign, hints in _LITERAL.items():
        if sign in low if sign != _FOREIGN else not low.isascii():
            numbers.update(number for hint, hinted in hints.items() if hint in low for number in hinted)
    return [shape for shape in map(SHAPES.__getitem__, sorted(numbers)) if any(word in low for word in shape.also)]


def _has_cookies(low: str) -> bool:
    return "cookie" in low or " -b " in low


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _is_secret(shape: Shape, match: re.Match[str]) -> bool:
    secret = match["secret"]
    if shape.before and not _compiled(shape.before).search(match.string, max(0, match.start() - _REACH), match.start()):
        return False
    if shape.rule == "basic-authorization":
        return _is_pair(secret)
    if len(secret) < _SHORTEST or is_mask(secret[:256]) or is_expression(secret[:256]) or is_elsewhere(secret[:256]):
        return False
    if is_remark(secret[:256]):
        return False
    if shape.random and len(_CHANGE.findall(secret[:256])) < _CHANGES:
        return False
    if shape.strong:
        return _is_strong(secret)
    return not is_telling(secret) and secret[:1] not in "-"


def _is_strong(secret: str) -> bool:
    letters, digits = any(map(str.isalpha, secret)), any(map(str.isdigit, secret))
    return len(secret) >= 6 and letters and digits and not is_named(secret)


def _is_pair(secret: str) -> bool:
    """Whether base64 holds a user and a password."""
    try:
        plain = base64.b64decode(secret + "=" * (-len(secret) % 4), altchars=b"-_" if set("-_") & set(secret) else None)
        return ":" in plain.decode("utf-8").strip() and plain.decode("utf-8").isprintable()
    except (binascii.Error, UnicodeDecodeError):
        return False


def _cookies(text: str) -> Iterator[Found]:
    for header in _COOKIES.finditer(text):
        group = "all" if header["all"] is not None else "jar"
        for pair in _PAIR.finditer(text, *header.span(group)):
            name, value = pair["name"].lower(), pair["value"]
            known = _SESSION.search(name) is not None and len(value) >= 6 and not is_telling(value)
            if (
                name not in _ATTRIBUTE
                and not is_mask(value[:256])
                and (known or (len(value) >= 12 and _is_strong(value)))
            ):
                yield "cookie", *pair.span("value")
