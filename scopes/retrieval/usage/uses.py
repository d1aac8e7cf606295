"""The uses of one scope's items as values and as the bytes of their file; bytes that are none hold no uses."""

from collections.abc import Container, Mapping, Set
from typing import Annotated

import msgspec

__all__ = ["MOST", "Use", "added", "parse", "render", "without"]

# Items that the file tells of; those that were returned last stay.
MOST = 4_000


class Use(msgspec.Struct, frozen=True):
    """How often an item was returned, and when last, in seconds since 1970."""

    count: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    last: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class _File(msgspec.Struct, frozen=True):
    format: Annotated[int, msgspec.Meta(ge=1, le=1)]
    items: dict[str, Use]


def parse(raw: bytes | None) -> dict[str, Use]:
    """The uses, by the ids of items, that a file's bytes tell of."""
    try:
        return msgspec.json.decode(raw or b"", type=_File).items
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}


def render(uses: Mapping[str, Use]) -> bytes:
    """The bytes of a file of these uses."""
    return msgspec.json.encode(_File(1, dict(uses))) + b"\n"


def added(uses: Mapping[str, Use], more: Mapping[str, Use], living: Container[str], most: int = MOST) -> dict[str, Use]:
    """Both together, of the living items alone, and of no more than `most`."""
    found = {identity: use for identity, use in uses.items() if identity in living}
    for identity, use in more.items():
        if identity in living:
            before = found.get(identity)
            found[identity] = use if before is None else Use(before.count + use.count, max(before.last, use.last))
    if len(found) <= most:
        return found
    newest = sorted(found, key=lambda identity: (found[identity].last, identity), reverse=True)
    return {identity: found[identity] for identity in newest[:most]}


def without(raw: bytes, gone: Set[str]) -> bytes:
    """A file's bytes without these items; of bytes that can't be read nothing stays."""
    return render({identity: use for identity, use in parse(raw).items() if identity not in gone})
