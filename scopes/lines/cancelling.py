"""Ending an operation that has not come to its end, because somebody asks for it; what it has written stays."""

import msgspec

from scopes.errors import ConflictError
from scopes.model import Operation, iso, utc_now
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry

__all__ = ["cancel"]

_REASONS = {
    "memorize": "cancelled: the turns are stored, and nothing was made of them",
    "distill": "cancelled: the trace is stored, and nothing was made of it",
    "import": "cancelled: what is stored stays; import the file again, and only the rest is added",
}
_OTHERWISE = "cancelled: what is stored stays"


def cancel(batch: Batch, operation: Operation) -> Operation:
    """End an operation that is open; who is at work on it finds out at the next commit. ConflictError for another."""
    now = batch.operations.get(operation.id) or operation
    if not now.is_open:
        raise ConflictError(f"the operation has ended: it is {now.status}")
    reason = _REASONS.get(now.kind, _OTHERWISE)
    ended = msgspec.structs.replace(now, status="cancelled", reason=reason, finished_at=iso(utc_now()))
    batch.put_operation(ended)
    line = "skill" if now.kind == "distill" else "chat"
    batch.note(Entry("cancel", line=line, id=now.id, source=now.source.get("id")))
    return ended
