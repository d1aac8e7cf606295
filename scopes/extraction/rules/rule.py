"""A rule: what a clause must say after its subject, and what is to be kept of it."""

import functools
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

__all__ = ["FILES", "WEAK", "Compiled", "Fit", "Rule", "Sign", "Signs", "Table", "anything", "rule", "sign"]

Fit = Callable[[str], bool]

FILES = {
    "profile": "profile",
    "preference": "preferences",
    "interest": "interests",
    "goal": "plans",
    "project": "projects",
    "constraint": "constraints",
    "todo": "todos",
    "fact": "facts",
    "note": "notes",
    "decision": "decisions",
    "relation": "people",
    "possession": "belongings",
    "place": "places",
    "habit": "habits",
}
"""The wiki document of each kind, in any language: one scope may speak several."""

WEAK = "said"
"""The label of the sign that only tells that somebody speaks of himself; it adds to what stands beside it."""

_NAMED = re.compile(r"\(\?P<\w+>")
_REPEATED = re.compile(r"(?<!\\)\)([*+])(?![+?])")
_MOST_REPEATED = 4


def anything(text: str) -> bool:
    """Whether there is any text."""
    return bool(text)


class Rule(NamedTuple):
    """A pattern over what follows the subject of a clause; no subject is ''.

    `name` and `replaces` are templates over the pattern's groups. `fit` judges the group `o`, which says what it is
    about. `ahead`: it tells of what is to come, so a day of no year is the next one. `proper`: a group that is a name,
    written with a capital. `own`: the clause must name its subject itself. `addressed`: it speaks to an assistant, so
    people among themselves don't.
    """

    label: str
    kind: str
    subjects: tuple[str, ...]
    pattern: str
    name: str
    confidence: float = 0.8
    fit: Fit = anything
    replaces: tuple[str, ...] = ()
    ahead: bool = False
    proper: str = ""
    own: bool = False
    addressed: bool = False


def rule(
    label: str,
    kind: str,
    subjects: str,
    pattern: str,
    name: str,
    confidence: float = 0.8,
    fit: Fit = anything,
    *,
    replaces: str = "",
    ahead: bool = False,
    proper: str = "",
    own: bool = False,
    addressed: bool = False,
) -> Rule:
    """A rule as tables have it: subjects separated by spaces, `-` for none; names that it replaces by bars."""
    spoken_of = tuple(subject.strip("-") for subject in subjects.split())
    replaced = tuple(filter(None, replaces.split("|")))
    return Rule(label, kind, spoken_of, pattern, name, confidence, fit, replaced, ahead, proper, own, addressed)


class Compiled(NamedTuple):
    """The rules that follow one subject, in their order; what the `sieve` does not match, none of them does."""

    sieve: re.Pattern[str]
    rules: tuple[tuple[re.Pattern[str], Rule], ...]


class Table:
    """Rules by the subject they follow. Compiling them takes a good part of a second, so it is done when first asked
    for: a command that reads no conversation does not wait for it."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)

    def get(self, subject: str) -> Compiled | None:
        """The rules that follow a subject; None where there are none."""
        return self._compiled.get(subject)

    @functools.cached_property
    def _compiled(self) -> dict[str, Compiled]:
        found: dict[str, list[tuple[re.Pattern[str], Rule]]] = {}
        for one in self.rules:
            for subject in one.subjects:
                found.setdefault(subject, []).append((_bounded(one.pattern), one))
        return {subject: Compiled(_sieve(rules), tuple(rules)) for subject, rules in found.items()}


def _bounded(pattern: str) -> re.Pattern[str]:
    """A pattern whose groups repeat four times at most: what can be read in many ways must not be tried in all of them,
    which for a text of sixty characters would take for ever."""
    least = {"*": 0, "+": 1}
    return re.compile(_REPEATED.sub(lambda found: f"){{{least[found[1]]},{_MOST_REPEATED}}}", pattern))


def _sieve(rules: Iterable[tuple[re.Pattern[str], Rule]]) -> re.Pattern[str]:
    """One pattern for all of them: nearly every clause fails it, at a small part of what asking each would cost."""
    return re.compile("|".join(f"(?:{_NAMED.sub('(?:', pattern.pattern)})" for pattern, _ in rules))


class Sign(NamedTuple):
    """A pattern that may be found anywhere in a clause that has `near` too, and the rule that it stands for."""

    pattern: str
    near: str
    rule: Rule


def sign(
    label: str,
    kind: str,
    pattern: str,
    confidence: float,
    *,
    near: str = "",
    ahead: bool = False,
    addressed: bool = False,
) -> Sign:
    """A sign as tables have it; the item is named after the words of its clause."""
    return Sign(pattern, near, rule(label, kind, "", "", "{o}", confidence, ahead=ahead, addressed=addressed))


class Signs:
    """Signs in the order in which they are sought, compiled when first asked for."""

    def __init__(self, signs: Iterable[Sign]) -> None:
        self.signs = tuple(signs)

    def find(self, text: str) -> Rule | None:
        """The rule of the first sign that the text has."""
        found = (one for pattern, near, one in self._compiled if pattern.search(text) and near.search(text))
        return next(found, None)

    @functools.cached_property
    def _compiled(self) -> tuple[tuple[re.Pattern[str], re.Pattern[str], Rule], ...]:
        return tuple((_bounded(one.pattern), _bounded(one.near), one.rule) for one in self.signs)
