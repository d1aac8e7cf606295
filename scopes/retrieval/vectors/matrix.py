"""The rows themselves, by number, in pieces that lie in memory or are mapped from files."""

from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.vectors.maps import fetch
from scopes.retrieval.vectors.signatures import Rows

__all__ = ["Matrix", "Piece"]

_LIKELY_COLD = 64  # pieces: half a gigabyte
_SCATTERED = 2_000


class Piece(msgspec.Struct, frozen=True):
    """Neighbouring rows. `safe` says how many of them may be touched now; None: all.

    A file that someone cuts shorter under a map ends the process that touches what is gone.
    """

    rows: Rows
    safe: Callable[[], int] | None = None

    def readable(self) -> Rows:
        """The rows that may be touched now."""
        return self.rows if self.safe is None else self.rows[: max(0, self.safe())]


class Matrix:
    """The first `count` rows, `piece_rows` in every piece but the last. Never changed, but by an erasure: the rows of
    what was erased are zero from then on, in every view."""

    __slots__ = ("count", "dim", "piece_rows", "pieces")

    def __init__(self, pieces: Sequence[Piece], count: int, dim: int, piece_rows: int) -> None:
        self.pieces, self.count, self.dim, self.piece_rows = pieces, count, dim, piece_rows

    @classmethod
    def of(cls, rows: Rows) -> "Matrix":
        """Rows in memory."""
        return cls([Piece(rows)], len(rows), rows.shape[1], max(1, len(rows)))

    def take(self, numbers: NDArray[np.intp]) -> Rows:
        """(numbers, dim); a row that is not to be had is zero."""
        found = np.zeros((len(numbers), self.dim), np.float32)
        for rows, places, within in self._fetched(numbers):
            found[places] = rows[within]
        return found

    def products(self, numbers: NDArray[np.intp], query: NDArray[np.float32]) -> NDArray[np.float32]:
        """The product of each row with a vector; zero for one that is not to be had."""
        found = np.zeros(len(numbers), np.float32)
        with np.errstate(all="ignore"):  # what a damaged row holds need not be numbers
            for rows, places, within in self._fetched(numbers):
                found[places] = rows.take(within, axis=0) @ query
        return found

    def _fetched(self, numbers: NDArray[np.intp]) -> list[tuple[Rows, NDArray[np.intp], NDArray[np.intp]]]:
        wanted = list(self._by_piece(numbers))
        if len(self.pieces) > _LIKELY_COLD and len(numbers) <= _SCATTERED:
            for rows, _, within in wanted:
                fetch(rows, within.tolist())
        return wanted

    def _by_piece(self, numbers: NDArray[np.intp]) -> Iterator[tuple[Rows, NDArray[np.intp], NDArray[np.intp]]]:
        """(rows of a piece, places in `numbers`, where in the piece each of these is), of what can be had."""
        order = numbers.argsort(kind="stable")
        ordered = numbers.take(order)
        first, last = ordered.searchsorted((0, self.count)).tolist()
        pieces: list[int] = (ordered[first:last] // self.piece_rows).tolist()
        for number in dict.fromkeys(pieces):
            rows, start = self.pieces[number].readable(), number * self.piece_rows
            first, end = ordered.searchsorted((start, min(start + len(rows), self.count))).tolist()
            yield rows, order[first:end], ordered[first:end] - start

    def dot(self, query: NDArray[np.float32]) -> NDArray[np.float32]:
        """The product of every row with a vector, by place: row n at n + 1, zero at both ends and for missing rows."""
        found = np.zeros(self.count + 2, np.float32)
        for number, piece in enumerate(self.pieces):
            start = number * self.piece_rows
            rows = piece.readable()[: self.count - start]
            with np.errstate(all="ignore"):  # what a damaged row holds need not be numbers
                found[start + 1 : start + 1 + len(rows)] = rows @ query
        return found
