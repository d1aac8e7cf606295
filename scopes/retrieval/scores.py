"""What one query scores over one view of the lexical index."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.postings import CLASS_MASK, SLOT_SHIFT, Integers, Postings

__all__ = ["LateRow", "Scores", "Slots", "Values", "distinct"]

Slots = NDArray[np.intp]
Values = NDArray[np.float64]

_ROUNDING = 1e-9
_FEW_IN = 64  # one slot among so many: cheaper to sort than to look for


class LateRow(NamedTuple):
    """The row of a frequent term, looked up for candidates only (MaxScore: Turtle and Flood, 1995)."""

    term: int
    entries: Integers


class Scores:
    """BM25 by slot, and which tokens each slot holds.

    `idf` is parallel to `tokens`; a token that no text holds has one too, so that coverage is a share of all that was
    asked. `found` are the postings that are summed up already, of open slots; `late` those that aren't.
    """

    def __init__(
        self,
        tokens: Sequence[str],
        idf: Values,
        weights: Values,
        found: Postings,
        late: Sequence[LateRow],
        alive: NDArray[np.bool_] | None,
        slots: int,
    ) -> None:
        self.tokens = tokens
        self.idf = idf
        self._weights = weights
        self._terms, self._slots = found.terms, found.slots
        self._late = late
        self._pending = late  # those that are not in the sums
        self._alive = alive
        # Of no postings at all, bincount would make integers.
        self._held = weights.take(found.classes)
        summands = self._held * idf.take(self._terms)
        self._sums: Values = np.bincount(self._slots, summands, slots).astype(np.float64, copy=False)

    def top(self, limit: int, allowed: NDArray[np.bool_] | None = None) -> tuple[Slots, Values]:
        """The best slots that match a token and are allowed, best first, equal ones by slot; and their scores."""
        slots = self._pruned(limit, allowed) if self._pending else self._touched()
        if allowed is not None:
            slots = slots[allowed[slots]]
        values = self.at(slots)
        if len(slots) > limit:
            # Equals of the last one must stay, so that the order among them decides.
            best = (values >= np.partition(values, -limit)[-limit]).nonzero()[0]
            slots, values = slots[best], values[best]
        order = np.lexsort((slots, -values))[:limit]
        return slots[order], values[order]

    def at(self, slots: Slots) -> Values:
        """The scores of given slots."""
        values = self._sums[slots]
        for row in self._pending:
            self._add(row, slots, values)
        return values

    def matched(self, slots: Slots) -> NDArray[np.bool_]:
        """Whether each token (row) is in each of the given slots (column)."""
        column = np.zeros(len(self._sums), np.int32)
        column[slots] = np.arange(1, len(slots) + 1)
        columns = column.take(self._slots)
        asked = columns.nonzero()[0]
        matrix = np.zeros((len(self.tokens), len(slots)), np.bool_)
        matrix[self._terms[asked], columns[asked] - 1] = True
        for row in self._late:
            matrix[row.term] |= _looked_up(row, slots)[0]
        return matrix

    def shares(self, slots: Slots) -> NDArray[np.float32]:
        """How much of each token's idf each slot is credited with, 0 to 1, as the last axis; NOWHERE (-1) has none."""
        flat = slots.ravel()
        column = np.zeros(len(self._sums) + 1, np.int32)  # the last one is for NOWHERE
        column[flat] = np.arange(1, len(flat) + 1)
        column[-1] = 0
        matrix = np.zeros((len(flat) + 1, len(self.tokens)), np.float32)
        columns = column.take(self._slots)
        asked = columns.nonzero()[0]
        matrix[columns.take(asked), self._terms.take(asked)] = self._held.take(asked)
        for row in self._late:
            hit, entries = _looked_up(row, flat)
            hit = (hit & (column[flat] > 0)).nonzero()[0]
            matrix[column[flat[hit]], row.term] = self._weights[entries[hit] & CLASS_MASK]
        return matrix.take(column.take(slots, mode="wrap"), axis=0)

    def known(self) -> NDArray[np.bool_]:
        """Which tokens any open slot holds."""
        found = np.zeros(len(self.tokens), np.bool_)
        found[self._terms] = True
        found[[row.term for row in self._late]] = True
        return found

    def coverage(self, matched: NDArray[np.bool_]) -> Values:
        """The share of the query's idf mass that each column of `matched` holds: absolute, 0 to 1."""
        shares: Values = self.idf @ matched / max(self.idf.sum(), _ROUNDING)
        return shares

    def _pruned(self, limit: int, allowed: NDArray[np.bool_] | None) -> Slots:
        """Every slot that can be among the best, judged by the rare terms; if these rule none out, all that match."""
        touched = self._slots if allowed is None else self._slots[allowed[self._slots]]
        bar = self._worst_of_best(touched, limit)
        missing = sum(self.idf[row.term] for row in self._pending) * self._weights.max() + _ROUNDING
        if bar <= missing:
            self._sum_up_pending()
            return self._touched()
        slots = distinct(touched[self._sums[touched] >= bar - missing])
        values = self._sums[slots]
        for row in sorted(self._pending, key=lambda row: -self.idf[row.term]):
            self._add(row, slots, values)
            missing -= self.idf[row.term] * self._weights.max()
            bar = max(bar, float(np.partition(values, -limit)[-limit]))
            keep = values >= bar - missing
            slots, values = slots[keep], values[keep]
        return slots

    def _add(self, row: LateRow, slots: Slots, values: Values) -> None:
        hit, entries = _looked_up(row, slots)
        if self._alive is not None:
            hit &= self._alive[slots]
        values[hit] += self.idf[row.term] * self._weights[entries[hit] & CLASS_MASK]

    def _worst_of_best(self, touched: Slots, limit: int) -> float:
        """The `limit`-th best sum, 0 if there are fewer; a slot is in `touched` once for each of its tokens."""
        sums = self._sums[touched]
        enough = min(len(touched), limit * len(self.tokens))
        best = distinct(touched[np.argpartition(sums, -enough)[-enough:]]) if enough else touched
        return float(np.partition(self._sums[best], -limit)[-limit]) if len(best) >= limit else 0.0

    def _touched(self) -> Slots:
        if not self._late and _FEW_IN * len(self._slots) < len(self._sums):
            return distinct(self._slots)
        return (self._sums > 0).nonzero()[0]

    def _sum_up_pending(self) -> None:
        for row in self._pending:
            entries = row.entries if self._alive is None else row.entries[self._alive[row.entries >> SLOT_SHIFT]]
            summands = self.idf[row.term] * self._weights[entries & CLASS_MASK]
            self._sums += np.bincount(entries >> SLOT_SHIFT, summands, len(self._sums))
        self._pending = ()


def _looked_up(row: LateRow, slots: Slots) -> tuple[NDArray[np.bool_], Integers]:
    """Which slots are in a row, and the entry that each would have or has."""
    at = np.minimum(row.entries.searchsorted(slots << SLOT_SHIFT), len(row.entries) - 1)
    entries = row.entries[at]
    return entries >> SLOT_SHIFT == slots, entries


def distinct(slots: Slots) -> Slots:
    """Each slot once, ascending."""
    ordered = np.sort(slots)
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]
