"""Memorize by a model: its operation waits in the queue, and is marked before the model is asked.

The turns are durable before any of this. Whatever goes wrong, no model is asked about them again.
"""

import msgspec

from scopes.config import EngineConfig
from scopes.errors import BusyError
from scopes.extraction.candidates import Said
from scopes.extraction.extractor import REASONS, Asked, Reason
from scopes.lines.offered import offered
from scopes.model import Item, Line, Operation, utc_now
from scopes.storage import diary
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry
from scopes.storage.state import Snapshot


def check_room(batch: Batch, config: EngineConfig) -> None:
    """BusyError when as many operations of the scope wait as may."""
    if batch.count_waiting() >= config.waiting_operations:
        limit = config.waiting_operations
        raise BusyError("too many operations of this scope are waiting", limit=limit, retry_after=5)


def told(reason: Reason, *, drops: bool) -> str:
    """Why nothing is a model's, and what was done instead: rules, or nothing."""
    instead = "the turns are stored, and nothing else" if drops else "the turns were read by rules"
    return f"{reason}: {REASONS[reason]}; {instead}"


def question(snapshot: Snapshot, operation: Operation, app: str) -> Asked | None:
    """What a model is to be asked; None when nothing of the turns is left."""
    turns, settings = turns_of(snapshot, operation), snapshot.settings
    if not turns:
        return None
    return Asked(
        app=app,
        turns=tuple(map(said, turns)),
        names=offered(snapshot, turns),
        now=utc_now().astimezone(diary.zone(settings.time_zone)),
        language=settings.language,
        diary=settings.diary,
    )


def turns_of(state: Batch | Snapshot, operation: Operation) -> list[Item]:
    """What is left of an operation's turns, in their order."""
    return [item for turn in operation.source.get("turns", ()) if (item := state.items.get(turn)) is not None]


def said(turn: Item) -> Said:
    """A stored turn as an extractor sees it."""
    role = str(turn.metadata.get("role", ""))
    return Said(turn.name, role, turn.content, None if turn.speaker == role else turn.speaker, turn.event_at)


def mark(batch: Batch, identity: str) -> bool:
    """Note, before a model is asked, that it is; False when it was already, or is not to be any more."""
    operation = batch.operations.get(identity)
    if operation is None or not operation.is_open or operation.attempts:
        return False
    cost = {**operation.cost, "llm_calls": 1}
    batch.put_operation(msgspec.structs.replace(operation, status="running", attempts=1, cost=cost))
    batch.note(entry("ask", operation))
    return True


def entry(op: str, operation: Operation, **note: str) -> Entry:
    """A journal line about an operation."""
    line: Line = "skill" if operation.kind == "distill" else "chat"
    return Entry(op, line=line, id=operation.id, source=operation.source["id"], note=note)
