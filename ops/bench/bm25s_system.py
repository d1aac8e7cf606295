"""bm25s with Snowball stems, at every k1 and b of a small grid."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from ops.bench.systems import LIMIT, Answer, answer_with, require
from ops.bench.words import indexed_words, query_words
from scopes.model import Item

GRID = tuple(itertools.product((0.6, 0.9, 1.2, 1.5), (0.2, 0.4, 0.75)))


def check_installed() -> None:
    """UnavailableError unless the libraries are there; to be asked before the long work begins."""
    require("bm25s", "bm25s")
    require("Stemmer", "PyStemmer")


class Bm25s:
    """The bm25s library (Lucene's BM25) over the turns of one conversation."""

    def __init__(self, items: Sequence[Item], k1: float, b: float) -> None:
        bm25s = require("bm25s", "bm25s")
        self._stemmer: Any = require("Stemmer", "PyStemmer").Stemmer("english")
        self._items = items
        self._index: Any = bm25s.BM25(k1=k1, b=b)
        self._index.index([self._stems(indexed_words(item)) for item in items], show_progress=False)

    def answer(self, question: str) -> Answer:
        """The best turns by score; those that score 0 are left out."""
        # The library takes no word that it doesn't know.
        known = [stem for stem in dict.fromkeys(self._stems(query_words(question))) if stem in self._index.vocab_dict]
        if not known:
            return Answer((), 0)
        scores = self._index.get_scores(known)
        best = np.argsort(-scores, kind="stable")[:LIMIT]
        return answer_with(self._items, best[scores[best] > 0].tolist())

    def _stems(self, words: list[str]) -> list[str]:
        return self._stemmer.stemWords(words)
