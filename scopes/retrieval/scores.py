"""What one query scores over one view of the lexical index."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.openness import Openness
from scopes.retrieval.postings import Integers, Postings, Row, firsts

__all__ = ["LateRow", "Scores", "Slots", "Values", "distinct"]

Slots = NDArray[np.intp]
Values = NDArray[np.float64]

_ROUNDING = 1e-9
_FEW_IN = 64  # one slot among so many: cheaper to sort than to look for


class LateRow(NamedTuple):
    """The row of a frequent term, looked up for candidates only (MaxScore: Turtle and Flood, 1995)."""

    term: int
    row: Row


class Scores:
    """BM25 by slot, and which tokens each slot holds.

    `idf` is parallel to `tokens`; a token that no text holds has one too, so that coverage is a share of all that was
    asked. `found` are the postings that are summed up already, of open slots; `late` those that aren't; `counts` says
    how many open slots hold each token.
    """

    def __init__(
        self,
        tokens: Sequence[str],
        idf: Values,
        weights: Values,
        found: Postings,
        late: Sequence[LateRow],
        counts: Integers,
        still_open: Openness | None,
        slots: int,
    ) -> None:
        self.tokens = tokens
        self.idf = idf
        self._counts = counts
        self._weights = weights
        self._terms, self._slots = found.terms, found.slots.astype(np.intp, copy=False)
        self._late = late
        self._pending = late  # those that are not in the sums
        self._open = still_open
        self._count = slots
        self._held = weights.take(found.classes)
        summands = self._held * idf.take(self._terms)
        # Sums of the slots in `_summed`, ascending; of every slot where that is None.
        self._summed: Slots | None = None
        if late or _FEW_IN * len(self._slots) < slots:
            self._summed, self._sums = _summed_up(self._slots, summands)
        else:
            self._sums = _by_slot(self._slots, summands, slots)

    def top(self, limit: int, allowed: NDArray[np.bool_] | None = None) -> tuple[Slots, Values]:
        """The best slots that match a token and are allowed, best first, equal ones by slot; and their scores."""
        slots, values = self._pruned(limit, allowed) if self._pending else self._matching(allowed)
        if len(slots) > limit:
            # Equals of the last one must stay, so that the order among them decides.
            best = (values >= np.partition(values, -limit)[-limit]).nonzero()[0]
            slots, values = slots[best], values[best]
        order = (-values).argsort(kind="stable")[:limit]  # the slots ascend
        return slots[order], values[order]

    def at(self, slots: Slots) -> Values:
        """The scores of given slots."""
        values = self._sums_at(slots)
        for row in self._pending:
            self._add(row, slots, values)
        return values

    def _sums_at(self, slots: Slots) -> Values:
        if self._summed is None:
            return self._sums[slots]
        if not len(self._summed):
            return np.zeros(len(slots))
        at = np.minimum(self._summed.searchsorted(slots), len(self._summed) - 1)
        return np.where(self._summed[at] == slots, self._sums[at], 0.0)

    def matched(self, slots: Slots) -> NDArray[np.bool_]:
        """Whether each token (row) is in each of the given slots (column)."""
        column = np.zeros(self._count, np.int32)
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
        column = np.zeros(self._count + 1, np.int32)  # the last one is for NOWHERE
        column[flat] = np.arange(1, len(flat) + 1)
        column[-1] = 0
        matrix = np.zeros((len(flat) + 1, len(self.tokens)), np.float32)
        columns = column.take(self._slots)
        asked = columns.nonzero()[0]
        matrix[columns.take(asked), self._terms.take(asked)] = self._held.take(asked)
        for row in self._late:
            hit, classes = _looked_up(row, flat)
            hit = (hit & (column[flat] > 0)).nonzero()[0]
            matrix[column[flat[hit]], row.term] = self._weights[classes[hit]]
        return matrix.take(column.take(slots, mode="wrap"), axis=0)

    def known(self) -> NDArray[np.bool_]:
        """Which tokens any open slot holds."""
        return self._counts > 0

    def coverage(self, matched: NDArray[np.bool_]) -> Values:
        """The share of the query's idf mass that each column of `matched` holds: absolute, 0 to 1."""
        shares: Values = self.idf @ matched / max(self.idf.sum(), _ROUNDING)
        return shares

    def _pruned(self, limit: int, allowed: NDArray[np.bool_] | None) -> tuple[Slots, Values]:
        """Every slot that can be among the best, judged by the rare terms; if these rule none out, all that match."""
        slots, values = self._matching(allowed)
        bar = _worst_of_best(values, limit)
        missing = sum(self.idf[row.term] for row in self._pending) * self._weights.max() + _ROUNDING
        if bar <= missing:
            self._sum_up_pending()
            return self._matching(allowed)
        keep = values >= bar - missing
        slots, values = slots[keep], values[keep]
        for row in sorted(self._pending, key=lambda row: -self.idf[row.term]):
            self._add(row, slots, values)
            missing -= self.idf[row.term] * self._weights.max()
            bar = max(bar, _worst_of_best(values, limit))
            keep = values >= bar - missing
            slots, values = slots[keep], values[keep]
        return slots, self.at(slots)

    def _add(self, row: LateRow, slots: Slots, values: Values) -> None:
        hit, classes = _looked_up(row, slots)
        if self._open is not None:
            hit &= self._open[slots]
        values[hit] += self.idf[row.term] * self._weights[classes[hit]]

    def _matching(self, allowed: NDArray[np.bool_] | None) -> tuple[Slots, Values]:
        """The slots with a sum that are allowed, ascending, and their sums."""
        if self._summed is None:
            slots = (self._sums > 0).nonzero()[0]
            values = self._sums[slots]
        else:
            slots, values = self._summed, self._sums
        if allowed is None:
            return slots, values
        passed = allowed[slots]
        return slots[passed], values[passed]

    def _sum_up_pending(self) -> None:
        if self._summed is not None:
            sums = np.zeros(self._count)
            sums[self._summed] = self._sums
            self._summed, self._sums = None, sums
        for row in self._pending:
            slots, classes = row.row
            if self._open is not None:
                living = self._open[slots]
                slots, classes = slots[living], classes[living]
            self._sums += _by_slot(slots, self.idf[row.term] * self._weights.take(classes), self._count)
        self._pending = ()


