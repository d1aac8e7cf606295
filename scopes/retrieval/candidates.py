"""Which slots are worth judging: the best by words, the nearest in meaning, the turns next to both, and notes that tell
what a question about now wants to know."""

import numpy as np

from scopes.retrieval.features.present import telling
from scopes.retrieval.features.surroundings import Question
from scopes.retrieval.policy import Mode
from scopes.retrieval.rows import NOWHERE
from scopes.retrieval.scores import Slots, distinct

__all__ = ["propose"]

# An answer may share no word with what is asked, and lie in the second turn after it.
_BESIDE_WORDS = 2
_BESIDE_MEANING = 1


def propose(question: Question, mode: Mode) -> Slots:
    """Open and allowed slots, ascending: those that `mode` has so many of, the turns to either side, and notes that
    tell the fact asked for."""
    rows = question.index.rows
    best, _ = question.words.top(mode.best, question.allowed)
    around = rows.around(best, _BESIDE_WORDS).ravel()
    if mode.nearest and question.nearness is not None:
        nearest = question.nearness.proposed(mode.nearest, question.allowed)
        around = np.concatenate((around, rows.around(nearest, _BESIDE_MEANING).ravel()))
    told = telling(question)
    found = distinct(np.concatenate((around, told)) if len(told) else around)
    if len(found) and found[0] == NOWHERE:
        found = found[1:]
    if len(question.index) != question.index.bm25.slots:
        found = found[question.index.bm25.is_open(found)]
    return found if question.allowed is None else found[question.allowed[found]]
