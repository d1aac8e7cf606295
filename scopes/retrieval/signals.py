"""Signals: each judges the candidates by one kind of evidence."""

from collections.abc import Callable

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.policy import Policy
from scopes.retrieval.rows import NOWHERE
from scopes.retrieval.scores import Scores, Slots, Values, distinct

__all__ = ["LEXICAL", "Question", "Signal"]


class Question(msgspec.Struct, frozen=True):
    """What signals are asked about: the words, the view, and the slots that a request lets through (None: all)."""

    index: ScopeIndex
    words: Scores
    allowed: NDArray[np.bool_] | None
    policy: Policy


class Signal(msgspec.Struct, frozen=True):
    """One kind of evidence.

    `propose` names slots worth ranking, distinct and allowed. `judge` gives each candidate a finite score, nan where it
    has no opinion; only the order and the spacing count. A signal that is not at hand raises UnavailableError.
    `zero` is the score that means no evidence, for a signal that has one.
    """

    name: str
    judge: Callable[[Question, Slots], Values]
    propose: Callable[[Question], Slots]
    zero: float | None = None


def _best_by_words(question: Question) -> Slots:
    """The best by BM25, and the turns next to them: an answer may share no word with what is asked."""
    best, _ = question.words.top(question.policy.candidates, question.allowed)
    rows = question.index.rows[best]
    near = np.concatenate((best, rows["previous"], rows["following"]))
    near = distinct(near[(near != NOWHERE) & (near < len(question.index.rows))])
    near = near[question.index.bm25.is_open(near)]
    return near if question.allowed is None else near[question.allowed[near]]


def _words(question: Question, slots: Slots) -> Values:
    """BM25, and a share of that of the turns before and after."""
    index, policy = question.index, question.policy
    scores = question.words.at(slots)
    for field, share in (("previous", policy.previous), ("following", policy.following)):
        neighbours = index.rows[field][slots]
        there = ((neighbours != NOWHERE) & (neighbours < len(index.rows))).nonzero()[0]
        scores[there] += share * question.words.at(neighbours[there])
    return scores


LEXICAL = Signal("lexical", judge=_words, propose=_best_by_words, zero=0.0)
