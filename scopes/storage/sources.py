"""L0: raw turns, a JSON line each, appended to `chat/sources/<yyyy-mm>.jsonl`; a turn is its transcript's item.

The steps of execution traces are turns of the skill line and lie in `skill/sources/`; they are kept, not searched.
"""

import datetime as dt
import os
from collections.abc import Iterable
from typing import Any

import msgspec

from scopes.model import Item, Line, Provenance, Status
from scopes.storage import links

FOLDER = "chat/sources/"
FOLDERS = (FOLDER, "skill/sources/")


class Turn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a source file. `id` and `source` are opaque; `source_id` and `turn` are the client's own names.

    A later line with the same `id` stands for the turn as it is since: a review appends one.
    """

    id: str
    source: str
    source_id: str
    turn: str
    role: str
    content: str
    ts: str
    name: str | None = None
    at: str | None = None
    tags: tuple[str, ...] = ()
    meta: dict[str, Any] = {}
    status: Status = "approved"
    trust: str | None = None
    line: Line = "chat"


class Source(msgspec.Struct, frozen=True):
    """A conversation or a trace: its opaque id, the client's name for it and how many turns it holds."""

    id: str
    source_id: str
    turns: int
    first_at: str | None
    last_at: str | None
    line: Line = "chat"


_decoder = msgspec.json.Decoder(Turn)


def render(turn: Turn) -> str:
    """A turn as its line."""
    return msgspec.json.encode(turn).decode() + "\n"


def parse_lines(text: bytes) -> tuple[list[Turn], list[int]]:
    """The turns in a file and the numbers of lines that are none (a person's slip; never fatal)."""
    turns: list[Turn] = []
    bad: list[int] = []
    for number, line in enumerate(text.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            turns.append(_decoder.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            bad.append(number)
    return turns, bad


def to_item(turn: Turn) -> Item:
    """The item of a turn: file = the source's name, name = the turn's id."""
    return Item(
        id=turn.id,
        layer="source",
        file=turn.source_id,
        name=turn.turn,
        address=links.address_of(turn.line, turn.source_id, turn.turn),
        line=turn.line,
        content=turn.content,
        kind="turn",
        tags=turn.tags,
        source=Provenance(turn.source_id, (turn.turn,)),
        speaker=turn.name or turn.role,
        event_at=turn.at,
        recorded_at=turn.ts,
        status=turn.status,
        trust=turn.trust,
        metadata={**turn.meta, "role": turn.role},
        links=links.addresses(turn.content),
        etag="-".join(filter(None, (turn.id, None if turn.status == "approved" else turn.status, turn.trust))),
    )


def from_item(item: Item, source: str) -> Turn:
    """The turn of an item, in the source of this opaque id."""
    role = str(item.metadata.get("role", ""))
    return Turn(
        id=item.id,
        source=source,
        source_id=item.file,
        turn=item.name,
        role=role,
        content=item.content,
        ts=item.recorded_at or "",
        name=None if item.speaker == role else item.speaker,
        at=item.event_at,
        tags=item.tags,
        meta={key: value for key, value in item.metadata.items() if key != "role"},
        status=item.status,
        trust=item.trust,
        line=item.line,
    )


def every_path(root: str) -> list[str]:
    """Paths of all source files of a scope, a line after the other, each in the order they were written in."""
    return [path for folder in FOLDERS for path in paths(f"{root}/{folder}", folder)]


def paths(folder: str, named: str = FOLDER) -> list[str]:
    """Paths of the source files in one folder, in the order they were written in."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return in_order(named + name for name in names if name.endswith(".jsonl"))


def in_order(found: Iterable[str]) -> list[str]:
    """Source files by month and part: `.jsonl` before `.2.jsonl` before `.10.jsonl`."""

    def place(path: str) -> tuple[str, str, int, str]:
        folder, _, name = path.rpartition("/")
        month, _, part = name.removesuffix(".jsonl").partition(".")
        return folder, month, int(part) if part.isascii() and part.isdigit() else 1, path

    return sorted(found, key=place)


def path_for(month: str, part: int, line: Line = "chat") -> str:
    """`chat/sources/<yyyy-mm>.jsonl`, then `.2.jsonl` and so on."""
    return f"{line}/sources/{month}.jsonl" if part == 1 else f"{line}/sources/{month}.{part}.jsonl"


def month_of(moment: dt.datetime) -> str:
    """The file a turn goes to is the month it was recorded in, so that files close."""
    return moment.strftime("%Y-%m")
