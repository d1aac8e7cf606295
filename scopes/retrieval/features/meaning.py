"""How near candidates, their neighbours and their sessions are to the question in meaning."""

import math

import numpy as np

from scopes.retrieval.features.surroundings import REACH, Surroundings
from scopes.retrieval.rows import NOWHERE
from scopes.retrieval.scores import Values

__all__ = ["MEANING", "meaning"]

MEANING = (
    "cosine",
    "nearness",
    "nearness_3_before",
    "nearness_2_before",
    "nearness_before",
    "nearness_after",
    "nearness_of_session",
    "nearness_of_pair",
    "nearness_to_best",
)

_BESIDE = (REACH - 3, REACH - 2, REACH - 1, REACH + 1)


def meaning(near: Surroundings) -> Values:
    """The cosine, exact, and nearness: of the turn, of those around it, of the best in its session or among all.

    A pair is a turn and the one before it, of which the nearer counts.
    """
    sought = near.question.nearness
    assert sought is not None, "asked only where there are vectors"
    cosines = sought.cosines(near.slots)
    own = sought.of(cosines)
    found = near.empty(len(MEANING))
    found[0] = cosines
    if math.isnan(cosines.sum()):
        found[0, np.isnan(cosines)] = 0.0
    found[1] = own
    if near.is_scattered:
        found[2:6] = 0.0
    else:
        beside = near.around.take(_BESIDE, axis=0)
        found[2:6] = sought.estimated(beside)
        found[2:6][beside == NOWHERE] = 0.0
    found[6] = near.best_in_session(own)
    found[7] = np.maximum(own, found[4])
    found[8] = own - own.max(initial=0)
    return found
