"""Pieces of markdown: headings, text that is none, tables whose pieces each say what their columns are."""

import re
from collections.abc import Iterable, Iterator

__all__ = ["heading", "one_line", "plain", "table"]

_STRUCTURE = re.compile(r"^( {0,3})(?=#{1,6}(?:[ \t]|$)|`{3}|~{3})", re.MULTILINE)
# A table is cut into pieces, each with the header: what is searched is about this long, and a row alone says little.
_TABLE_CHARACTERS = 1_200
_COLUMNS, _CELL_CHARACTERS = 256, 10_000


def one_line(text: str) -> str:
    """A text without line breaks and runs of blanks."""
    return " ".join(text.split())


def heading(level: int, text: str) -> str:
    """A heading; nothing for one without words."""
    line = one_line(text)
    return f"{'#' * min(max(level, 1), 6)} {line}" if line else ""


def plain(text: str) -> str:
    """A text in which no line reads as a heading or a fence."""
    return _STRUCTURE.sub(r"\1\\", text)


def table(rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Rows as one table after another, the first row as the header of each. Empty rows and columns are left out."""
    given = (_row(row) for row in rows)
    filled = (row for row in given if row)
    header = next(filled, None)
    if header is None:
        return
    top = f"{_line(header)}\n{_line(['---'] * len(header))}"
    lines, size = [top], 0
    for row in filled:
        line = _line(row + [""] * (len(header) - len(row)))
        if size and size + len(line) > _TABLE_CHARACTERS:
            yield "\n".join(lines)
            lines, size = [top], 0
        lines.append(line)
        size += len(line) + 1
    if size or len(lines) == 1:
        yield "\n".join(lines)


def _row(row: Iterable[str]) -> list[str]:
    """The cells up to the last one with words in it; those of a row without any are left out."""
    cells = [one_line(cell[:_CELL_CHARACTERS]) for cell, _ in zip(row, range(_COLUMNS), strict=False)]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
