"""Which rule knows a clause: one that fits the whole of it, or else a sign somewhere in it."""

import functools
import re
from collections.abc import Sequence
from typing import NamedTuple

from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.language import Language
from scopes.extraction.rules.rule import WEAK, Rule

__all__ = ["OF_OTHERS", "Match", "matches"]

OF_OTHERS = frozenset({"relation", "possession", "fact", "project"})
"""Kinds of what is said of somebody or something else."""

_OWN = frozenset({"preference", "interest", "goal", "todo", "habit"})
"""Kinds that only their speaker can tell; of somebody else they are what belongs to what was said of him."""


class Match(NamedTuple):
    """A rule, what its groups caught, and whether it only knows a sign in the clause (`loose`), or
    knows it only with a speaker who is left out as its subject (`assumed`)."""

    rule: Rule
    groups: dict[str, str]
    loose: bool = False
    assumed: bool = False

    @property
    def weak(self) -> bool:
        """Whether it only tells that somebody speaks of himself."""
        return self.rule.label == WEAK


def matches(clauses: Sequence[Clause], language: Language, before: str = "") -> list[Match | None]:
    """Each clause's rule. What follows one about somebody or something else, without a subject, speaks of that.

    `before`: the sentence before, which may tell that this one is about a journey.
    """
    found: list[Match | None] = []
    other = False
    for at, clause in enumerate(clauses):
        anothers = clause.dropped and other
        passing = _Passing(language, clauses, at, before)
        match = None if anothers else _match(clause, language, passing)
        if match is not None or not clause.dropped:
            other = match is not None and match.rule.kind in OF_OTHERS
        other = other or language.others.search(clause.words) is not None
        sign = None if match is not None else _sign(clause, language, passing)
        found.append(None if anothers and sign is not None and sign.rule.kind in _OWN else match or sign)
    return found


class _Passing:
    """What a clause may not be taken for, because it is so only on a journey, or is to come."""

    def __init__(self, language: Language, clauses: Sequence[Clause], at: int, before: str) -> None:
        self._lasting, self._clauses, self._at, self._before = language.lasting, clauses, at, before

    def excludes(self, rule: Rule, *, loose: bool = False) -> bool:
        """Whether a rule, or a sign, would take it for something that lasts."""
        lasting = self._lasting
        if lasting.is_home(rule, loose=loose) and (self.is_stay() or (loose and self._is_journey())):
            return True
        return not loose and lasting.is_state(rule) and self._is_to_come

    def _is_journey(self) -> bool:
        return self._lasting.travels(self._clauses[self._at].words)

    @functools.cached_property
    def _is_to_come(self) -> bool:
        return self._lasting.is_to_come(self._clauses, self._at)

    def is_stay(self) -> bool:
        """Whether it tells where somebody sleeps on a journey."""
        return self._lasting.is_stay(self._clauses, self._at, self._before)


def _match(clause: Clause, language: Language, passing: _Passing) -> Match | None:
    known = _known(clause, clause.subject, language, passing)
    if (
        known is not None
        or clause.subject
        or not language.self_word
        or language.orders.search(clause.words)
        or language.others.search(clause.words)
    ):
        return known
    known = _known(clause, language.self_word, language, passing)
    return None if known is None else known._replace(assumed=True)


def _known(clause: Clause, subject: str, language: Language, passing: _Passing) -> Match | None:
    known = language.table.get(subject)
    rests = [] if known is None else [rest for rest in clause.rests if known.sieve.fullmatch(rest)]
    for pattern, one in known.rules if known is not None and rests else ():
        for rest in rests:
            match = pattern.fullmatch(rest)
            if match is None or (clause.dropped and one.own) or not _is_proper(match, one.proper, clause.cased):
                continue
            groups = {name: language.gist(text) for name, text in match.groupdict("").items()}
            if one.fit(groups.get("o", "")) and not passing.excludes(one):
                return Match(one, groups)
    return None


def _sign(clause: Clause, language: Language, passing: _Passing) -> Match | None:
    sought = language.sought(clause)
    one = language.signs.find(sought) if sought else None
    if one is not None and (passing.excludes(one, loose=True) or (one.label == WEAK and passing.is_stay())):
        return None
    return None if one is None else Match(one, {"o": language.gist(clause.words)}, loose=True)


def _is_proper(match: re.Match[str], group: str, cased: str) -> bool:
    """Whether a group that must be a name begins with a capital, where there are any."""
    return not group or not (first := cased[match.start(group) : match.start(group) + 1]).isascii() or first.isupper()
