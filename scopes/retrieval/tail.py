"""The newest postings, in the order they came: cheap to add to, compared one by one when asked."""

from collections.abc import Sequence

import numpy as np

from scopes.retrieval.postings import SLOT_SHIFT, Integers, Postings

__all__ = ["Tail", "scan"]


class Tail:
    """Parallel arrays of fixed room. A reader that remembers a length sees the same postings for ever."""

    __slots__ = ("_entries", "_terms", "length", "room")

    def __init__(self, room: int, start: Postings | None = None) -> None:
        self._terms = np.empty(room, np.int64)
        self._entries = np.empty(room, np.int64)
        self.room = room
        self.length = 0
        if start is not None:
            self.length = len(start.terms)
            self._terms[: self.length], self._entries[: self.length] = start

    @property
    def nbytes(self) -> int:
        """Bytes held, free room included."""
        return self._terms.nbytes + self._entries.nbytes

    def append(self, terms: Sequence[int], slot: int, classes: Sequence[int] | int) -> None:
        """Add the postings of one slot, of one class or each of its own; there must be room."""
        end = self.length + len(terms)
        place = slot << SLOT_SHIFT
        self._terms[self.length : end] = terms
        self._entries[self.length : end] = (
            place | classes if isinstance(classes, int) else [place | number for number in classes]
        )
        self.length = end

    def postings(self, length: int) -> Postings:
        """The first `length` of them, without a copy."""
        return Postings(self._terms[:length], self._entries[:length])


def scan(postings: Postings, terms: Integers) -> Postings:
    """The postings of a query's terms, in the query's order, by comparing each posting with each term."""
    # Of a flat array numpy finds what is true several times as fast.
    positions, found = np.divmod((terms[:, None] == postings.terms).ravel().nonzero()[0], max(len(postings.terms), 1))
    return Postings(positions, postings.entries[found])
