"""Reading the skill that a model answered with: its form is checked, and each line must rest on a step it was shown."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from ops.extraction.answer import json_of
from ops.extraction.trace_question import TraceQuestion
from scopes.errors import InvalidError
from scopes.extraction.traces.naming import TAKEN
from scopes.extraction.traces.sketch import Sketch
from scopes.extraction.traces.texts import one_line
from scopes.storage.front_matter import DESCRIPTION_CHARACTERS, check_name

__all__ = ["read_sketch"]

_MOST_LINES, _CHARACTERS = 40, 500


class _Line(msgspec.Struct):
    text: str
    evidence: list[str]


class _Skill(msgspec.Struct):
    name: str
    description: str
    steps: list[_Line]
    pitfalls: list[_Line] = []


_skill = msgspec.json.Decoder(_Skill)


def read_sketch(text: str, question: TraceQuestion) -> Sketch | None:
    """The skill in an answer's text; None when it is not in the form that was asked for, or no line rests on a step."""
    try:
        found = _skill.decode(json_of(text))
    except (msgspec.DecodeError, UnicodeDecodeError, UnicodeEncodeError, RecursionError):
        return None
    refused = Counter[str]()
    steps = tuple(_lines(found.steps, question, refused, worked=True))
    pitfalls = tuple(_lines(found.pitfalls, question, refused, worked=False))
    if not steps and not pitfalls:
        return None
    return Sketch(
        name=_name(found.name),
        description=one_line(found.description, DESCRIPTION_CHARACTERS),
        steps=steps,
        pitfalls=pitfalls,
        refused=dict(refused),
    )


def _lines(lines: list[_Line], question: TraceQuestion, refused: Counter[str], *, worked: bool) -> Iterator[str]:
    refused["too_many"] += max(0, len(lines) - _MOST_LINES)
    for line in lines[:_MOST_LINES]:
        text = one_line(line.text, _CHARACTERS)
        if text and any(_holds(place, question, worked=worked) for place in line.evidence):
            yield text
        else:
            refused["no_evidence"] += 1
    if not refused["too_many"]:
        del refused["too_many"]


def _holds(place: str, question: TraceQuestion, *, worked: bool) -> bool:
    """Whether `trace.step` names a step that was shown, and (`worked`) one that did; or a trace, for a pitfall."""
    trace, _, step = place.strip().partition(".")
    at = _number(trace)
    if at is None or not 0 < at <= len(question.shown):
        return False
    steps, number = question.shown[at - 1].steps, _number(step)
    if number is None:
        return not step and not worked
    return 0 < number <= len(steps) and not (worked and steps[number - 1].error is not None)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _name(name: str) -> str | None:
    try:
        checked = check_name(name.strip())
    except InvalidError:
        return None
    return None if checked in TAKEN else checked
