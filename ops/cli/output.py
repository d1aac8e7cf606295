"""What a command prints: text for a person, or JSON. Memory text can't move the cursor of a terminal."""

from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec

_META = "muniment.json"
_CONTROLS = {code: "\ufffd" for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}


class Output:
    """Where a verb's results go: one JSON document or JSON lines with `--json`, else lines for a person."""

    def __init__(self, *, json: bool) -> None:
        self.json = json

    def document(self, value: Any, lines: Iterable[str]) -> None:
        """The verb's one result; `lines` says it to a person and is not asked for otherwise."""
        if self.json:
            click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))
            return
        for line in lines:
            click.echo(printable(line))

    def record(self, value: Any, line: str) -> None:
        """One of many results, out at once: a line of JSON or of text."""
        click.echo(msgspec.json.encode(value) if self.json else printable(line))


def choose_json(ctx: click.Context, _option: click.Parameter, chosen: bool) -> bool:
    """Remember the choice of `--json`, so that an error is told in the same form."""
    ctx.meta[_META] = chosen
    return chosen


def is_json(ctx: click.Context) -> bool:
    """Whether the command line asked for JSON."""
    return bool(ctx.meta.get(_META))


def printable(text: str) -> str:
    """The text without control characters but for tabs and line ends."""
    return text.translate(_CONTROLS)


def one_line(text: str) -> str:
    """The text on a single line."""
    return printable(" ".join(text.split()))


def columns(rows: Sequence[Sequence[object]]) -> Iterable[str]:
    """Rows with each column but the last as wide as its widest cell."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def counted(count: int, name: str, several: str | None = None) -> str:
    """A count with its noun, which takes an s unless `several` says otherwise."""
    return f"{count} {name if count == 1 else several or f'{name}s'}"
