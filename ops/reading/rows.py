"""Rows of a text with separators, as tables."""

import csv
import io
from collections.abc import Iterator

from ops.reading.markdown import table

__all__ = ["tables_of"]

_SEPARATORS = ",;\t|"


def tables_of(text: str, format: str, most: int) -> str:
    """A CSV or TSV file as markdown, cut off once it is longer than `most` characters; as it is if it is none."""
    separator = "\t" if format == "tsv" else _separator(text)
    pieces: list[str] = []
    size = 0
    try:
        for piece in table(_rows(text, separator)):
            pieces.append(piece)
            size += len(piece)
            if size > most:
                break
    except csv.Error:  # a field over 128 KiB, or a separator inside quotes that never end
        return text
    return "\n\n".join(pieces)


def _rows(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator)


def _separator(text: str) -> str:
    """The separator that the first line has most of: programs of some countries write semicolons."""
    first = text.partition("\n")[0]
    return max(_SEPARATORS, key=first.count)
