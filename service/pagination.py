"""Lists in pages: `{items, next_cursor}`. A cursor is opaque to clients and names only a position in its own list.

It opens nothing: the scope and the grants are checked anew for each page, so it needs no signature.
"""

import base64
import binascii
import hashlib
import heapq
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from scopes.errors import InvalidError

T = TypeVar("T")
P = TypeVar("P", str, int, tuple[str, str])

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


class Listing(msgspec.Struct, Generic[P], frozen=True):
    """A list that pages are taken of; a cursor fits its name and filters alone. `kind` is that of its positions."""

    name: str
    query: PageQuery
    largest: int
    kind: type[P]

    @property
    def size(self) -> int:
        """How many items the page may have. Raises InvalidError naming the limit."""
        size = min(_DEFAULT, self.largest) if self.query.limit is None else self.query.limit
        if not 1 <= size <= self.largest:
            raise InvalidError(f"a page has 1 to {self.largest} items", field="limit", limit=self.largest)
        return size

    def after(self) -> P | None:
        """The position that the cursor names, None without one. Raises InvalidError for one of another listing."""
        return None if self.query.cursor is None else _read(self.query.cursor, self._digest, self.kind)

    def cut(self, found: Sequence[T], position: Callable[[T], P]) -> Page[T]:
        """The page from `found`, which holds one item more than `size` when there is a next page."""
        if len(found) <= self.size:
            return Page(found)
        items = found[: self.size]
        return Page(items, _write(self._digest, position(items[-1])))

    def take(self, found: Iterable[T], position: Callable[[T], P]) -> Page[T]:
        """The page from everything there is, in any order."""
        after = self.after()
        behind = found if after is None else (one for one in found if position(one) > after)
        return self.cut(heapq.nsmallest(self.size + 1, behind, position), position)

    @property
    def _digest(self) -> str:
        # Of the filters a cursor carries a digest: what a client asked for is not told back to it.
        filters = msgspec.structs.replace(self.query, limit=None, cursor=None)
        asked = msgspec.json.encode([self.name, filters])
        return hashlib.blake2b(asked, digest_size=6).hexdigest()


def _write(listing: str, after: Any) -> str:
    raw = msgspec.json.encode([_VERSION, listing, after])
    return base64.urlsafe_b64encode(raw + binascii.crc32(raw).to_bytes(4, "big")).decode().rstrip("=")


def _read(cursor: str, listing: str, kind: type[P]) -> P:
    try:
        framed = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        raw, check = framed[:-4], framed[-4:]
        version, name, position = msgspec.json.decode(raw, type=tuple[int, str, Any])
        after = msgspec.convert(position, kind)
    except (ValueError, msgspec.DecodeError):
        raise InvalidError("the cursor is not one of this list", field="cursor") from None
    if binascii.crc32(raw).to_bytes(4, "big") != check or version != _VERSION or name != listing:
        raise InvalidError("the cursor belongs to another list", field="cursor")
    return after
