"""Finds credentials that whitespace breaks up: over the end of a line, or letter by letter.

In the joined text nothing separates a credential from the words around it, so its ends are sought where the spaces
were, and what mostly consists of words is left alone.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from scopes.governance.format_rule import Format
from scopes.governance.formats import possible, shortest, unbounded
from scopes.governance.plausible import is_credible, is_prose, is_word
from scopes.governance.rewrite import Rewrite
from scopes.governance.views import joined, without_gaps

_FRAGMENT = 4  # characters: shorter pieces follow each other only where somebody spaced a word out
_DIGEST = re.compile("[0-9a-f-]+")
_RANDOM = re.compile("(?=[^a-z]{0,99}[a-z])(?=[^A-Z]{0,99}[A-Z])(?=[^0-9]{0,99}[0-9]).{12,}|.{20,}")
_CHANGE = re.compile("(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[a-z0-9])|(?<=[0-9])(?=[A-Za-z])")
_ATTEMPTS = 8

Found = tuple[str, int, int]


def find(text: str) -> Iterator[Found]:
    """Rule, start and end of every credential that is whole only without the whitespace in it."""
    entries = [entry for entry in possible(without_gaps(text)) if entry.wraps]
    if entries:
        view = joined(text)
        for entry in entries:
            yield from _of_format(view, entry)


def _of_format(view: Rewrite, entry: Format) -> Iterator[Found]:
    position = 0
    while match := unbounded(entry.pattern).search(view.text, position):
        found = _settle(view, entry, match.start(), match.end())
        position = match.start() + 1
        if found:
            position = found.end()
            span = view.exact(*found.span("secret" if "secret" in found.re.groupindex else 0))
            if span:
                yield entry.rule, *span


def _settle(view: Rewrite, entry: Format, start: int, limit: int) -> re.Match[str] | None:
    """The match from `start`, cut where a space ended it; None when it is whole already or no credential."""
    seams = view.seams
    inner = bisect_right(seams, start)
    if inner == len(seams) or seams[inner] >= limit or _touches(view, start):
        return None
    least = shortest(entry.pattern).match(view.text, start)
    ends = list(seams[bisect_left(seams, least.end() if least else limit) : bisect_right(seams, limit)])
    if limit not in ends and not _is_alphanumeric(view.text[limit : limit + 1]):
        ends.append(limit)
    pattern = unbounded(entry.pattern)
    for at, end in enumerate(ends[:_ATTEMPTS]):
        match = pattern.fullmatch(view.text, start, end)
        if match:
            match = _extended(view, match, ends[at + 1 :])
            pieces = _pieces(view, start, match.end())
            return match if len(pieces) > 1 and not is_prose(pieces) and is_credible(entry, match) else None
    return None


def _touches(view: Rewrite, start: int) -> bool:
    """Whether a letter or digit stands right before the source of `start`."""
    at = view.start_of(start)
    return bool(at) and _is_alphanumeric(view.source[at - 1 : at])


def _is_alphanumeric(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _pieces(view: Rewrite, start: int, end: int) -> list[str]:
    cuts = view.seams[bisect_right(view.seams, start) : bisect_left(view.seams, end)]
    return [view.text[a:b] for a, b in zip((start, *cuts), (*cuts, end), strict=True)]


def _extended(view: Rewrite, match: re.Match[str], ends: list[int]) -> re.Match[str]:
    """The match with the pieces after it that look like more of the same."""
    pieces, done = _pieces(view, match.start(), match.end()), match.end()
    for end in ends:
        piece = view.text[done:end]
        if not _continues(pieces, piece, _gap(view, done)):
            break
        match = match.re.fullmatch(view.text, match.start(), end) or match
        pieces.append(piece)
        done = end
    return match


def _gap(view: Rewrite, seam: int) -> str:
    before, after = view.exact(seam - 1, seam), view.exact(seam, seam + 1)
    return view.source[before[1] : after[0]] if before and after else ""


def _continues(pieces: list[str], piece: str, gap: str) -> bool:
    """Whether a piece goes on with a credential rather than with the sentence; digests beside one are kept."""
    last = pieces[-1]
    if len(last) <= _FRAGMENT and len(piece) <= _FRAGMENT:
        return not is_word(piece)
    if "\n" in gap and len(pieces) > 1 and len(piece) <= len(last) and len(_CHANGE.findall(piece)) > 1:
        return True
    return _RANDOM.fullmatch(piece) is not None and not is_word(piece) and _DIGEST.fullmatch(piece) is None
