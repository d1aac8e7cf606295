"""Incremental BM25 over numpy arrays: immutable views that share what they can.

Scores are exact whatever the history: a view answers as one that was built from its texts in one go.
"""

from collections.abc import Collection, Iterable, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.lineage import Lineage, State
from scopes.retrieval.postings import Integers, Postings, Row, Segment, hashed, joined
from scopes.retrieval.scores import LateRow, Scores
from scopes.retrieval.tail import scan

__all__ = ["Bm25", "Bm25Parameters"]

_AT_ONCE = 4  # a part of the longest tail that comes at once is sorted at once: cheaper, and held without spare room
_BYTES_PER_TEXT = 160  # id, and, from the first change on, slot number and dictionary entry


class Bm25Parameters(msgspec.Struct, frozen=True):
    """Saturation by frequency `k1` and normalisation by length `b` (Robertson and Zaragoza, 2009); the rest is speed.

    Up to `longest_tail` postings stay unsorted, and cost a query 10 to 30 µs. Up to `sum_everything` slots every
    posting of a query is summed up; past that, those of terms in more than one slot of `frequent_share` are looked up
    for candidates only.
    """

    k1: float = 0.5
    b: float = 0.25
    longest_tail: int = 2_048
    sum_everything: int = 65_536
    frequent_share: int = 16


class Bm25:
    """A set of token lists, each under an id and in a numbered slot, as it stood at one moment.

    Reading takes no lock and never sees a later change. `apply` is for one writer at a time; applied to a view that is
    not the newest, it copies what the newer ones have grown.
    """

    def __init__(self, state: State, parameters: Bm25Parameters, lineage: Lineage | None = None) -> None:
        self._state = state
        self._parameters = parameters
        self._lineage = lineage  # None until the first change: many scopes are opened to be read only
        self._weights: NDArray[np.float64] | None = None

    @classmethod
    def empty(cls, parameters: Bm25Parameters | None = None) -> "Bm25":
        """A view of nothing."""
        return cls(State([]), parameters or Bm25Parameters())

    def __len__(self) -> int:
        return self._state.living

    @property
    def slots(self) -> int:
        """How many slots have been given out, closed ones included."""
        return self._state.slots

    @property
    def nbytes(self) -> int:
        """Bytes held, estimated for what Python objects take."""
        state = self._state
        arrays = sum(segment.nbytes for segment in state.segments) + state.tail.nbytes
        return arrays + _BYTES_PER_TEXT * state.slots + (0 if state.open is None else state.open.nbytes)

    def id_of(self, slot: int) -> str:
        """The id in a slot."""
        return self._state.ids[slot]

    def slots_of(self, identifiers: Iterable[str]) -> dict[str, int]:
        """The open slots of ids, of those that have one. For the writer, like `apply`."""
        return self._writer().slots_of(identifiers)

    @property
    def living(self) -> NDArray[np.bool_] | None:
        """Which slots hold a text still; None for all."""
        state = self._state
        return None if state.open is None else state.open.first(state.slots)

    def is_open(self, slots: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether each slot holds a text still."""
        found = self._state.open
        return np.ones(len(slots), np.bool_) if found is None else found[slots]

    def apply(self, added: Sequence[tuple[str, Sequence[str]]], removed: Collection[str] = ()) -> "Bm25":
        """The view after removals, then additions; an id that is there already gets its new tokens in a new slot."""
        lineage = self._writer()
        if removed:
            lineage.remove(removed)
        at_once = sum([len(tokens) for _, tokens in added]) > self._parameters.longest_tail // _AT_ONCE
        if at_once:
            lineage.append_many(added)
        else:
            for identifier, tokens in added:
                lineage.append(identifier, tokens)
        built = at_once and not self.slots
        state = lineage.publish(self._parameters.longest_tail)
        return Bm25(state, self._parameters, None if built else lineage)

    def _writer(self) -> Lineage:
        if self._lineage is None or self._lineage.head is not self._state:
            self._lineage = Lineage(self._state)
        return self._lineage

    def compact(self) -> tuple["Bm25", NDArray[np.intp]]:
        """The same texts without closed slots, and the old slot of each new one."""
        state = self._state
        living = np.ones(state.slots, np.bool_) if (found := self.living) is None else found
        kept = living.nonzero()[0]
        found = joined(state.postings())
        found = found.only(living[found.slots])
        renumbered = living.cumsum() - 1
        postings = found._replace(slots=renumbered[found.slots])
        compacted = msgspec.structs.replace(
            State([state.ids[slot] for slot in kept]),
            slots=len(kept),
            living=len(kept),
            total_length=state.total_length,
            segments=(Segment.sorted_from(postings),) if len(postings.terms) else (),
            classes=state.classes,
        )
        return Bm25(compacted, self._parameters), kept

    def score(self, tokens: Sequence[str]) -> Scores:
        """BM25 of every text for a query; a token counts once however often it is given."""
        tokens = tuple(dict.fromkeys(tokens))
        state = self._state
        found, late = self._find(hashed(tokens))
        counts = np.bincount(found.terms, minlength=len(tokens))
        for row in late:
            counts[row.term] += self._living(row.row)
        idf = np.log1p((state.living - counts + 0.5) / (counts + 0.5))
        return Scores(tokens, idf, self._class_weights(), found, late, counts, state.open, state.slots)

    def _find(self, terms: Integers) -> tuple[Postings, list[LateRow]]:
        """The postings of open slots to sum up, and the rows to look up later."""
        state, parameters = self._state, self._parameters
        summed = state.slots if state.slots <= parameters.sum_everything else state.slots // parameters.frequent_share
        parts = [scan(state.tail.postings(state.tail_length), terms)] if state.tail_length or not state.segments else []
        late: list[LateRow] = []
        for segment in state.segments:
            starts, counts = segment.rows(terms)
            for term in (counts > summed).nonzero()[0]:
                late.append(LateRow(int(term), segment.row(starts[term], counts[term])))
                counts[term] = 0
            parts.append(segment.read(starts, counts))
        found = joined(parts)
        return found if state.open is None else found.only(state.open[found.slots]), late

    def _living(self, row: Row) -> int:
        found = self._state.open
        return len(row.slots) if found is None else int(np.count_nonzero(found[row.slots]))

    def _class_weights(self) -> NDArray[np.float64]:
        """What a posting of each class weighs before idf, at this view's average length."""
        if self._weights is None:
            state, k1, b = self._state, self._parameters.k1, self._parameters.b
            average = max(state.total_length, 1) / max(state.living, 1)
            times, lengths = state.classes
            self._weights = np.asarray(times / (times + k1 * (1 - b + b * lengths / average)), np.float64)
        return self._weights
