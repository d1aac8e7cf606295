"""One hop along wiki-links, after ranking: what a hit points to is put right behind it."""

from collections.abc import Callable, Sequence

import msgspec

from scopes.model import Item
from scopes.retrieval.result import Dropped, UnresolvedLink

__all__ = ["Expansion", "Placed", "expand"]


class Placed(msgspec.Struct, frozen=True):
    """An item in injection order; `linked_from` is the id of the hit that brought it, None if it was ranked."""

    item: Item
    linked_from: str | None = None


class Expansion(msgspec.Struct, frozen=True):
    """Ranked and linked items in injection order, the links that lead nowhere, and the items past the limit."""

    placed: list[Placed]
    unresolved: list[UnresolvedLink]
    dropped: list[Dropped]


def expand(
    ranked: Sequence[Item],
    resolve: Callable[[str], Item | None],
    admits: Callable[[Item], bool],
    most: int,
    holds: Callable[[Item], bool] = lambda _: False,
) -> Expansion:
    """Follow the links of ranked items of the chat line once, to at most `most` items that were not ranked themselves.

    What a file says between brackets leads nowhere: it is not the memory's own text. Targets that `holds` are left out
    as quarantined.
    """
    found = Expansion([], [], [])
    seen = {item.id for item in ranked}
    linked = 0
    for referrer in ranked:
        found.placed.append(Placed(referrer))
        for address in referrer.links if referrer.line == "chat" else ():
            target = resolve(address)
            if target is None:
                found.unresolved.append(UnresolvedLink(address, referrer.id))
            elif target.id not in seen and admits(target):
                seen.add(target.id)
                if holds(target):
                    found.dropped.append(Dropped(target.id, target.address, "quarantined"))
                    continue
                linked += 1
                if linked > most:
                    found.dropped.append(Dropped(target.id, target.address, "too_many_links"))
                else:
                    found.placed.append(Placed(target, referrer.id))
    return found
