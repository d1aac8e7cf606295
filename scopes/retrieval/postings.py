"""Postings: which slot holds which term, how often, in an item of what length.

A term is the 64-bit hash of its token: no table of words outlives the scope that used them, and two of a million
distinct tokens collide with probability 3e-8. How often a term occurs and how long its item is make one small
integer, the class, so that a query looks weights up in a table instead of computing them posting by posting. An entry
is `slot << 32 | class`.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["CLASS_MASK", "SLOT_SHIFT", "Integers", "Postings", "Segment", "hashed", "joined"]

Integers = NDArray[np.int64]

SLOT_SHIFT = 32
CLASS_MASK = (1 << SLOT_SHIFT) - 1
_SLOT_BITS = 32
_NARROW = 1 << 31
_SLOT_MASK = (1 << _SLOT_BITS) - 1


class Postings(NamedTuple):
    """Parallel arrays. In the answer to a query, `terms` are positions in the query, ascending within each slot."""

    terms: Integers
    entries: Integers

    @property
    def slots(self) -> Integers:
        """Where each is."""
        return self.entries >> SLOT_SHIFT

    @property
    def classes(self) -> Integers:
        """The number of each one's times and length."""
        return self.entries & CLASS_MASK


def hashed(tokens: Sequence[str]) -> Integers:
    """The terms of tokens: the same in a process and its forks, others in the next process."""
    return np.fromiter(map(hash, tokens), np.int64, len(tokens))


def joined(parts: Sequence[Postings]) -> Postings:
    """Postings end to end."""
    if len(parts) == 1:
        return parts[0]
    return Postings(np.concatenate([part.terms for part in parts]), np.concatenate([part.entries for part in parts]))


class Segment:
    """An immutable inverted file: the distinct terms, sorted, and each term's row of entries, by slot."""

    __slots__ = ("_entries", "_starts", "_terms")

    def __init__(self, terms: Integers, counts: Integers, entries: Integers) -> None:
        self._terms = terms
        starts = np.concatenate(([0], counts.cumsum()))
        self._starts = starts.astype(np.int32) if starts[-1] < _NARROW else starts
        self._entries = entries

    @classmethod
    def sorted_from(cls, postings: Postings) -> "Segment":
        """A segment of postings, one at least, in which each term's entries are ordered by slot."""
        order = postings.terms.argsort(kind="stable")
        terms = postings.terms[order]
        first = (np.diff(terms, prepend=~terms[:1])).nonzero()[0]
        return cls(terms[first], np.diff(first, append=len(order)), postings.entries[order])

    @classmethod
    def counted_from(
        cls, terms: Integers, slots: Integers, classes: Callable[[Integers, Integers], Integers]
    ) -> "Segment":
        """A segment of the terms of texts, one at least, as they occur in each slot; slots of less than 32 bits.

        `classes` gives the class of each posting, from its slot and how often its term occurs there.
        """
        order = terms.argsort()
        ordered = terms[order]
        first = np.diff(ordered, prepend=~ordered[:1]) != 0
        # Equal terms have one rank now; sorting rank and slot together is faster than a stable sort by term.
        ranked = np.sort((first.cumsum() - 1) << _SLOT_BITS | slots[order])
        starts = np.diff(ranked, prepend=~ranked[:1]).nonzero()[0]
        times = np.diff(starts, append=len(ranked))
        ranked = ranked[starts]
        slots = ranked & _SLOT_MASK
        return cls(ordered[first], np.bincount(ranked >> _SLOT_BITS), slots << SLOT_SHIFT | classes(slots, times))

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._terms.nbytes + self._starts.nbytes + self._entries.nbytes

    def postings(self) -> Postings:
        """All of them, row by row."""
        return Postings(self._terms.repeat(np.diff(self._starts)), self._entries)

    def rows(self, terms: Integers) -> tuple[Integers, Integers]:
        """Where the row of each term starts, and how long it is."""
        at = np.minimum(self._terms.searchsorted(terms), len(self._terms) - 1)
        starts = self._starts[at].astype(np.int64)
        return starts, (self._starts[at + 1] - starts) * (self._terms[at] == terms)

    def read(self, starts: Integers, counts: Integers) -> Postings:
        """The postings of rows, one row after the other."""
        ends = (starts + counts).tolist()
        rows = [self._entries[start:end] for start, end in zip(starts.tolist(), ends, strict=True)]
        entries = np.concatenate(rows) if rows else self._entries[:0]
        return Postings(np.arange(len(counts)).repeat(counts), entries)

    def row(self, start: int, count: int) -> Integers:
        """The entries of one row, without a copy."""
        return self._entries[start : start + count]

    def followed_by(self, later: "Segment") -> "Segment":
        """This segment and one whose slots all come after its own, as one; linear in their sizes."""
        at = self._terms.searchsorted(later._terms)
        known = self._terms[np.minimum(at, len(self._terms) - 1)] == later._terms
        counts = np.diff(later._starts)
        terms = np.insert(self._terms, at[~known], later._terms[~known])
        totals = np.insert(np.diff(self._starts), at[~known], 0)
        totals[terms.searchsorted(later._terms)] += counts
        ends = self._starts[at + known].repeat(counts)
        return Segment(terms, totals, np.insert(self._entries, ends, later._entries))
