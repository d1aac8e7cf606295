"""A text cut into slices: at its own headings, and what is longer than a slice at paragraphs, lines, then words.

Nothing of the text is left out but the headings' own lines, which become the slices' names, and blank lines between.
"""

import re
from collections.abc import Iterator

import msgspec

from scopes.errors import InvalidError
from scopes.storage.names import check_item

__all__ = ["MOST_SLICES", "SLICE_CHARACTERS", "Slice", "slices"]

SLICE_CHARACTERS = 1_500
NAME_CHARACTERS = 80
MOST_SLICES = 4_000  # of a text that has more headings only the length counts

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(?P<name>.*)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_BREAKS = ("\n\n", "\n", "。", ". ", " ")
_BLANK_LINES = re.compile(r"\A(?:[ \t\r]*\n)+")
_UNNAMEABLE = re.compile(r"[\[\]\x00-\x1f\x7f]+")


class Slice(msgspec.Struct, frozen=True):
    """A piece of a file's text, under a name that no other slice of the file has."""

    name: str
    content: str


def slices(text: str, title: str, size: int = SLICE_CHARACTERS, *, headings: bool = True) -> list[Slice]:
    """The slices of a text; `title` names what stands before the first heading, or all of it without `headings`."""
    found: list[Slice] = []
    taken: dict[str, int] = {}
    for heading, content in _by_headings(text, title) if headings else [(title, text)]:
        name = _name(heading, title)
        found += [Slice(_free(name, taken), piece) for piece in _by_length(content, size)]
        if headings and len(found) > MOST_SLICES:
            return slices(text, title, size, headings=False)
    return found


def _by_headings(text: str, title: str) -> Iterator[tuple[str, str]]:
    heading, lines, fence = title, list[str](), ""
    for line in text.split("\n"):
        if mark := _FENCE.match(line):
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        match = None if fence else _HEADING.fullmatch(line)
        if match is None:
            lines.append(line)
            continue
        yield heading, "\n".join(lines)
        heading, lines = _without_closing(match["name"]) or title, []
    yield heading, "\n".join(lines)


def _without_closing(heading: str) -> str:
    """A heading's text without blanks and number signs behind it."""
    bare = heading.rstrip(" \t")
    name = bare.rstrip("#")
    return name.rstrip(" \t") if name[-1:] in (" ", "\t") else bare


def _by_length(text: str, size: int) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = len(text) if len(text) - start <= size else _break_before(text, start, size)
        if piece := _bare(text[start:end]):
            yield piece
        start = end


def _bare(text: str) -> str:
    """A text without blank lines around it; nothing where it is blank."""
    return _BLANK_LINES.sub("", text).rstrip()


def _break_before(text: str, start: int, size: int) -> int:
    """Where to cut: behind the last break of the best kind that leaves half a slice at least."""
    for mark in _BREAKS:
        at = text.rfind(mark, start + size // 2, start + size)
        if at != -1:
            return at + len(mark)
    return start + size


def _name(heading: str, title: str) -> str:
    """A heading as a name: one line, short, without what would be read as a link."""
    bare = " ".join(_UNNAMEABLE.sub(" ", heading).split())[:NAME_CHARACTERS].strip()
    try:
        return check_item(bare)
    except InvalidError:
        return title


def _free(name: str, taken: dict[str, int]) -> str:
    """The name, or the first free one of `name-2`, `name-3` …"""
    if name not in taken:
        taken[name] = 1
        return name
    taken[name] += 1
    while (free := f"{name}-{taken[name]}") in taken:
        taken[name] += 1
    taken[free] = 1
    return free
