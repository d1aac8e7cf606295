"""What the verbs of skills ask for, whoever answers."""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from scopes.lines.skill_request import SkillRequest, TraceRequest
from scopes.lines.skills import SkillListed
from scopes.model import Operation


class SkillWritten(msgspec.Struct, frozen=True):
    """What was done with a skill."""

    name: str
    action: str
    scrubbed: dict[str, int] = {}


class SkillSet(Protocol):
    """The skills of one scope, and the traces that some were made of."""

    def listed(self) -> Iterator[SkillListed]:
        """Every skill, in the order of names."""
        ...

    def text(self, name: str, resource: str | None) -> str:
        """A skill's SKILL.md, or a file beside it; NotFoundError when it is not there."""
        ...

    def put(self, name: str, request: SkillRequest, *, create: bool) -> SkillWritten:
        """Write a skill. `create`: also in a scope erased lately."""
        ...

    def remove(self, name: str) -> SkillWritten:
        """Remove a skill with the files beside it; NotFoundError when it is not there."""
        ...

    def trace(self, request: TraceRequest, *, create: bool) -> Operation:
        """Keep a trace and make a skill of it."""
        ...

    def forget(self, trace_id: str, skill: str | None) -> None:
        """Erase a trace and what was made of it alone; NotFoundError when it is not there."""
        ...
