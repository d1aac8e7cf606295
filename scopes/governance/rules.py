"""What an operator may add to the notary: personal data, and patterns of their own, without a release."""

import re
import time
from functools import cache

import msgspec

from scopes.errors import InvalidError

_NAME = re.compile("[a-z][a-z0-9-]{1,39}")
_PATTERNS, _LONGEST = 100, 500
# Seconds that a pattern may take on a probe; the probes grow, so that a slow one is met while it is still bearable.
_PATIENCE = 0.025
_PROBES = (12, 16, 20, 24, 28, 32, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
_UNITS = ("a", "A", "0", " ", "-", "_", ".", "=", "a1", "aA0_", "a ", "1-", "中")


class Pattern(msgspec.Struct, frozen=True):
    """A rule of an operator's own: its name, its regular expression, and strings of which every match has one."""

    rule: str
    regex: str
    hints: tuple[str, ...] = ()


class NotaryRules(msgspec.Struct, frozen=True):
    """What the notary does beyond its built-in rules; `pii` takes out personal data."""

    pii: bool = False
    patterns: tuple[Pattern, ...] = ()


BUILT_IN = NotaryRules()


def check(rules: NotaryRules, field: str) -> None:
    """Refuse patterns that can't be, InvalidError naming the one: too long or slow, or fit for an empty text."""
    if len(rules.patterns) > _PATTERNS:
        raise InvalidError(f"{field} has more than {_PATTERNS} entries", field=field, limit=_PATTERNS)
    for pattern in rules.patterns:
        _check(pattern, f"{field}.{pattern.rule}" if _NAME.fullmatch(pattern.rule) else field)


def _check(pattern: Pattern, field: str) -> None:
    if not _NAME.fullmatch(pattern.rule) or pattern.rule.startswith("odd-"):
        raise InvalidError("a rule is named in lower case letters, digits and hyphens, not odd-…", field=field)
    if len(pattern.regex) > _LONGEST:
        raise InvalidError(f"the pattern is longer than {_LONGEST} characters", field=field, limit=_LONGEST)
    try:
        expression = compiled(pattern.regex)
    except (re.error, OverflowError, RecursionError) as error:
        raise InvalidError(f"the pattern is no regular expression: {error}", field=field) from None
    if expression.search(""):
        raise InvalidError("the pattern matches the empty text", field=field)
    if _is_slow(expression):
        raise InvalidError("the pattern takes too long: bound its repetitions, as in {1,40}", field=field)


@cache
def compiled(regex: str) -> re.Pattern[str]:
    """The regular expression, compiled once."""
    return re.compile(regex)


def _is_slow(expression: re.Pattern[str]) -> bool:
    literals = [character for character in dict.fromkeys(expression.pattern) if character.isalnum()][:20]
    for unit in (*_UNITS, *literals, "".join(literals)):
        for size in _PROBES if unit else ():
            probe = (unit * size)[:size] + "\n!"
            if _seconds(expression, probe) > _PATIENCE and _seconds(expression, probe) > _PATIENCE:
                return True
    return False


def _seconds(expression: re.Pattern[str], text: str) -> float:
    started = time.thread_time()
    for _ in expression.finditer(text):
        pass
    return time.thread_time() - started
