"""Whether what a clause tells of a home, a job or a state is so now: no stay on a journey, and no change to come.

A rule that replaces what stood before must not take the hotel for the home, nor next year's job for today's.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.rule import Rule

__all__ = ["Lasting"]

_HOMES = frozenset({"home", "住处"})
_STATES = frozenset({"profile", "place", "possession"})


class Lasting(NamedTuple):
    """A language's words for what does not last.

    `dwells`: that somebody is housed somewhere; `lodging`: where one only stays for a while. `journey`: a journey,
    unless `wont`, where it is one of many; a clause of it makes a stay of what `nearby` says in the same sentence, and
    of what `after` says in the next. `coming`: a time or an intention ahead; `begins`: words that tell when what stands
    before them will be; `joins`: a word behind which something else is told.
    """

    dwells: re.Pattern[str]
    lodging: re.Pattern[str]
    journey: re.Pattern[str]
    wont: re.Pattern[str]
    nearby: re.Pattern[str]
    after: re.Pattern[str]
    coming: re.Pattern[str]
    begins: re.Pattern[str]
    joins: re.Pattern[str]

    def travels(self, text: str) -> bool:
        """Whether a text tells of one journey."""
        return self.journey.search(text) is not None and self.wont.search(text) is None

    def is_stay(self, clauses: Sequence[Clause], at: int, sentence_before: str) -> bool:
        """Whether a clause tells where somebody sleeps on a journey."""
        words = clauses[at].words
        if self.dwells.search(words) is None:
            return False
        if self.lodging.search(words) is not None:
            return True
        if self.nearby.search(words) is not None and any(self.travels(clause.words) for clause in clauses[: at + 1]):
            return True
        return self.after.search(words) is not None and self.travels(sentence_before)

    def is_to_come(self, clauses: Sequence[Clause], at: int) -> bool:
        """Whether a clause, or the next one with it, tells of a time ahead."""
        told, *rest = self.joins.split(clauses[at].words, maxsplit=1)
        rest += [clause.words for clause in clauses[at + 1 : at + 2]]
        return self.coming.search(told) is not None or any(map(self.begins.match, rest))

    @staticmethod
    def is_home(rule: Rule, *, loose: bool = False) -> bool:
        """Whether a rule, or a sign (`loose`), says where somebody lives."""
        return rule.name in _HOMES or (loose and rule.kind == "place")

    @staticmethod
    def is_state(rule: Rule) -> bool:
        """Whether a rule says what is so of somebody now."""
        return rule.kind in _STATES and not rule.ahead
