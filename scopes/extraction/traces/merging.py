"""Several traces of a task as one sequence: what most of them did, in the order of the one most like the rest."""

from collections import Counter
from collections.abc import Callable, Sequence

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
    for sequence in sequences:
        _insert(merged, sequence, key, lambda deed: counts[key(deed)] > 1 and 2 * counts[key(deed)] >= len(sequences))
    inputs: dict[Key, set[str]] = {}
    for deed in (deed for sequence in sequences for deed in sequence):
        inputs.setdefault(key(deed), set()).add(deed.input)
    return [Common(deed, counts[key(deed)], len(inputs[key(deed)]) == 1) for deed in merged]


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


def _insert(
    merged: list[Deed], sequence: Sequence[Deed], key: Callable[[Deed], Key], wanted: Callable[[Deed], bool]
) -> None:
    """Add what is wanted and missing, each behind what it came after."""
    place = 0
    for deed in sequence:
        known = next((at for at, other in enumerate(merged) if key(other) == key(deed)), None)
        if known is not None:
            place = known + 1
        elif wanted(deed):
            merged.insert(place, deed)
            place += 1
