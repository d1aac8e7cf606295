"""How much of the question's words a candidate itself holds."""

import numpy as np

from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.scores import Values

__all__ = ["WORDS", "words"]

WORDS = ("bm25", "bm25_of_best", "coverage", "rarest", "pairs")

_LEAST = 1e-9


def words(near: Surroundings) -> Values:
    """BM25 as it is and relative to the best, and the idf of what is held: in sum, the rarest word, neighbours."""
    weights = near.question.asked.weights
    held = (near.held.T > 0).astype(np.float64)
    found = near.empty(len(WORDS))
    found[0] = near.own
    found[1] = near.own / max(near.own.max(initial=0), _LEAST)
    found[2] = weights @ held if near.wants("coverage") else 0.0
    if near.wants("rarest"):
        found[3] = (held * weights[:, np.newaxis]).max(axis=0, initial=0) / max(weights.max(initial=0), _LEAST)
    else:
        found[3] = 0.0
    lighter = np.minimum(weights[:-1], weights[1:])
    found[4] = (lighter / max(lighter.sum(), _LEAST)) @ (held[:-1] * held[1:])
    return found
