"""Finds the secrets in tables: cells below a heading that names them, in Markdown, CSV or TSV."""

import re
from collections.abc import Iterator

import msgspec

from scopes.governance import labels, values
from scopes.governance.placeholders import is_elsewhere, is_mask, is_remark

Found = tuple[str, int, int]

_SEPARATORS = "|\t,;，"
_LINE = re.compile("[^\n]{1,2000}")
_RULE = re.compile(r"[\s|:+=-]{3,}")
_HEADING = re.compile(r"[\w 　()（）/.*#-]{1,32}")
_CELL_EDGES = " \t\"'`\r　"
_ROWS = 1000
_STRONG = re.compile(r"(?=[^A-Za-z]{0,80}[A-Za-z])(?=[^0-9]{0,80}[0-9])[!-~]{6,128}")


class _Column(msgspec.Struct, frozen=True):
    """Where in a row a secret stands, and of which kind."""

    number: int
    label: labels.Label


def find(text: str) -> Iterator[Found]:
    """Rule, start and end of every secret below a heading that names it."""
    if "\n" not in text:
        return
    lines = list(_LINE.finditer(text))
    at = 0
    while at + 1 < len(lines):
        separator, columns = _headings(lines[at].group())
        at += 1
        if separator and columns and lines[at].start() == lines[at - 1].end() + 1:
            width = lines[at - 1].group().count(separator)
            while at < len(lines) and lines[at].start() <= lines[at - 1].end() + 1:
                row = lines[at]
                if row.group().count(separator) != width and not _RULE.fullmatch(row.group()):
                    break
                yield from _secrets(text, row, separator, columns)
                at += 1


def _headings(line: str) -> tuple[str, list[_Column]]:
    """What separates the headings of a line, and which of them name secrets."""
    separators = [separator for separator in _SEPARATORS if separator in line]
    if not separators or not labels.hinted(labels.lowered(line)):
        return "", []
    for separator in separators:
        cells = [cell.strip(_CELL_EDGES) for cell in line.split(separator)]
        if sum(map(bool, cells)) > 1 and all(not cell or _HEADING.fullmatch(cell) for cell in cells):
            named = ((number, _named(cell)) for number, cell in enumerate(cells) if cell)
            return separator, [_Column(number, label) for number, label in named if label]
    return "", []


def _named(heading: str) -> labels.Label | None:
    """The label of a heading, or of a part of it: `Password/Key`."""
    return next(filter(None, map(labels.named, (heading, *heading.split("/")))), None)


def _secrets(text: str, row: re.Match[str], separator: str, columns: list[_Column]) -> Iterator[Found]:
    cells = row.group().split(separator)
    starts = [row.start()]
    for cell in cells:
        starts.append(starts[-1] + len(cell) + 1)
    for column in columns:
        if column.number < len(cells):
            cell = cells[column.number]
            body = cell.strip(_CELL_EDGES)
            body = body[2:-2] if body[:2] == body[-2:] == "**" else body
            start = starts[column.number] + cell.index(body)
            if len(body) > 3 and _is_secret(column.label.demand, body):
                yield column.label.rule, start, start + len(body)


def _is_secret(demand: labels.Demand, body: str) -> bool:
    """Whether a cell is a secret: no words, and nothing that is said of one."""
    if demand in ("password", "pass") and _STRONG.fullmatch(body):
        known = is_mask(body) or is_elsewhere(body) or is_remark(body)
        return not known and re.fullmatch("[a-z]{1,8}[0-9]{1,2}|v?[0-9.]{2,}[a-z]?", body, re.IGNORECASE) is None
    return demand != "pass" and values.is_secret(demand, "bare", values.Value(0, len(body), body, False), body)
