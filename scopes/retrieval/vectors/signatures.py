"""One bit a dimension: the sign of a row once the centre of all rows is taken off, compared by counting bits.

The share of bits in which two signatures differ estimates the angle between their rows (Charikar, 2002). Words lie word
by word, not row by row, so that one pass of a word goes over neighbouring memory.
"""

import functools

import numpy as np
from numpy.typing import NDArray

__all__ = ["NO_ROW", "Rows", "Signatures"]

Rows = NDArray[np.float32]  # (rows, dim)
Words = NDArray[np.uint64]  # (words, rows)

NO_ROW = 0  # the place of a slot without a row; row n has place n + 1
_WORD = 64
_BLOCK = 65_536
_ADDED_AS_BYTES = 3  # counts of this many words fit a byte
_FEWEST = 1_024
_GROWTH = 8


class _Room:
    """Words with room to grow into; rows up to `filled` are taken by some view."""

    def __init__(self, words: Words, filled: int) -> None:
        self.words, self.filled = words, filled


class Signatures:
    """Of the first `count` rows. Never changed; `appended` grows behind the views that share its memory.

    `centre` is what was taken off, `spread` the mean length of the rows without it.
    """

    __slots__ = ("_room", "centre", "count", "spread")

    def __init__(self, room: _Room, count: int, centre: NDArray[np.float32], spread: float) -> None:
        self._room, self.count, self.centre, self.spread = room, count, centre, spread

    @classmethod
    def empty(cls, sample: Rows) -> "Signatures":
        """Of no rows yet, centred by a sample of those to come."""
        known = sample[(np.abs(sample) <= 1).all(axis=1) & sample.any(axis=1)]  # the others are missing or damaged
        centre = known.mean(axis=0) if len(known) else np.zeros(sample.shape[1], np.float32)
        spread = float(np.linalg.norm(known - centre, axis=1).mean()) if len(known) else 1.0
        words = np.empty((-(-sample.shape[1] // _WORD), 0), np.uint64)
        return cls(_Room(words, 0), 0, centre.astype(np.float32), spread)

    @property
    def dim(self) -> int:
        """Dimensions of a row."""
        return len(self.centre)

    @property
    def nbytes(self) -> int:
        """Bytes held for these rows."""
        return self._room.words.shape[0] * self.count * 8 + self.centre.nbytes

    @property
    def words(self) -> Words:
        """(words, rows)."""
        return self._room.words[:, : self.count]

    def bits(self, query: NDArray[np.float32]) -> NDArray[np.uint8]:
        """The signature of one vector, as bytes."""
        return self._asked(query).view(np.uint8)

    def appended(self, rows: Rows) -> "Signatures":
        """With these rows behind the others."""
        end = self.count + len(rows)
        if self._room.filled != self.count or end > self._room.words.shape[1]:
            words = np.empty((self._room.words.shape[0], end + end // _GROWTH + _FEWEST), np.uint64)
            words[:, : self.count] = self._room.words[:, : self.count]
            room = _Room(words, self.count)
        else:
            room = self._room
        for start in range(0, len(rows), _BLOCK):
            piece = rows[start : start + _BLOCK]
            room.words[:, self.count + start : self.count + start + len(piece)] = self._signs(piece).T
        room.filled = end
        return Signatures(room, end, self.centre, self.spread)

    def _asked(self, query: NDArray[np.float32]) -> NDArray[np.uint64]:
        """The signature of one vector, as words."""
        return self._packed(query[np.newaxis] > self.centre)[0]

    def _signs(self, rows: Rows) -> Words:
        """(rows, words)."""
        with np.errstate(invalid="ignore"):
            return self._packed(rows > self.centre)

    def _packed(self, signs: NDArray[np.bool_]) -> Words:
        """(rows, words); dimensions that fill the last word up are equal in all rows."""
        packed = np.packbits(signs, axis=1)
        if packed.shape[1] % 8 == 0:
            return packed.view(np.uint64)
        padded = np.zeros((len(signs), self._room.words.shape[0] * 8), np.uint8)
        padded[:, : packed.shape[1]] = packed
        return padded.view(np.uint64)

    def distances(self, query: NDArray[np.float32]) -> NDArray[np.uint16]:
        """Bits that differ from the query's, by place; `dim + 1` at NO_ROW and behind the last row."""
        found = np.full(self.count + 2, self.dim + 1, np.uint16)
        asked = self._asked(query)
        differing = np.empty(min(_BLOCK, self.count), np.uint64)
        counts = np.empty((2, len(differing)), np.uint8)
        for start in range(0, self.count, _BLOCK):
            words = self.words[:, start : min(start + _BLOCK, self.count)]
            size = words.shape[1]
            _count_differing(words, asked, differing[:size], counts[:, :size], found[start + 1 : start + 1 + size])
        return found

    def cosines(self, query: NDArray[np.float32]) -> NDArray[np.float64]:
        """What a number of differing bits says of the cosine with the query; nan at `dim + 1`.

        cos(a, b) = (a - c)·(b - c) + a·c + b·c - c·c, where the mean of b·c over all rows is c·c.
        """
        apart = query - self.centre
        length = float(np.sqrt(apart @ apart))
        values = _cosines_by_bits(self.dim) * (length * self.spread)
        values += float(query @ self.centre)
        values.clip(-1.0, 1.0, out=values)
        values[-1] = np.nan
        return values


@functools.lru_cache(8)
def _cosines_by_bits(dim: int) -> NDArray[np.float64]:
    """The cosine of the angle that each number of differing bits stands for, and one number more."""
    return np.cos(np.arange(dim + 2) * (np.pi / dim))


def _count_differing(
    words: Words,
    asked: NDArray[np.uint64],
    differing: NDArray[np.uint64],
    counts: NDArray[np.uint8],
    totals: NDArray[np.uint16],
) -> None:
    """Fill `totals`; the other two are scratch. Sums stay in bytes for as long as they fit: widening costs most."""
    totals[:] = 0
    few, one = counts
    for first in range(0, len(words), _ADDED_AS_BYTES):
        np.bitwise_xor(words[first], asked[first], out=differing)
        np.bitwise_count(differing, out=few)
        for number in range(first + 1, min(first + _ADDED_AS_BYTES, len(words))):
            np.bitwise_xor(words[number], asked[number], out=differing)
            np.bitwise_count(differing, out=one)
            np.add(few, one, out=few)
        np.add(totals, few, out=totals)
