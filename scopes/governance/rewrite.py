"""A text made from another by replacing spans, and the way back from its offsets to those of the source."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import msgspec


class Edit(msgspec.Struct, frozen=True, gc=False):
    """Put `replacement` for the source's characters `start` to `end`; an empty `rule` is not worth reporting."""

    start: int
    end: int
    replacement: str
    rule: str = ""


class Rewrite:
    """The text that ascending edits without overlap make of `source`.

    `exact` is for what must hit the very characters of the source; `cover` is for reports, where a replacement
    stands for all that it replaced.
    """

    __slots__ = ("_ends", "_starts", "edits", "source", "text")

    def __init__(self, source: str, edits: Sequence[Edit]) -> None:
        self.source = source
        self.edits = edits
        pieces: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        done = length = 0
        for edit in edits:
            length += edit.start - done
            self._starts.append(length)
            length += len(edit.replacement)
            self._ends.append(length)
            pieces += (source[done : edit.start], edit.replacement)
            done = edit.end
        pieces.append(source[done:])
        self.text = "".join(pieces)

    @property
    def seams(self) -> Sequence[int]:
        """Offsets in `text` at which the replacements end, ascending."""
        return self._ends

    def exact(self, start: int, end: int) -> tuple[int, int] | None:
        """The source span of `text[start:end]`, or None when it begins or ends inside a replacement."""
        first, last = self.start_of(start), self._end_of(end)
        return None if first is None or last is None else (first, last)

    def cover(self, start: int, end: int) -> tuple[int, int]:
        """The smallest source span that all of `text[start:end]` came from."""
        first, last = self.start_of(start), self._end_of(end)
        if first is None:
            first = self.edits[bisect_right(self._starts, start) - 1].start
        if last is None:
            last = self.edits[bisect_left(self._starts, end) - 1].end
        return first, last

    def start_of(self, offset: int) -> int | None:
        """Where a span that begins at `offset` begins in the source; None inside a replacement."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return offset
        if offset >= self._ends[at]:
            return self.edits[at].end + offset - self._ends[at]
        return self.edits[at].start if offset == self._starts[at] else None

    def _end_of(self, offset: int) -> int | None:
        at = bisect_left(self._starts, offset) - 1
        if at < 0:
            return offset
        return self.edits[at].end + offset - self._ends[at] if offset >= self._ends[at] else None


def merged(edits: Iterable[Edit]) -> list[Edit]:
    """The edits in order, those that overlap made one that carries the first one's rule and replacement."""
    result: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, -edit.end)):
        if result and edit.start < result[-1].end:
            last = result[-1]
            result[-1] = Edit(last.start, max(last.end, edit.end), last.replacement, last.rule)
        else:
            result.append(edit)
    return result
