"""All credential formats that can be told from their shape alone, and which of them a text may hold."""

import re
from collections.abc import Iterator
from functools import cache

from scopes.governance.format_rule import Format
from scopes.governance.formats_addresses import ADDRESSES
from scopes.governance.formats_code import DEVELOPMENT
from scopes.governance.formats_hashes import HASHES
from scopes.governance.formats_services import SERVICES

FORMATS = (*DEVELOPMENT, *SERVICES, *ADDRESSES, *HASHES)

# A hint is looked for only in texts that have its rarest character: most have none of these.
_RARE = "_~=/@+QZXJKVTGRNHDBLPMSICAE0123456789:-."


def _indexed() -> list[tuple[str, list[tuple[str, list[int]]]]]:
    """Numbers of formats by hint, hints by their rarest character."""
    by_character: dict[str, dict[str, list[int]]] = {}
    for number, entry in enumerate(FORMATS):
        for hint in entry.hints:
            rarest = min(hint, key=lambda character: _RARE.find(character) % 256)
            by_character.setdefault(rarest, {}).setdefault(hint, []).append(number)
    return [(character, list(hints.items())) for character, hints in by_character.items()]


_INDEX = _indexed()
_SIGNED = [(re.compile(entry.sign), number) for number, entry in enumerate(FORMATS) if entry.sign]
_LITERAL = re.compile("[A-Za-z0-9]{2}[^{?*+|]")


def possible(text: str) -> list[Format]:
    """The formats of which the text has a hint."""
    found = {number for sign, number in _SIGNED if sign.search(text)}
    for character, hints in _INDEX:
        if character in text:
            for hint, numbers in hints:
                if hint in text:
                    found.update(numbers)
    return [FORMATS[number] for number in sorted(found)]


def matches(pattern: str, text: str) -> Iterator[re.Match[str]]:
    """The matches of the pattern that nothing alphanumeric touches.

    A search is fast when it begins with what the pattern begins with, so what stands before is looked at last.
    """
    if not _LITERAL.match(pattern):
        yield from _bounded(pattern).finditer(text)
        return
    position, expression = 0, _ended(pattern)
    while match := expression.search(text, position):
        before = text[match.start() - 1 : match.start()]
        touched = before.isascii() and before.isalnum()
        position = match.start() + 1 if touched else match.end()
        if not touched:
            yield match


@cache
def _bounded(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])")


@cache
def _ended(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?:{pattern})(?![A-Za-z0-9])")


@cache
def unbounded(pattern: str) -> re.Pattern[str]:
    """The pattern wherever it stands, as long as it gets."""
    return re.compile(pattern)


@cache
def shortest(pattern: str) -> re.Pattern[str]:
    """The pattern wherever it stands, as short as it can be."""
    return re.compile(pattern.replace("}+", "}?"))
