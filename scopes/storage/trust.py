"""What an item's text is trusted with: one that addresses the model is of low trust until a person approved that text.

Nothing raises trust by itself: not repetition, not another source that says the same.
"""

from collections.abc import Iterable, Iterator
from typing import Any, cast

import msgspec

from scopes.governance import instructions
from scopes.model import Item

LOW, REVIEWED = "low", "reviewed"


def judged(item: Item, before: Item | None) -> tuple[Item, list[str]]:
    """An item with the trust that it is due, and the rules met by those of its texts that `before` did not have.

    A review holds for the texts that were reviewed. A mark goes when the text that it was for does.
    """
    marked = _marked(item)
    known = set[str]() if before is None else set(_texts(before))
    fresh = [rule for text, rules in marked.items() if text not in known for rule in rules]
    if marked:
        return _trusted(item, REVIEWED if item.trust == REVIEWED and not fresh else LOW), fresh
    lifted = item.trust == REVIEWED or (item.trust == LOW and before is not None and bool(_marked(before)))
    return _trusted(item, None if lifted else item.trust), []


def by_hand(item: Item) -> Item:
    """An item out of text that a person typed into a file: no comment in it lifts a mark."""
    return _trusted(item, LOW) if _marked(item) else item


def is_held(item: Item) -> bool:
    """Whether an item stays out of prompts."""
    return item.trust == LOW


def _marked(item: Item) -> dict[str, list[str]]:
    """The texts of an item that address the model, with the rules they meet."""
    found = {text: [one.rule for one in instructions.find(text)] for text in _texts(item)}
    return {text: rules for text, rules in found.items() if rules}


def _trusted(item: Item, trust: str | None) -> Item:
    return item if item.trust == trust else msgspec.structs.replace(item, trust=trust)


def _texts(item: Item) -> Iterator[str]:
    """All that a prompt may show of an item."""
    labels = (item.file, item.name, item.kind, item.owner, item.speaker, *item.tags)
    yield from (text for text in labels if text)
    yield from _content(item)
    yield from strings(item.metadata)


def _content(item: Item) -> Iterable[str]:
    """The content; that of a trace is JSON, which as one text would be taken for a model's call of a tool."""
    if (item.layer, item.line) == ("source", "skill"):
        try:
            return strings(msgspec.json.decode(item.content))
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            pass
    return (item.content,)


def strings(value: Any) -> Iterator[str]:
    """Every string of a JSON-like value, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in cast("dict[str, Any]", value).items():
            yield name
            yield from strings(part)
    elif isinstance(value, list):
        for part in cast("list[Any]", value):
            yield from strings(part)
