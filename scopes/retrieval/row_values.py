"""What the row of an item says of the item alone, wherever it stands."""

import functools
import hashlib
import math
from collections.abc import Collection
from typing import NamedTuple, get_args

from scopes.model import Item, Layer, Line, Status
from scopes.retrieval.moments import span
from scopes.retrieval.own_facts import facts_told
from scopes.retrieval.shape import PAST, shape_of, tells_of_past

__all__ = ["LAYERS", "LINES", "STATUSES", "RowValues", "values_of"]

LINES: tuple[str, ...] = get_args(Line)
LAYERS: tuple[str, ...] = get_args(Layer)
STATUSES: tuple[str, ...] = get_args(Status)

_LINES, _LAYERS, _STATUSES = ({name: place for place, name in enumerate(names)} for names in (LINES, LAYERS, STATUSES))
# Items that are written together share their times.
_span = functools.lru_cache(1_024)(span)


class RowValues(NamedTuple):
    """The cells of a row, by the names of their columns, that don't depend on other rows."""

    first: float
    last: float
    recorded: float
    expires: float
    lot: int
    length: int
    ordinal: int
    line: int
    layer: int
    status: int
    held: bool
    floating: bool
    traits: int
    facts: int


def values_of(item: Item, tokens: Collection[str] = ()) -> RowValues:
    """The values of an item that is found by these tokens."""
    # A diary entry that doesn't know its time happened on the day of its file.
    first, last, floating = _span(item.event_at or (item.file if item.layer == "diary" else None))
    length, traits = shape_of(item.content, tokens)
    if item.layer == "wiki" and tells_of_past(item.content):
        traits |= PAST
    return RowValues(
        first,
        last,
        _span(item.recorded_at)[1],
        _expiry(item.expires),
        int.from_bytes(hashlib.blake2b(item.id.encode(), digest_size=8).digest()),
        length,
        _ordinal(item) if item.layer == "diary" else 1,
        _LINES[item.line],
        _LAYERS[item.layer],
        _STATUSES[item.status],
        item.trust == "low",
        floating,
        traits,
        facts_told(item.content) if item.layer == "wiki" else 0,
    )


def _expiry(text: str | None) -> float:
    """The last second of an item; what can't be read hides none."""
    if text is None:
        return math.inf
    last = _span(text).last
    return math.inf if math.isnan(last) else last


def _ordinal(entry: Item) -> int:
    number = entry.name.partition("-")[2]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 1
