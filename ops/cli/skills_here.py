"""The skills of a scope on a data directory: what the service does, in this process."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from ops.cli.skill_set import SkillWritten
from scopes.lines import skill_made, skills
from scopes.lines.precondition import Always
from scopes.lines.skill_request import SkillRequest, TraceRequest
from scopes.lines.skill_traces import keep_trace
from scopes.lines.skills import SkillListed
from scopes.model import Operation
from scopes.scope import Scope
from scopes.storage import journal
from scopes.storage.batch import Author
from scopes.writes import Committed

Outcome = Callable[[Future[Committed[Any]]], Committed[Any]]


class SkillsHere:
    """One scope's skills; `outcome` waits for a write as long as the settings say."""

    def __init__(self, scope: Scope, author: Author, outcome: Outcome) -> None:
        self._scope, self._author, self._outcome = scope, author, outcome

    def listed(self) -> Iterator[SkillListed]:
        """Every skill, in the order of names."""
        snapshot = self._scope.snapshot()
        found = (skills.listed(snapshot, name) for name in skill_made.names(snapshot))
        return (one for one in found if one is not None)

    def text(self, name: str, resource: str | None) -> str:
        """A skill's SKILL.md, or a file beside it."""
        snapshot = self._scope.snapshot()
        return skills.text(skills.find(snapshot, name, resource), snapshot.rules)

    def put(self, name: str, request: SkillRequest, *, create: bool) -> SkillWritten:
        """Write a skill."""
        config = self._scope.room.config
        future = self._scope.write(
            lambda batch: skills.put(batch, name, request, Always(), config), author=self._author, revive=create
        )
        return SkillWritten(name, "written", self._outcome(future).scrubbed)

    def remove(self, name: str) -> SkillWritten:
        """Remove a skill with the files beside it."""
        skills.find(self._scope.snapshot(), name)
        self._outcome(self._scope.erase(lambda batch: skills.remove(batch, name, Always()), author=self._author))
        return SkillWritten(name, "removed")

    def trace(self, request: TraceRequest, *, create: bool) -> Operation:
        """Keep a trace and make a skill of it."""
        change = keep_trace(request, self._scope.room.config, journal.mint_id())
        operation = self._outcome(self._scope.write(change, author=self._author, revive=create)).value
        assert operation is not None, "no reply is replayed without an Idempotency-Key"
        return operation

    def forget(self, trace_id: str, skill: str | None) -> None:
        """Erase a trace and what was made of it alone."""
        self._outcome(self._scope.erase(lambda batch: skills.forget(batch, trace_id, skill), author=self._author))
