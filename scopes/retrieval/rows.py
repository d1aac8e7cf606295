"""What filters and neighbours need to know of each slot: columns parallel to the slots of the lexical index."""

import functools
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.model import Item
from scopes.retrieval.row_values import LAYERS, LINES, STATUSES, RowValues, values_of
from scopes.retrieval.scores import Slots

__all__ = ["LAYERS", "LINES", "NOWHERE", "STATUSES", "RowBook", "Rows", "Topic", "single_row"]

NOWHERE = -1

# What an item says itself comes first, as in RowValues; then what depends on the rows before it.
_COLUMNS: dict[str, type[np.generic]] = {
    "first": np.float64,  # of the event, in seconds since 1970; nan where unknown
    "last": np.float64,
    "recorded": np.float64,
    "expires": np.float64,  # inf where never
    "lot": np.uint64,  # drawn from the id: orders equals alike in every process, whatever its slots
    "length": np.uint32,  # of the content, in bytes of UTF-8
    "ordinal": np.uint32,  # of a diary entry among those of its minute
    "line": np.uint8,  # places in LINES, LAYERS and STATUSES
    "layer": np.uint8,
    "status": np.uint8,
    "held": np.bool_,  # of low trust
    "floating": np.bool_,  # the event is a date of no zone
    "traits": np.uint8,  # bits of `shape`
    "facts": np.uint8,  # bits of `own_facts`
    "address": np.int64,  # its hash in this process
    "topic": np.int32,  # number of the slot's Topic
    "speaker": np.int32,  # number of the speaker, NOWHERE where none is known
    "source": np.int32,  # number of the source that a turn belongs to; NOWHERE in other layers
    "previous": np.int32,  # slot of the turn before it in its source, or NOWHERE
    "session": np.int32,  # number of the sitting that a turn belongs to; NOWHERE in other layers
    "place": np.int32,  # of a turn in its session, from 0
    "following": np.int32,  # of the turn after it; NOWHERE, or a slot past a view's end, if there is none
}
_LINKS = ("previous", "following")
_PREVIOUS = list(_COLUMNS).index("previous")
_ROUND = 8
# Turns of one source further apart than this were spoken in two sessions.
_SESSION_GAP = 6 * 3600.0
_FEW = 4


class Rows:
    """The first `length` rows of some columns, or those in given slots: `rows["layer"]` is one column.

    The last cell of a link is NOWHERE and belongs to no row, so that what follows NOWHERE is NOWHERE.
    """

    __slots__ = ("_columns", "_length", "_slots")

    def __init__(self, columns: NDArray[np.void], length: int, slots: Slots | None = None) -> None:
        self._columns, self._length, self._slots = columns, length, slots

    def __len__(self) -> int:
        return self._length if self._slots is None else len(self._slots)

    def __getitem__(self, name: str) -> NDArray[Any]:
        column = self._columns[name]
        return column[: self._length] if self._slots is None else column.take(self._slots)

    @property
    def nbytes(self) -> int:
        """Bytes held."""
        return self._columns.nbytes

    def at(self, slots: Slots) -> "Rows":
        """The rows in some slots."""
        return Rows(self._columns, self._length, slots)

    def around(self, slots: Slots, reach: int) -> Slots:
        """(2 x reach + 1, slots): the turns up to `reach` before and after each, itself between; NOWHERE for none."""
        found = np.empty((2 * reach + 1, len(slots)), np.intp)
        found[reach] = slots
        for name, step in zip(_LINKS, (-1, 1), strict=True):
            link, at = self._columns[name], slots
            for distance in range(1, reach + 1):
                at = link.take(at)
                found[reach + step * distance] = at
        found[found >= self._length] = NOWHERE
        return found


class Topic(msgspec.Struct, frozen=True):
    """The values of an item that are open text and that many items share."""

    kind: str | None
    tags: frozenset[str]

    @classmethod
    def of(cls, item: Item) -> "Topic":
        """An item's topic."""
        return cls(item.kind, frozenset(item.tags))


class _Newest(msgspec.Struct):
    """The last turn of a source so far."""

    slot: int
    session: int
    place: int
    last: float


def single_row(item: Item) -> Rows:
    """The row of an item outside the index, of topic 0."""
    book = RowBook()
    book.extend([item], [()])
    return book.rows


@functools.lru_cache(256)
def _layout(room: int) -> np.dtype[np.void]:
    return np.dtype([(name, kind, (room,)) for name, kind in _COLUMNS.items()])


