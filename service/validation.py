"""From msgspec's complaints to ours: the field is named, the value never."""

import re

import msgspec

from scopes.errors import InvalidError

# Complaints that quote nothing of the request but a field's name, which is checked below.
_QUOTES_NOTHING = re.compile(r"Expected |Object missing required field|Invalid RFC3339|Integer value out of range")
_NAMED = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
_PATH = re.compile(r"^(?P<message>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)


def invalid(error: msgspec.ValidationError) -> InvalidError:
    """The 422 for a value of the wrong shape; `field` is its path, as `messages[0].role`."""
    match = _PATH.match(str(error))
    message, path = (match["message"], match["path"]) if match else ("", None)
    named = _NAMED.match(message)
    name = named[2] if named and _IDENTIFIER.fullmatch(named[2]) else None
    return InvalidError(_detail(message, named, name), field=_join(path, name))


def _detail(message: str, named: re.Match[str] | None, name: str | None) -> str:
    if named and named[1] == "contains unknown":
        return f"unknown field {name}" if name else "unknown field"
    return message if _QUOTES_NOTHING.match(message) else "the value is not one of those allowed"


def _join(path: str | None, name: str | None) -> str | None:
    place = (path or "$").removeprefix("$").removeprefix(".")
    return ".".join(part for part in (place, name) if part) or None
