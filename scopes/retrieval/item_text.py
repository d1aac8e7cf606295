"""Which words an item is found by."""

import re
from collections.abc import Sequence

from scopes.model import Item
from scopes.retrieval.dates import day_tokens
from scopes.retrieval.said_times import said_days
from scopes.retrieval.tokens import Tokenizer

__all__ = ["tokens_of"]

_SEPARATORS = re.compile("[-_]+")
# Cut as one: enough to share the cost of a look, too few to keep other threads waiting.
_AT_ONCE = 64


def tokens_of(items: Sequence[Item], tokenizer: Tokenizer) -> list[list[str]]:
    """Content, speaker, tags and the event's date in words; of a document's item its name and file too.

    A turn's file and name are the client's ids of source and turn: they name no subject. A day that the content names
    as seen from the event's date — last Friday — is found by that day's date.
    """
    found: list[list[str]] = []
    for start in range(0, len(items), _AT_ONCE):
        found += tokenizer.index_all(list(map(_text, items[start : start + _AT_ONCE])))
    for item, tokens in zip(items, found, strict=True):
        if item.event_at:
            tokens += said_days(item.content, item.event_at)
            tokens += day_tokens(item.event_at[:10])
    return found


def _text(item: Item) -> str:
    """A line for each part, so that no token spans two of them."""
    parts = [item.content, item.speaker or "", *item.tags]
    if item.layer != "source":
        parts += [_SEPARATORS.sub(" ", item.name), _SEPARATORS.sub(" ", item.file)]
    return "\n".join(parts)
