"""The one function in front of every byte of user text: invisible Unicode, then credentials, then HTML.

Idempotent: what comes out goes through unchanged. Findings name rule, field and offsets in the text that came in,
never the value. A text that doesn't come to rest is refused, so that nothing half scrubbed is ever stored.
"""

import binascii
from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from scopes.errors import InvalidError, MalformedError
from scopes.governance import credentials, formats, invisible, markup, oddities
from scopes.governance.gate import is_plain
from scopes.governance.rewrite import Edit, Rewrite

_GENERATION = 1
NOTARY_VERSION = f"{_GENERATION}-{binascii.crc32(repr((formats.FORMATS, invisible.REMOVED)).encode()):08x}"

_ROUNDS = 8
_DEPTH = 64

_STAGES: tuple[Callable[[str, str], list[Edit]], ...] = (
    lambda text, _: invisible.sift(text),
    credentials.redact,
    lambda text, _: markup.defuse(text),
)


class Finding(msgspec.Struct, frozen=True):
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


def scrub(text: str, field: str) -> Scrubbed:
    """Makes a text fit to be stored.

    Raises MalformedError for lone surrogates, InvalidError when a credential can't be taken out; both name the field.
    """
    if is_plain(text):
        return Scrubbed(text, (), False)
    if invisible.has_surrogates(text):
        raise MalformedError("the text has a lone surrogate", field=field)
    rewrites = _settle(text, field)
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


def scrub_value(value: Any, field: str) -> tuple[Any, tuple[Finding, ...]]:
    """Scrubs every string of a JSON-like value, keys included; two keys that become one are refused."""
    found: list[Finding] = []
    return _scrub_value(value, field, found, _DEPTH), tuple(found)


def is_clean(text: str) -> bool:
    """Whether `scrub` would return the text as it is."""
    try:
        return is_plain(text) or scrub(text, "").text == text
    except (MalformedError, InvalidError):
        return False


def alters_unicode(text: str) -> bool:
    """Whether the Unicode rules would change or refuse the text; ids and names of which this is true are refused."""
    return (not text.isascii() and invisible.has_surrogates(text)) or bool(invisible.sift(text))


def _settle(text: str, field: str) -> list[Rewrite]:
    """The rewrites, each of the text before it, after which no stage changes anything."""
    rewrites: list[Rewrite] = []
    for _ in range(_ROUNDS):
        quiet = True
        for stage in _STAGES:
            edits = stage(text, field)
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


def _scrub_value(value: Any, field: str, found: list[Finding], depth: int) -> Any:
    if isinstance(value, str):
        scrubbed = scrub(value, field)
        found += scrubbed.findings
        return scrubbed.text
    if not isinstance(value, dict | list):
        return value
    if not depth:
        raise InvalidError("the value is nested too deeply", field=field, limit=_DEPTH)
    if isinstance(value, list):
        parts = cast("list[Any]", value)
        return [_scrub_value(part, f"{field}[{at}]", found, depth - 1) for at, part in enumerate(parts)]
    return _scrub_fields(cast("dict[Any, Any]", value), field, found, depth - 1)


def _scrub_fields(value: dict[Any, Any], field: str, found: list[Finding], depth: int) -> dict[Any, Any]:
    clean: dict[Any, Any] = {}
    for key, part in value.items():
        name = _scrub_value(key, field, found, depth)
        if name in clean:
            raise InvalidError("two keys are the same once they are scrubbed", field=field)
        clean[name] = _scrub_value(part, f"{field}.{name}", found, depth)
    return clean
