"""Finds private keys written as blocks of base64 between BEGIN and END lines, whole or cut off at either end.

Linear: markers are found in one pass, and what is read after a marker ends at the next dash.
"""

import re
from collections.abc import Iterator

from scopes.governance.plausible import is_prose

_MARKER = re.compile(r"-{4,5} ?(BEGIN|END) (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_PUTTY = re.compile(r"(?<![A-Za-z])Private-Lines: ?[0-9]{1,3}")
_LONGEST = 32_768

_GLUE = r"[\s\"'+,|>\\]{0,16}+"
_FIELDS = r"(?:[ \t]*\n)?(?:[A-Za-z-]{2,24}: [^\n]{0,200}+\n){0,8}+"
_LINES = rf"(?:{_GLUE}[A-Za-z0-9+/=]{{16,4096}}+){{1,1000}}+(?:{_GLUE}[A-Za-z0-9+/]{{1,15}}+={{1,2}})?+"
_AFTER = re.compile(_FIELDS + _LINES)
_BEFORE = re.compile(rf"{_GLUE}[A-Za-z0-9+/=]{{1,4096}}+(?:{_GLUE}[A-Za-z0-9+/=]{{16,4096}}+){{0,1000}}+")
_MATERIAL = re.compile("[A-Za-z0-9+/=]{24,}")


def hinted(text: str) -> bool:
    """Whether the text, with or without its spaces, may have a block."""
    return "PRIVATE" in text or "Private-Lines:" in text


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each block begins and ends; a marker that no key material follows or precedes is prose."""
    if "PRIVATE" in text:
        yield from _marked(text)
    if "Private-Lines:" in text:
        for match in _PUTTY.finditer(text):
            body = _AFTER.match(text, match.end())
            if body:
                yield match.end(), body.end()


def _marked(text: str) -> Iterator[tuple[int, int]]:
    markers = list(_MARKER.finditer(text))
    closed = 0
    for at, marker in enumerate(markers):
        if marker[1] == "END":
            if closed < marker.start() and (span := _headless(text, closed, marker)):
                yield span
        else:
            following = markers[at + 1] if at + 1 < len(markers) else None
            if following and following[1] == "END" and following.start() - marker.end() <= _LONGEST:
                if _is_material(text[marker.end() : following.start()]):
                    yield marker.start(), following.end()
                closed = following.end()
                continue
            body = _AFTER.match(text, marker.end())
            if body:
                yield marker.start(), body.end()
        closed = max(closed, marker.end())


def _headless(text: str, floor: int, end: re.Match[str]) -> tuple[int, int] | None:
    """The block that an END marker closes without a BEGIN: its lines are read backwards."""
    backwards = text[max(floor, end.start() - _LONGEST) : end.start()][::-1]
    body = _BEFORE.match(backwards)
    return (end.start() - body.end(), end.end()) if body and _is_material(body.group()) else None


def _is_material(body: str) -> bool:
    pieces = re.split(r"(?:\\[nrt]|[\s\"'+,|>\\])+", body)
    return _MATERIAL.search("".join(pieces)) is not None and not is_prose([piece for piece in pieces if piece])
