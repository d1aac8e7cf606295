"""The block of `name: value` lines between `---` at the top of a markdown note."""

import re

_FENCE = re.compile(r"\ufeff?---[ \t]*\n(?P<block>.*?)(?:^---[ \t]*(?:\n|\Z)|\Z)", re.DOTALL | re.MULTILINE)
_FIELD = re.compile(r"(?P<name>[\w-]+)[ \t]*:(?:[ \t]+(?P<value>.*))?[ \t]*")
_ENTRY = re.compile(r"[ \t]*-[ \t]+(?P<value>.*?)[ \t]*")

Fields = dict[str, str | list[str]]


def split(text: str) -> tuple[Fields, str]:
    """(fields, the text behind them); plain values and lists of such, whatever else stands there is passed over."""
    match = _FENCE.match(text)
    if match is None:
        return {}, text
    fields: Fields = {}
    listing: list[str] | None = None
    for line in match["block"].split("\n"):
        if listing is not None and (entry := _ENTRY.fullmatch(line)) is not None:
            listing.append(_plain(entry["value"]))
        elif (field := _FIELD.fullmatch(line)) is not None:
            value = (field["value"] or "").strip()
            listing = [] if not value else None
            fields[field["name"].lower()] = _value(value) if listing is None else listing
    return fields, text[match.end() :]


def one(fields: Fields, name: str) -> str | None:
    """A field with a plain value."""
    value = fields.get(name)
    return value or None if isinstance(value, str) else None


def several(fields: Fields, name: str) -> tuple[str, ...]:
    """A field as a list; a plain value is parted at its commas."""
    value = fields.get(name) or []
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(dict.fromkeys(part.strip().lstrip("#") for part in parts if part.strip().lstrip("#")))


def _value(text: str) -> str | list[str]:
    if text.startswith("[") and text.endswith("]"):
        return [_plain(part) for part in text[1:-1].split(",") if part.strip()]
    return _plain(text)


def _plain(text: str) -> str:
    bare = text.strip()
    quoted = len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "'\""
    return bare[1:-1] if quoted else bare
