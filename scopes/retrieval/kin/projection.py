"""Rows of words in the few dimensions in which a scope's words differ most."""

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.kin.kinship import Vectors, unit

__all__ = ["DIM", "Projection"]

DIM = 64

_WORDS = 256  # that directions are found by; from then on they stay
_ANEW = 1.5


class Projection:
    """The principal directions of the first words (Pearson, 1901), found anew while these are few.

    In 64 of them words rank as well as in all 512 dimensions of a model, and better than in twice as many at random.
    """

    def __init__(self) -> None:
        self._raw: list[NDArray[np.float16]] = []
        self._words = self._found_by = 0
        self.directions: Vectors = np.zeros((0, 0), np.float32)  # (dim, DIM)
        self._rows = np.zeros((1, 0), np.float16)  # a word each, behind that of no word

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._rows.nbytes + self.directions.nbytes + sum(raw.nbytes for raw in self._raw)

    def append(self, raw: Vectors) -> None:
        """Put the rows of more words, as the embedder made them, behind the others."""
        if not len(raw):
            return
        self._words += len(raw)
        if self._found_by < _WORDS:
            self._raw.append(raw.astype(np.float16))
            if self._words >= self._found_by * _ANEW:
                raw = self._begin_anew()
        self._rows = np.concatenate((self._rows, (raw @ self.directions).astype(np.float16)))

    def _begin_anew(self) -> Vectors:
        """Find the directions by all words so far, and give their rows back."""
        whole = np.concatenate(self._raw).astype(np.float32)
        self.directions, self._found_by = _principal(whole), len(whole)
        self._rows = np.zeros((1, self.directions.shape[1]), np.float16)
        if self._found_by >= _WORDS:
            self._raw = []
        return whole

    def shown(self) -> tuple[Vectors, Vectors]:
        """The rows less their mean, at length 1 but for that of no word, and their mean."""
        rows = self._rows.astype(np.float32)
        centre: Vectors = rows[1:].mean(axis=0) if len(rows) > 1 else rows[0]
        vectors = unit(rows - centre)
        vectors[0] = 0.0
        return vectors, centre


def _principal(raw: Vectors) -> Vectors:
    """(dim, at most DIM): the directions of the greatest spread, greatest first."""
    spread = unit(raw - raw.mean(axis=0))
    _, directions = np.linalg.eigh(spread.T @ spread)
    return np.ascontiguousarray(directions[:, : -DIM - 1 : -1])
