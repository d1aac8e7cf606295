"""Lists in pages: `{items, next_cursor}`. A cursor is opaque to clients and names only a position in its own list.

It opens nothing: the scope and the grants are checked anew for each page, so it needs no signature.
"""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from scopes.errors import InvalidError

T = TypeVar("T")

_VERSION = 1
_DEFAULT = 100


class PageQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The query parameters that every list takes; a route's own Struct adds its filters."""

    limit: int | None = None
    cursor: str | None = None


class Page(msgspec.Struct, Generic[T], frozen=True):
    """One page of a list; `next_cursor` is null on the last."""

    items: Sequence[T]
    next_cursor: str | None = None


def page_size(query: PageQuery, largest: int) -> int:
    """How many items the page may have. Raises InvalidError naming the limit."""
    size = min(_DEFAULT, largest) if query.limit is None else query.limit
    if not 1 <= size <= largest:
        raise InvalidError(f"a page has 1 to {largest} items", field="limit", limit=largest)
    return size


def write_cursor(listing: str, after: Any) -> str:
    """A cursor behind the position `after` (JSON-able) of one listing; put the filters into `listing`."""
    raw = msgspec.json.encode([_VERSION, listing, after])
    return base64.urlsafe_b64encode(raw + binascii.crc32(raw).to_bytes(4, "big")).decode().rstrip("=")


def read_cursor(listing: str, cursor: str | None) -> Any:
    """The position in a cursor, None without one. Raises InvalidError for one that is damaged or of another listing."""
    if cursor is None:
        return None
    try:
        framed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        raw, check = framed[:-4], framed[-4:]
        version, name, after = msgspec.json.decode(raw, type=tuple[int, str, Any])
    except (ValueError, msgspec.DecodeError):
        raise InvalidError("the cursor is not one of this service", field="cursor") from None
    if binascii.crc32(raw).to_bytes(4, "big") != check or version != _VERSION or name != listing:
        raise InvalidError("the cursor belongs to another list", field="cursor")
    return after


def cut_page(found: Sequence[T], size: int, listing: str, position: Callable[[T], Any]) -> Page[T]:
    """The page from `found`, which holds one item more than `size` when there is a next page."""
    if len(found) <= size:
        return Page(found)
    items = found[:size]
    return Page(items, write_cursor(listing, position(items[-1])))
