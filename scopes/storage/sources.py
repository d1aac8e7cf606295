"""L0: raw turns, a JSON line each, appended to `chat/sources/<yyyy-mm>.jsonl`; a turn is its transcript's item."""

import datetime as dt
import os
from typing import Any

import msgspec

from scopes.model import Item, Provenance
from scopes.storage import links

FOLDER = "chat/sources/"


class Turn(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a source file. `id` and `source` are opaque; `source_id` and `turn` are the client's own names."""

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


class Source(msgspec.Struct, frozen=True):
    """A conversation: its opaque id, the client's name for it and how many turns it holds."""

    id: str
    source_id: str
    turns: int
    first_at: str | None
    last_at: str | None


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
        except (msgspec.DecodeError, UnicodeDecodeError):
            bad.append(number)
    return turns, bad


def to_item(turn: Turn) -> Item:
    """The item of a turn: file = the source's name, name = the turn's id."""
    return Item(
        id=turn.id,
        layer="source",
        file=turn.source_id,
        name=turn.turn,
        address=links.join(turn.source_id, turn.turn),
        content=turn.content,
        kind="turn",
        tags=turn.tags,
        source=Provenance(turn.source_id, (turn.turn,)),
        speaker=turn.name or turn.role,
        event_at=turn.at,
        recorded_at=turn.ts,
        metadata={**turn.meta, "role": turn.role},
        links=links.addresses(turn.content),
        etag=turn.id,
    )


def paths(folder: str) -> list[str]:
    """Paths of the source files in a scope's sources folder."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(FOLDER + name for name in names if name.endswith(".jsonl"))


def path_for(month: str, part: int) -> str:
    """`chat/sources/<yyyy-mm>.jsonl`, then `.2.jsonl` and so on."""
    return f"{FOLDER}{month}.jsonl" if part == 1 else f"{FOLDER}{month}.{part}.jsonl"


def month_of(moment: dt.datetime) -> str:
    """The file a turn goes to is the month it was recorded in, so that files close."""
    return moment.strftime("%Y-%m")
