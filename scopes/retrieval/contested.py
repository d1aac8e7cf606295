"""Hits that contradict each other: both are marked, and what a person wrote by hand stands first, then the newer, then
the better-sourced.

They change places among themselves; nothing else in an answer moves. Where a question asks how things are now, what was
said before a wiki item that contradicts it goes behind that item, unmarked: it was so then.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scopes.model import Item
from scopes.retrieval.expand import Placed
from scopes.retrieval.moments import span
from scopes.retrieval.result import Contradiction, Sided

__all__ = ["Contested", "Contradict", "IsByHand", "nothing_contradicts", "settle"]

Pairs = Mapping[tuple[int, int], str]
Contradict = Callable[[Sequence[Item], bool], Pairs]
"""Pairs of places of items, and what each pair contradicts itself about; with True also of a wiki item and what
somebody said."""

IsByHand = Callable[[Item], bool]
"""Whether a person wrote an item's text into its file as it stands there."""


class Contested(NamedTuple):
    """Places in the order in which the items go, the addresses that each item contradicts, and each pair explained."""

    order: Sequence[int]
    rivals: Mapping[int, tuple[str, ...]] = {}
    contradictions: tuple[Contradiction, ...] = ()


class _Standing(NamedTuple):
    """What decides between two, the greater first: whether it is of the wiki, whether a person wrote it by hand, when
    it was told, in how many turns, how sure."""

    is_kept: bool
    by_hand: bool
    told: float
    turns: int
    confidence: float


def nothing_contradicts(_: Sequence[Item], _said: bool) -> Pairs:
    """What is known where nobody looks."""
    return {}


def settle(placed: Sequence[Placed], contradict: Contradict, is_by_hand: IsByHand, of_now: bool = False) -> Contested:
    """The order of items some of which contradict each other; `of_now` for a question about how things are now."""
    items = [one.item for one in placed]
    found = contradict(items, of_now)
    order = list(range(len(items)))
    if not found:
        return Contested(order)
    standing = {place: _standing(items[place], is_by_hand) for pair in found for place in pair}
    pairs = {pair: about for pair, about in found.items() if all(standing[place].is_kept for place in pair)}
    outdated = [pair for pair in found.keys() - pairs.keys() if _is_outdated(pair, items, standing)]
    for group in _groups((*pairs, *outdated)):
        for place, better in zip(group, sorted(group, key=standing.__getitem__, reverse=True), strict=True):
            order[place] = better
    rank = {place: number for number, place in enumerate(order)}
    explained = (
        _explained(sorted(pair, key=rank.__getitem__), about, items, standing) for pair, about in pairs.items()
    )
    return Contested(order, _rivals(pairs, items), tuple(explained))


def _is_outdated(pair: tuple[int, int], items: Sequence[Item], standing: Mapping[int, _Standing]) -> bool:
    """Whether what was said, of a pair with a wiki item, was said no later than that was told."""
    kept, said = sorted(pair, key=lambda place: not standing[place].is_kept)
    if standing[kept].by_hand:
        return True
    note, turn = items[kept], items[said]
    if turn.event_at is None:
        return span(turn.recorded_at).last <= span(note.recorded_at).last
    return span(turn.event_at).first <= span(note.event_at or note.recorded_at).last


def _groups(pairs: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """Places that hang together by contradictions, each group in order."""
    group_of: dict[int, set[int]] = {}
    for here, there in pairs:
        joined = group_of.get(here, {here}) | group_of.get(there, {there})
        group_of.update(dict.fromkeys(joined, joined))
    return map(sorted, {id(group): group for group in group_of.values()}.values())


def _rivals(pairs: Pairs, items: Sequence[Item]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for here, there in pairs:
        found[here] = (*found.get(here, ()), items[there].address)
        found[there] = (*found.get(there, ()), items[here].address)
    return found


def _standing(item: Item, is_by_hand: IsByHand) -> _Standing:
    """A time to come is when something will be, not when it was told.

    No file says when a person typed into it: an edit keeps the time of what was recorded before it.
    """
    recorded, event = span(item.recorded_at).last, span(item.event_at).last
    told = recorded if math.isnan(event) or event > recorded else event
    if by_hand := is_by_hand(item):
        told = math.nan
    told = -math.inf if math.isnan(told) else told
    return _Standing(item.layer == "wiki", by_hand, told, len(item.source.turns), item.confidence or 0.0)


def _explained(
    pair: Sequence[int], about: str, items: Sequence[Item], standing: Mapping[int, _Standing]
) -> Contradiction:
    first, second = pair
    by = _deciding(standing[first], standing[second])
    return Contradiction(items[first].address, items[second].address, about, by)


def _deciding(one: _Standing, other: _Standing) -> Sided:
    if one.by_hand != other.by_hand:
        return "by_hand"
    if one.told != other.told:
        return "newer"
    if one.turns != other.turns:
        return "better_sourced"
    return "ranking" if one.confidence == other.confidence else "surer"
