"""The writer's side of the lexical index: what it appends to, and the states that it publishes."""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.postings import Integers, Postings, Segment, hashed, joined
from scopes.retrieval.tail import Tail

__all__ = ["Lineage", "State"]

_FIRST_ROOM = 64
# A segment swallows the one after it while it is less than this many times as long.
_MERGE_RATIO = 8
_TIMES_SHIFT = 32
_LENGTH_MASK = (1 << _TIMES_SHIFT) - 1


class State(msgspec.Struct, frozen=True):
    """One published state. `ids` and `tail` grow on behind it; what its counts cover never changes."""

    ids: list[str]
    slots: int = 0
    living: int = 0
    total_length: int = 0
    alive: NDArray[np.bool_] | None = None  # by slot, with room; None while nothing has been removed
    segments: tuple[Segment, ...] = ()
    tail: Tail = Tail(0)
    tail_length: int = 0
    classes: Integers = np.empty((2, 0), np.int64)  # times and lengths, by number of the class

    def postings(self) -> list[Postings]:
        """All postings, by ascending slot from one part to the next."""
        return [*(segment.postings() for segment in self.segments), self.tail.postings(self.tail_length)]


class Lineage:
    """One writer's append-only state. It goes on from any state that it or another lineage published."""

    def __init__(self, state: State) -> None:
        self.head = state
        self._ids = state.ids[: state.slots]
        self._alive = state.alive
        self._slots = {
            identifier: slot for slot, identifier in enumerate(self._ids) if state.alive is None or state.alive[slot]
        }
        self._tail = Tail(max(_FIRST_ROOM, 2 * state.tail_length), state.tail.postings(state.tail_length))
        self._segments = state.segments
        self._total_length: int = state.total_length
        self._classes = state.classes.copy()
        pairs = self._classes[0] << _TIMES_SHIFT | self._classes[1]
        self._numbers: dict[int, int] = {pair: number for number, pair in enumerate(pairs.tolist())}
        self._lengths: list[int] = self._lengths_of(state)

    def slots_of(self, identifiers: Iterable[str]) -> dict[str, int]:
        """The open slots of those of these ids that have one."""
        return {identifier: self._slots[identifier] for identifier in identifiers if identifier in self._slots}

    def remove(self, identifiers: Iterable[str]) -> None:
        """Close the slots of these ids; unknown ones are passed over."""
        gone = [self._slots.pop(identifier) for identifier in identifiers if identifier in self._slots]
        if gone:
            if self._alive is None or self._alive is self.head.alive or len(self._alive) < len(self._ids):
                self._alive = _with_room(self._alive, len(self._ids))  # what readers look at is never edited
            self._alive[gone] = False
            self._total_length -= sum(self._lengths[slot] for slot in gone)

    def append(self, identifier: str, tokens: Sequence[str]) -> None:
        """Give a text the next slot; the one that its id may have had is closed."""
        if identifier in self._slots:
            self.remove((identifier,))
        slot, length = len(self._ids), len(tokens)
        counts: dict[str, int] = {}  # faster than a Counter for so few
        for token in tokens:
            counts[token] = counts.get(token, 0) + 1
        if self._tail.length + len(counts) > self._tail.room:
            self._tail = Tail(2 * (self._tail.room + len(counts)), self._tail.postings(self._tail.length))
        once = self._class(1, length)
        classes: int | list[int] = once
        if len(counts) < length:
            classes = [once if times == 1 else self._class(times, length) for times in counts.values()]
        self._tail.append(list(map(hash, counts)), slot, classes)
        self._slots[identifier] = slot
        self._ids.append(identifier)
        self._lengths.append(length)
        self._total_length += length

    def append_many(self, texts: Sequence[tuple[str, Sequence[str]]]) -> None:
        """As `append` of each, but sorted at once instead of kept in the tail: what many postings are cheapest by."""
        first, tokens = len(self._ids), list[str]()
        for identifier, found in texts:
            if identifier in self._slots:
                self.remove((identifier,))
            self._slots[identifier] = len(self._ids)
            self._ids.append(identifier)
            self._lengths.append(len(found))
            tokens += found
        self._total_length += len(tokens)
        lengths = np.array(self._lengths[first:], np.int64)
        slots = np.arange(first, len(self._ids)).repeat(lengths)
        if self._tail.length:
            self._fold()
        if tokens:
            self._add(Segment.counted_from(hashed(tokens), slots, lambda slots, times: self._many(slots, times, first)))

    def publish(self, longest_tail: int) -> State:
        """What has been appended and removed so far, as the next state; a tail longer than that becomes a segment."""
        if self._tail.length > longest_tail:
            self._fold()
        slots = len(self._ids)
        if self._alive is not None and len(self._alive) < slots:
            self._alive = _with_room(self._alive, slots)
        self.head = State(
            self._ids,
            slots,
            len(self._slots),
            self._total_length,
            self._alive,
            self._segments,
            self._tail,
            self._tail.length,
            self._classes[:, : len(self._numbers)],
        )
        return self.head

    def _fold(self) -> None:
        self._add(Segment.sorted_from(self._tail.postings(self._tail.length)))
        self._tail = Tail(_FIRST_ROOM)

    def _add(self, segment: Segment) -> None:
        segments = [*self._segments, segment]
        while len(segments) > 1 and len(segments[-2]) < _MERGE_RATIO * len(segments[-1]):
            last = segments.pop()
            segments.append(segments.pop().followed_by(last))
        self._segments = tuple(segments)

    def _class(self, times: int, length: int) -> int:
        pair = times << _TIMES_SHIFT | length
        known = self._numbers.get(pair)
        if known is not None:
            return known
        number = self._numbers[pair] = len(self._numbers)
        if number == self._classes.shape[1]:
            self._classes = np.concatenate((self._classes, np.zeros((2, number + _FIRST_ROOM), np.int64)), axis=1)
        self._classes[:, number] = times, length
        return number

    def _many(self, slots: Integers, times: Integers, first: int) -> Integers:
        """The classes of postings of slots from `first` on."""
        lengths = np.array(self._lengths[first:], np.int64)[slots - first]
        pairs, places = np.unique(times << _TIMES_SHIFT | lengths, return_inverse=True)
        numbers = [self._class(pair >> _TIMES_SHIFT, pair & _LENGTH_MASK) for pair in pairs.tolist()]
        return np.array(numbers, np.int64)[places]

    @staticmethod
    def _lengths_of(state: State) -> list[int]:
        lengths = np.zeros(state.slots, np.int64)
        found = joined(state.postings())
        lengths[found.slots] = state.classes[1, found.classes]
        return lengths.tolist()


def _with_room(alive: NDArray[np.bool_] | None, slots: int) -> NDArray[np.bool_]:
    """A copy that also covers slots to come."""
    wider = np.ones(slots + slots // 4 + _FIRST_ROOM, np.bool_)
    if alive is not None:
        covered = min(len(alive), slots)
        wider[:covered] = alive[:covered]
    return wider
