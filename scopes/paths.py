"""From ids to a directory and back: the only place that joins an id to a path.

The escape is injective, readable and safe on case-insensitive file systems; its proof is in ADR 0002.
"""

import base64
import hashlib
import json
import re
import unicodedata

from scopes.errors import InvalidError
from scopes.governance.notary import alters_unicode
from scopes.model import DIMENSIONS, ScopeIds
from scopes.text import utf8_size

MAX_ID_BYTES = 512
_SHORT, _PREFIX = 100, 40
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789-")
_RUN = "~r~"
_SEGMENT = re.compile(r"(?:[a-z0-9-]|~[0-9a-f]{2})+\Z")


def validate_ids(ids: ScopeIds) -> None:
    """Refuse ids that could not be told apart or seen: blank, too long, controls, surrogates, invisible characters."""
    for field in ("app", *DIMENSIONS):
        value = getattr(ids, field)
        if value is not None:
            _validate_id(field, value)
    if ids.app == "":
        raise InvalidError("app must not be empty", field="app")
    if ids.user_id is None and ids.agent_id is None and ids.character is None:
        raise InvalidError("name at least one of user_id, agent_id, character", field="user_id")


def _validate_id(field: str, value: object) -> None:
    if not isinstance(value, str):
        raise InvalidError(f"{field} must be a string", field=field)
    if not value.strip():
        raise InvalidError(f"{field} must not be empty or blank", field=field)
    if utf8_size(value, field) > MAX_ID_BYTES:
        raise InvalidError(f"{field} is longer than {MAX_ID_BYTES} bytes of UTF-8", field=field, limit=MAX_ID_BYTES)
    if any(unicodedata.category(character) == "Cc" for character in value) or alters_unicode(value):
        raise InvalidError(f"{field} holds control or invisible characters", field=field)


def segment(value: str | None) -> str:
    """One path segment (≤ 100 characters) for one id; `_` for an absent one.

    Lower-case letters, digits and `-` (not leading) stand for themselves, every other byte of the UTF-8 is `~xx`.
    A longer escape is cut to a readable prefix + `~~` + base32 of the id's SHA-256.
    """
    if value is None:
        return "_"
    raw = value.encode()
    parts = [
        chr(byte) if byte in _PLAIN and not (byte == 0x2D and at == 0) else f"~{byte:02x}"
        for at, byte in enumerate(raw)
    ]
    escaped = "".join(parts)
    if len(escaped) <= _SHORT:
        return escaped
    prefix = ""
    for part in parts:
        if len(prefix) + len(part) > _PREFIX:
            break
        prefix += part
    digest = base64.b32encode(hashlib.sha256(raw).digest()).decode().rstrip("=").lower()
    return f"{prefix}~~{digest}"


def last_segment(ids: ScopeIds) -> str:
    """The scope's own folder name: its character, and its run behind `~r~`."""
    run = "" if ids.run_id is None else _RUN + segment(ids.run_id)
    return segment(ids.character) + run


def shard(user_id: str | None) -> str:
    """Two hex digits that keep one folder from holding every user."""
    return hashlib.sha256((user_id or "").encode()).hexdigest()[:2]


def relative_path(ids: ScopeIds) -> str:
    """The scope directory below the data directory; depth is fixed, so no scope lies inside another."""
    return "/".join(("scopes", *levels(ids)))


def levels(ids: ScopeIds) -> tuple[str, str, str, str, str]:
    """The folder names from the app's down to the scope's own."""
    return segment(ids.app), shard(ids.user_id), segment(ids.user_id), segment(ids.agent_id), last_segment(ids)


def split_last(name: str) -> tuple[str, str | None]:
    """A scope's own folder name as the segments of its character and its run."""
    character, found, run = name.partition(_RUN)
    return character, run if found else None


def canonical_bytes(ids: ScopeIds) -> bytes:
    """An unambiguous encoding of the five ids, for keyed digests."""
    return json.dumps([ids.app, ids.user_id, ids.agent_id, ids.character, ids.run_id], ensure_ascii=True).encode()


def unescape(name: str) -> str | None:
    """The id a short segment stands for, `None` for an absent id; ValueError for a shortened one."""
    if name == "_":
        return None
    if not _SEGMENT.match(name):
        raise ValueError(name)
    raw = re.sub(rb"~([0-9a-f]{2})", lambda match: bytes([int(match[1], 16)]), name.encode())
    return raw.decode()


def ids_of(path: str) -> ScopeIds | None:
    """The ids that a path below `scopes/` stands for; None when one of them was shortened, or it is no such path."""
    try:
        app, _, user, agent, last = path.split("/")
        character, run = split_last(last)
        return ScopeIds(
            unescape(app) or "",
            user_id=unescape(user),
            agent_id=unescape(agent),
            character=unescape(character),
            run_id=None if run is None else unescape(run),
        )
    except ValueError:
        return None
