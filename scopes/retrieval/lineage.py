"""The writer's side of the lexical index: what it appends to, and the states that it publishes."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from scopes.retrieval.openness import Openness
from scopes.retrieval.postings import Integers, Postings, Segment, hashed, joined
from scopes.retrieval.tail import Tail

__all__ = ["Lineage", "State"]

_CLASSES_ROOM = 16
# A segment swallows the one after it while it is less than this many times as long.
_MERGE_RATIO = 8
_TIMES_SHIFT = 32
_LARGEST_TABLE = 4_096
_NO_TAIL = Tail(0)  # whoever adds to it outgrows it


class State(msgspec.Struct, frozen=True):
    """One published state. `ids` and `tail` grow on behind it; what its counts cover never changes."""

    ids: list[str]
    slots: int = 0
    living: int = 0
    total_length: int = 0
    open: Openness | None = None  # None while nothing has been removed
    segments: tuple[Segment, ...] = ()
    tail: Tail = _NO_TAIL
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
        # Other lineages may go on from the same state: what this one closes, it closes in an array of its own.
        self._open = None if state.open is None else state.open.apart(state.slots)
        living = None if self._open is None else self._open.first(state.slots).tolist()
        self._slots = {identifier: slot for slot, identifier in enumerate(self._ids) if living is None or living[slot]}
        self._tail = Tail(2 * state.tail_length, state.tail.postings(state.tail_length))
        self._segments = state.segments
        self._total_length: int = state.total_length
        self._classes = state.classes.copy()
        self._class_count = state.classes.shape[1]
        self._numbers: dict[int, int] | None = None  # of classes by their pairs, once one is looked up
        self._lengths: list[int] = self._lengths_of(state)

    def slots_of(self, identifiers: Iterable[str]) -> dict[str, int]:
        """The open slots of those of these ids that have one."""
        return {identifier: self._slots[identifier] for identifier in identifiers if identifier in self._slots}

    def remove(self, identifiers: Iterable[str]) -> None:
        """Close the slots of these ids; unknown ones are passed over."""
        gone = [self._slots.pop(identifier) for identifier in identifiers if identifier in self._slots]
        if gone:
            self._open = (self._with_room() or Openness.of_all(len(self._ids))).without(gone)
            self._total_length -= sum(self._lengths[slot] for slot in gone)

    def append(self, identifier: str, tokens: Sequence[str]) -> None:
        """Give a text the next slot; the one that its id may have had is closed."""
        if identifier in self._slots:
            self.remove((identifier,))
        slot, length = len(self._ids), len(tokens)
        distinct = dict.fromkeys(tokens)
        if self._tail.length + len(distinct) > self._tail.room:
            self._tail = Tail(2 * (self._tail.room + len(distinct)), self._tail.postings(self._tail.length))
        once = self._class(1, length)
        classes = once if len(distinct) == length else self._classes_by_times(tokens, once)
        self._tail.append(list(map(hash, distinct)), slot, classes)
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
        self._open = self._with_room()
        self.head = State(
            self._ids,
            len(self._ids),
            len(self._slots),
            self._total_length,
            self._open,
            self._segments,
            self._tail,
            self._tail.length,
            self._classes[:, : self._class_count],
        )
        return self.head

    def _with_room(self) -> Openness | None:
        """What is open, covering every slot."""
        slots = len(self._ids)
        return self._open if self._open is None or self._open.room >= slots else self._open.apart(slots)

    def _fold(self) -> None:
        self._add(Segment.sorted_from(self._tail.postings(self._tail.length)))
        self._tail = _NO_TAIL

    def _add(self, segment: Segment) -> None:
        segments = [*self._segments, segment]
        while len(segments) > 1 and len(segments[-2]) < _MERGE_RATIO * len(segments[-1]):
            last = segments.pop()
            segments.append(segments.pop().followed_by(last))
        self._segments = tuple(segments)

    def _classes_by_times(self, tokens: Sequence[str], once: int) -> list[int]:
        """The class of each distinct token; `once` is that of those that occur once."""
        counts = Counter(tokens).values()
        return [once if times == 1 else self._class(times, len(tokens)) for times in counts]

    def _class(self, times: int, length: int) -> int:
        known = None if self._numbers is None else self._numbers.get(times << _TIMES_SHIFT | length)
        return known if known is not None else int(self._classes_of(np.array([times]), np.array([length]))[0])

    def _classes_of(self, times: Integers, lengths: Integers) -> Integers:
        """The numbers of distinct pairs; those that are new get the next ones."""
        before = self._class_count
        if before == 0:
            found, self._class_count = np.arange(len(times)), len(times)
        else:
            numbers = self._known_numbers()
            pairs: list[int] = (times << _TIMES_SHIFT | lengths).tolist()
            found = np.array([numbers.setdefault(pair, len(numbers)) for pair in pairs])
            self._class_count = len(numbers)
        if self._class_count > self._classes.shape[1]:
            room = np.zeros((2, self._class_count + _CLASSES_ROOM - before), np.int64)
            self._classes = np.concatenate((self._classes[:, :before], room), axis=1)
        if self._class_count > before:
            self._classes[:, found] = times, lengths
        return found

    def _known_numbers(self) -> dict[int, int]:
        if self._numbers is None:
            times, lengths = self._classes[:, : self._class_count]
            self._numbers = {pair: number for number, pair in enumerate((times << _TIMES_SHIFT | lengths).tolist())}
        return self._numbers

    def _many(self, slots: Integers, times: Integers, first: int) -> Integers:
        """The classes of postings of slots from `first` on."""
        lengths = np.array(self._lengths[first:], np.int64)[slots - first]
        width = int(lengths.max()) + 1
        keys = times * width + lengths
        top = int(keys.max()) + 1
        if top > _LARGEST_TABLE + len(keys):
            found, places = np.unique(keys, return_inverse=True)
            return self._classes_of(*divmod(found, width))[places]
        # Few enough to tick off: no need to sort them.
        table = np.zeros(top, np.int64)
        table[keys] = 1
        found = table.nonzero()[0]
        table[found] = self._classes_of(*divmod(found, width))
        return table[keys]

    @staticmethod
    def _lengths_of(state: State) -> list[int]:
        lengths = np.zeros(state.slots, np.int64)
        found = joined(state.postings())
        lengths[found.slots] = state.classes[1, found.classes]
        return lengths.tolist()
