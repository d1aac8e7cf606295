"""Replaces secrets that have no form of their own but are announced: by a label, a command, a key's id."""

from bisect import bisect_right

from scopes.governance import announced, columns, contextual, pairs
from scopes.governance.placeholders import MARK
from scopes.governance.rewrite import Edit, merged


def hinted(text: str) -> bool:
    """Whether the text may announce a secret; cheap, and never wrongly False."""
    return contextual.hinted(text) or announced.hinted(text) or pairs.hinted(text)


def redact(text: str) -> list[Edit]:
    """The replacements of every secret that something around it announces."""
    found = [*announced.find(text), *contextual.find(text)]
    if pairs.hinted(text):
        found += pairs.find(text)
    found += columns.find(text)
    marks = [mark.span() for mark in MARK.finditer(text)] if found else []
    starts = [start for start, _ in marks]
    return merged(
        Edit(start, end, f"[REDACTED:{rule}]", rule)
        for rule, start, end in found
        if not _is_in_mark(start, end, starts, marks)
    )


def _is_in_mark(start: int, end: int, starts: list[int], marks: list[tuple[int, int]]) -> bool:
    at = bisect_right(starts, start) - 1
    return at >= 0 and end <= marks[at][1]