def _with_room(rows: int) -> NDArray[np.void]:
    """Columns for so many rows, or a few more, and the cell that belongs to none."""
    return _of_cells(-(-(rows + 1) // _ROUND) * _ROUND)


def _of_cells(cells: int) -> NDArray[np.void]:
    """Columns of so many cells, in one piece of memory."""
    columns = np.zeros((), _layout(cells))
    for link in _LINKS:
        columns[link] = NOWHERE
    return columns


_NO_ROWS = _of_cells(1)  # one for all books: whoever adds a row outgrows it


class RowBook:
    """The writer's side: rows are appended behind the views that share them.

    One cell of a published row may change later, once: `following`, from NOWHERE to a slot past the end of every view
    published before. `plain` says that all rows so far are approved, not held, and never expire. `links` are, by the
    slots of items that link, the hashes of the addresses they link to.
    """

    def __init__(
        self,
        columns: NDArray[np.void] | None = None,
        length: int = 0,
        topics: Sequence[Topic] = (),
        sources: Mapping[str, int] | None = None,
        plain: bool = True,
        speakers: Sequence[str] = (),
        sessions: int = 0,
        links: Mapping[int, tuple[int, ...]] | None = None,
    ) -> None:
        self.length = length
        self.topics = list(topics)
        self.speakers = list(speakers)
        self.sessions = sessions
        self.plain = plain
        self.links = dict(links or {})
        self._columns = _NO_ROWS if columns is None else columns
        self._known = {topic: number for number, topic in enumerate(self.topics)}
        self._numbers: dict[tuple[str | None, tuple[str, ...]], int] = {}
        self._cells: list[NDArray[Any]] = []  # the columns, once items come one by one
        self._voices = {name: number for number, name in enumerate(self.speakers)}
        self._sources = dict(sources or {})
        names = ("source", "session", "place", "last")
        turns = zip(*(self.rows[name].tolist() for name in names), strict=True) if self._sources else ()
        self._newest = {
            source: _Newest(slot, session, place, last)
            for slot, (source, session, place, last) in enumerate(turns)
            if source != NOWHERE
        }

    @property
    def rows(self) -> Rows:
        """The rows appended so far."""
        return Rows(self._columns, self.length)

    def extend(self, items: Sequence[Item], tokens: Sequence[Collection[str]]) -> None:
        """Give items, each found by its tokens, the next rows."""
        end = self.length + len(items)
        if end >= len(self._columns["following"]):
            self._columns, self._cells = self._copied(np.arange(self.length), end + self.length // 2), []
        rows = list(map(self._row, items, tokens, range(self.length, end)))
        columns, start = self._columns, self.length
        if len(rows) <= _FEW:
            self._cells = self._cells or [columns[name] for name in _COLUMNS]
            for slot, row in enumerate(rows, start):
                for column, value in zip(self._cells, row, strict=False):
                    column[slot] = value
                if row[_PREVIOUS] != NOWHERE:
                    self._cells[-1][row[_PREVIOUS]] = slot
        else:
            for (name, kind), values in zip(_COLUMNS.items(), zip(*rows, strict=True), strict=False):
                columns[name][start:end] = np.fromiter(values, kind, len(rows))
            previous = columns["previous"][start:end]
            turns = (previous != NOWHERE).nonzero()[0]
            columns["following"][previous[turns]] = turns + start
        self.length = end

    def copy(self, length: int) -> "RowBook":
        """A book of its own, which goes on from the first `length` rows of this one."""
        links = {slot: held for slot, held in self.links.items() if slot < length}
        return self._of(self._copied(np.arange(length), length), length, links)

    def compacted(self, kept: Slots) -> "RowBook":
        """A book of the rows in these slots only, in this order."""
        links = {place: self.links[slot] for place, slot in enumerate(kept.tolist()) if slot in self.links}
        return self._of(self._copied(kept, len(kept)), len(kept), links)

    def _of(self, columns: NDArray[np.void], length: int, links: dict[int, tuple[int, ...]]) -> "RowBook":
        return RowBook(columns, length, self.topics, self._sources, self.plain, self.speakers, self.sessions, links)

    def _copied(self, kept: Slots, room: int) -> NDArray[np.void]:
        """The rows in these slots, with room; links lead to where they lie now."""
        columns, length = _with_room(room), len(kept)
        if not length:
            return columns
        for name in _COLUMNS:
            columns[name][:length] = self._columns[name][kept]
        places = np.full(len(self._columns["following"]), NOWHERE, np.int32)  # the last one is for NOWHERE itself
        places[kept] = np.arange(length)
        for name in _LINKS:
            columns[name][:length] = places[columns[name][:length]]
        return columns

    def _row(self, item: Item, tokens: Collection[str], slot: int) -> tuple[Any, ...]:
        """The cells of an item in the order of the columns, without the last, which is the next turn's to fill."""
        values = values_of(item, tokens)
        self.plain = self.plain and item.status == "approved" and item.trust != "low" and not item.expires
        number = self._numbers.get((item.kind, item.tags))
        if number is None:
            number = self._topic(item)
        speaker = self._voice(item.speaker) if item.speaker else NOWHERE
        if item.links:
            self.links[slot] = tuple(map(hash, item.links))
        return *values, hash(item.address), number, speaker, *self._seat(item, values, slot)

    def _topic(self, item: Item) -> int:
        """The number of an item's topic; the same tags in another order are no other topic."""
        number = self._known.setdefault(Topic.of(item), len(self.topics))
        if number == len(self.topics):
            self.topics.append(Topic.of(item))
        self._numbers[item.kind, item.tags] = number
        return number

    def _voice(self, speaker: str) -> int:
        number = self._voices.setdefault(speaker, len(self.speakers))
        if number == len(self.speakers):
            self.speakers.append(speaker)
        return number

    def _seat(self, item: Item, values: RowValues, slot: int) -> tuple[int, int, int, int]:
        """Source, turn before, session and place: in the session of that turn, or a new one after a long silence."""
        if item.layer != "source":
            return NOWHERE, NOWHERE, NOWHERE, 0
        source = self._sources.setdefault(item.file, len(self._sources))
        before = self._newest.get(source)
        if before is None or values.first - before.last > _SESSION_GAP:
            session, place = self.sessions, 0
            self.sessions += 1
        else:
            session, place = before.session, before.place + 1
        self._newest[source] = _Newest(slot, session, place, values.last)
        return source, NOWHERE if before is None else before.slot, session, place
