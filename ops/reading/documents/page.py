"""HTML as markdown: headings, paragraphs, lists, tables, code. Scripts and styles are left out, nothing is fetched."""

import re
from collections.abc import Iterator

from ops.reading.markdown import heading, one_line, plain, table
from scopes.extraction.parsers.html_parts import Tag, parts

__all__ = ["blocks"]

_HEADINGS = {"title": 1} | {f"h{level}": level for level in range(1, 7)}
_SILENT = frozenset(("script", "style", "template", "noscript", "svg", "math", "iframe", "object"))
_PARTS = "address|article|aside|body|div|dialog|details|footer|form|fieldset|figure|head|header|html|main|nav|section"
_PARAGRAPHS = "blockquote|caption|dd|dl|dt|figcaption|hr|li|ol|p|summary|ul"
_BLOCKS = frozenset(f"{_PARTS}|{_PARAGRAPHS}".split("|"))
_CELLS = ("td", "th")
_TICKS = re.compile(r"`{3,}")


def blocks(html: str) -> Iterator[str]:
    """The pieces of a page; whatever is malformed in it is text too."""
    page = _Markdown()
    for part in parts(html):
        page.take(part)
        yield from page.taken()
    page.finish()
    yield from page.taken()


class _Markdown:
    def __init__(self) -> None:
        self._done: list[str] = []
        self._words: list[str] = []
        self._silent = self._literal = self._tables = 0
        self._level = 0
        self._item = ""
        self._rows: list[list[str]] = []

    def take(self, part: str | Tag) -> None:
        """Read on."""
        if isinstance(part, str):
            self._say(part)
        elif part.is_end:
            self._end(part.name)
        else:
            self._start(part)

    def taken(self) -> Iterator[str]:
        """What is complete; it is kept here no longer."""
        if self._done:
            done, self._done = self._done, []
            yield from done

    def finish(self) -> None:
        """Complete what the page leaves open."""
        self._end_block()
        self._end_table()

    def _start(self, part: Tag) -> None:
        tag = part.name
        self._silent += tag in _SILENT
        if tag == "table":
            self._end_block()
            self._tables += 1
        elif self._tables:
            self._start_in_table(tag)
        elif tag == "pre":
            self._end_block()
            self._literal += 1
        elif tag in _HEADINGS or tag in _BLOCKS:
            self._end_block()
            self._level = _HEADINGS.get(tag, 0)
            self._item = "- " if tag == "li" else self._item
        elif tag == "br":
            self._words.append("\n")
        if tag == "img":
            self._say(f" {part.attribute('alt')} ")

    def _end(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag == "table" and self._tables:
            self._tables -= 1
            if not self._tables:
                self._end_cell()
                self._end_table()
        elif self._tables:
            return
        elif tag == "pre" and self._literal:
            self._end_code()
        elif tag in _HEADINGS or tag in _BLOCKS:
            self._end_block()

    def _say(self, text: str) -> None:
        if not self._silent:
            self._words.append(text if self._literal else text.replace("\n", " "))

    def _start_in_table(self, tag: str) -> None:
        if tag == "tr":
            self._end_cell()
            self._rows.append([])
        elif tag in _CELLS:
            self._end_cell()
            self._rows = self._rows or [[]]
            self._rows[-1].append("")
        elif tag == "br" or tag in _BLOCKS:
            self._words.append(" ")

    def _end_cell(self) -> None:
        text, self._words = one_line("".join(self._words)), []
        if not text:
            return
        if self._rows and self._rows[-1]:
            self._rows[-1][-1] = f"{self._rows[-1][-1]} {text}".strip()
        else:  # a caption, or words that stand between cells
            self._done.append(plain(text))

    def _end_table(self) -> None:
        rows, self._rows = self._rows, []
        self._done += table(rows)

    def _end_code(self) -> None:
        self._literal -= 1
        text, self._words = "".join(self._words).strip("\n"), []
        if text.strip():
            fence = "`" * max([3, *(len(run) + 1 for run in _TICKS.findall(text))])
            self._done.append(f"{fence}\n{text}\n{fence}")

    def _end_block(self) -> None:
        lines = [one_line(line) for line in "".join(self._words).split("\n")]
        text = "\n".join(line for line in lines if line)
        level, item = self._level, self._item
        self._words, self._level, self._item = [], 0, ""
        if not text:
            self._item = item
            return
        if level:
            self._done.append(heading(level, text))
        else:
            self._done.append(item + plain(text))
