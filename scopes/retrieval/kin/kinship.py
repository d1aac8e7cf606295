"""The words of a scope's texts and how near they are to others, as they are known at one moment."""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.rows import Rows

__all__ = ["MOST", "NO_WORD", "Kinship", "keys_of", "unit"]

MOST = 16  # words of a text that are kept: the rarest
NO_WORD = 0

_LEAST = 1e-6

Keys = NDArray[np.uint64]
Vectors = NDArray[np.float32]


class Kinship(msgspec.Struct, frozen=True):
    """`vectors`: a row a word, of length 1, row NO_WORD all 0; `numbers`: by its token which row is a word's.

    `keys` are of the texts that were read, sorted; `texts` are parallel to them, the numbers of their words. A number
    past the end of `vectors` was given later and counts as none. `asked` are words that were only asked for, their rows
    as they were made: `directions` and `centre` bring them among the others.
    """

    numbers: Mapping[str, int]
    vectors: Vectors
    keys: Keys
    texts: NDArray[np.uint16]
    asked: Mapping[str, Vectors]
    directions: Vectors
    centre: Vectors

    def __len__(self) -> int:
        return len(self.keys)

    def cosines(self, tokens: Sequence[str], rows: Rows) -> Vectors:
        """(texts, tokens): of each text the word that is nearest; 0 where there is none, or none is near."""
        asked = self._rows_of(tokens)
        if not len(self.keys) or not asked.any():
            return np.zeros((len(rows), len(tokens)), np.float32)
        keys = keys_of(rows)
        places = np.minimum(self.keys.searchsorted(keys), len(self.keys) - 1)
        texts = self.texts.take(places, axis=0)
        if (unread := self.keys.take(places) != keys).any():
            texts[unread] = NO_WORD
        # Texts repeat words: each is compared once.
        occurs = np.zeros(len(self.vectors), np.bool_)
        occurs[texts] = True
        words = occurs.nonzero()[0]
        order = np.empty(len(self.vectors), np.int32)
        order[words] = np.arange(len(words))
        near = self.vectors.take(words, axis=0) @ asked.T
        # Place by place: numpy's maximum along a short last axis is several times as slow.
        nearest: Vectors = np.maximum.reduce(near.take(order.take(texts.T), axis=0))
        return np.maximum(nearest, 0.0, out=nearest)

    def _rows_of(self, tokens: Sequence[str]) -> Vectors:
        known = len(self.vectors)
        numbers = [self.numbers.get(token, NO_WORD) for token in tokens]
        found = self.vectors.take([number if number < known else NO_WORD for number in numbers], axis=0)
        given = enumerate(map(self.asked.get, tokens))
        asked = {place: row for place, row in given if row is not None}
        if asked and len(self.directions):
            found[list(asked)] = unit(np.stack(list(asked.values())) @ self.directions - self.centre)
        return found


def keys_of(rows: Rows) -> Keys:
    """What tells texts apart: the item, and when and how long it was recorded, so that one written anew is another."""
    recorded = np.ascontiguousarray(rows["recorded"], np.float64).view(np.uint64)
    keys: Keys = rows["lot"] ^ recorded ^ rows["length"].astype(np.uint64)
    return keys


def unit(vectors: Vectors) -> Vectors:
    """Rows at length 1; of zeros, zeros."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.maximum(lengths, np.float32(_LEAST))
