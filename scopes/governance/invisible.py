"""Takes the invisible characters out of a text, except where writing needs them.

Base: Default_Ignorable_Code_Point and the controls; UAX #31 joiner contexts, UTS #51 emoji, UTS #37 ideographic
variants, UTS #55 bidi. Idempotent: sifting a sifted text finds nothing. The text is never normalised.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from scopes.governance.code_points import character_class, ranges
from scopes.governance.neighbours import REACH, STAYS, Paragraphs, Place
from scopes.governance.rewrite import Edit

# Rule and code points; what `neighbours.STAYS` says nothing of goes wherever it stands.
REMOVED = (
    ("unicode-control", "0-8 e-1f 7f 80-84 86-9f"),
    (
        "unicode-noncharacter",
        "fdd0-fdef " + " ".join(f"{plane:x}fffe-{plane:x}ffff" if plane else "fffe-ffff" for plane in range(17)),
    ),
    ("unicode-tag", "e0000-e007f"),
    ("unicode-reserved", "2065 fff0-fff8 e0080-e00ff e01f0-e0fff"),
    ("unicode-selector", "fe00-fe0f e0100-e01ef"),
    ("unicode-joiner", "200c-200d"),
    ("unicode-zero-width-space", "200b"),
    ("unicode-direction-mark", "61c 200e-200f"),
    ("unicode-isolate", "2066-2069"),
    ("unicode-override", "202a-202e"),
    ("unicode-jamo-filler", "115f-1160"),
    ("unicode-mongolian-selector", "180b-180f"),
    ("unicode-grapheme-joiner", "34f"),
    ("unicode-shorthand-control", "1bca0-1bca3"),
    ("unicode-ignorable", "ad 17b4-17b5 2060-2064 206a-206f feff fff9-fffb 1d173-1d17a"),
)
INVISIBLE = character_class(*(table for _, table in REMOVED))
FILLERS = "\u3164\uffa0"
FOREIGN_LINE_ENDS = "\r\x0b\x0c\x85\u2028\u2029"

_JUDGED = re.compile(f"[{FILLERS}{FOREIGN_LINE_ENDS}{INVISIBLE}]")
_TOKEN = re.compile(rf"(?P<line_end>\r\n?|[{FOREIGN_LINE_ENDS}])|(?P<filler>[{FILLERS}])|[{INVISIBLE}]+")
_ASCII_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_REGIONS = tuple(
    "".join(chr(0xE0000 + ord(letter)) for letter in name) + "\U000e007f" for name in ("gbeng", "gbsct", "gbwls")
)
_REGION_WIDTH = len(_REGIONS[0])
_BLACK_FLAG = "\U0001f3f4"
_STARTS, _RULES = zip(*sorted((first, rule) for rule, table in REMOVED for first, _ in ranges(table)), strict=True)

_SELECTOR_RUN = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4}")
_TAG_RUN = 4
_REMOVALS_PER_KIB = 16


def has_judged(text: str) -> bool:
    """Whether the text has a character that `sift` judges."""
    return (_ASCII_CONTROL if text.isascii() else _JUDGED).search(text) is not None


def has_surrogates(text: str) -> bool:
    """Whether the text has lone surrogates, which no encoding can carry."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def replace_surrogates(text: str) -> str:
    """The text with U+FFFD for lone surrogates; for imports, which can't ask anybody to send it again."""
    return _SURROGATE.sub("\ufffd", text)


def sift(text: str) -> list[Edit]:
    """What must be removed or replaced; foreign line ends become LF and are no finding."""
    if not has_judged(text):
        return []
    edits: list[Edit] = []
    paragraphs = Paragraphs(text)
    before, done = "", 0
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        before = (before + text[max(done, start - REACH) : start])[-REACH:]
        done = end
        if token["line_end"]:
            edits.append(Edit(start, end, "\n"))
            before += "\n"
        elif token["filler"]:
            edits.append(Edit(start, end, " ", "unicode-filler"))
            before += " "
        else:
            before = _sift_run(text, start, end, before, paragraphs, edits)
    return edits


def is_suspicious(text: str, edits: Iterable[Edit]) -> bool:
    """Whether what `sift` found looks hidden on purpose: tag or selector runs, an override, many removals."""
    removed = 0
    for edit in edits:
        removed += 0 if edit.replacement else edit.end - edit.start
        if edit.rule == "unicode-tag" and edit.end - edit.start >= _TAG_RUN:
            return True
        if edit.rule == "unicode-override" and re.search("[\u202d\u202e]", text[edit.start : edit.end]):
            return True
    return removed > _REMOVALS_PER_KIB * max(1, len(text) / 1024) or _SELECTOR_RUN.search(text) is not None


def _sift_run(text: str, start: int, end: int, before: str, paragraphs: Paragraphs, edits: list[Edit]) -> str:
    """Judges a run of invisible characters in order; returns the characters kept so far."""
    beyond = text[end : end + 1]
    for position, width, rule in _pieces(text, start, end, before):
        place = Place(text[position], before, text[position + 1 : position + 2], beyond, position, paragraphs)
        if not rule or (rule in STAYS and STAYS[rule](place)):
            before = (before + text[position : position + width])[-REACH:]
        elif edits and edits[-1].end == position and edits[-1].rule == rule:
            edits[-1] = Edit(edits[-1].start, position + 1, "", rule)
        else:
            edits.append(Edit(position, position + 1, "", rule))
    return before


def _pieces(text: str, start: int, end: int, before: str) -> Iterator[tuple[int, int, str]]:
    """Position, width and rule of each character; the tags of a regional flag are one piece without a rule."""
    if before.endswith(_BLACK_FLAG) and text.startswith(_REGIONS, start):
        yield start, _REGION_WIDTH, ""
        start += _REGION_WIDTH
    for position in range(start, end):
        yield position, 1, _RULES[bisect_right(_STARTS, ord(text[position])) - 1]
