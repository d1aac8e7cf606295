"""Parts of a trace as they stand in a skill: one line each, cut where they are long, code in backticks."""

import re
from typing import Any

import msgspec

__all__ = ["code", "one_line"]

_TICKS = re.compile(r"`+")


def one_line(value: Any, limit: int) -> str:
    """A text, or JSON as text, on one line; past `limit` characters it ends with `…`."""
    text = value if isinstance(value, str) else "" if value is None else msgspec.json.encode(value).decode()
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def code(text: str) -> str:
    """A code span of Markdown, whatever backticks the text holds (CommonMark 6.1)."""
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"{fence}{text}{fence}"
