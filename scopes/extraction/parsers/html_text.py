"""The words of a piece of HTML, with its paragraphs and lists as lines."""

import re
from html.parser import HTMLParser

_BLOCKS = frozenset(
    ("p", "div", "ul", "ol", "table", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "section")
)
_LINES = frozenset(("br", "tr", "li"))
_SILENT = frozenset(("script", "style", "head", "template"))
_BLANKS, _GAPS = re.compile(r"[ \t\f\v\u00a0]*\n[ \t\f\v\u00a0]*"), re.compile(r"\n{3,}")


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._silent = self._literal = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        self._literal += tag == "pre"
        if tag in _BLOCKS or tag in _LINES:
            self.words.append("\n\n" if tag in _BLOCKS else "\n")
        if tag == "li":
            self.words.append("- ")

    def handle_endtag(self, tag: str) -> None:
        self._silent = max(0, self._silent - (tag in _SILENT))
        self._literal = max(0, self._literal - (tag == "pre"))
        if tag in _BLOCKS:
            self.words.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data if self._literal else " ".join(data.split("\n")))


def words_of(html: str) -> str:
    """The text of some HTML; whatever is malformed in it is text too."""
    parser = _Words()
    parser.feed(html)
    parser.close()
    return _GAPS.sub("\n\n", _BLANKS.sub("\n", "".join(parser.words))).strip()
