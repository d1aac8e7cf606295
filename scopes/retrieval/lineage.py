"""The writer's side of the lexical index: what it appends to, and the states that it publishes."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.postings import Integers, Postings, Segment, joined
from scopes.retrieval.tail import Tail

__all__ = ["Lineage", "State"]

_FIRST_ROOM = 64
# A segment swallows the one after it while it is less than this many times as long.
_MERGE_RATIO = 8


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
        self._total_length = state.total_length
        self._classes = state.classes.copy()
        pairs = zip(*self._classes.tolist(), strict=True)
        self._numbers: dict[tuple[int, int], int] = {pair: number for number, pair in enumerate(pairs)}
        self._lengths = self._lengths_of(state)

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
        slot, length, distinct = len(self._ids), len(tokens), dict.fromkeys(tokens)
        if self._tail.length + len(distinct) > self._tail.room:
            self._tail = Tail(2 * (self._tail.room + len(distinct)), self._tail.postings(self._tail.length))
        classes = self._class(1, length) if len(distinct) == length else self._classes_of(tokens)
        self._tail.append(list(map(hash, distinct)), slot, classes)
        self._slots[identifier] = slot
        self._ids.append(identifier)
        self._lengths.append(length)
        self._total_length += length

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
        segments = [*self._segments, Segment.sorted_from(self._tail.postings(self._tail.length))]
        while len(segments) > 1 and len(segments[-2]) < _MERGE_RATIO * len(segments[-1]):
            last = segments.pop()
            segments.append(segments.pop().followed_by(last))
        self._segments = tuple(segments)
        self._tail = Tail(_FIRST_ROOM)

    def _class(self, times: int, length: int) -> int:
        number = self._numbers.setdefault((times, length), len(self._numbers))
        if number == self._classes.shape[1]:
            self._classes = np.concatenate((self._classes, np.zeros((2, number + _FIRST_ROOM), np.int64)), axis=1)
        if number == len(self._numbers) - 1:
            self._classes[:, number] = times, length
        return number

    def _classes_of(self, tokens: Sequence[str]) -> list[int]:
        length = len(tokens)
        once = self._class(1, length)
        return [once if times == 1 else self._class(times, length) for times in Counter(tokens).values()]

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
