"""From a question to slots in order: propose, measure, weigh."""

import datetime as dt
import math
import time
from collections.abc import Sequence

import msgspec
import numpy as np

from scopes.errors import UnavailableError
from scopes.model import Degraded
from scopes.retrieval.candidates import propose
from scopes.retrieval.features.surroundings import Question, Surroundings
from scopes.retrieval.left_out import left_out
from scopes.retrieval.policy import Mode, Policy
from scopes.retrieval.relevance import WATCHED, circumstances, evidence, is_whole, sureness
from scopes.retrieval.scores import Slots, Values
from scopes.retrieval.signals import KINDRED, MEANT, Signal

__all__ = ["Measured", "Part", "Ranking", "measure", "rank"]

_DECIMALS = 9


class Measured(msgspec.Struct, frozen=True):
    """Candidates, and what each signal at hand measured of them; `left_out` says which weren't at hand.

    `values` has a row for each feature of all that were asked, in their order, 0 where one failed; those of `signals`
    are parts of it.
    """

    near: Surroundings
    asked: tuple[Signal, ...]
    values: Values
    signals: dict[str, tuple[Signal, Values]]
    left_out: tuple[Degraded, ...] = ()

    def mode(self, policy: Policy) -> Mode:
        """The weights that fit what was measured."""
        return policy.mode(meaning=MEANT.name in self.signals, kin=KINDRED.name in self.signals)


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
    question: Question,
    policy: Policy,
    signals: Sequence[Signal],
    now: dt.datetime,
    deadline: float | None = None,
    *,
    whole: bool = True,
    hits: int = 0,
) -> Measured:
    """What the signals say about the candidates; past a deadline of the monotonic clock only the first one speaks.

    `whole`: every feature is measured; without it those that the policy gives no weight may be 0. `hits`: how many are
    asked for.
    """
    missing: list[Degraded] = []
    usable = _usable(question, policy, signals)
    try:
        slots = propose(question, policy.mode(meaning=MEANT in usable, kin=KINDRED in usable).reaching(hits))
    except MEANT.failures as error:
        missing.append(left_out(MEANT.name, error, now))
        usable = [signal for signal in usable if signal not in (MEANT, KINDRED)]
        slots = propose(question, policy.lexical.reaching(hits))
    near = Surroundings(question, slots, None if whole else policy.wanted | WATCHED)
    values = np.zeros((sum(len(signal.features) for signal in usable), len(slots)))
    found: dict[str, tuple[Signal, Values]] = {}
    end = 0
    for signal in usable:
        start, end = end, end + len(signal.features)
        if found and deadline is not None and time.monotonic() > deadline:
            missing.append(left_out(signal.name, "the deadline of the request had passed", now))
            continue
        try:
            found[signal.name] = signal, signal.measured(near, values[start:end])
        except UnavailableError as error:
            missing.append(left_out(signal.name, error, now))
    if not math.isfinite(np.vdot(values, values)):
        np.nan_to_num(values, copy=False, posinf=0.0, neginf=0.0)
    return Measured(near, tuple(usable), values, found, tuple(missing))


def _usable(question: Question, policy: Policy, signals: Sequence[Signal]) -> list[Signal]:
    """Those that have something to go by; what words mean is weighed only beside what texts mean."""
    meant = question.nearness is not None and any(signal.name == MEANT.name for signal in signals)
    kindred = meant and question.kinship is not None and policy.kin is not None
    at_hand = {MEANT.name: meant, KINDRED.name: kindred}
    return [signal for signal in signals if at_hand.get(signal.name, True)]


def rank(measured: Measured, policy: Policy) -> Ranking:
    """The candidates by the weighted sum of what was measured; of equals, the newest recorded first, then by lot."""
    near, mode, signals = measured.near, measured.mode(policy), measured.signals
    weights = policy.weights(measured.asked, mode)
    sums = weights @ measured.values
    # Equals may come apart in their last bits, by where they lie in memory.
    order = _order(sums.round(_DECIMALS), near)
    ordered = sums.take(order)
    found = evidence({name: values for name, (_, values) in signals.items()}, sums, order)
    sure = sureness(found | circumstances(near.question), mode.relevance)
    scores = _below(sure, ordered, mode.relevance.spacing)
    judged = is_whole(signals) and len(near.question.index) >= policy.least_items
    threshold = mode.relevance.threshold if judged else 0.0
    return Ranking(
        near.slots.take(order), scores, order, _parts(measured, weights, policy), measured.left_out, threshold
    )


def _parts(measured: Measured, weights: Values, policy: Policy) -> dict[str, Part]:
    found: dict[str, Part] = {}
    end = 0
    for signal in measured.asked:
        start, end = end, end + len(signal.features)
        if signal.name in measured.signals:
            values = measured.values[start:end]
            found[signal.name] = Part(signal.features, values, weights[start:end], policy.strength_of(signal))
    return found


def _order(sums: Values, near: Surroundings) -> Slots:
    descending = -sums
    order = descending.argsort(kind="stable")
    ordered = descending.take(order)
    if (ordered[1:] > ordered[:-1]).all():
        return order
    return np.lexsort((near.rows["lot"], -near.rows["recorded"], descending))


def _below(sure: float, sums: Values, spacing: float) -> Values:
    """How sure each hit is, given how sure the best one is: less by the distance of their sums, in log odds."""
    if not len(sums):
        return sums
    return 1 / (1 + np.exp(spacing * (sums[0] - sums) - sure))
