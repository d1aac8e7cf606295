"""What an agent did for a task: the values that distilling starts from. Their texts have passed the notary."""

import datetime as dt
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

__all__ = ["Outcome", "Step", "Trace", "in_order"]

Outcome = Literal["success", "failure", "unknown"]


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One thing that was done. `input` and `result` are text or any JSON; with `error` it did not work."""

    action: str
    tool: str | None = None
    input: Any = None
    result: Any = None
    error: str | None = None
    at: str | None = None


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt at a task. `id` is the client's name for it, `skill` the skill that it is said to belong to.

    `reviewed`: a person has approved its texts, whatever they ask of a model.
    """

    id: str
    task: str
    outcome: Outcome = "unknown"
    steps: tuple[Step, ...] = ()
    notes: str | None = None
    skill: str | None = None
    reviewed: bool = False


def in_order(traces: Iterable[Trace]) -> list[Trace]:
    """Traces by the time of their last step, then by id: never by when they came."""
    return sorted(traces, key=lambda trace: (max((_moment(step.at) for step in trace.steps), default=0.0), trace.id))


def _moment(at: str | None) -> float:
    moment = None if at is None else dt.datetime.fromisoformat(at)
    return 0.0 if moment is None else moment.replace(tzinfo=moment.tzinfo or dt.UTC).timestamp()
