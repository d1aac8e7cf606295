"""How far a text, a label or a number of an item may go; each refusal names the field and its limit."""

import datetime as dt
from typing import Any

import msgspec

from scopes.config import EngineConfig
from scopes.errors import InvalidError

LABEL_BYTES = 200


def check_text(text: str, field: str, limit: int) -> None:
    """Text that is there, but not too long."""
    if not text.strip():
        raise InvalidError(f"{field} must not be empty", field=field)
    _check_size(text, field, limit)


def _check_size(text: str, field: str, limit: int) -> None:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidError(f"{field} holds a lone surrogate", field=field)
    if len(text) > limit or len(text.encode()) > limit:
        raise InvalidError(f"{field} is longer than {limit} bytes", field=field, limit=limit)


def check_labels(
    kind: str | None, tags: tuple[str, ...], owner: str | None, config: EngineConfig, at: str = ""
) -> None:
    """Kind, tags and owner: short, one line, not empty."""
    if len(tags) > config.tags:
        raise InvalidError(f"{at}tags has more than {config.tags} entries", field=f"{at}tags", limit=config.tags)
    for field, label in (
        ("kind", kind),
        ("owner", owner),
        *((f"tags[{number}]", tag) for number, tag in enumerate(tags)),
    ):
        if label is not None:
            check_label(label, f"{at}{field}")


def check_label(label: str, field: str) -> None:
    """One short line."""
    check_text(label, field, LABEL_BYTES)
    if label != label.strip() or "\n" in label or "\r" in label:
        raise InvalidError(f"{field} must be one line without spaces around it", field=field)


def check_metadata(metadata: dict[str, Any], field: str, limit: int) -> None:
    """Any JSON object, up to a size."""
    try:
        size = len(msgspec.json.encode(metadata))
    except (UnicodeEncodeError, msgspec.MsgspecError, RecursionError):
        raise InvalidError(f"{field} is not plain JSON", field=field) from None
    if size > limit:
        raise InvalidError(f"{field} is longer than {limit} bytes as JSON", field=field, limit=limit)


def check_time(text: str | None, field: str) -> None:
    """An ISO 8601 date or time."""
    try:
        if text is not None:
            dt.datetime.fromisoformat(text)
    except ValueError:
        raise InvalidError(f"{field} is not an ISO 8601 date or time", field=field) from None


def check_share(value: float | None, field: str) -> None:
    """A number from 0 to 1."""
    if value is not None and not 0 <= value <= 1:
        raise InvalidError(f"{field} must be between 0 and 1", field=field, limit="0..1")
