"""Traces of one skill to its draft, by rules: steps that worked, how it came out, and what went wrong on the way.

Every line is in the words of a trace. Steps are those of attempts that succeeded, where any did; each is told once and
with the number of attempts that have it.
"""

from collections.abc import Sequence

from scopes.extraction.traces.deeds import Deed, Failure, deeds_of, failures, worked
from scopes.extraction.traces.draft import Draft
from scopes.extraction.traces.merging import Common, merge
from scopes.extraction.traces.naming import name_of
from scopes.extraction.traces.texts import code, one_line
from scopes.extraction.traces.trace import Trace, in_order
from scopes.extraction.traces.wording import Wording, wording_of
from scopes.storage.front_matter import DESCRIPTION_CHARACTERS

__all__ = ["MOST_TRACES", "distill", "outcome_of"]

MOST_TRACES = 200
_STEPS, _PITFALLS, _RESULTS = 40, 20, 3
_TASKS, _TASK, _TITLE, _TOOLS, _TEXT = 3, 200, 120, 8, 300


def distill(name: str, traces: Sequence[Trace]) -> Draft:
    """The draft of a skill; the same for the same traces in any order. Of more than 200 the last are read."""
    ordered = in_order(traces)[-MOST_TRACES:]
    wording = wording_of(trace.task for trace in ordered)
    done = [(trace, deeds_of(trace)) for trace in ordered]
    sequences = [worked(deeds) for _, deeds in _best(done)]
    common = merge([sequence for sequence in sequences if sequence])[:_STEPS]
    steps = tuple(_step(one, len(sequences), wording) for one in common)
    return Draft(
        name=name,
        description=_description(ordered, [one.deed for one in common], wording),
        title=one_line(_best(done)[-1][0].task, _TITLE),  # an attempt that failed renames nothing
        steps=steps,
        outcome=outcome_of(ordered),
        pitfalls=tuple(_pitfalls(done, wording)),
        traces=tuple(trace.id for trace in ordered),
    )


def outcome_of(traces: Sequence[Trace]) -> tuple[str, ...]:
    """How often it succeeded, with results and notes of the last attempts that did."""
    ordered = in_order(traces)[-MOST_TRACES:]
    wording = wording_of(trace.task for trace in ordered)
    good = [trace for trace in ordered if trace.outcome == "success"]
    lines = [wording.attempts.format(succeeded=len(good), attempts=len(ordered))]
    for trace in reversed(good):
        last = next((step.result for step in reversed(trace.steps) if step.error is None and step.result), None)
        if last is not None:
            lines.append(wording.result.format(text=one_line(last, _TEXT)))
        if trace.notes:
            lines.append(wording.note.format(text=one_line(trace.notes, _TEXT)))
    return tuple(dict.fromkeys(lines))[: 1 + _RESULTS]


def _best(done: list[tuple[Trace, list[Deed]]]) -> list[tuple[Trace, list[Deed]]]:
    """The attempts whose steps are worth telling: those that succeeded, else those that may have, else all."""
    for outcome in ("success", "unknown", "failure"):
        if found := [one for one in done if one[0].outcome == outcome]:
            return found
    return []


def _description(traces: Sequence[Trace], deeds: Sequence[Deed], wording: Wording) -> str:
    tasks = {name_of(trace.task): one_line(trace.task, _TASK).rstrip(".。!！;；") for trace in traces}
    text = wording.use.format(tasks=wording.join.join(list(tasks.values())[-_TASKS:]))
    tools = list(dict.fromkeys(deed.tool for deed in deeds if deed.tool))[:_TOOLS]
    text += wording.tools.format(tools=", ".join(tools)) if tools else ""
    return one_line(text, DESCRIPTION_CHARACTERS)


def _step(one: Common, attempts: int, wording: Wording) -> str:
    told = one.deed.told
    if one.deed.input:
        shown = code(one.deed.input)
        told += f": {shown if one.same_input else wording.instance.format(input=shown)}"
    return told + wording.of.format(count=one.count, attempts=attempts) if attempts > 1 else told


def _pitfalls(done: list[tuple[Trace, list[Deed]]], wording: Wording) -> list[str]:
    """What went wrong, the most frequent first, each once with the number of attempts that met it."""
    met: dict[tuple[str, str], tuple[Failure, int]] = {}
    for _, deeds in done:
        for key, failure in {failure.key: failure for failure in failures(deeds)}.items():
            first, count = met.get(key, (failure, 0))
            better = first if first.instead is not None else failure
            met[key] = (better, count + 1)
    told = [
        _failure(failure, wording) + (wording.of.format(count=count, attempts=len(done)) if len(done) > 1 else "")
        for failure, count in sorted(met.values(), key=lambda one: -one[1])
    ]
    return list(dict.fromkeys([*told, *_endings(done, wording)]))[:_PITFALLS]


def _endings(done: list[tuple[Trace, list[Deed]]], wording: Wording) -> list[str]:
    """What is known of attempts that failed, beside errors of their steps."""
    lines: list[str] = []
    for trace, deeds in done:
        if trace.outcome != "failure":
            continue
        if trace.notes:
            lines.append(wording.note.format(text=one_line(trace.notes, _TEXT)))
        elif deeds and all(deed.error is None for deed in deeds):
            lines.append(wording.ended.format(action=deeds[-1].told))
    return lines


def _failure(failure: Failure, wording: Wording) -> str:
    action = failure.deed.told + (f": {code(failure.deed.input)}" if failure.deed.input else "")
    told = wording.failed.format(action=action, error=failure.error)
    if failure.instead is None:
        return told
    if failure.instead.input in ("", failure.deed.input):
        return told + wording.again
    return told + wording.instead.format(input=code(failure.instead.input))
