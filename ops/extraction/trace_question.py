"""What the model is asked about traces: the prompt, those that fit, names that are taken, the form of its answer."""

from typing import Any

import msgspec

from ops.extraction.request import body_of, clean, object_of, prompt
from ops.extraction.settings import Llm
from scopes.errors import MunimentError
from scopes.extraction.traces.sketch import AskedSkill
from scopes.extraction.traces.texts import one_line
from scopes.extraction.traces.trace import Step, Trace
from scopes.governance.notary import scrub_value
from scopes.governance.rules import NotaryRules
from scopes.retrieval.budget import estimate, fill

__all__ = ["PROMPT_NAME", "TraceQuestion", "compose"]

PROMPT_NAME = "distill-1"
_PROMPT = prompt(PROMPT_NAME)
_TEXT = 600  # characters of one input or result that are shown
_NAMES_SHARE = 0.1

_LINES: dict[str, Any] = {
    "type": "array",
    "items": object_of({"text": {"type": "string"}, "evidence": {"type": "array", "items": {"type": "string"}}}),
}
SCHEMA = object_of(
    {"name": {"type": "string"}, "description": {"type": "string"}, "steps": _LINES, "pitfalls": _LINES}
)  # fmt: skip


class TraceQuestion(msgspec.Struct, frozen=True):
    """The body of a request, with the traces that it shows and the ids of those that were left out."""

    body: bytes
    shown: tuple[Trace, ...]
    left: tuple[str, ...]
    tokens: int


def compose(asked: AskedSkill, section: Llm, rules: NotaryRules) -> TraceQuestion | None:
    """The question; None when the first trace does not fit, which is the one that it is about."""
    room = section.input_tokens - estimate(_PROMPT)
    names, _, used = fill([clean(name, rules) for name in asked.names], estimate, int(room * _NAMES_SHARE))
    told = [(trace, _told(trace, rules)) for trace in asked.traces]
    shown, left, spent = fill(told, lambda one: estimate(msgspec.json.encode(one[1]).decode()), room - used)
    if not shown or shown[0] is not told[0] or not shown[0][1]:
        return None
    material = {
        "now": asked.now.isoformat(timespec="minutes"),
        "language": asked.language or section.language,
        "name": asked.name,
        "skills": names,
        "traces": [{"n": number, **one} for number, (_, one) in enumerate(shown, 1)],
    }
    return TraceQuestion(
        body=body_of(section, _PROMPT, material, "skill", SCHEMA),
        shown=tuple(trace for trace, _ in shown),
        left=tuple(trace.id for trace, _ in left),
        tokens=section.input_tokens - room + used + spent,
    )


def _told(trace: Trace, rules: NotaryRules) -> dict[str, Any]:
    """A trace as it may leave the house; empty for one that may not."""
    steps = [{"n": number, **_step(step)} for number, step in enumerate(trace.steps, 1)]
    told = {"task": trace.task, "outcome": trace.outcome, "notes": trace.notes, "steps": steps}
    try:
        return scrub_value({name: value for name, value in told.items() if value is not None}, "trace", rules)[0]
    except MunimentError:  # what the notary refuses was never stored; should it be, it stays here
        return {}


def _step(step: Step) -> dict[str, Any]:
    told = {name: one_line(getattr(step, name), _TEXT) for name in ("tool", "action", "input", "result", "error")}
    return {name: text for name, text in told.items() if text}
