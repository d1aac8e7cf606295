"""Which texts are to be embedded next, and having it done by an embedder that may fail."""

import itertools
import logging
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol

import numpy as np

from scopes.model import Item, Line
from scopes.retrieval.embedder import Embedder
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.rows import LAYERS, LINES
from scopes.retrieval.vectors.closeness import AnyView
from scopes.retrieval.vectors.passage import digest_of, passage_of
from scopes.retrieval.vectors.signatures import Rows

__all__ = ["LARGEST_BATCH", "Look", "Maker", "Wanted"]

_log = logging.getLogger(__name__)
LARGEST_BATCH = 64
_DIARY = LAYERS.index("diary")
_LENGTH_ERROR = 1e-3


class Look(Protocol):
    """A scope's items and their index at one moment."""

    @property
    def items(self) -> Mapping[str, Item]:
        """Items by id."""
        ...

    @property
    def index(self) -> ScopeIndex:
        """The index over them."""
        ...

    @property
    def vectors(self) -> AnyView | None:
        """The rows there are."""
        ...

    @property
    def embeds(self) -> bool:
        """Whether there are to be any."""
        ...


class Wanted(NamedTuple):
    """A text that its item has no row of."""

    identity: str
    digest: str
    text: str


class Maker:
    """Asks the embedder, and remembers what it failed at. `failures` counts those since it last answered."""

    def __init__(self, embedder: Embedder, line: Line = "chat") -> None:
        self._embedder = embedder
        self._line: Line = line
        self.failures = 0
        self._hard: set[str] = set()  # digests of texts that it failed at alone: they wait for all others

    def next_batch(self, look: Look) -> list[Wanted]:
        """What to embed next; after a failure one text alone, so that one the embedder can't bear holds up no other."""
        easy: list[Wanted] = []
        for one in _missing(look, self._line):
            if one.digest not in self._hard:
                easy.append(one)
                if self.failures or len(easy) == LARGEST_BATCH:
                    return easy
        return easy or list(itertools.islice(_missing(look, self._line), 1))

    def make(self, texts: Mapping[str, str]) -> dict[str, Rows] | str:
        """The row of each text, by the texts' digests; or why there are none."""
        if not texts:
            return {}
        try:
            rows = _checked(self._embedder.documents(list(texts.values())), len(texts))
        except Exception as error:  # noqa: BLE001 - whatever an embedder raises, memory goes on without it
            _log.warning("the embedder failed", extra={"error": type(error).__name__})
            self.failures += 1
            if len(texts) == 1:
                self._hard.update(texts)
            return f"the embedder failed: {type(error).__name__}"
        self.failures = 0
        return dict(zip(texts, rows, strict=True))


def _missing(look: Look, line: Line) -> Iterator[Wanted]:
    """A line's items without a row that have a text; diary entries last: most repeat a turn, whose row they then
    take."""
    index, slots = look.index, np.arange(look.index.bm25.slots)
    missing = slots[index.bm25.is_open(slots)] if look.vectors is None else look.vectors.missing(index)
    missing = missing[index.rows["line"][missing] == LINES.index(line)]
    diary = index.rows["layer"][missing] == _DIARY
    for slot in np.concatenate((missing[~diary], missing[diary])):
        identity = index.bm25.id_of(slot)
        text = passage_of(look.items[identity])
        if text.strip():
            yield Wanted(identity, digest_of(text), text)


def _checked(rows: Rows, count: int) -> Rows:
    """What an embedder made, if it can be used: finite, of one size, none of it zero; brought to length 1."""
    if rows.ndim != 2 or len(rows) != count or not np.isfinite(rows).all():
        raise ValueError("not a row of numbers for each text")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not lengths.all():
        raise ValueError("a row of zeros")
    unit = np.abs(lengths - 1) <= _LENGTH_ERROR
    return np.where(unit, rows, rows / lengths).astype(np.float32)
