"""The vectors of a scope: a store and a filler a line, each with files of its own, over the slots of one index.

A line gets its store when its first item is seen, or where its folder is there already.
"""

import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from scopes.model import Degraded, Item, Line
from scopes.retrieval.embedder import Embedder, word_rows
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.kin.scope_words import ScopeWords
from scopes.retrieval.vectors.closeness import AnyView
from scopes.retrieval.vectors.filling import Filler
from scopes.retrieval.vectors.generation import folder_of
from scopes.retrieval.vectors.making import Look
from scopes.retrieval.vectors.placing import Placement
from scopes.retrieval.vectors.several import OneView, together
from scopes.retrieval.vectors.store import VectorStore
from scopes.retrieval.vectors.writing import is_folder
from scopes.storage.places import LINES
from scopes.storage.room import Room

__all__ = ["LineVectors"]


class LineVectors:
    """For one thread at a time: the scope's mutex is held, but for `want` and `tend`."""

    def __init__(
        self,
        room: Room,
        embedder: Embedder,
        look: Callable[[], Look],
        mutex: threading.RLock,
        pool: ThreadPoolExecutor,
    ) -> None:
        self.model = embedder.model
        self._room = room
        self._stores: dict[Line, VectorStore] = {}
        self._fillers: dict[Line, Filler] = {}
        self._filler_of: Callable[[Room, VectorStore], Filler] = lambda own, store: Filler(
            own, embedder, store, look, mutex, pool
        )
        self._view: tuple[int, AnyView | None] = (-1, None)
        rows = word_rows(embedder)
        self.words = None if rows is None else ScopeWords(rows, look, pool)
        self.reset()

    def reset(self) -> None:
        """Keep nothing; all is read again from the files, for an index that must be new, too."""
        self._view = (-1, None)
        for store in self._stores.values():
            store.reset()
        if self.words is not None:
            self.words.reset()
        self._open(line for line in LINES if self._is_there(line))

    def _is_there(self, line: Line) -> bool:
        return line == "chat" or is_folder(self._room.layout.at(folder_of(self._of(line))))

    def _of(self, line: Line) -> Room:
        return self._room.of(line)

    def _open(self, lines: Iterable[Line], index: ScopeIndex | None = None) -> None:
        """Stores for lines that have none yet, beside an index that has no row of theirs."""
        for line in lines:
            if line not in self._stores:
                placement = None if index is None else Placement.beside(index)
                store = VectorStore(self._of(line), self.model, placement)
                self._stores = {**self._stores, line: store}
                self._fillers = {**self._fillers, line: self._filler_of(self._of(line), store)}

    @property
    def version(self) -> int:
        """Grows with every change of a view."""
        return sum(store.version for store in self._stores.values())

    @property
    def view(self) -> AnyView | None:
        """What there is of all lines; None for no rows."""
        version = self.version
        if self._view[0] != version:
            self._view = version, together([store.view for store in self._stores.values()])
        return self._view[1]

    @property
    def nbytes(self) -> int:
        """Bytes held in memory."""
        words = 0 if self.words is None else self.words.nbytes
        return words + sum(store.nbytes for store in self._stores.values())

    def advance(self, index: ScopeIndex, changes: Mapping[str, Item | None]) -> ScopeIndex:
        """The index with changes applied; the views follow."""
        self._open({item.line for item in changes.values() if item is not None}, index)
        after: ScopeIndex | None = None
        for store in self._stores.values():
            after = store.advance(index, changes, after)
        return index if after is None else after

    def beside(self, index: ScopeIndex, changes: Mapping[str, Item | None]) -> tuple[ScopeIndex, AnyView | None]:
        """An index with changes that are not the scope's yet, and its view; the stores stay as they are."""
        after: ScopeIndex | None = None
        views: list[OneView | None] = []
        for store in self._stores.values():
            after, view = store.beside(index, changes, after)
            views.append(view)
        return index if after is None else after, together(views)

    def refresh(self, index: ScopeIndex, items: Mapping[str, Item], *, now: bool = False) -> None:
        """Take in what was written to the files."""
        for store in self._stores.values():
            store.refresh(index, items, now=now)

    def degraded(self) -> tuple[Degraded, ...]:
        """Why items are ranked by words alone, or some of them are."""
        return tuple(one for store in self._stores.values() for one in store.degraded())

    def want(self, lines: Iterable[Line] | None = None) -> None:
        """There may be rows to make, of some lines or of all."""
        fillers = self._fillers
        for line in fillers if lines is None else lines:
            if line in fillers:
                fillers[line].want()
        if self.words is not None:
            self.words.want()

    def tend(self) -> None:
        """Start threads for the rows that may be missing."""
        for filler in self._fillers.values():
            filler.tend()
        if self.words is not None:
            self.words.tend()
