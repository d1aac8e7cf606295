"""From msgspec's complaints to ours: the field is named, the value never."""

import re

import msgspec

from scopes.errors import InvalidError
from scopes.governance.notary import is_clean

# Complaints that quote nothing of the request but a field's name, which is checked below.
_QUOTES_NOTHING = re.compile(r"Expected |Object missing required field|Invalid RFC3339|Integer value out of range")
_NAMED = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
_PATH = re.compile(r"^(?P<message>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_SANE_PATH = re.compile(r"(\.?\w{1,64}|\[(\d+|\.\.\.)\])*", re.ASCII)


def invalid(error: msgspec.ValidationError, at: str = "") -> InvalidError:
    """The refusal of a value of the wrong shape; `field` is its path, as `messages[0].role`, behind `at`."""
    match = _PATH.match(str(error))
    message, path = (match["message"], match["path"]) if match else ("", None)
    named = _NAMED.match(message)
    name = named[2] if named and is_sane_name(named[2]) else None
    return InvalidError(_detail(message, named, name), field=_join(at, path, name))


def is_sane_name(name: str) -> bool:
    """Whether the name of a field may stand in an answer: short, plain, and nothing that the notary would take out."""
    return _IDENTIFIER.fullmatch(name) is not None and is_clean(name)


def _detail(message: str, named: re.Match[str] | None, name: str | None) -> str:
    if named and named[1] == "contains unknown":
        return f"unknown field {name}" if name else "unknown field"
    return message if _QUOTES_NOTHING.match(message) else "the value is not one of those allowed"


def _join(at: str, path: str | None, name: str | None) -> str | None:
    within = (path or "$").removeprefix("$")
    place = at + (within if _SANE_PATH.fullmatch(within) and is_clean(within) else "")
    return ".".join(part for part in (place.removeprefix("."), name) if part) or None
