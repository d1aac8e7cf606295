"""How far a text, a label or a number of an item may go; each refusal names the field and its limit."""

import datetime as dt
import re
from typing import Any, cast

import msgspec

from scopes.config import EngineConfig
from scopes.errors import InvalidError
from scopes.governance.notary import scrub
from scopes.governance.rules import BUILT_IN, NotaryRules
from scopes.model import Item
from scopes.storage import names
from scopes.storage.documents import base_name
from scopes.text import utf8_size

LABEL_BYTES = 200
DIARY_YEAR = 1000  # a day's document is named by four digits

_DEPTH = 32
# `fromisoformat` also takes weeks, forms without separators and any character between date and time.
_ISO = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII)


def check_text(text: str, field: str, limit: int) -> None:
    """Text that is there, but not too long."""
    if not text.strip():
        raise InvalidError(f"{field} must not be empty", field=field)
    _check_size(text, field, limit)


def check_kept(item: Item | None, field: str) -> None:
    """An item as the notary left it: what holds nothing but invisible characters is empty."""
    if item is None or not item.content.strip():
        raise InvalidError(f"{field} holds nothing that can be kept", field=field)


def _check_size(text: str, field: str, limit: int) -> None:
    if len(text) > limit or utf8_size(text, field) > limit:
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
            check_label(label, f"{at}{field}", config.notary)


def check_label(label: str, field: str, rules: NotaryRules = BUILT_IN) -> None:
    """One short line."""
    check_text(label, field, LABEL_BYTES)
    check_text(scrub(label, field, rules).text, field, LABEL_BYTES)
    if label != label.strip() or "\n" in label or "\r" in label:
        raise InvalidError(f"{field} must be one line without spaces around it", field=field)


def check_metadata(metadata: dict[str, Any], field: str, limit: int) -> None:
    """Any JSON object, up to a size and a depth."""
    if not _is_flat(metadata, _DEPTH):
        raise InvalidError(f"{field} is nested too deeply", field=field, limit=_DEPTH)
    try:
        size = len(msgspec.json.encode(metadata))
    except (UnicodeEncodeError, msgspec.MsgspecError, OverflowError):
        raise InvalidError(f"{field} is not plain JSON", field=field) from None
    if size > limit:
        raise InvalidError(f"{field} is longer than {limit} bytes as JSON", field=field, limit=limit)


def _is_flat(value: Any, depth: int) -> bool:
    if isinstance(value, dict):
        value = list(cast("dict[str, Any]", value).values())
    if not isinstance(value, list):
        return True
    return depth > 0 and all(_is_flat(part, depth - 1) for part in cast("list[Any]", value))


def check_time(text: str | None, field: str, *, first_year: int | None = None) -> None:
    """An ISO 8601 date or time, up to the calendar's ends.

    With `first_year` the day has to have a document in any zone: not before that year, nor on the calendar's last day.
    """
    if text is None:
        return
    moment = _moment(text)
    if moment is None:
        hint = "as 2026-07-10 or 2026-07-10T03:00:00Z"
        raise InvalidError(f"{field} is not an ISO 8601 date or time, {hint}", field=field)
    if first_year is not None and not (moment.year >= first_year and moment.date() < dt.date.max):
        limit = f"{first_year}-01-01 to 9999-12-30"
        raise InvalidError(f"{field} is a day that has no place in the diary: {limit} have", field=field, limit=limit)


def _moment(text: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(text) if _ISO.fullmatch(text) else None
    except ValueError:
        return None


def check_share(value: float | None, field: str) -> None:
    """A number from 0 to 1."""
    if value is not None and not 0 <= value <= 1:
        raise InvalidError(f"{field} must be between 0 and 1", field=field, limit="0 to 1")


def check_file(file: str, field: str, rules: NotaryRules = BUILT_IN) -> None:
    """A document's name: one that the notary would change is refused, because a name is an address."""
    names.check_file(file, field)
    if base_name(f"{file}.md") != file:
        raise InvalidError(f"{field} must not end in ~ and digits: those are continuations", field=field)
    if scrub(file, field, rules).text != file:
        raise InvalidError(f"{field} holds markup or a credential", field=field)
