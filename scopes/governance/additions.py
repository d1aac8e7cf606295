"""Applies what an operator added to the notary: their patterns and, where it is switched on, personal data."""

from collections.abc import Iterator

from scopes.governance import personal
from scopes.governance.placeholders import MARK
from scopes.governance.rewrite import Edit, merged
from scopes.governance.rules import NotaryRules, Pattern, compiled

Found = tuple[str, int, int]


def redact(text: str, rules: NotaryRules) -> list[Edit]:
    """The replacements of all that the rules beyond the built-in ones find; what is replaced already stays."""
    found = [one for pattern in rules.patterns for one in _matches(text, pattern)]
    if rules.pii:
        found += personal.find(text)
    return merged(Edit(start, end, f"[REDACTED:{rule}]", rule) for rule, start, end in found)


def _matches(text: str, pattern: Pattern) -> Iterator[Found]:
    if pattern.hints and not any(hint in text for hint in pattern.hints):
        return
    done = 0
    for mark in (*MARK.finditer(text), None):
        for match in compiled(pattern.regex).finditer(text, done, mark.start() if mark else len(text)):
            if match.end() > match.start():
                yield pattern.rule, *match.span()
        done = mark.end() if mark else done
