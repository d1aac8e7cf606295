"""How much of the question's words the turns around a candidate hold: short answers hold none themselves."""

from scopes.retrieval.features.surroundings import REACH, Surroundings
from scopes.retrieval.scores import Values

__all__ = ["NEIGHBOURHOOD", "neighbourhood"]

NEIGHBOURHOOD = (
    "bm25_before",
    "bm25_after",
    "window_1",
    "window_3",
    "window_6",
    "coverage_1",
)


def neighbourhood(near: Surroundings) -> Values:
    """BM25 of the turns before and after; then of windows of 1, 3 and 6 turns to either side.

    A window holds a word to the degree that not all of its turns lack it, 1 - Π (1 - held): as of one turn, repetition
    saturates.
    """
    weights = near.question.asked.weights
    found = near.empty(len(NEIGHBOURHOOD))
    found[0], found[1] = near.before, near.after
    if near.is_scattered:
        inner = 1 - near.held
        found[2:5] = (1 - inner) @ weights
    else:
        lacked = 1 - near.held_around
        inner = lacked[REACH - 1 : REACH + 2].prod(axis=0)
        middle = inner * lacked[REACH - 3 : REACH - 1].prod(axis=0) * lacked[REACH + 2 : REACH + 4].prod(axis=0)
        outer = middle * lacked[: REACH - 3].prod(axis=0) * lacked[REACH + 4 :].prod(axis=0)
        found[2] = (1 - inner) @ weights if near.wants("window_1") else 0.0
        found[3] = (1 - middle) @ weights
        found[4] = (1 - outer) @ weights
    found[5] = (inner < 1) @ weights if near.wants("coverage_1") else 0.0
    return found
