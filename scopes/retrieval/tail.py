"""The newest postings, in the order they came: cheap to add to, compared one by one when asked."""

from collections.abc import Sequence

import numpy as np

from scopes.retrieval.postings import Integers, Postings

__all__ = ["Tail", "scan"]


class Tail:
    """Parallel arrays of fixed room. A reader that remembers a length sees the same postings for ever."""

    __slots__ = ("_classes", "_slots", "_terms", "length", "room")

    def __init__(self, room: int, start: Postings | None = None) -> None:
        self._terms = np.empty(room, np.int64)
        self._slots = np.empty(room, np.int32)
        self._classes = np.empty(room, np.int32)
        self.room = room
        self.length = 0
        if start is not None:
            end = self.length = len(start.terms)
            self._terms[:end], self._slots[:end], self._classes[:end] = start

    @property
    def nbytes(self) -> int:
        """Bytes held, free room included."""
        return self._terms.nbytes + self._slots.nbytes + self._classes.nbytes

    def append(self, terms: Sequence[int], slot: int, classes: Sequence[int] | int) -> None:
        """Add the postings of one slot, of one class or each of its own; there must be room."""
        start, end = self.length, self.length + len(terms)
        self._terms[start:end] = terms
        self._slots[start:end] = slot
        self._classes[start:end] = classes
        self.length = end

    def postings(self, length: int) -> Postings:
        """The first `length` of them, without a copy."""
        return Postings(self._terms[:length], self._slots[:length], self._classes[:length])


def scan(postings: Postings, terms: Integers) -> Postings:
    """The postings of a query's terms, in the query's order, by comparing each posting with each term."""
    # Of a flat array numpy finds what is true several times as fast.
    positions, found = np.divmod((terms[:, None] == postings.terms).ravel().nonzero()[0], max(len(postings.terms), 1))
    return Postings(positions, postings.slots[found], postings.classes[found])
