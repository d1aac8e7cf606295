"""Hits that say the same of one turn: the turn, its entry in the diary, and an item that repeats its words."""

from scopes.model import Item

__all__ = ["Copies"]

_LONGEST = 200  # characters up to which marks and case make no difference

Saying = tuple[str | None, str, str]


class Copies:
    """The hits chosen so far, by what they say of which turn."""

    def __init__(self) -> None:
        self._chosen: dict[Saying, int] = {}

    def of(self, item: Item, number: int) -> int | None:
        """The number of the hit that an item is a copy of; None for one that isn't, which takes `number`."""
        sayings = _sayings(item)
        for saying in sayings:
            if (earlier := self._chosen.get(saying)) is not None:
                return earlier
        self._chosen.update(dict.fromkeys(sayings, number))
        return None


def _sayings(item: Item) -> list[Saying]:
    content = item.content
    if len(content) <= _LONGEST:
        name = item.owner or item.speaker
        content = "".join(filter(str.isalnum, content.removeprefix(name or "").casefold()))
    return [(item.source.id, turn, content) for turn in item.source.turns]
