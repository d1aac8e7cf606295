"""The operation that a request leaves behind: done, or queued for a model."""

import msgspec

from scopes.model import Line, Operation, Outcome, iso, utc_now
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry

__all__ = ["accepted"]


def accepted(batch: Batch, queued: Operation, line: Line, outcome: Outcome, *, waits: bool) -> Operation:
    """Keep an operation: as it is where it `waits`, else ended with its outcome. A repeat has its own journal entry."""
    operation = msgspec.structs.replace(
        queued, scrubbed=dict(batch.scrubbed), cost={"llm_calls": 0, "tokens": 0}, progress=0.0
    )
    if not waits:
        operation = msgspec.structs.replace(
            operation, status="done", outcome=outcome, progress=1.0, finished_at=iso(utc_now())
        )
    batch.put_operation(operation)
    if outcome != "stored":
        batch.note(Entry("duplicate", line=line, source=queued.source["id"]))
    return operation
