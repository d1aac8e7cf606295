"""One queued write in a batch: its change run, the hand edits that it meets taken in, its answer kept for repeats."""

import logging
import time
from typing import Any

import msgspec

from scopes.engine import Engine
from scopes.errors import IdempotencyConflictError, MunimentError
from scopes.storage import growth
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry
from scopes.storage.pending import Reply
from scopes.storage.writer import Writer
from scopes.writes import Write

__all__ = ["FAULTS", "Applied", "Applier", "Waits"]

FAULTS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""What a fault of ours in a change raises; it must not fail the others of its batch."""

_log = logging.getLogger(__name__)
_SAVE_PATIENCE = 5.0


class Applied(msgspec.Struct, frozen=True):
    """What came of a change; `replayed` is the reply that an earlier request with the same key got."""

    value: Any
    scrubbed: dict[str, int]
    replayed: Reply | None = None


class Waits(msgspec.Struct, frozen=True):
    """A person is saving the change's document: come again in so many seconds."""

    seconds: float


class Applier:
    """Runs changes for the commits of one scope, under its lock."""

    def __init__(self, engine: Engine, app: str, writer: Writer) -> None:
        self._engine, self._app, self._writer = engine, app, writer

    def apply(self, entry: Write, batch: Batch) -> Applied | Waits | None:
        """Run one change into the batch; None when it failed, and was told so."""
        try:
            return self._earlier(entry, batch) or self._apply_new(entry, batch)
        except MunimentError as error:
            entry.fail(error)
        except FAULTS as error:
            _log.exception("change failed")
            entry.fail(error)
        return None

    def give_back(self, batch: Batch) -> None:
        """A batch was not committed: its growth counts for no quota."""
        self._engine.quota.note(self._app, -batch.counted)

    def _apply_new(self, entry: Write, batch: Batch) -> Applied | Waits:
        patient = time.monotonic() - entry.queued < _SAVE_PATIENCE
        while True:
            draft = Batch(batch, entry.author)
            value = entry.change(draft)
            adopted = len(batch.hands)
            if wait := self._writer.adopt(batch, draft.touched, patient=patient):
                return Waits(wait)
            if len(batch.hands) == adopted:
                break
        if not (entry.alone or growth.only_removes(draft)):
            self._engine.reserve.check()
        asked = growth.to_ask_for(draft)
        self._engine.quota.take(self._app, asked)
        batch.counted += asked
        self._keep_reply(entry, draft, value)
        batch.take(draft)
        return Applied(value, dict(draft.scrubbed))

    def _earlier(self, entry: Write, batch: Batch) -> Applied | None:
        if entry.idempotency is None:
            return None
        key, body = self._writer.digests(entry.idempotency.key, entry.idempotency.body)
        in_batch = next((reply for reply in batch.new_replies if reply.key == key), None)
        found = in_batch or self._writer.earlier_reply(key)
        if found is None:
            return None
        if found.body not in (body, ""):  # none is kept of what was erased since
            raise IdempotencyConflictError("this Idempotency-Key came with another request", field="Idempotency-Key")
        return Applied(None, {}, found)

    def _keep_reply(self, entry: Write, draft: Batch, value: Any) -> None:
        if entry.idempotency is None:
            return
        key, body = self._writer.digests(entry.idempotency.key, entry.idempotency.body)
        kind, ids = entry.idempotency.describe(value)
        draft.new_replies.append(Reply(key, body, kind, ids, 0, time.time()))
        if not draft.entries:
            draft.note(Entry("unchanged"))  # the reply is part of a commit, and a commit is in the journal
