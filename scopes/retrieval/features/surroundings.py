"""The candidates of one question with the turns around them, gathered once for all features."""

import functools
from collections.abc import Container, Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.features.asked import Asked
from scopes.retrieval.features.nearness import Nearness
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.kin.kinship import Kinship
from scopes.retrieval.period import Period
from scopes.retrieval.rows import NOWHERE, Rows
from scopes.retrieval.scores import Scores, Slots, Values
from scopes.retrieval.usage.uses import Use

__all__ = ["REACH", "Question", "Surroundings"]

REACH = 6  # turns to either side


class Question(msgspec.Struct, frozen=True):
    """What is asked of which view. `allowed`: the slots that the request lets through, None for all.

    `text` is case-folded. `period` is the time that the question speaks of; `nearness` is None where there are no
    vectors to compare, `kinship` where there are no rows of words. `uses` are those of its items, by their ids.
    """

    index: ScopeIndex
    words: Scores
    asked: Asked
    text: str = ""
    allowed: NDArray[np.bool_] | None = None
    period: Period | None = None
    nearness: Nearness | None = None
    now: float = 0.0
    uses: Mapping[str, Use] = {}
    kinship: Kinship | None = None


class Surroundings:
    """`around[REACH + k]` are the slots of the turns `k` after each candidate, NOWHERE where there is none.

    `held_around` is parallel to `around`, with a last axis of tokens: the share of its weight that each is credited
    with; `held` is that of the candidates. `own`, `before` and `after` are the BM25 of a candidate and of the turns
    beside it, in shares of what a slot could have. `lone` are candidates that belong to no session; `is_scattered` says
    that all are, and then `around` and `held_around` are of the candidates alone. `wanted` are the features that count
    for anything, None for all: others may be 0 where that spares something.
    """

    def __init__(self, question: Question, slots: Slots, wanted: Container[str] | None = None) -> None:
        index = question.index
        self._wanted = wanted
        self.question = question
        self.slots = slots
        self.rows: Rows = index.rows.at(slots)
        self._session = self.rows["session"]
        self.lone: NDArray[np.bool_] = self._session == NOWHERE
        self.is_scattered = bool(self.lone.all())
        self.around = slots[np.newaxis] if self.is_scattered else index.rows.around(slots, REACH)
        self.held_around: NDArray[np.float32] = question.words.shares(self.around)
        self.held = self.held_around[len(self.around) // 2]
        weights = question.asked.weights.astype(np.float32)
        if self.is_scattered:
            self.own: Values = (self.held @ weights).astype(np.float64)
            self.before = self.after = np.zeros(len(slots))
        else:
            beside = self.held_around[REACH - 1 : REACH + 2] @ weights
            self.before, self.own, self.after = beside.astype(np.float64)

    def wants(self, feature: str) -> bool:
        """Whether a feature counts for anything."""
        return self._wanted is None or feature in self._wanted

    def empty(self, features: int) -> Values:
        """Room for so many features of every candidate."""
        return np.empty((features, len(self.slots)))

    def best_in_session(self, values: Values) -> Values:
        """The best value in each candidate's session, among the candidates; its own for what lies in none."""
        if self._sessions is None:
            return values
        order, starts, numbers = self._sessions
        best = np.maximum.reduceat(values.take(order), starts).take(numbers)
        np.copyto(best, values, where=self.lone)
        return best

    @functools.cached_property
    def _sessions(self) -> tuple[Slots, Slots, Slots] | None:
        """The candidates' places session by session, where each session starts among them, and the number of each
        candidate's session there; None where no candidate lies in any."""
        if self.is_scattered:
            return None
        order = self._session.argsort(kind="stable")
        ordered = self._session.take(order)
        first = np.empty(len(ordered), np.bool_)
        first[0] = True
        np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
        numbers = np.empty(len(ordered), np.intp)
        numbers[order] = first.cumsum() - 1
        return order, first.nonzero()[0], numbers
