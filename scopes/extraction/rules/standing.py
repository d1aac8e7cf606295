"""Whether a statement stands alone: who finds it later has neither the talk around it nor what was shown there."""

import re
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["DANGLING", "EMPTY", "Standing"]

DANGLING, EMPTY = "dangling", "empty"

_ABOUT_WHAT = frozenset(
    {"goal", "todo", "project", "interest", "preference", "decision", "habit", "constraint", "fact"}
)
"""Kinds that say nothing without what they are about; the others may be told by their verb alone."""

_VERB = 6  # characters in front of what a statement is about, for the verb that it hangs on
_CHOSEN = frozenset({"preference", "interest"})


class Standing(NamedTuple):
    """A language's words that need others.

    `points`: a word for what was named before; `deictic`: one for what is at hand, which nothing said before explains.
    `definite`: a thing that only whoever sees it knows, where `liking` is told of it. `goes_on`: a step after others;
    `breaks`: where another clause begins. `names`: whether a text names something that may be pointed at; `full`:
    whether it says anything, as a statement of a kind.
    """

    points: re.Pattern[str]
    deictic: re.Pattern[str]
    definite: re.Pattern[str]
    liking: re.Pattern[str]
    goes_on: re.Pattern[str]
    breaks: re.Pattern[str]
    names: Callable[[str], bool]
    full: Callable[[str, str], bool]

    def lack(self, text: str, kind: str, about: str, *, loose: bool) -> str | None:
        """What a text of a kind lacks to be understood by itself, as the reason to refuse it; None for nothing.

        `about` is what a rule caught as its matter. `loose`: only a sign in it is known, so no pattern has seen to
        what it points at.
        """
        if self.goes_on.match(text) or self.deictic.search(text) or self._points(text):
            return DANGLING
        chosen = kind in _CHOSEN or (loose and self.liking.search(text) is not None)
        if chosen and self._is_definite(text, about) and not self._led(text, about):
            return DANGLING
        return self._void(text, kind, about, loose=loose)

    def _points(self, text: str) -> bool:
        """Whether the first word that points at something has nothing before it to point at."""
        found = self.points.search(text)
        if found is None:
            return False
        before = text[: found.start()]
        return not (self.full(before, "") if self.breaks.search(before) else self.names(before))

    def _is_definite(self, text: str, about: str) -> bool:
        at = self._at(text, about)
        return self.definite.search(text, max(at - _VERB, 0), at + len(about)) is not None

    def _led(self, text: str, about: str) -> bool:
        """Whether something is named in front of what a statement is about."""
        before = text[: self._at(text, about)]
        return self.breaks.search(before) is not None and self.names(before)

    def _void(self, text: str, kind: str, about: str, *, loose: bool) -> str | None:
        if kind not in _ABOUT_WHAT and not (loose and kind == "relation"):
            return None
        return None if self.full(text if loose else text[self._at(text, about) :], kind) else EMPTY

    @staticmethod
    def _at(text: str, about: str) -> int:
        """Where in a text the matter of its statement begins; a rule has it in lower case, and may have turned it."""
        return max(text.lower().find(about[:9].lower()), 0)
