"""Which words an item is found by."""

import datetime as dt
import re

from scopes.model import Item
from scopes.retrieval.tokens import Tokenizer

__all__ = ["tokens_of"]

_SEPARATORS = re.compile("[-_]+")
_MONTHS = (
    ("january", "february", "march", "april", "may", "june")
    + ("july", "august", "september", "october", "november", "december")
)  # fmt: skip


def tokens_of(item: Item, tokenizer: Tokenizer) -> list[str]:
    """Content, speaker, tags and the event's date in words; of a document's item its name and file too.

    A turn's file and name are the client's ids of source and turn: they name no subject.
    """
    parts = [item.content, item.speaker or "", *item.tags]
    if item.layer != "source":
        parts += [_SEPARATORS.sub(" ", item.name), _SEPARATORS.sub(" ", item.file)]
    # A line each, so that no token spans two of them.
    return tokenizer.index("\n".join(parts)) + tokenizer.index(_date_in_words(item.event_at))


def _date_in_words(event_at: str | None) -> str:
    """`8 may 2023 2023年5月8日`: how people ask for a day, in both languages; nothing of an unreadable date."""
    try:
        day = dt.date.fromisoformat((event_at or "")[:10])
    except ValueError:
        return ""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year} {day.year}年{day.month}月{day.day}日"
