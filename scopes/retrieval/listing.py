"""What a period holds, from its beginning: the diary, and the turns that it has no entry for."""

import numpy as np
from numpy.typing import NDArray

from scopes.model import Item
from scopes.retrieval.gate import Gate
from scopes.retrieval.hits import Evidence
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.rows import LAYERS, NOWHERE, Rows
from scopes.retrieval.scores import Slots
from scopes.retrieval.search import Found
from scopes.retrieval.view import ItemView, items_at

__all__ = ["listed"]

_DIARY = LAYERS.index("diary")


def listed(view: ItemView, index: ScopeIndex, gate: Gate, limit: int) -> Found:
    """The first of what a gate with a period lets through, in the order of what it tells; and what it holds back."""
    allowed = gate.mask(index)
    assert allowed is not None and gate.told is not None, "a period always makes a mask"
    items = _in_order(view, index, allowed & gate.told, limit)
    held = [] if gate.held is None else _in_order(view, index, gate.held & gate.told)
    return Found(items, [Evidence()] * len(items), held=held)


def _in_order(view: ItemView, index: ScopeIndex, wanted: NDArray[np.bool_], limit: int | None = None) -> list[Item]:
    is_entry = wanted & (index.rows["layer"] == _DIARY)
    entries, turns = _ordered(index, is_entry.nonzero()[0]), (wanted & ~is_entry).nonzero()[0]
    if not len(turns):
        return items_at(view, index, entries[:limit])
    entered = {told for entry in items_at(view, index, entries) for told in _turns_of(entry)}
    found: list[Item] = []
    for item in items_at(view, index, _ordered(index, np.concatenate((entries, turns)))):
        if item.layer == "source" and not entered.isdisjoint(_turns_of(item)):
            continue
        if len(found) == limit:
            break
        found.append(item)
    return found


def _turns_of(item: Item) -> list[tuple[str | None, str]]:
    return [(item.source.id, turn) for turn in item.source.turns]


def _ordered(index: ScopeIndex, slots: Slots) -> Slots:
    """By when it was, or was said; entries of one minute by their number, turns of one moment as they stand in their
    source, sources and other equals by lot."""
    rows = index.rows.at(slots)
    first = rows["first"]
    when = np.where(np.isnan(first), rows["recorded"], first)
    return slots[np.lexsort((rows["lot"], rows["place"], rows["session"], _lots(rows), rows["ordinal"], when))]


def _lots(rows: Rows) -> NDArray[np.uint64]:
    """The lot of each row: of turns the lowest in their source, so that no other source stands between them."""
    lots, sources = rows["lot"].copy(), rows["source"]
    turns = (sources != NOWHERE).nonzero()[0]
    _, number = np.unique(sources[turns], return_inverse=True)
    lowest = np.full(len(turns), np.iinfo(np.uint64).max, np.uint64)
    np.minimum.at(lowest, number, lots[turns])
    lots[turns] = lowest[number]
    return lots
