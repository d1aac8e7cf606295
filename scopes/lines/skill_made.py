"""Skills that were made of traces: written, found again, and made anew of what is left of their traces.

A skill made of traces says so in the comment at its end: its source is the task, by the name that rules give it, its
turns are the traces. `digest` tells whether somebody has changed it since; then it is theirs, and only an erasure
touches it.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from scopes.errors import ConflictError
from scopes.extraction.traces.cleaning import without_orders
from scopes.extraction.traces.distill import distill
from scopes.extraction.traces.draft import Draft, digest, render
from scopes.extraction.traces.trace import Outcome, Step, Trace
from scopes.governance.notary import scrub
from scopes.model import Item, Provenance
from scopes.storage import skill_text, trust
from scopes.storage.batch import Batch
from scopes.storage.documents import SKILLS, base_name, layer_of
from scopes.storage.front_matter import NAME_CHARACTERS
from scopes.storage.journal import Entry
from scopes.storage.places import skill_path
from scopes.storage.state import Snapshot, source_key, turn_key

__all__ = [
    "ORDERS", "derive", "find", "is_theirs", "kept", "names", "of_task", "place", "read", "refused", "source_of",
    "task_of", "trace_of", "traces_of", "turns", "write",
]  # fmt: skip

ORDERS = "orders"  # in a turn's metadata: how many parts address a model, so that not every trace is read again
_MADE, _DIGEST = "made", "digest"


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of a trace's turn: JSON, so that an erased text is one text."""

    task: str
    outcome: Outcome = "unknown"
    steps: tuple[Step, ...] = ()
    notes: str | None = None
    skill: str | None = None


_kept = msgspec.json.Decoder(_Kept)


def kept(trace: Trace) -> str:
    """A trace as the content of its turn."""
    return msgspec.json.encode(_Kept(trace.task, trace.outcome, trace.steps, trace.notes, trace.skill)).decode()


def read(content: str, identity: str, *, reviewed: bool = False) -> Trace | None:
    """The trace in the content of a turn; None when it is none."""
    try:
        found = _kept.decode(content)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return Trace(id=identity, reviewed=reviewed, **msgspec.structs.asdict(found))


def trace_of(item: Item) -> Trace | None:
    """The trace of a turn; None when somebody has spoilt it."""
    return read(item.content, item.name, reviewed=item.trust == trust.REVIEWED)


def refused(turn: Item) -> dict[str, int]:
    """How many parts of a trace address a model and stay out, as an operation counts them."""
    count = 0 if turn.trust == trust.REVIEWED else int(turn.metadata.get(ORDERS, 0))
    return {"refused_instruction": count} if count else {}


def find(state: Batch | Snapshot, name: str) -> Item | None:
    """The item of a skill."""
    document = state.documents.get(skill_path(name))
    identity = document.sections[0].id if document is not None and document.sections else ""
    return state.items.get(identity)


def of_task(state: Batch | Snapshot, task: str) -> Item | None:
    """The skill that was made of a task's traces: of its name, unless a model gave it another."""
    item = find(state, task)
    if item is not None and item.source.id == task:
        return item
    return next((one for one in _skills(state) if one.source.id == task), None)


def is_theirs(state: Batch | Snapshot, item: Item) -> bool:
    """Whether a skill was written, or changed, by somebody: then no trace rewrites it."""
    document = state.documents.get(skill_path(item.name))
    if document is None or not item.source.turns:
        return True
    text = skill_text.without_comment(document.raw.decode("utf-8", "surrogateescape"))
    return item.metadata.get(_DIGEST) != digest(text)


def place(state: Batch | Snapshot, task: str) -> tuple[str, Item | None]:
    """The name that the skill of a task has, or is to have, and the skill that bears it: the task's own, or somebody's.

    A name that another task's skill was given by a model is passed over for the next one.
    """
    if (own := of_task(state, task)) is not None:
        return own.name, own
    for name in (task, *(f"{task[: NAME_CHARACTERS - 4]}-{number}" for number in range(2, 1_000))):
        held = find(state, name)
        if held is None or held.source.id is None:
            return name, held
    raise ConflictError("every name for this skill is taken", field="skill")


def task_of(state: Batch | Snapshot, name: str) -> str:
    """The task of a skill's traces: of one that was made of traces, theirs; else it is called as the skill is."""
    item = find(state, name)
    return name if item is None or item.source.id is None else item.source.id


def traces_of(state: Batch | Snapshot, task: str, without: Collection[str] = ()) -> list[Trace]:
    """What may be told of a task's traces; of those whose turns are `without`, nothing."""
    told = (_told(item) for item in _turns(state, task) if item.id not in without)
    return [trace for trace in told if trace is not None]


def derive(batch: Batch, task: str, name: str, traces: Sequence[Trace]) -> Item | None:
    """Make the skill of a task's traces by rules; None where nothing may be told of them."""
    return write(batch, task, distill(name, traces)) if traces else None


def write(batch: Batch, task: str, draft: Draft) -> Item | None:
    """Write a draft as its SKILL.md, with where it came from."""
    path = skill_path(draft.name)
    text = scrub(render(draft), "skill", batch.rules).text
    old = batch.documents.get(path)
    batch.put_text(path, text)
    item = find(batch, draft.name)
    document = batch.documents.get(path)
    if item is None or document is None:
        return None
    metadata, source = {_MADE: draft.made, _DIGEST: digest(text)}, Provenance(task, draft.traces)
    written = batch.put_item(path, msgspec.structs.replace(item, source=source, metadata=metadata))
    opaque, op = source_of(batch, task), "add" if old is None else "update"
    batch.note(Entry(op, line="skill", doc=document.id, id=written.id, source=opaque, note={"file": path}))
    return written


def source_of(state: Batch | Snapshot, task: str) -> str | None:
    """The opaque id of a task's traces."""
    return state.source_names.get(source_key("skill", task))


def turns(state: Batch | Snapshot) -> Iterator[Item]:
    """The turns that hold traces, all of them."""
    every = state.all_items() if isinstance(state, Batch) else state.items.values()
    return (item for item in every if (item.layer, item.line) == ("source", "skill"))


def names(state: Batch | Snapshot) -> list[str]:
    """The names of all skills."""
    return [item.name for item in _skills(state)]


def _skills(state: Batch | Snapshot) -> Iterator[Item]:
    """The items of all skills."""
    changed = state.documents.changes if isinstance(state, Batch) else ()
    below = state.snapshot.documents if isinstance(state, Batch) else state.documents
    for path in sorted({*below, *changed}):
        if path.startswith(SKILLS) and layer_of(path) == "skill" and (item := find(state, base_name(path))) is not None:
            yield item


def _turns(state: Batch | Snapshot, task: str) -> Iterator[Item]:
    """The turns that hold a task's traces: those that its skill names; where it lacks some, they are looked for."""
    source = source_of(state, task) or ""
    known = state.sources.get(source)
    skill = of_task(state, task)
    named = [state.turns.get(turn_key(source, one)) for one in (() if skill is None else skill.source.turns)]
    found = [item for one in named if one is not None and (item := state.items.get(one)) is not None]
    if known is None or known.turns == len(found):
        yield from found
        return
    yield from (item for item in turns(state) if item.file == task)


def _told(turn: Item) -> Trace | None:
    trace = trace_of(turn)
    return trace if trace is None or ORDERS not in turn.metadata else without_orders(trace)[0]
