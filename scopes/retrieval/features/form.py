"""The form of a candidate, and whether it is the form of the answer that the question wants."""

import numpy as np

from scopes.retrieval.features.surroundings import REACH, Surroundings
from scopes.retrieval.rows import NOWHERE
from scopes.retrieval.scores import Values
from scopes.retrieval.shape import ASKS, COUNTS, PEOPLE, PLACES, TIMES

__all__ = ["FORM", "form"]

FORM = (
    "asks_before",
    "log_length",
    "short",
    "first",
    "bm25_answered",
    "time_wanted",
    "place_wanted",
    "person_wanted",
    "count_wanted",
)
_SHORT = 40  # bytes
_WANTED = (TIMES, PLACES, PEOPLE, COUNTS)


def form(near: Surroundings) -> Values:
    """Does it follow a question, is it long, short, first in its session; and has it the traits that are wanted.

    `bm25_answered` is the BM25 of the question that it answers.
    """
    rows, traits, wanted = near.rows, near.rows["traits"], near.question.asked.wanted
    length = rows["length"]
    found = near.empty(len(FORM))
    found[1] = np.log1p(length) / 5
    found[2] = length < _SHORT
    if near.is_scattered:
        found[[0, 3, 4]] = 0.0
    else:
        previous = near.around[REACH - 1]
        before = (previous != NOWHERE) & ((near.question.index.rows["traits"].take(previous, mode="wrap") & ASKS) > 0)
        found[0] = before
        found[3] = (rows["place"] == 0) & ~near.lone
        found[4] = (before & ((traits & ASKS) == 0)) * near.before
    found[5:] = 0.0
    for row, trait in enumerate(_WANTED, 5):
        if wanted & trait:
            found[row] = (traits & trait) > 0
    return found
