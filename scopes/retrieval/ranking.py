"""From a question to slots in order: propose, measure, weigh."""

import datetime as dt
import time
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.errors import UnavailableError
from scopes.model import Degraded
from scopes.retrieval.candidates import propose
from scopes.retrieval.features.surroundings import Question, Surroundings
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.left_out import left_out
from scopes.retrieval.policy import Mode, Policy
from scopes.retrieval.relevance import circumstances, evidence, is_whole, sureness
from scopes.retrieval.rows import LAYERS
from scopes.retrieval.scores import Slots, Values
from scopes.retrieval.signals import MEANT, Signal

__all__ = ["Measured", "Part", "Ranking", "diary_of", "measure", "rank"]

_DIARY = LAYERS.index("diary")


class Measured(msgspec.Struct, frozen=True):
    """Candidates, and what each signal at hand measured of them; `left_out` says which weren't at hand."""

    near: Surroundings
    signals: dict[str, tuple[Signal, Values]]
    left_out: tuple[Degraded, ...] = ()

    def mode(self, policy: Policy) -> Mode:
        """The weights that fit what was measured."""
        return policy.meaning if MEANT.name in self.signals else policy.lexical


class Part(msgspec.Struct, frozen=True):
    """A signal's say: its features, a row each, a column a candidate, and what each counts for, `strength` included."""

    features: tuple[str, ...]
    values: Values
    weights: Values
    strength: float

    def share(self, place: int) -> float:
        """What the candidate in that column gets from it."""
        return float(self.weights @ self.values[:, place])


class Ranking(msgspec.Struct, frozen=True):
    """Slots, best first, and how sure each is to answer, 0 to 1; `threshold` is what the best must reach.

    `places` are the columns of the slots in the parts.
    """

    slots: Slots
    scores: Values
    places: Slots
    parts: dict[str, Part] = {}
    left_out: tuple[Degraded, ...] = ()
    threshold: float = 0.0

    def only(self, chosen: Slots) -> "Ranking":
        """The given places of the ranking, in the order given."""
        return msgspec.structs.replace(
            self, slots=self.slots[chosen], scores=self.scores[chosen], places=self.places[chosen]
        )


def measure(
    question: Question, policy: Policy, signals: Sequence[Signal], now: dt.datetime, deadline: float | None = None
) -> Measured:
    """What the signals say about the candidates; past a deadline of the monotonic clock only the first one speaks."""
    missing: list[Degraded] = []
    usable = [signal for signal in signals if signal is not MEANT or question.nearness is not None]
    try:
        slots = propose(question, policy.meaning if MEANT in usable else policy.lexical)
    except MEANT.failures as error:
        missing.append(left_out(MEANT.name, error, now))
        usable.remove(MEANT)
        slots = propose(question, policy.lexical)
    near = Surroundings(question, slots)
    found: dict[str, tuple[Signal, Values]] = {}
    for signal in usable:
        if found and deadline is not None and time.monotonic() > deadline:
            missing.append(left_out(signal.name, "the deadline of the request had passed", now))
            continue
        try:
            found[signal.name] = signal, signal.measured(near)
        except UnavailableError as error:
            missing.append(left_out(signal.name, error, now))
    return Measured(near, found, tuple(missing))


def rank(measured: Measured, policy: Policy) -> Ranking:
    """The candidates by the weighted sum of what was measured; of equals, the newest recorded first, then by lot."""
    near, mode = measured.near, measured.mode(policy)
    parts = {name: _part(signal, values, mode, policy) for name, (signal, values) in measured.signals.items()}
    sums = np.zeros(len(near.slots))
    for part in parts.values():
        sums += part.weights @ part.values
    order = _order(sums, near)
    found = evidence({name: part.values for name, part in parts.items()}, sums, order)
    sure = sureness(found | circumstances(near.question), mode.relevance)
    scores = _below(sure, sums[order], mode.relevance.spacing)
    judged = is_whole(parts) and len(near.question.index) >= policy.least_items
    threshold = mode.relevance.threshold if judged else 0.0
    return Ranking(near.slots[order], scores, order, parts, measured.left_out, threshold)


def _part(signal: Signal, values: Values, mode: Mode, policy: Policy) -> Part:
    strength = policy.strength_of(signal)
    return Part(signal.features, values, strength * mode.vector(signal.features), strength)


def _order(sums: Values, near: Surroundings) -> Slots:
    order = (-sums).argsort()
    ordered = sums[order]
    if (ordered[1:] < ordered[:-1]).all():
        return order
    return np.lexsort((near.rows["lot"], -near.rows["recorded"], -sums))


def diary_of(index: ScopeIndex, allowed: NDArray[np.bool_]) -> Ranking:
    """The diary entries that are let through, in the order of what they tell."""
    slots = (allowed & (index.rows["layer"] == _DIARY)).nonzero()[0]
    rows = index.rows.at(slots)
    slots = slots[np.lexsort((rows["lot"], rows["ordinal"], rows["first"]))]
    return Ranking(slots, np.zeros(len(slots)), np.arange(len(slots)))


def _below(sure: float, sums: Values, spacing: float) -> Values:
    """How sure each hit is, given how sure the best one is: less by the distance of their sums, in log odds."""
    if not len(sums):
        return sums
    return 1 / (1 + np.exp(spacing * (sums[0] - sums) - sure))
