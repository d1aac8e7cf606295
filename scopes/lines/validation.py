"""From msgspec's complaints to ours, in plain words: the field is named, what it takes is told, the value never."""

import re
from typing import Any

import msgspec

from scopes.errors import InvalidError
from scopes.governance.notary import is_clean
from scopes.lines.choices import choices

_PATH = re.compile(r"^(?P<message>.*?)(?: - at (?P<key>`key` in )?`(?P<path>[^`]*)`)?$", re.DOTALL)
_NAMED = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")
_EXPECTED = re.compile(r"Expected `(?P<kinds>[\w| ]+)`(?P<more>.*?)(?:, got `(?P<got>\w+)`)?", re.ASCII)
_BOUND = re.compile(r" (?P<length>of length )?(?P<sign>[<>]=?) (?P<bound>-?\d+(?:\.\d+)?)", re.ASCII)
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
_SANE_PATH = re.compile(r"(\.?\w{1,64}|\[(\d+|\.\.\.)\])*", re.ASCII)
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "datetime": "a time",
    "null": "null",
}
_UNITS = {"array": ("entry", "entries"), "str": ("character", "characters")}
_SIGNS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


def invalid(error: msgspec.ValidationError, at: str = "", *, kind: Any = None, strict: bool = True) -> InvalidError:
    """The refusal of a value of the wrong shape; `field` is its path, as `messages[0].role`, behind `at`.

    `kind` is the type it was read as: where that has a list of allowed values, they are told. Not `strict` is what
    was read from text, where nothing is of another kind and null can't be said.
    """
    match = _PATH.match(str(error))
    message, path = (match["message"], match["path"]) if match else ("", None)
    of_name = match is not None and match["key"] is not None
    if named := _NAMED.match(message):
        name = named[2] if is_sane_name(named[2]) else None
        return InvalidError(_of_member(named[1], name), field=_join(at, path, name))
    field = _join(at, path, None)
    allowed = ", ".join(choices(kind, path or "$", of_names=of_name)) if kind is not None else ""
    if allowed and of_name:
        return InvalidError(f"the names in {field or 'it'} are to be among {allowed}", field=field, limit=allowed)
    if allowed:
        return InvalidError(f"{field or 'the value'} is to be one of {allowed}", field=field, limit=allowed)
    wanted, limit = _wanted(message, strict=strict)
    return InvalidError(f"{field or 'the value'} {wanted}", field=field, limit=limit)


def is_sane_name(name: str) -> bool:
    """Whether the name of a field may stand in an answer: short, plain, and nothing that the notary would take out."""
    return _IDENTIFIER.fullmatch(name) is not None and is_clean(name)


def _of_member(complaint: str, name: str | None) -> str:
    if complaint == "contains unknown":
        return f"unknown field {name}" if name else "unknown field"
    return f"{name or 'a field'} is missing"


def _wanted(message: str, *, strict: bool) -> tuple[str, int | str | None]:
    """(what the value is to be, its bound): of the complaint nothing is quoted but kinds and bounds of our own."""
    if message.startswith("Invalid RFC3339"):
        return "is to be a time as 2026-07-21T14:30:00Z", None
    if message.startswith("Integer value out of range"):
        return "is out of range", None
    match = _EXPECTED.fullmatch(message)
    if match is None:
        return "is not one of the values allowed", None
    kinds = [kind for kind in match["kinds"].split(" | ") if strict or kind != "null"]
    told = " or ".join(_KINDS.get(kind, "of another kind") for kind in kinds)
    if bound := _BOUND.fullmatch(match["more"]):
        more, limit = _bounded(bound, kinds[0])
        return f"is to be {told} {more}", limit
    zone = " with a zone" if "timezone" in match["more"] else ""
    got = _KINDS.get(match["got"] or "")
    return f"is to be {told}{zone}{f', not {got}' if got and strict else ''}", None


def _bounded(bound: re.Match[str], kind: str) -> tuple[str, int | str]:
    number = float(bound["bound"])
    limit = int(number) if number.is_integer() else bound["bound"]
    one, several = _UNITS.get(kind, ("", "")) if bound["length"] else ("", "")
    return f"of {_SIGNS[bound['sign']]} {limit} {one if limit == 1 else several}".rstrip(), limit


def _join(at: str, path: str | None, name: str | None) -> str | None:
    within = (path or "$").removeprefix("$")
    place = at + (within if _SANE_PATH.fullmatch(within) and is_clean(within) else "")
    return ".".join(part for part in (place.removeprefix("."), name) if part) or None