def _by_slot(slots: Integers, summands: Values, count: int) -> Values:
    """The sum of each of so many slots."""
    # Of no summands at all, bincount would make integers.
    return np.bincount(slots, summands, count).astype(np.float64, copy=False)


def _summed_up(slots: Slots, summands: Values) -> tuple[Slots, Values]:
    """The distinct slots, ascending, and the sum of each, added up in the same order as by slot."""
    order = slots.argsort(kind="stable")  # rows of ascending slots: little more than merging them
    ordered = slots[order]
    first = firsts(ordered)
    found = ordered[first]
    return found, _by_slot(first.cumsum() - 1, summands[order], len(found))


def _worst_of_best(values: Values, limit: int) -> float:
    """The `limit`-th best value, 0 if there are fewer."""
    return float(np.partition(values, -limit)[-limit]) if len(values) >= limit else 0.0


def _looked_up(row: LateRow, slots: Slots) -> tuple[NDArray[np.bool_], Integers]:
    """Which slots are in a row, and the classes of those that are."""
    held = row.row.slots
    # In the row's own type, so that it need not be copied; what does not fit in is not in the row either.
    at = np.minimum(held.searchsorted(slots.astype(held.dtype)), len(held) - 1)
    return held[at] == slots, row.row.classes[at]


def distinct(slots: Slots) -> Slots:
    """Each slot once, ascending."""
    ordered = np.sort(slots)
    return ordered[firsts(ordered)]
