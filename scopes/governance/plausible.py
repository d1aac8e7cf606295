"""Tells a credential from what only looks like one: placeholders, prose that ran together, no real JWT header."""

import base64
import binascii
import re
from collections.abc import Sequence

import msgspec

from scopes.governance.format_rule import Format

_FILL = re.compile(
    r"[xX]{6,}|0{10,}|\*{3,}|\.{3,}|(?i:example|placeholder|redacted|change-?me|your[-_]?(?:api|key|token|secret|own))"
)
_WORDS = re.compile("(?:[a-z0-9]{2,6}[-_]){1,3}[a-z]{2,12}(?:[-_][a-z]{2,12}){3,}")
_STAND_IN = re.compile(
    r"(?:[xX]{3,}|\*+|\.{3,}|\$\{.*|\$[A-Z_]{3,}|\{.*\}|%[A-Z_]{2,}%|%s|os\.environ.*|"
    r"your[-_a-z]*|(?i:(?:my|the|db|database|user|mysql|root|admin|new|some)?[-_]?(?:pass(?:word|wd|phrase)?|pwd|pw))|"
    r"\[REDACTED:[a-z0-9-]+\]|.*EXAMPLE|(?=[^\n]{0,24}(?:密[码碼钥]|口令|令牌|凭[证据]))[一-鿿A-Za-z_-]{2,24})\Z",
    re.DOTALL,
)

_WORD = re.compile("[A-Z]?[a-z]{2,17}|[A-Za-z]")
_CAPITALS = re.compile("[A-Z]{3,18}")
_EDGES = "()[]{}<>.,;:!?-_/='\"+"


def is_credible(entry: Format, match: re.Match[str]) -> bool:
    """Whether a match of the format's pattern is a credential and not a stand-in for one."""
    if entry.rule == "jwt":
        return is_jwt(match.group())
    if entry.rule == "url-password":
        return not is_stand_in(match["secret"])
    if entry.digit and not any(map(str.isdigit, match.group())):
        return False
    return not is_placeholder(match.group())


def is_placeholder(token: str) -> bool:
    """Whether a token of a vendor's shape was plainly written to be replaced."""
    return _FILL.search(token) is not None or _WORDS.fullmatch(token) is not None


def is_stand_in(secret: str) -> bool:
    """Whether a password in an address is a variable, a mask or already redacted."""
    return _STAND_IN.match(secret) is not None


def is_jwt(token: str) -> bool:
    """Whether the first segment decodes to a JSON object that names its algorithm."""
    header = token.partition(".")[0]
    try:
        fields = msgspec.json.decode(
            base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)), type=dict[str, object]
        )
    except (binascii.Error, msgspec.DecodeError, UnicodeDecodeError):
        return False
    return "alg" in fields


def is_word(piece: str) -> bool:
    """Whether a piece between spaces is of ordinary words, punctuation aside."""
    parts = [part for part in re.split("[-_./']", piece.strip(_EDGES)) if part]
    return bool(parts) and sum(map(len, parts)) >= 3 and all(_WORD.fullmatch(part) for part in parts)


def is_prose(pieces: Sequence[str]) -> bool:
    """Whether pieces that would make a credential when joined are mostly words.

    Capitals count as words only when the first piece is too short to be more than the format's prefix.
    """
    if len(pieces[0]) <= 4 and all(_CAPITALS.fullmatch(piece) for piece in pieces):
        return True
    words = sum(len(piece) for piece in pieces if is_word(piece))
    return words >= 0.6 * sum(map(len, pieces))
