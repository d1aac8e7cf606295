"""What keeps rows elsewhere than in files of rows: the port, and the mark in a generation that says who has its rows.

The keys of the rows stay in the scope's directory, whoever keeps the rows: which items have one is known without
asking, and a row without its key is nobody's.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from scopes.errors import UnavailableError
from scopes.model import Degraded
from scopes.retrieval.vectors.signatures import Rows
from scopes.storage.files import Files

__all__ = ["Cosines", "Kept", "Numbers", "VectorBackend", "VectorIndex", "cosines_of", "kept_in", "mark"]

Numbers = NDArray[np.intp]  # of rows
Cosines = NDArray[np.float32]

_MARK, _OUTSIDE = "kept-in", "outside"


class VectorIndex(Protocol):
    """The rows of one generation of one scope, by number, each of length 1. UnavailableError when it can't be had.

    `seconds` is how long a query may wait: what takes longer is UnavailableError, too.
    """

    def create(self, dim: int) -> None:
        """Make room for rows, where there is none yet; nothing else does, so that what was dropped stays so."""
        ...

    def put(self, numbers: Sequence[int], rows: Rows) -> None:
        """Keep rows, in the place of those of the same numbers; durable when it returns."""
        ...

    def take(self, numbers: Sequence[int]) -> Rows:
        """(numbers, dim); zero where there is none."""
        ...

    def nearest(self, query: Rows, limit: int, seconds: float) -> tuple[Numbers, Cosines]:
        """The rows with the highest cosines, highest first."""
        ...

    def cosines(self, query: Rows, numbers: Numbers, seconds: float) -> Cosines:
        """The cosines of given rows; nan where there is none."""
        ...

    def delete(self, numbers: Collection[int]) -> None:
        """Keep these no longer; when it returns nothing of them is left in what the store writes."""
        ...

    def numbers(self) -> Iterator[int]:
        """Of every row that is kept."""
        ...

    def count(self) -> int:
        """How many rows are kept; 0 also where nothing is known of the generation."""
        ...


class VectorBackend(Protocol):
    """A store of rows, the same for all scopes of a service. A scope is known to it by its keyed digest alone."""

    @property
    def name(self) -> str:
        """As the settings call it."""
        ...

    @property
    def outside(self) -> bool:
        """Whether rows leave the scope's directory: they do not go with it then."""
        ...

    @property
    def seconds(self) -> float:
        """How long a query that has no deadline of its own waits."""
        ...

    def index(self, scope: str, folder: str, generation: int) -> VectorIndex:
        """The rows of a generation whose folder this is. Nothing is asked yet."""
        ...

    def drop(self, scope: str, kept: int | None) -> None:
        """Drop every generation of a scope but one. UnavailableError when it can't be done now."""
        ...

    def degraded(self) -> list[Degraded]:
        """That it is in use where it lies outside, and that it can't be had."""
        ...

    def close(self) -> None:
        """Let go of connections and threads."""
        ...


def cosines_of(rows: Rows, query: Rows) -> Cosines:
    """The cosines of rows that were taken; nan where there was none, and its row is zero."""
    if rows.shape[1] not in (0, len(query)):
        raise UnavailableError("the query's vector does not fit the rows")
    found = rows @ query if rows.shape[1] else np.zeros(len(rows), np.float32)
    return np.where(rows.any(axis=1), found, np.float32(np.nan))


class Kept(NamedTuple):
    """By which store rows are kept, none for files of rows, and whether that lies outside the scope's directory."""

    store: str = ""
    outside: bool = False


def kept_in(files: Files, folder: str) -> Kept:
    """Who has the rows of a generation with this folder."""
    raw, _ = files.read(f"{folder}/{_MARK}")
    words = (raw or b"").decode("ascii", "replace").split()
    return Kept(words[0], words[1:] == [_OUTSIDE]) if words else Kept()


def mark(files: Files, folder: str, backend: VectorBackend) -> None:
    """Say in a generation's folder who has its rows; before there are any keys."""
    text = f"{backend.name} {_OUTSIDE}" if backend.outside else backend.name
    files.put(f"{folder}/{_MARK}", text.encode("ascii") + b"\n")
