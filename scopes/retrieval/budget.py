"""How many tokens a text costs a model, without that model's tokenizer, and what of a list fits."""

from collections.abc import Callable, Sequence
from typing import TypeVar

__all__ = ["estimate", "fill"]

_Entry = TypeVar("_Entry")


def estimate(text: str) -> int:
    """About the tokens of a common byte-pair vocabulary, rounded up.

    Four ASCII characters make one, and every UTF-8 byte past a character's first one half: a Han character or a kana
    counts 1, a Cyrillic or accented letter 0.5, an emoji 1.5.
    """
    if text.isascii():
        return (len(text) + 3) // 4
    ascii_characters = len(text.encode("ascii", "ignore"))
    further_bytes = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return (ascii_characters + 2 * further_bytes + 3) // 4


def fill(
    entries: Sequence[_Entry],
    cost: Callable[[_Entry], int],
    limit: int | None,
    room: Callable[[_Entry, int], bool] = lambda _entry, _price: True,
) -> tuple[list[_Entry], list[_Entry], int]:
    """Entries in their order as long as they fit, those that don't, and the cost of the first; smaller ones after one
    that doesn't fit are still taken. `room` is asked last, and must take an entry that it has room for into account."""
    taken: list[_Entry] = []
    dropped: list[_Entry] = []
    used = 0
    for entry in entries:
        price = cost(entry)
        fits = (limit is None or used + price <= limit) and room(entry, price)
        (taken if fits else dropped).append(entry)
        used += price if fits else 0
    return taken, dropped, used
