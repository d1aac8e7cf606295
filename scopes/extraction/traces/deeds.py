"""The steps of one trace: what worked, without what was only done again, and what did not work."""

import re
from collections.abc import Sequence

import msgspec

from scopes.extraction.traces.texts import code, one_line
from scopes.extraction.traces.trace import Trace

__all__ = ["Deed", "Failure", "deeds_of", "failures", "worked"]

_ACTION, _INPUT, _ERROR, _TOOL = 300, 200, 300, 60
_LONGEST_LOOP = 4
_NUMBER = re.compile(r"\d+")


class Deed(msgspec.Struct, frozen=True):
    """A step as a skill tells it; `kind` is what was done, whatever it was done to."""

    kind: str
    tool: str
    action: str
    input: str
    error: str | None = None

    @property
    def told(self) -> str:
        """The deed on one line, but for what it was done to."""
        if not self.tool or self.tool.casefold() in self.action.casefold():
            return self.action
        return f"{self.action} ({code(self.tool)})"


class Failure(msgspec.Struct, frozen=True):
    """Something that did not work, and what of the same kind did afterwards."""

    deed: Deed
    error: str
    instead: Deed | None

    @property
    def key(self) -> tuple[str, str]:
        """What two failures have in common that are the same pitfall: numbers in the error don't matter."""
        return self.deed.kind, _NUMBER.sub("0", self.error.casefold())


def deeds_of(trace: Trace) -> list[Deed]:
    """The steps of a trace, in their order."""
    return [
        Deed(
            kind=" ".join(f"{step.tool or ''} {step.action}".casefold().split()).rstrip(".。!！"),
            tool=one_line(step.tool, _TOOL),
            action=one_line(step.action, _ACTION),
            input=one_line(step.input, _INPUT),
            error=None if step.error is None else one_line(step.error, _ERROR),
        )
        for step in trace.steps
    ]


def worked(deeds: Sequence[Deed]) -> list[Deed]:
    """The deeds that worked; of one, or of a few in a row, that come again at once, only the last."""
    found = [deed for deed in deeds if deed.error is None]
    for size in range(1, _LONGEST_LOOP + 1):
        at = 0
        while at + 2 * size <= len(found):
            if found[at : at + size] == found[at + size : at + 2 * size]:
                del found[at : at + size]
            else:
                at += 1
    return found


def failures(deeds: Sequence[Deed]) -> list[Failure]:
    """The deeds that did not work."""
    found: list[Failure] = []
    later: dict[str, Deed] = {}
    for deed in reversed(deeds):
        if deed.error is None:
            later[deed.kind] = deed
        else:
            found.append(Failure(deed, deed.error, later.get(deed.kind)))
    return found[::-1]
