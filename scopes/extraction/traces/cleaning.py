"""What of a trace may be told to a model: parts that give it orders stay out, unless a person approved the trace."""

from typing import Any

import msgspec

from scopes.extraction.traces.trace import Step, Trace
from scopes.governance import instructions
from scopes.storage import trust

__all__ = ["without_orders"]


def without_orders(trace: Trace) -> tuple[Trace | None, int]:
    """The trace without parts that address a model, None where its task does, and how many parts those are."""
    if trace.reviewed:
        return trace, 0
    if _orders(trace.task):
        return None, 1
    parts = [_clean(step) for step in trace.steps]
    steps = tuple(step for step, _ in parts if step is not None)
    bad_notes = trace.notes is not None and _orders(trace.notes)
    clean = msgspec.structs.replace(trace, steps=steps, notes=None if bad_notes else trace.notes)
    return clean, sum(count for _, count in parts) + bad_notes


def _clean(step: Step) -> tuple[Step | None, int]:
    """A step without such parts; without it where what was done is one of them, or with what."""
    if _orders(step.action) or _orders(step.tool):
        return None, 1
    bad = [field for field in ("input", "result", "error") if _orders(getattr(step, field))]
    instead = {field: "…" if field == "error" else None for field in bad}
    return msgspec.structs.replace(step, **instead), len(bad)


def _orders(value: Any) -> bool:
    return any(instructions.find(text) for text in trust.strings(value))
