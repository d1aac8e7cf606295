"""A skill by a model: what it is asked about a trace, and the one change with what came of its answer."""

from collections import Counter
from typing import NamedTuple

import msgspec

from scopes.config import EngineConfig
from scopes.errors import InvalidError, MunimentError
from scopes.extraction.extractor import Distilled, Failed
from scopes.extraction.traces.distill import distill
from scopes.extraction.traces.draft import Draft
from scopes.extraction.traces.sketch import AskedSkill, Sketch
from scopes.governance import instructions
from scopes.lines import skill_made
from scopes.lines.by_model import entry
from scopes.lines.ending import ended, open_operation
from scopes.lines.extracted import Extracted
from scopes.lines.skill_traces import THEIRS, told
from scopes.lines.wiki import Written
from scopes.model import Item, Operation, utc_now
from scopes.storage import diary
from scopes.storage.batch import Batch
from scopes.storage.places import skill_path
from scopes.storage.state import Snapshot

__all__ = ["EndSkill", "question"]

_GONE = "the trace was erased before its turn came"
_MOST_NAMES = 200


def question(snapshot: Snapshot, operation: Operation, app: str) -> AskedSkill | None:
    """What a model is to be asked; None when the trace is gone, or nothing of it may be told."""
    turn = _turn(snapshot, operation)
    if turn is None:
        return None
    traces = skill_made.traces_of(snapshot, turn.file)
    new = [trace for trace in traces if trace.id == turn.name]
    if not new:
        return None
    old, settings = skill_made.of_task(snapshot, turn.file), snapshot.settings
    return AskedSkill(
        app=app,
        traces=(*new, *reversed([trace for trace in traces if trace.id != turn.name])),
        names=tuple(skill_made.names(snapshot))[:_MOST_NAMES],
        now=utc_now().astimezone(diary.zone(settings.time_zone)),
        name=new[0].skill if old is None else old.name,
        language=settings.language,
    )


class _Making(NamedTuple):
    """What a skill is made for and called: the trace that it is about, its name, and the skill that bears it now."""

    turn: Item
    name: str
    old: Item | None

    @property
    def task(self) -> str:
        """The name of the task."""
        return self.turn.file

    def written(self, item: Item | None, counts: dict[str, int]) -> Extracted:
        """What came of it, and what was left out, by reason."""
        action = "added" if self.old is None else "updated"
        return Extracted([], [] if item is None else [Written(item, action)], counts)

    def name_by(self, batch: Batch, sketch: Sketch) -> str:
        """The skill's name: the one it has, or was given, else the model's, where that is free."""
        trace = skill_made.trace_of(self.turn)
        given = trace is not None and trace.skill is not None
        if self.old is not None or given or sketch.name is None:
            return self.name
        return self.name if batch.documents.get(skill_path(sketch.name)) is not None else sketch.name


class EndSkill:
    """The change that ends an operation; NotFoundError when it has ended meanwhile.

    `erased_at` is the scope's last erasure when the model was asked: what it was shown must not come back through it.
    """

    def __init__(self, identity: str, found: Distilled | Failed, erased_at: int, config: EngineConfig) -> None:
        self._identity, self._found, self._erased_at = identity, found, erased_at

    def __call__(self, batch: Batch) -> Operation:
        """Write the skill that the model made, or else what the scope has chosen for its failure."""
        operation = open_operation(batch, self._identity)
        turn, found = _turn(batch, operation), self._found
        if turn is None:
            batch.note(entry("extract", operation))
            return ended(batch, operation, "nothing", _GONE, cost=found.cost)
        made = _Making(turn, *skill_made.place(batch, turn.file))
        if made.old is not None and skill_made.is_theirs(batch, made.old):
            batch.note(entry("extract", operation))
            return ended(batch, operation, "stored", THEIRS, cost=found.cost)
        if isinstance(found, Distilled) and batch.erased.at != self._erased_at:
            found = Failed("erased", found.cost)
        if isinstance(found, Distilled):
            try:
                return self._take(batch, operation, made, found)
            except MunimentError:
                found = Failed("invalid", found.cost)
        return self._do_without(batch, operation, made, found)

    def _take(self, batch: Batch, operation: Operation, made: _Making, found: Distilled) -> Operation:
        """Write what the model made; or raise, with nothing written."""
        draft = Batch(batch, batch.author)
        sketch, refused = _without_orders(found.sketch)
        traces = skill_made.traces_of(draft, made.task)
        if not traces or not (sketch.steps or sketch.pitfalls):
            raise InvalidError("nothing of it can be kept", field="skill")
        rules = distill(made.name_by(draft, found.sketch), traces)
        item = skill_made.write(draft, made.task, _sketched(rules, sketch))
        batch.take(draft)
        batch.note(entry("extract", operation))
        counts = Counter(skill_made.refused(made.turn)) + refused
        if found.left:
            counts["traces_not_shown"] = len(found.left)
        return ended(batch, operation, "stored", None, made.written(item, dict(counts)), found.cost)

    def _do_without(self, batch: Batch, operation: Operation, made: _Making, why: Failed) -> Operation:
        """End it as the scope has chosen: by rules, or with nothing."""
        batch.note(entry("extraction_failed", operation, reason=why.reason))
        drops = batch.settings.on_failure == "drop"
        reason = told(why.reason, drops=drops)
        if drops:
            return ended(batch, operation, "failed", reason, cost=why.cost)
        item = skill_made.derive(batch, made.task, made.name, skill_made.traces_of(batch, made.task))
        skill = made.written(item, skill_made.refused(made.turn))
        return ended(batch, operation, "stored", reason, skill, why.cost)


def _turn(state: Batch | Snapshot, operation: Operation) -> Item | None:
    return next((item for one in operation.source.get("turns", ()) if (item := state.items.get(one)) is not None), None)


def _without_orders(sketch: Sketch) -> tuple[Sketch, Counter[str]]:
    """What the model said without lines that address a model, and what was left out."""
    steps, pitfalls = _without(sketch.steps), _without(sketch.pitfalls)
    refused = Counter({f"refused_{reason}": count for reason, count in sketch.refused.items()})
    if left := len(sketch.steps) + len(sketch.pitfalls) - len(steps) - len(pitfalls):
        refused["refused_instruction"] += left
    return msgspec.structs.replace(sketch, steps=steps, pitfalls=pitfalls), refused


def _without(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in lines if not instructions.find(line))


def _sketched(draft: Draft, sketch: Sketch) -> Draft:
    """A draft in the words of the model; how the attempts came out is counted, not told."""
    description = sketch.description if not instructions.find(sketch.description) else ""
    return msgspec.structs.replace(
        draft,
        description=description or draft.description,
        steps=sketch.steps,
        pitfalls=sketch.pitfalls,
        made="llm",
    )
