"""What filters and neighbours need to know of each slot: one numpy record a slot, parallel to the lexical index."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.model import Item, Layer, Line, Status
from scopes.retrieval.moments import span

__all__ = ["LAYERS", "LINES", "NOWHERE", "STATUSES", "RowBook", "Rows", "Topic", "single_row"]

NOWHERE = -1
LINES: tuple[str, ...] = get_args(Line)
LAYERS: tuple[str, ...] = get_args(Layer)
STATUSES: tuple[str, ...] = get_args(Status)

_ROW = np.dtype(
    [
        ("line", np.uint8),  # places in LINES, LAYERS and STATUSES
        ("layer", np.uint8),
        ("status", np.uint8),
        ("held", np.bool_),  # of low trust
        ("floating", np.bool_),  # the event is a date of no zone
        ("topic", np.int32),  # number of the slot's Topic
        ("source", np.int32),  # number of the source that a turn belongs to; NOWHERE in other layers
        ("previous", np.int32),  # slot of the turn before it in its source, or NOWHERE
        ("following", np.int32),  # of the turn after it; NOWHERE, or a slot past a view's end, if there is none
        ("first", np.float64),  # of the event, in seconds since 1970; nan where unknown
        ("last", np.float64),
        ("recorded", np.float64),
        ("expires", np.float64),  # inf where never
        ("ordinal", np.uint32),  # of a diary entry among those of its minute
        ("lot", np.uint64),  # drawn from the id: orders equals alike in every process, whatever its slots
    ]
)
_ROOM = 16

Rows = NDArray[np.void]


class Topic(msgspec.Struct, frozen=True):
    """The values of an item that are open text and that many items share."""

    kind: str | None
    tags: frozenset[str]

    @classmethod
    def of(cls, item: Item) -> "Topic":
        """An item's topic."""
        return cls(item.kind, frozenset(item.tags))


def single_row(item: Item) -> Rows:
    """The row of an item outside the index, of topic 0."""
    return np.array([_values(item, 0, NOWHERE, NOWHERE)], _ROW)


def _values(item: Item, topic: int, source: int, previous: int) -> tuple[Any, ...]:
    # A diary entry that doesn't know its time happened on the day of its file.
    event = span(item.event_at or (item.file if item.layer == "diary" else None))
    return (
        LINES.index(item.line),
        LAYERS.index(item.layer),
        STATUSES.index(item.status),
        item.trust == "low",
        event.floating,
        topic,
        source,
        previous,
        NOWHERE,
        event.first,
        event.last,
        span(item.recorded_at).last,
        span(item.expires).last if item.expires else np.inf,
        _ordinal(item),
        int.from_bytes(hashlib.blake2b(item.id.encode(), digest_size=8).digest()),
    )


def _ordinal(item: Item) -> int:
    number = item.name.partition("-")[2] if item.layer == "diary" else ""
    return int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 1


class RowBook:
    """The writer's side: rows are appended behind the views that share them.

    One cell of a published row may change later, once: `following`, from NOWHERE to a slot past the end of every view
    published before. `plain` says that all rows so far are approved, not held, and never expire.
    """

    def __init__(
        self,
        rows: Rows | None = None,
        topics: Sequence[Topic] = (),
        sources: Mapping[str, int] | None = None,
        plain: bool = True,
    ) -> None:
        self.length = 0 if rows is None else len(rows)
        self.topics = list(topics)
        self.plain = plain
        self._rows: Rows = np.empty(_ROOM, _ROW) if rows is None else rows
        self._numbers = {topic: number for number, topic in enumerate(self.topics)}
        self._sources = dict(sources or {})
        newest = enumerate(self.rows["source"].tolist())
        self._newest: dict[int, int] = {source: slot for slot, source in newest if source != NOWHERE}

    @property
    def rows(self) -> Rows:
        """The rows appended so far."""
        return self._rows[: self.length]

    def append(self, item: Item) -> None:
        """Give an item the next row."""
        if self.length == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty(self.length // 2 + _ROOM, _ROW)))
        topic = Topic.of(item)
        number = self._numbers.setdefault(topic, len(self.topics))
        if number == len(self.topics):
            self.topics.append(topic)
        source, previous = self._place(item)
        self._rows[self.length] = _values(item, number, source, previous)
        self.plain = self.plain and item.status == "approved" and item.trust != "low" and not item.expires
        self.length += 1

    def copy(self, length: int) -> "RowBook":
        """A book of its own, which goes on from the first `length` rows of this one."""
        rows = self._rows[:length].copy()
        rows["following"][rows["following"] >= length] = NOWHERE
        return RowBook(rows, self.topics, self._sources, self.plain)

    def compacted(self, kept: NDArray[np.intp]) -> "RowBook":
        """A book of the rows in these slots only, in this order."""
        rows = self._rows[kept]
        places = np.full(self.length + 1, NOWHERE, np.int32)  # the last one is for NOWHERE itself
        places[kept] = np.arange(len(kept))
        rows["previous"], rows["following"] = places[rows["previous"]], places[rows["following"]]
        return RowBook(rows, self.topics, self._sources, self.plain)

    def _place(self, item: Item) -> tuple[int, int]:
        """The number of a turn's source, and the turn before it."""
        if item.layer != "source":
            return NOWHERE, NOWHERE
        source = self._sources.setdefault(item.file, len(self._sources))
        previous = self._newest.get(source, NOWHERE)
        if previous != NOWHERE:
            self._rows["following"][previous] = self.length
        self._newest[source] = self.length
        return source, previous
