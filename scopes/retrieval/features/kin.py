"""Words of a candidate that mean about what the question's words mean: asked for instruments, told of a violin."""

import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.features.surroundings import REACH, Surroundings
from scopes.retrieval.rows import NOWHERE
from scopes.retrieval.scores import Values

__all__ = ["KIN", "kin"]

KIN = ("kin", "kin_3")

_LEAST = 1e-2
_MOST = 4.0
_REACH = 3
_UNLIKE = 0.25  # cosines up to here tell nothing of one pair of words


def kin(near: Surroundings) -> Values:
    """For each word asked the nearest word of the candidate, in deviations above the candidates' mean, 0 to 4; and the
    nearest cosine among the candidates up to 3 turns away, itself among them, 0 to 1.

    A word that a candidate holds itself is as near as can be. It is late interaction (Khattab and Zaharia, 2020), over
    words as they are in a dictionary.
    """
    known = near.question.kinship
    assert known is not None, "asked only where words have rows"
    found = near.empty(len(KIN))
    if not len(near.slots):
        return found
    weights = near.question.asked.weights.astype(np.float32)
    nearest = known.cosines(near.question.words.tokens, near.rows)
    np.copyto(nearest, 1.0, where=near.held > 0)
    above = nearest - np.add.reduce(nearest) / np.float32(len(nearest))
    deviation = np.sqrt(np.add.reduce(above * above) / np.float32(len(nearest)))
    above /= deviation + np.float32(_LEAST)
    found[0] = above.clip(0.0, _MOST, out=above) @ weights
    found[1] = _beside(near, nearest) @ weights
    return found


def _beside(near: Surroundings, nearest: NDArray[np.float32]) -> NDArray[np.float32]:
    """(candidates, tokens): the nearest word among the candidates up to 3 turns away."""
    count = len(near.slots)
    like = np.zeros((count + 1, nearest.shape[1]), np.float32)  # the last one is of what is no candidate
    np.maximum((nearest - np.float32(_UNLIKE)) / np.float32(1 - _UNLIKE), 0.0, out=like[:count])
    if near.is_scattered:
        return like[:count]
    places = np.full(len(near.question.index.rows) + 1, count, np.int32)
    places[near.slots] = np.arange(count)
    places[NOWHERE] = count
    return np.maximum.reduce(like.take(places[near.around[REACH - _REACH : REACH + _REACH + 1]], axis=0))
