"""The form of an API key: `mun_<8 base32 id>_<43 base62 secret><6 base62 CRC32>`.

The id finds the record, the secret is 256 bits, the checksum lets scanners and people tell a key from a typing error.
"""

import base64
import binascii
import hashlib
import re
import secrets
import string

_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
_FORM = re.compile(r"(mun_([a-z2-7]{8})_[0-9A-Za-z]{43})([0-9A-Za-z]{6})", re.ASCII)


def new_token() -> str:
    """A fresh key; the only time its secret exists outside the caller's hands."""
    key_id = base64.b32encode(secrets.token_bytes(5)).decode().lower()
    body = f"mun_{key_id}_{_base62(secrets.randbits(256), 43)}"
    return body + _checksum(body)


def key_id(token: str) -> str | None:
    """The id in a well-formed key, None for anything else."""
    match = _FORM.fullmatch(token)
    if match is None or match[3] != _checksum(match[1]):
        return None
    return match[2]


def digest(token: str) -> str:
    """What is stored of a key: SHA-256, enough because the secret is uniformly random."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _checksum(body: str) -> str:
    return _base62(binascii.crc32(body.encode()), 6)


def _base62(number: int, width: int) -> str:
    digits: list[str] = []
    for _ in range(width):
        number, digit = divmod(number, 62)
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits))
