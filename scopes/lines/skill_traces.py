"""Traces: kept durably, then made into a skill by rules in the same commit, or by a model through the queue."""

import msgspec

from scopes.config import EngineConfig
from scopes.errors import ConflictError, InvalidError
from scopes.extraction.extractor import REASONS, Reason
from scopes.extraction.traces.cleaning import without_orders
from scopes.extraction.traces.naming import name_of
from scopes.extraction.traces.trace import Trace
from scopes.governance.notary import scrub_value
from scopes.lines import by_model, skill_made
from scopes.lines.accepting import accepted
from scopes.lines.skill_request import TraceRequest, check_trace
from scopes.model import Item, Operation, Outcome, iso, utc_now
from scopes.storage import journal
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry
from scopes.storage.sources import Turn
from scopes.storage.state import turn_key

__all__ = ["ORDERS", "THEIRS", "KeepTrace", "keep_trace", "told"]

ORDERS = "the task addresses a model: the trace is kept, and nothing is made of it until it is approved"
THEIRS = "the skill was written or changed by somebody: the trace is kept, and the skill stays as it is"


class Made(msgspec.Struct, frozen=True):
    """What came of a trace: the skill and what was done with it, or why there is none."""

    item: Item | None = None
    action: str = "updated"
    reason: str | None = None
    counts: dict[str, int] = {}
    waits: bool = False


def told(reason: Reason, *, drops: bool) -> str:
    """Why a skill is not a model's, and what was done instead: rules, or nothing."""
    instead = "the trace is kept, and nothing else" if drops else "the skill was made by rules"
    return f"{reason}: {REASONS[reason]}; {instead}"


def keep_trace(request: TraceRequest, config: EngineConfig, operation_id: str) -> "KeepTrace":
    """The change that keeps a trace; InvalidError when it can't be kept, whatever the scope holds."""
    check_trace(request, config)
    return KeepTrace(request, config, operation_id)


class KeepTrace:
    """One trace: called with a batch, it answers with the operation that describes what came of it."""

    def __init__(self, request: TraceRequest, config: EngineConfig, operation_id: str) -> None:
        self._request, self._config, self._operation_id = request, config, operation_id

    def __call__(self, batch: Batch) -> Operation:
        """Append the trace if it is new, then what is to be made of it."""
        started, trace = iso(utc_now()), self._clean(batch)
        task = name_of(trace.task) if trace.skill is None else skill_made.task_of(batch, trace.skill)
        source = skill_made.source_of(batch, task) or journal.mint_id()
        if batch.is_erased(task, trace.id, "skill"):
            why = "this trace was erased; give another one a trace_id of its own"
            return self._finish(batch, source, None, started, "nothing", Made(reason=why))
        stored = batch.items.get(batch.turns.get(turn_key(source, trace.id)) or "")
        if stored is not None:
            if skill_made.read(stored.content, trace.id) != trace:
                raise ConflictError("a trace with this id and other content is stored", field="trace_id")
            return self._finish(batch, source, stored, started, "duplicate", Made(reason="the trace is stored already"))
        turn = self._append(batch, trace, task, source, started)
        made = self._make(batch, task, turn, trace)
        return self._finish(batch, source, turn, started, "stored", made)

    def _clean(self, batch: Batch) -> Trace:
        """The trace as the notary leaves it: what is kept of it, and what its name is made from."""
        request = self._request
        steps = [msgspec.to_builtins(step) for step in request.steps]
        given = {"task": request.task, "notes": request.notes, "steps": steps}
        clean = dict[str, object]()
        for field, value in given.items():
            clean[field], findings = scrub_value(value, field, batch.rules)
            batch.scrubbed.update(finding.rule for finding in findings)
        if not str(clean["task"]).strip():
            raise InvalidError("task holds nothing that can be kept", field="task")
        named = {"id": request.trace_id or journal.mint_id(), "outcome": request.outcome, "skill": request.skill}
        trace = msgspec.convert(clean | named, Trace)
        found = skill_made.read(skill_made.kept(trace), trace.id)
        if found is None:
            raise InvalidError("the trace holds what can't be kept", field="steps")
        return found

    def _append(self, batch: Batch, trace: Trace, task: str, source: str, now: str) -> Item:
        orders = without_orders(trace)[1]
        turn = Turn(
            id=journal.mint_id(),
            source=source,
            source_id=task,
            turn=trace.id,
            role="trace",
            content=skill_made.kept(trace),
            ts=now,
            at=next((step.at for step in reversed(trace.steps) if step.at is not None), None),
            meta={skill_made.ORDERS: orders} if orders else {},
            line="skill",
        )
        batch.append_turns([turn])
        stored = batch.items.get(turn.id)
        assert stored is not None, "it was appended just now"
        batch.note(Entry("trace", line="skill", source=source, id=turn.id, note={"source": task}))
        return stored

    def _make(self, batch: Batch, task: str, turn: Item, trace: Trace) -> Made:
        mode = self._mode(batch)
        if mode == "none":
            return Made()
        counts = skill_made.refused(turn)
        if without_orders(trace)[0] is None:
            return Made(reason=ORDERS, counts=counts)
        name, old = skill_made.place(batch, task)
        if old is not None and skill_made.is_theirs(batch, old):
            return Made(reason=THEIRS)
        if mode == "llm" and self._config.extracts:
            by_model.check_room(batch, self._config)
            return Made(waits=True)
        drops = batch.settings.on_failure == "drop"
        reason = told("unconfigured", drops=drops) if mode == "llm" else None
        if mode == "llm" and drops:
            return Made(reason=reason)
        item = skill_made.derive(batch, task, name, skill_made.traces_of(batch, task))
        return Made(item, "added" if old is None else "updated", reason, counts)

    def _mode(self, batch: Batch) -> str:
        """What is to be made of the trace; `auto` is as the scope has it for turns, where rules are the least."""
        asked, usual = self._request.distill, batch.settings.extract
        if asked != "auto":
            return asked
        return usual if usual in ("llm", "none") else "rules"

    def _finish(
        self, batch: Batch, source: str, turn: Item | None, started: str, outcome: Outcome, made: Made
    ) -> Operation:
        operation = Operation(
            id=self._operation_id,
            kind="distill",
            status="queued",
            reason=made.reason,
            source={"id": source, "turns": [] if turn is None else [turn.id]},
            items=[] if made.item is None else [_outcome(made.item, made.action)],
            counts=made.counts,
            created_at=started,
        )
        return accepted(batch, operation, "skill", outcome, waits=made.waits)


def _outcome(item: Item, action: str) -> dict[str, str]:
    return {"id": item.id, "address": item.address, "action": action}
