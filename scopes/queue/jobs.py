"""What the queue can do: a job for each kind of operation, and what a job is told of the others that wait."""

from collections.abc import Callable

import msgspec

from scopes.model import Operation
from scopes.scope import Scope

__all__ = ["ALONE", "Job", "Kind", "Shift"]


class Shift(msgspec.Struct, frozen=True):
    """The time that a job has a scope for itself.

    A job that can go on later returns at its next commit, and leaves its operation open, when the process `stops`; and
    when its time `is_over`, if it has come further by then: others wait for its place. `let_others` does one more
    operation of the scope that waits, so that a long one keeps none waiting until its end.
    """

    stops: Callable[[], bool]
    is_over: Callable[[], bool]
    let_others: Callable[[], None]


ALONE = Shift(lambda: False, lambda: False, lambda: None)

Job = Callable[[Scope, Operation, Shift], None]
"""Brings an operation to its end, in a commit of its own. One that returns or raises before that gets another turn."""


class Kind(msgspec.Struct, frozen=True):
    """How operations of a kind are done; `at_once`: how many of them in a process, in threads beside the others'."""

    job: Job
    at_once: int | None = None
