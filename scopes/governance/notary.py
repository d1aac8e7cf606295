"""The one function in front of every byte of user text: invisible Unicode, then secrets, then HTML.

Idempotent: what comes out goes through unchanged. Findings name rule, field and offsets in the text that came in,
never the value. A text that doesn't come to rest is refused, so that nothing half scrubbed is ever stored.
"""

import binascii
from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from scopes.errors import InvalidError, MalformedError
from scopes.governance import (
    additions,
    contextual,
    credentials,
    formats,
    invisible,
    labels,
    markup,
    oddities,
    shapes,
    surroundings,
)
from scopes.governance.gate import is_plain
from scopes.governance.rewrite import Edit, Rewrite
from scopes.governance.rules import BUILT_IN, NotaryRules

# Counts up when code changes what is found; what the tables hold is in the digest.
_GENERATION = 6
_TABLES = (formats.FORMATS, invisible.REMOVED, labels.WORDS, contextual.SEPARATORS, shapes.SHAPES)

_ROUNDS = 8
_DEPTH = 64

_STAGES: tuple[Callable[[str, str, NotaryRules], list[Edit]], ...] = (
    lambda text, _field, _rules: invisible.sift(text),
    lambda text, field, _rules: credentials.redact(text, field),
    lambda text, _field, _rules: surroundings.redact(text),
    lambda text, _field, rules: additions.redact(text, rules),
    lambda text, _field, _rules: markup.defuse(text),
)


class Finding(msgspec.Struct, frozen=True, gc=False):
    """What a rule found, by offsets in the text as it came in; `odd-*` rules only notice and change nothing."""

    rule: str
    field: str
    start: int
    end: int


class Scrubbed(msgspec.Struct, frozen=True):
    """Text that may be stored, what was found in it, and whether it looks as if something was being hidden."""

    text: str
    findings: tuple[Finding, ...]
    suspicious: bool


def version(rules: NotaryRules = BUILT_IN) -> str:
    """Names the rules in force: text that was scrubbed under another version may hold what this one finds."""
    return f"{_GENERATION}-{binascii.crc32(repr((_TABLES, rules)).encode()):08x}"


NOTARY_VERSION = version()


def scrub(text: str, field: str, rules: NotaryRules = BUILT_IN) -> Scrubbed:
    """Makes a text fit to be stored.

    Raises MalformedError for lone surrogates, InvalidError when a credential can't be taken out; both name the field.
    """
    if is_plain(text, rules):
        return Scrubbed(text, (), False)
    if invisible.has_surrogates(text):
        raise MalformedError("the text has a lone surrogate", field=field)
    rewrites = _settle(text, field, rules)
    final = rewrites[-1].text if rewrites else text
    found = [
        _finding(field, edit.rule, edit.start, edit.end, rewrites[:depth])
        for depth, rewrite in enumerate(rewrites)
        for edit in rewrite.edits
        if edit.rule
    ]
    found += (_finding(field, *odd, rewrites) for odd in oddities.find(final))
    found.sort(key=lambda finding: finding.start)
    hidden = rewrites[0].edits if rewrites else ()
    return Scrubbed(final, tuple(found), invisible.is_suspicious(text, hidden))


def scrub_value(value: Any, field: str, rules: NotaryRules = BUILT_IN) -> tuple[Any, tuple[Finding, ...]]:
    """Scrubs every string of a JSON-like value, keys included; two keys that become one are refused.

    A string is also a secret when its key says so (`{"db_password": "…"}`).
    """
    found: list[Finding] = []
    return _scrub_value(value, _Place(field, rules, _DEPTH), found), tuple(found)


def is_clean(text: str, rules: NotaryRules = BUILT_IN) -> bool:
    """Whether `scrub` would return the text as it is."""
    try:
        return is_plain(text, rules) or scrub(text, "", rules).text == text
    except (MalformedError, InvalidError):
        return False


def alters_unicode(text: str) -> bool:
    """Whether the Unicode rules would change or refuse the text; ids and names of which this is true are refused."""
    return (not text.isascii() and invisible.has_surrogates(text)) or bool(invisible.sift(text))


def _settle(text: str, field: str, rules: NotaryRules) -> list[Rewrite]:
    """The rewrites, each of the text before it, after which no stage changes anything."""
    rewrites: list[Rewrite] = []
    for _ in range(_ROUNDS):
        quiet = True
        for stage in _STAGES:
            edits = stage(text, field, rules)
            if edits:
                rewrites.append(Rewrite(text, edits))
                text, quiet = rewrites[-1].text, False
        if quiet:
            return rewrites
    raise InvalidError("the text keeps yielding credentials or markup when it is scrubbed", field=field)


def _finding(field: str, rule: str, start: int, end: int, rewrites: Sequence[Rewrite]) -> Finding:
    for rewrite in reversed(rewrites):
        start, end = rewrite.cover(start, end)
    return Finding(rule, field, start, end)


class _Place(msgspec.Struct, frozen=True):
    """Where in a value a part stands, what applies there, and how much deeper it may go."""

    field: str
    rules: NotaryRules
    depth: int

    def inner(self, field: str) -> "_Place":
        return _Place(field, self.rules, self.depth - 1)


def _scrub_value(value: Any, place: _Place, found: list[Finding]) -> Any:
    if isinstance(value, str):
        scrubbed = scrub(value, place.field, place.rules)
        found += scrubbed.findings
        return scrubbed.text
    if not isinstance(value, dict | list):
        return value
    if not place.depth:
        raise InvalidError("the value is nested too deeply", field=place.field, limit=_DEPTH)
    if isinstance(value, list):
        parts = cast("list[Any]", value)
        return [_scrub_value(part, place.inner(f"{place.field}[{at}]"), found) for at, part in enumerate(parts)]
    return _scrub_fields(cast("dict[Any, Any]", value), place, found)


def _scrub_fields(value: dict[Any, Any], place: _Place, found: list[Finding]) -> dict[Any, Any]:
    clean: dict[Any, Any] = {}
    for key, part in value.items():
        name = _scrub_value(key, place, found)
        if name in clean:
            raise InvalidError("two keys are the same once they are scrubbed", field=place.field)
        field = f"{place.field}.{name}"
        clean[name] = _under(name, _scrub_value(part, place.inner(field), found), field, found)
    return clean


def _under(name: Any, value: Any, field: str, found: list[Finding]) -> Any:
    """The value, replaced where the name of its field says that it is a secret."""
    rule = contextual.under(name, value) if isinstance(name, str) and isinstance(value, str) else None
    if rule is None:
        return value
    found.append(Finding(rule, field, 0, len(value)))
    return f"[REDACTED:{rule}]"
