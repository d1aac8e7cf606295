"""Postings: which slot holds which term, how often, in an item of what length.

A term is the 64-bit hash of its token: no table of words outlives the scope that used them, and two of a million
distinct tokens collide with probability 3e-8. How often a term occurs and how long its item is make one small
integer, the class, so that a query looks weights up in a table instead of computing them posting by posting.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Integers", "Postings", "Row", "Segment", "firsts", "hashed", "joined"]

Integers = NDArray[np.integer[Any]]

_BITS = 32
_MASK = (1 << _BITS) - 1


class Postings(NamedTuple):
    """Parallel arrays. In the answer to a query, `terms` are positions in the query, ascending within each slot."""

    terms: Integers
    slots: Integers
    classes: Integers

    def only(self, which: NDArray[Any]) -> "Postings":
        """Some of them: a mask, or places."""
        return Postings(self.terms[which], self.slots[which], self.classes[which])


class Row(NamedTuple):
    """The postings of one term, by slot."""

    slots: Integers
    classes: Integers


def hashed(tokens: Sequence[str]) -> NDArray[np.int64]:
    """The terms of tokens: the same in a process and its forks, others in the next process."""
    return np.fromiter(map(hash, tokens), np.int64, len(tokens))


def joined(parts: Sequence[Postings]) -> Postings:
    """Postings end to end."""
    if len(parts) == 1:
        return parts[0]
    return Postings(*map(np.concatenate, zip(*parts, strict=True)))


def firsts(ordered: Integers) -> NDArray[np.bool_]:
    """Whether each value of a sorted array is the first of its like."""
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return first


class Segment:
    """An immutable inverted file: the distinct terms, sorted, and each term's row, by slot."""

    __slots__ = ("_classes", "_slots", "_starts", "_terms")

    def __init__(self, terms: Integers, counts: Integers, slots: Integers, classes: Integers) -> None:
        self._terms = terms
        self._starts = _narrowed(np.concatenate(([0], counts.cumsum(dtype=np.int64))))
        self._slots, self._classes = _narrowed(slots), _narrowed(classes)

    @classmethod
    def sorted_from(cls, postings: Postings) -> "Segment":
        """A segment of postings, one at least, in which each term's are ordered by slot."""
        terms, ranked = _ranked(postings.terms, np.arange(len(postings.terms)))
        order = ranked & _MASK
        return cls(terms, np.bincount(ranked >> _BITS), postings.slots[order], postings.classes[order])

    @classmethod
    def counted_from(
        cls, terms: Integers, slots: Integers, classes: Callable[[Integers, Integers], Integers]
    ) -> "Segment":
        """A segment of the terms of texts, one at least, as they occur in each slot; slots of less than 32 bits.

        `classes` gives the class of each posting, from its slot and how often its term occurs there.
        """
        distinct, ranked = _ranked(terms, slots)
        starts = firsts(ranked).nonzero()[0]
        times = np.diff(starts, append=len(ranked))
        ranked = ranked[starts]
        slots = ranked & _MASK
        return cls(distinct, np.bincount(ranked >> _BITS), slots, classes(slots, times))

    def __len__(self) -> int:
        return len(self._slots)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._terms.nbytes + self._starts.nbytes + self._slots.nbytes + self._classes.nbytes

    def postings(self) -> Postings:
        """All of them, row by row."""
        return Postings(self._terms.repeat(self._counts()), self._slots, self._classes)

    def rows(self, terms: Integers) -> tuple[Integers, Integers]:
        """Where the row of each term starts, and how long it is."""
        at = np.minimum(self._terms.searchsorted(terms), len(self._terms) - 1)
        starts = self._starts[at].astype(np.int64)
        return starts, (self._starts[at + 1] - starts) * (self._terms[at] == terms)

    def read(self, starts: Integers, counts: Integers) -> Postings:
        """The postings of rows, one row after the other."""
        ends = starts + counts
        pieces = [slice(*ends_of_row) for ends_of_row in zip(starts.tolist(), ends.tolist(), strict=True)]
        slots = np.concatenate([self._slots[piece] for piece in pieces]) if pieces else self._slots[:0]
        classes = np.concatenate([self._classes[piece] for piece in pieces]) if pieces else self._classes[:0]
        return Postings(np.arange(len(counts)).repeat(counts), slots, classes)

    def row(self, start: int, count: int) -> Row:
        """One row, without a copy."""
        return Row(self._slots[start : start + count], self._classes[start : start + count])

    def followed_by(self, later: "Segment") -> "Segment":
        """This segment and one whose slots all come after its own, as one; linear in their sizes."""
        at = self._terms.searchsorted(later._terms)
        known = self._terms[np.minimum(at, len(self._terms) - 1)] == later._terms
        fresh, counts = ~known, later._counts()
        places = at + fresh.cumsum() - fresh  # of its terms in the whole
        terms, totals = _merged(places[fresh], (self._terms, later._terms[fresh]), (self._counts(), counts[fresh]))
        totals[places[known]] += counts[known]
        ends = self._starts[at + known].repeat(counts) + np.arange(len(later))
        return Segment(terms, totals, *_merged(ends, (self._slots, later._slots), (self._classes, later._classes)))

    def _counts(self) -> NDArray[np.int64]:
        return np.diff(self._starts.astype(np.int64))


def _narrowed(values: Integers) -> Integers:
    """The same numbers, none below 0, one at least, in as few bytes as the largest needs."""
    return values.astype(np.min_scalar_type(int(values.max())), copy=False)


def _ranked(terms: Integers, low: Integers) -> tuple[Integers, NDArray[np.int64]]:
    """The distinct terms, sorted, and `rank of the term << 32 | low` of each, sorted; `low` of less than 32 bits.

    Ranks and what goes with them are sorted together: faster than a stable sort by term.
    """
    order = terms.argsort()
    ordered = terms[order]
    first = firsts(ordered)
    return ordered[first], np.sort((first.cumsum() - 1) << _BITS | low[order])


def _merged(places: Integers, *columns: tuple[Integers, Integers]) -> list[Integers]:
    """Of each column the values with the others among them: each of those at its place in the whole."""
    whole: list[Integers] = []
    rest = np.ones(sum(map(len, columns[0])), np.bool_)
    rest[places] = False
    for values, added in columns:
        column = np.empty(len(rest), np.promote_types(values.dtype, added.dtype))
        column[places], column[rest] = added, values
        whole.append(column)
    return whole
