"""The commits of an import: it is queued, takes in some parts at a time, and ends.

Each writes what it brings and how far it has come as one, so that whoever goes on after a crash counts nothing twice.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from scopes.config import EngineConfig
from scopes.errors import BusyError, MunimentError, NotFoundError
from scopes.extraction import rules
from scopes.lines import extracted
from scopes.lines.by_model import said
from scopes.lines.imported import Imported, Result, note_sources, store
from scopes.lines.long_ago import seen_from_then
from scopes.model import Item, Operation, utc_now
from scopes.storage import diary
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry

__all__ = ["KIND", "Extract", "Taken", "begin", "put", "take_in"]

KIND = "import"
_WAIT_SECONDS = 30
_WRITTEN = ("added", "updated")
Extract = Literal["none", "rules", "auto"]


class Taken(msgspec.Struct, frozen=True):
    """What became of some parts, and what was made of the turns among them: items, diary entries, scrubbed texts."""

    results: tuple[Result, ...]
    items: int = 0
    diary: int = 0
    scrubbed: dict[str, int] = {}


def begin(batch: Batch, operation: Operation, staged: str, config: EngineConfig) -> Operation:
    """Queue an import whose files lie staged in a folder; BusyError when as many of the scope wait as may.

    `auto` becomes what the scope has chosen, but no model: nobody asked for a call a conversation.
    """
    if batch.count_waiting(KIND) >= config.waiting_imports:
        limit = config.waiting_imports
        raise BusyError("too many imports of this scope are waiting", limit=limit, retry_after=_WAIT_SECONDS)
    if operation.source["extract"] == "auto":
        extract = "rules" if batch.settings.extract == "rules" else "none"
        operation = msgspec.structs.replace(operation, source={**operation.source, "extract": extract})
    batch.uploads[operation.id] = staged
    return _kept(batch, operation)


def put(batch: Batch, operation: Operation) -> Operation:
    """Keep the state, or the end, of an import that is open; NotFoundError when it has ended meanwhile."""
    _check_open(batch, operation.id)
    return _kept(batch, operation)


def take_in(
    identity: str,
    parts: Sequence[Imported],
    config: EngineConfig,
    describe: Callable[[Taken], Operation],
    *,
    by_rules: bool,
    tell: bool,
) -> Callable[[Batch], Taken]:
    """The change that stores what is new of some parts, what rules make of it, and how far the import has come.

    `tell`: also when nothing is new. A part that can't be stored keeps out no other. NotFoundError when the import has
    ended meanwhile.
    """

    def change(batch: Batch) -> Taken:
        _check_open(batch, identity)
        results = store(batch, parts, config)
        note_sources(batch)
        items, entries = _extract(batch, config) if by_rules else (0, 0)
        taken = Taken(results, items, entries, dict(batch.scrubbed))
        if batch.entries or tell:
            _kept(batch, describe(taken))
        return taken

    return change


def _check_open(batch: Batch, identity: str) -> None:
    operation = batch.operations.get(identity)
    if operation is None or not operation.is_open:
        raise NotFoundError("the import has ended")


def _kept(batch: Batch, operation: Operation) -> Operation:
    batch.put_operation(operation)
    batch.note(Entry("import", line="chat", id=operation.id))
    return operation


def _extract(batch: Batch, config: EngineConfig) -> tuple[int, int]:
    """What the rules find in the turns that are new, conversation by conversation: (items, diary entries)."""
    conversations: dict[str, list[Item]] = {}
    for turn in batch.new_turns:
        if (item := batch.items.get(turn.id)) is not None:
            conversations.setdefault(turn.source_id, []).append(item)
    made = Counter[str]()
    zone = diary.zone(batch.settings.time_zone)
    for source, turns in conversations.items():
        told = list(map(said, turns))
        found = seen_from_then(batch, rules.extract(told, now=utc_now(), zone=zone), told)
        draft = Batch(batch, batch.author)
        try:
            written = extracted.write(draft, found, config, source, "rules")
        except MunimentError:
            continue  # best effort: what can't be written of one conversation keeps out no turn
        batch.take(draft)
        made["items"] += sum(one.action in _WRITTEN for one in written.written)
        made["diary"] += len(written.entries)
    return made["items"], made["diary"]
