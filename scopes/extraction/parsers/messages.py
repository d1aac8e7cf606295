"""A message in the common forms: who under one of a few names, what under one of a few, when under one of many."""

from typing import Any

from scopes.extraction.parsers.content import content_of
from scopes.extraction.parsers.loosely import first, label, mapping
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Turn
from scopes.extraction.parsers.roles import USER, is_unspoken, role_of, speaker

WHO = ("role", "from", "sender", "author", "speaker", "is_user", "type")
WHAT = ("content", "text", "value", "parts", "message", "mes")
_NAMED = ("name", "speaker", "username", "nickname")
_WHEN = (
    "at",
    "timestamp",
    "created_at",
    "createdAt",
    "create_time",
    "createTime",
    "created",
    "time",
    "date",
    "send_date",
)


def time_of(value: dict[str, Any]) -> str | None:
    """When something was, by the first of the names for it that holds a time."""
    return next((told for name in _WHEN if (told := moment(value.get(name))) is not None), None)


def turn_of(message: dict[str, Any], at: str | None = None) -> Turn | None:
    """The turn of a message, None for one that nobody said. `at` is when it was, if it does not tell."""
    role, name = _who(message)
    words = content_of(first(message, *WHAT)) if role else ""
    return Turn(role, words, name, time_of(message) or at) if role and words else None


def is_message(value: dict[str, Any]) -> bool:
    """Whether it says who said what."""
    return any(name in value for name in WHO) and any(name in value for name in WHAT)


def _who(message: dict[str, Any]) -> tuple[str | None, str | None]:
    given = first(message, *WHO)
    if isinstance(given, bool):
        return ("user" if given else "assistant"), label(message.get("name"))
    called = label(given) or label(first(mapping(given), "role", "name"))
    if called is None or is_unspoken(called):
        return None, None
    name = label(first(message, *_NAMED))
    if (role := role_of(called)) is not None:
        return role, name if name is not None and role_of(name) is None else None
    return (USER, name or speaker(called)[1])
