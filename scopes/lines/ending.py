"""The end of a memorize by a model: one change with all that came of its turns, by the model or without it."""

from collections import Counter

import msgspec

from scopes.config import EngineConfig
from scopes.errors import MunimentError, NotFoundError
from scopes.extraction import rules
from scopes.extraction.extractor import Cost, Drawn, Failed
from scopes.lines import extracted
from scopes.lines.by_model import entry, said, told, turns_of
from scopes.lines.extracted import Extracted
from scopes.lines.long_ago import without_outdated
from scopes.model import Item, Operation, Outcome, iso, utc_now
from scopes.storage import diary
from scopes.storage.batch import Batch

__all__ = ["NOTHING", "End", "ended", "give_up", "open_operation"]

_GONE = "the turns were erased before their turn came"
_KEPT = "the turns are stored; what was made of them"
NOTHING = Extracted([], [], {})


class End:
    """The change that ends an operation; NotFoundError when it has ended meanwhile.

    `erased_at` is the scope's last erasure when the model was asked: what it was shown must not come back through it.
    """

    def __init__(self, identity: str, found: Drawn | Failed, erased_at: int, config: EngineConfig) -> None:
        self._identity, self._found, self._erased_at, self._config = identity, found, erased_at, config

    def __call__(self, batch: Batch) -> Operation:
        """Write what the model made, or else what the scope has chosen for its failure."""
        operation, found = open_operation(batch, self._identity), self._found
        turns = turns_of(batch, operation)
        if not turns:
            batch.note(entry("extract", operation))
            return ended(batch, operation, "nothing", _GONE, cost=found.cost)
        if isinstance(found, Drawn) and batch.erased.at != self._erased_at:
            found = Failed("erased", found.cost)
        if isinstance(found, Drawn):
            try:
                return self._take(batch, operation, turns, found)
            except MunimentError:
                found = Failed("invalid", found.cost)
        return self._do_without(batch, operation, turns, found)

    def _take(self, batch: Batch, operation: Operation, turns: list[Item], found: Drawn) -> Operation:
        """Write all that the model made, and by rules what it was not shown; or raise, with nothing written."""
        draft = Batch(batch, batch.author)
        lasting = without_outdated(draft, found.extraction, _times(turns))
        made = extracted.write(draft, lasting, self._config, turns[0].file, "llm")
        left = [turn for turn in turns if turn.name in found.left]
        also = self._by_rules(draft, left)
        batch.take(draft)
        batch.note(entry("extract", operation))
        reason = f"{len(left)} turns did not fit what may be sent: they were read by rules" if left else None
        both = Extracted(
            made.entries + also.entries,
            made.written + also.written,
            {**Counter(made.refused) + Counter(also.refused), **({"turns_by_rules": len(left)} if left else {})},
        )
        return ended(batch, operation, "stored", reason, both, found.cost)

    def _do_without(self, batch: Batch, operation: Operation, turns: list[Item], why: Failed) -> Operation:
        """End it as the scope has chosen: by rules, or with nothing."""
        batch.note(entry("extraction_failed", operation, reason=why.reason))
        drops = batch.settings.on_failure == "drop"
        if drops:
            return ended(batch, operation, "failed", told(why.reason, drops=True), cost=why.cost)
        made = self._by_rules(batch, turns)
        made = made._replace(refused={**made.refused, "turns_by_rules": len(turns)})
        return ended(batch, operation, "stored", told(why.reason, drops=False), made, why.cost)

    def _by_rules(self, batch: Batch, turns: list[Item]) -> Extracted:
        if not turns:
            return NOTHING
        zone = diary.zone(batch.settings.time_zone)
        found = rules.extract(list(map(said, turns)), now=utc_now(), zone=zone)
        found = without_outdated(batch, found, _times(turns))
        return extracted.write(batch, found, self._config, turns[0].file, "rules")


def _times(turns: list[Item]) -> dict[str, str]:
    """When turns were said, or else came."""
    return {turn.name: at for turn in turns if (at := turn.event_at or turn.recorded_at)}


def give_up(batch: Batch, identity: str, why: str) -> Operation:
    """End an operation whose effect can't be written, for instance because the app may hold no more."""
    operation = open_operation(batch, identity)
    batch.note(entry("extraction_failed", operation, reason=why))
    kept = "the trace is stored; what was made of it" if operation.kind == "distill" else _KEPT
    return ended(batch, operation, "failed", f"{why}: {kept} can't be")


def open_operation(batch: Batch, identity: str) -> Operation:
    """An operation that has not ended; NotFoundError for one that has."""
    operation = batch.operations.get(identity)
    if operation is None or not operation.is_open:
        raise NotFoundError("the operation has ended")
    return operation


def ended(
    batch: Batch,
    operation: Operation,
    outcome: Outcome,
    reason: str | None,
    made: Extracted = NOTHING,
    cost: Cost | None = None,
) -> Operation:
    """Keep the operation with its end."""
    spent = {} if cost is None else {name: number for name, number in msgspec.structs.asdict(cost).items() if number}
    done = msgspec.structs.replace(
        operation,
        status="failed" if outcome == "failed" else "done",
        outcome=outcome,
        reason=reason,
        items=[{"id": one.item.id, "address": one.item.address, "action": one.action} for one in made.written],
        diary=[{"id": one.id, "address": one.address} for one in made.entries],
        scrubbed=dict(Counter(operation.scrubbed) + batch.scrubbed),
        counts=made.refused,
        cost={**operation.cost, **spent},
        progress=1.0,
        finished_at=iso(utc_now()),
    )
    batch.put_operation(done)
    return done
