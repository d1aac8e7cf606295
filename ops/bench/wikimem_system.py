"""wikimem's ranking: BM25 over jieba's words, scaled to 0 to 1, plus the cosine, of equal weight."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from ops.bench.systems import LIMIT, Answer, answer_with
from scopes.model import Item
from scopes.retrieval.bm25 import Bm25, Bm25Parameters
from scopes.retrieval.scores import Values
from scopes.retrieval.segmenter import warm

_RUN = re.compile(r"(?P<han>[\u3400-\u4dbf\u4e00-\u9fff]+)|[^\W_]+")
_OKAPI = Bm25Parameters(k1=1.5, b=0.75)
_LEAST = 1e-9


class Wikimem:
    """The formula over the turns of one conversation; `cosines`: a question's with each item, None for words alone."""

    def __init__(self, items: Sequence[Item], cosines: Callable[[str], Values] | None) -> None:
        self._items, self._cosines = items, cosines
        self._bm25 = Bm25.empty(_OKAPI).apply([(item.id, _words(item.content)) for item in items])

    def answer(self, question: str) -> Answer:
        """The best turns by the sum; those that score 0 are left out."""
        scores = self._bm25.score(_words(question)).at(np.arange(len(self._items)))
        scores = (scores - scores.min(initial=0)) / max(float(np.ptp(scores)), _LEAST)
        if self._cosines is not None:
            scores = scores + self._cosines(question)
        best = np.argsort(-scores, kind="stable")[:LIMIT]
        return answer_with(self._items, best[scores[best] > 0].tolist())


def _words(text: str) -> list[str]:
    cut = warm().cut
    found: list[str] = []
    for run in _RUN.finditer(text.lower()):
        found += cut(run[0]) if run["han"] and cut else [run[0]]
    return found
