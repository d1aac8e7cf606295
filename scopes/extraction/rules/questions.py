"""What a question asks for, so that a short answer to it can be kept together with it."""

import re
from typing import NamedTuple

__all__ = ["Asked", "Questions"]


class Asked(NamedTuple):
    """A question that somebody answers: its words, the kind of thing it asks for, and the confidence in the answer."""

    question: str
    kind: str
    confidence: float


class Questions(NamedTuple):
    """A language's questions by kind, in the order in which they are tried.

    `passed`: a question about another time, or a proposal. `whole`: an answer that needs no question, or denies;
    `empty`: one that says nothing.
    """

    sentence: re.Pattern[str]
    kinds: tuple[tuple[str, re.Pattern[str]], ...]
    passed: re.Pattern[str]
    whole: re.Pattern[str]
    empty: re.Pattern[str]

    def asked(self, turn: str) -> Asked | None:
        """The last question of a turn, if it asks for something that is worth keeping."""
        found = self.sentence.search(turn.strip())
        if found is None:
            return None
        question = found["o"].strip()
        if self.passed.search(question):
            return None
        kind = next((kind for kind, sign in self.kinds if sign.search(question)), None)
        return None if kind is None else Asked(question, kind, 0.7)
