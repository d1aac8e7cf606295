"""Hits that contradict each other: both are marked, and the newer stands first, then the better-sourced.

They change places among themselves; nothing else in an answer moves.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scopes.model import Item
from scopes.retrieval.expand import Placed
from scopes.retrieval.moments import span
from scopes.retrieval.result import Contradiction, Sided

__all__ = ["Contested", "Contradict", "nothing_contradicts", "settle"]

Contradict = Callable[[Sequence[Item]], Mapping[tuple[int, int], str]]
"""Pairs of places of items, and what each pair contradicts itself about."""


class Contested(NamedTuple):
    """Places in the order in which the items go, the addresses that each item contradicts, and each pair explained."""

    order: Sequence[int]
    rivals: Mapping[int, tuple[str, ...]] = {}
    contradictions: tuple[Contradiction, ...] = ()


class _Standing(NamedTuple):
    """What decides between two, the greater first: when it was told, in how many turns, how sure."""

    told: float
    turns: int
    confidence: float


def nothing_contradicts(_: Sequence[Item]) -> Mapping[tuple[int, int], str]:
    """What is known where nobody looks."""
    return {}


def settle(placed: Sequence[Placed], contradict: Contradict) -> Contested:
    """The order of items some of which contradict each other."""
    items = [one.item for one in placed]
    pairs = contradict(items)
    order = list(range(len(items)))
    if not pairs:
        return Contested(order)
    standing = {place: _standing(items[place]) for pair in pairs for place in pair}
    for group in _groups(pairs):
        for place, better in zip(group, sorted(group, key=standing.__getitem__, reverse=True), strict=True):
            order[place] = better
    rank = {place: number for number, place in enumerate(order)}
    explained = (
        _explained(sorted(pair, key=rank.__getitem__), about, items, standing) for pair, about in pairs.items()
    )
    return Contested(order, _rivals(pairs, items), tuple(explained))


def _groups(pairs: Mapping[tuple[int, int], str]) -> Iterator[list[int]]:
    """Places that hang together by contradictions, each group in order."""
    group_of: dict[int, set[int]] = {}
    for here, there in pairs:
        joined = group_of.get(here, {here}) | group_of.get(there, {there})
        group_of.update(dict.fromkeys(joined, joined))
    return map(sorted, {id(group): group for group in group_of.values()}.values())


def _rivals(pairs: Mapping[tuple[int, int], str], items: Sequence[Item]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for here, there in pairs:
        found[here] = (*found.get(here, ()), items[there].address)
        found[there] = (*found.get(there, ()), items[here].address)
    return found


def _standing(item: Item) -> _Standing:
    """A time to come is when something will be, not when it was told."""
    recorded, event = span(item.recorded_at).last, span(item.event_at).last
    told = recorded if math.isnan(event) or event > recorded else event
    return _Standing(-math.inf if math.isnan(told) else told, len(item.source.turns), item.confidence or 0.0)


def _explained(
    pair: Sequence[int], about: str, items: Sequence[Item], standing: Mapping[int, _Standing]
) -> Contradiction:
    first, second = pair
    by = _deciding(standing[first], standing[second])
    return Contradiction(items[first].address, items[second].address, about, by)


def _deciding(one: _Standing, other: _Standing) -> Sided:
    if one.told != other.told:
        return "newer"
    if one.turns != other.turns:
        return "better_sourced"
    return "ranking" if one.confidence == other.confidence else "surer"
