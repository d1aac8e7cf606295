"""Which words an item is found by."""

import datetime as dt
import functools
import re

from scopes.model import Item
from scopes.retrieval.stemmer import stem
from scopes.retrieval.tokens import Tokenizer

__all__ = ["tokens_of"]

_SEPARATORS = re.compile("[-_]+")
_MONTHS = "january february march april may june july august september october november december"
_MONTH_STEMS = tuple(map(stem, _MONTHS.split()))


def tokens_of(item: Item, tokenizer: Tokenizer) -> list[str]:
    """Content, speaker, tags and the event's date in words; of a document's item its name and file too.

    A turn's file and name are the client's ids of source and turn: they name no subject.
    """
    parts = [item.content, item.speaker or "", *item.tags]
    if item.layer != "source":
        parts += [_SEPARATORS.sub(" ", item.name), _SEPARATORS.sub(" ", item.file)]
    # A line each, so that no token spans two of them.
    tokens = tokenizer.index("\n".join(parts))
    return [*tokens, *_date_in_words(item.event_at[:10])] if item.event_at else tokens


@functools.lru_cache(4_096)
def _date_in_words(date: str) -> tuple[str, ...]:
    """The tokens of the ways in which people ask for a day: 2023-05-08, 8 May 2023, 2023年5月8日."""
    try:
        day = dt.date.fromisoformat(date)
    except ValueError:
        return ()
    numbers = (date, str(day.day), str(day.year), f"{day.year}年", f"{day.month}月", f"{day.day}日")
    return (*numbers, _MONTH_STEMS[day.month - 1])
