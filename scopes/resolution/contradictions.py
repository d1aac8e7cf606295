"""Which items of one answer contradict each other."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from scopes.model import Item
from scopes.resolution.claims import Claims, ClaimsBook, Filled
from scopes.resolution.cues import suspects
from scopes.resolution.telling import is_statement

__all__ = ["Contradictions"]

Pair = tuple[int, int]


class Contradictions:
    """Looks through the items of an answer; digests of what they claim are kept for the next one."""

    def __init__(self) -> None:
        self._book = ClaimsBook()

    def among(self, items: Sequence[Item], said: bool = False) -> dict[Pair, str]:
        """Pairs of places, the first below the second, and what each pair contradicts itself about: the name of a slot,
        or `stance` where one denies what the other says. `said`: also pairs of a wiki item and what somebody said."""
        notes = {at for at, item in enumerate(items) if item.layer == "wiki"}
        read = [at for at, item in enumerate(items) if at in notes or (said and is_statement(item))]
        if not notes or len(read) < 2:
            return {}
        suspected = (read[place] for place in suspects([items[at] for at in read]))
        told = [(at, claims) for at in suspected if (claims := self._book.of(items[at])).any]
        found = (*_by_slots(told), *_by_stance(told))
        return {pair: about for pair, about in found if not notes.isdisjoint(pair)}


def _by_slots(told: Sequence[tuple[int, Claims]]) -> Iterator[tuple[Pair, str]]:
    places: dict[int, list[tuple[int, Filled]]] = {}
    for at, claims in told:
        for filled in claims.filled:
            places.setdefault(filled.place, []).append((at, filled))
    for rivals in places.values():
        for (here, one), (there, other) in combinations(rivals, 2):
            if here != there and one.differs(other):
                yield (here, there), one.slot


def _by_stance(told: Sequence[tuple[int, Claims]]) -> Iterator[tuple[Pair, str]]:
    denying = [(at, claims) for at, claims in told if claims.denies]
    for here, denier in denying:
        for there, other in told:
            if not denier.denies.isdisjoint(other.says) and denier.says.isdisjoint(other.says):
                yield (min(here, there), max(here, there)), "stance"
