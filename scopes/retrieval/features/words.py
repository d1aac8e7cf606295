"""How much of the question's words a candidate itself holds."""

import numpy as np

from scopes.retrieval.features.surroundings import REACH, Surroundings
from scopes.retrieval.scores import Values

__all__ = ["WORDS", "words"]

WORDS = ("bm25", "bm25_of_best", "coverage", "rarest", "pairs")

_LEAST = 1e-9


def words(near: Surroundings) -> Values:
    """BM25 as it is and relative to the best, and the idf of what is held: in sum, the rarest word, neighbours."""
    weights = near.question.asked.weights
    held = np.ascontiguousarray(near.held[REACH].T > 0)
    found = near.empty(len(WORDS))
    found[0] = near.own
    found[1] = near.own / max(near.own.max(initial=0), _LEAST)
    found[2] = weights @ held
    found[3] = (held * weights[:, np.newaxis]).max(axis=0, initial=0) / max(weights.max(initial=0), _LEAST)
    lighter = np.minimum(weights[:-1], weights[1:])
    found[4] = lighter @ (held[:-1] & held[1:]) / max(lighter.sum(), _LEAST)
    return found
