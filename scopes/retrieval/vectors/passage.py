"""What of an item is embedded, and the digest by which a row is known to be of that text."""

import hashlib
from collections.abc import Mapping

from scopes.model import Item

__all__ = ["digest_of", "is_current", "passage_of", "short"]


def passage_of(item: Item) -> str:
    """The text that an item's row is made of: its own. A turn and the diary entry that repeats it cost one."""
    return item.content


def digest_of(text: str) -> str:
    """32 hex characters, the same whatever white space stands between the words: a reflow costs no new row."""
    return hashlib.blake2b(" ".join(text.split()).encode(), digest_size=16).hexdigest()


def short(digest: str) -> int:
    """The 64 bits of a digest that are kept in memory."""
    return int(digest[:16], 16)


def is_current(items: Mapping[str, Item], identity: str, digest: str) -> bool:
    """Whether a row of a text with this digest is what the item wants."""
    item = items.get(identity)
    return item is not None and item.is_searched and digest_of(passage_of(item)) == digest
