"""JSON values of other people's making: what is missing, of the wrong kind or not quite JSON reads as absent."""

import json
from typing import Any, TypeVar, cast

import msgspec

from scopes.extraction.parsers.bounds import MENDED_BYTES

T = TypeVar("T")


def decode(raw: bytes, kind: type[T]) -> T | None:
    """The value as `kind`; None when it is another, or no JSON even with allowances (`NaN`, bare control characters,
    lone surrogates, bytes that are no UTF-8)."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError:
        return None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return msgspec.json.decode(_mended(raw), type=kind)
    except (ValueError, RecursionError):  # every error of both readers is one
        return None


def _mended(raw: bytes) -> bytes:
    if len(raw) > MENDED_BYTES:
        raise ValueError
    value = json.loads(raw.decode("utf-8", "replace"), strict=False, parse_constant=lambda _: None)
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def mapping(value: Any) -> dict[str, Any]:
    """An object, else an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def listed(value: Any) -> list[Any]:
    """A list, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def text(value: Any) -> str:
    """A text in its normal form: line ends are one character, nothing blank stands around it; else an empty one."""
    if not isinstance(value, str):
        return ""
    return value.replace("\r\n", "\n").replace("\r", "\n").strip()


def label(value: Any) -> str | None:
    """A text of one line, None for an empty one."""
    return " ".join(text(value).split()) or None


def first(values: dict[str, Any], *names: str) -> Any:
    """What stands under the first of the names that has anything."""
    return next((found for name in names if (found := values.get(name)) not in (None, "", [], {})), None)
