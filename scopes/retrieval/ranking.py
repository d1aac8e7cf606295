"""From a question to slots in order: propose, judge, fuse."""

import datetime as dt
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.errors import UnavailableError
from scopes.model import Degraded, iso
from scopes.retrieval.fusion import Part, fuse
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.rows import LAYERS
from scopes.retrieval.scores import Slots, Values, distinct
from scopes.retrieval.signals import Question, Signal

__all__ = ["Ranking", "diary_of", "rank"]

_DIARY = LAYERS.index("diary")


class Ranking(msgspec.Struct, frozen=True):
    """Slots, best first, their scores, and what each signal gave; `left_out` says which signals were not at hand."""

    slots: Slots
    scores: Values
    parts: dict[str, Part] = {}
    left_out: tuple[Degraded, ...] = ()

    def only(self, chosen: Slots) -> "Ranking":
        """The given places of the ranking, in the order given."""
        parts = {name: part.only(chosen) for name, part in self.parts.items()}
        return Ranking(self.slots[chosen], self.scores[chosen], parts, self.left_out)


def rank(question: Question, signals: Sequence[Signal], now: dt.datetime) -> Ranking:
    """What all signals at hand propose, by fused score; of equals, the newest recorded first, then by lot."""
    left_out: list[Degraded] = []
    proposed: dict[str, Slots] = {}
    judged: dict[str, Values] = {}
    for signal in signals:
        try:
            proposed[signal.name] = signal.propose(question)
        except UnavailableError as error:
            left_out.append(_left_out(signal, error, now))
    candidates = distinct(np.concatenate((np.empty(0, np.intp), *proposed.values())))
    for signal in signals:
        if signal.name in proposed:
            try:
                judged[signal.name] = signal.judge(question, candidates)
            except UnavailableError as error:
                left_out.append(_left_out(signal, error, now))
    zeros = {signal.name: signal.zero for signal in signals}
    scores, parts = fuse(judged, question.policy.weights, len(candidates), zeros)
    rows = question.index.rows[candidates]
    order = np.lexsort((rows["lot"], -rows["recorded"], -scores))
    return Ranking(candidates, scores, parts, tuple(left_out)).only(order)


def diary_of(index: ScopeIndex, allowed: NDArray[np.bool_]) -> Ranking:
    """The diary entries that are let through, in the order of what they tell."""
    slots = (allowed & (index.rows["layer"] == _DIARY)).nonzero()[0]
    rows = index.rows[slots]
    slots = slots[np.lexsort((rows["lot"], rows["ordinal"], rows["first"]))]
    return Ranking(slots, np.zeros(len(slots)))


def _left_out(signal: Signal, error: UnavailableError, now: dt.datetime) -> Degraded:
    return Degraded(
        component=f"signal:{signal.name}",
        wanted=signal.name,
        used="the other signals",
        reason=error.detail,
        since=iso(now),
        remedy="see the component that the signal needs",
    )
