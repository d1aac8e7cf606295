"""The words of a piece of HTML, with its paragraphs and lists as lines."""

import re

from scopes.extraction.parsers.html_parts import Tag, parts

_BLOCKS = frozenset(
    ("p", "div", "ul", "ol", "table", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "section")
)
_LINES = frozenset(("br", "tr", "li"))
_SILENT = frozenset(("script", "style", "head", "template"))
_BLANKS = re.compile(r"(?<![ \t\f\v\u00a0])[ \t\f\v\u00a0]*+\n[ \t\f\v\u00a0]*+|\n[ \t\f\v\u00a0]++")
_GAPS = re.compile(r"\n{3,}")


class _Words:
    def __init__(self) -> None:
        self.words: list[str] = []
        self._silent = self._literal = 0

    def take(self, part: str | Tag) -> None:
        if isinstance(part, str):
            self._say(part)
        elif part.is_end:
            self._end(part.name)
        else:
            self._start(part.name)

    def _start(self, name: str) -> None:
        self._silent += name in _SILENT
        self._literal += name == "pre"
        if name in _BLOCKS or name in _LINES:
            self.words.append("\n\n" if name in _BLOCKS else "\n")
        if name == "li":
            self.words.append("- ")

    def _end(self, name: str) -> None:
        self._silent = max(0, self._silent - (name in _SILENT))
        self._literal = max(0, self._literal - (name == "pre"))
        if name in _BLOCKS:
            self.words.append("\n\n")

    def _say(self, text: str) -> None:
        if not self._silent:
            self.words.append(text if self._literal else " ".join(text.split("\n")))


def words_of(html: str) -> str:
    """The text of some HTML; whatever is malformed in it is text too."""
    words = _Words()
    for part in parts(html):
        words.take(part)
    return _GAPS.sub("\n\n", _BLANKS.sub("\n", "".join(words.words))).strip()
