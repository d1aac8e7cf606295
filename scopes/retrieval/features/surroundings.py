"""The candidates of one question with the turns around them, gathered once for all features."""

import functools
from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.features.asked import Asked
from scopes.retrieval.features.nearness import Nearness
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.period import Period
from scopes.retrieval.rows import NOWHERE, Rows
from scopes.retrieval.scores import Scores, Slots, Values
from scopes.retrieval.usage.uses import Use

__all__ = ["REACH", "Question", "Surroundings"]

REACH = 6  # turns to either side


class Question(msgspec.Struct, frozen=True):
    """What is asked of which view. `allowed`: the slots that the request lets through, None for all.

    `text` is case-folded. `period` is the time that the question speaks of; `nearness` is None where there are no
    vectors to compare. `uses` are those of its items, by their ids.
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


class Surroundings:
    """`around[REACH + k]` are the slots of the turns `k` after each candidate, NOWHERE where there is none.

    `held` is parallel to `around`, with a last axis of tokens: the share of its weight that each is credited with.
    `own`, `before` and `after` are the BM25 of a candidate and of the turns beside it, in shares of what a slot could
    have. `lone` are candidates that belong to no session.
    """

    def __init__(self, question: Question, slots: Slots) -> None:
        index = question.index
        self.question = question
        self.slots = slots
        self.rows: Rows = index.rows.at(slots)
        self._session = self.rows["session"]
        self.lone: NDArray[np.bool_] = self._session == NOWHERE
        self.around = index.rows.around(slots, REACH)
        self.held: NDArray[np.float32] = question.words.shares(self.around)
        beside = self.held[REACH - 1 : REACH + 2] @ question.asked.weights.astype(np.float32)
        self.before, self.own, self.after = beside.astype(np.float64)

    def empty(self, features: int) -> Values:
        """Room for so many features of every candidate."""
        return np.empty((features, len(self.slots)))

    def best_in_session(self, values: Values) -> Values:
        """The best value in each candidate's session, among the candidates; its own for what lies in none."""
        order, starts, sizes = self._sessions
        if not len(order):
            return values
        best = np.empty_like(values)
        best[order] = np.maximum.reduceat(values[order], starts).repeat(sizes)
        np.copyto(best, values, where=self.lone)
        return best

    @functools.cached_property
    def _sessions(self) -> tuple[Slots, Slots, Slots]:
        """The candidates' places session by session, and where each session starts among them, and its size."""
        order = self._session.argsort(kind="stable")
        ordered = self._session[order]
        starts = np.append(0, (ordered[1:] != ordered[:-1]).nonzero()[0] + 1)
        return order, starts, np.append(starts[1:], len(order)) - starts
