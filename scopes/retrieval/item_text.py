"""Which words an item is found by."""

import re

from scopes.model import Item
from scopes.retrieval.dates import day_tokens
from scopes.retrieval.said_times import said_days
from scopes.retrieval.tokens import Tokenizer

__all__ = ["tokens_of"]

_SEPARATORS = re.compile("[-_]+")


def tokens_of(item: Item, tokenizer: Tokenizer) -> list[str]:
    """Content, speaker, tags and the event's date in words; of a document's item its name and file too.

    A turn's file and name are the client's ids of source and turn: they name no subject. A day that the content names
    as seen from the event's date — last Friday — is found by that day's date.
    """
    parts = [item.content, item.speaker or "", *item.tags]
    if item.layer != "source":
        parts += [_SEPARATORS.sub(" ", item.name), _SEPARATORS.sub(" ", item.file)]
    # A line each, so that no token spans two of them.
    tokens = tokenizer.index("\n".join(parts))
    if item.event_at:
        tokens += said_days(item.content, item.event_at)
        tokens += day_tokens(item.event_at[:10])
    return tokens
