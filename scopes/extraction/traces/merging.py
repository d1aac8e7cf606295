"""Several traces of a task as one sequence: what most of them did, in the order of the one most like the rest."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from scopes.extraction.traces.deeds import Deed

__all__ = ["Common", "merge"]

Key = tuple[str, str]


class Common(msgspec.Struct, frozen=True):
    """A deed, in how many sequences it stands, and whether it was done to the same in all of them."""

    deed: Deed
    count: int
    same_input: bool


def merge(sequences: Sequence[Sequence[Deed]]) -> list[Common]:
    """One sequence out of several, each in its order; the same for the same sequences in the same order."""
    if not sequences:
        return []
    key = _keys(sequences)
    counts = Counter(one for sequence in sequences for one in {key(deed) for deed in sequence})
    chosen = _typical(sequences, lambda deed: counts[key(deed)])
    merged = [deed for deed in chosen if 2 * counts[key(deed)] >= len(sequences)] or list(chosen)
    chain = _Chain(merged, key)
    for sequence in sequences:
        chain.insert(sequence, lambda deed: counts[key(deed)] > 1 and 2 * counts[key(deed)] >= len(sequences))
    inputs: dict[Key, set[str]] = {}
    for deed in (deed for sequence in sequences for deed in sequence):
        inputs.setdefault(key(deed), set()).add(deed.input)
    return [Common(deed, counts[key(deed)], len(inputs[key(deed)]) == 1) for deed in chain]


def _keys(sequences: Sequence[Sequence[Deed]]) -> Callable[[Deed], Key]:
    """What makes two deeds the same: their kind where no sequence has it twice, else their input too."""
    often = {
        kind for sequence in sequences for kind, count in Counter(deed.kind for deed in sequence).items() if count > 1
    }
    return lambda deed: (deed.kind, deed.input if deed.kind in often else "")


def _typical(sequences: Sequence[Sequence[Deed]], support: Callable[[Deed], int]) -> Sequence[Deed]:
    """The sequence whose deeds most others have; of several the shortest, then the last."""

    def rank(numbered: tuple[int, Sequence[Deed]]) -> tuple[float, int, int]:
        number, sequence = numbered
        return sum(map(support, sequence)) / max(1, len(sequence)), -len(sequence), number

    return max(((number, one) for number, one in enumerate(sequences) if one), key=rank, default=(0, ()))[1]


class _Chain:
    """Deeds in an order that others are put into, each in the same time however many there are."""

    def __init__(self, deeds: Sequence[Deed], key: Callable[[Deed], Key]) -> None:
        self._key = key
        self._deeds = list(deeds)
        self._following: list[int | None] = [*range(1, len(self._deeds)), None][: len(self._deeds)]
        self._first: int | None = 0 if self._deeds else None
        self._places: dict[Key, int] = {}
        for place, deed in enumerate(self._deeds):
            self._places.setdefault(key(deed), place)

    def insert(self, sequence: Sequence[Deed], wanted: Callable[[Deed], bool]) -> None:
        """Add what is wanted and missing, each behind what it came after."""
        place: int | None = None
        for deed in sequence:
            known = self._places.get(self._key(deed))
            if known is not None:
                place = known
            elif wanted(deed):
                place = self._insert_behind(place, deed)

    def _insert_behind(self, place: int | None, deed: Deed) -> int:
        added = len(self._deeds)
        self._deeds.append(deed)
        self._following.append(self._first if place is None else self._following[place])
        self._places[self._key(deed)] = added
        if place is None:
            self._first = added
        else:
            self._following[place] = added
        return added

    def __iter__(self) -> Iterator[Deed]:
        place = self._first
        while place is not None:
            yield self._deeds[place]
            place = self._following[place]
