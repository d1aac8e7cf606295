"""What readers of a scope get: snapshots with the index, and the vectors, of exactly their items."""

import functools

import msgspec

from scopes.model import Degraded, Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.kin.scope_words import Prepare, ScopeWords
from scopes.retrieval.tokens import Tokenizer
from scopes.retrieval.vectors.closeness import AnyView
from scopes.retrieval.vectors.lines import LineVectors
from scopes.storage.layered import LayeredMap
from scopes.storage.state import Snapshot
from scopes.storage.tracker import Tracker

__all__ = ["View", "Views"]

Edits = dict[str, bytes | None]


class View(msgspec.Struct, frozen=True):
    """A snapshot with the index over exactly its items, and what there is of their vectors, by the index's slots.

    `words` goes on learning after the view was made.
    """

    snapshot: Snapshot
    index: ScopeIndex
    vectors: AnyView | None = None
    fallbacks: tuple[Degraded, ...] = ()
    words: ScopeWords | None = None

    @property
    def items(self) -> LayeredMap[Item]:
        """Items by id."""
        return self.snapshot.items

    @property
    def degraded(self) -> tuple[Degraded, ...]:
        """What of the scope can't be vouched for, and what is done without."""
        return (*self.snapshot.degraded, *self.fallbacks)

    @property
    def prepare(self) -> Prepare | None:
        """What has a question's words compared with its own, beside the question's vector; None where it has none."""
        return None if self.words is None else functools.partial(self.words.prepare, self.index.tokenizer)

    @property
    def policy(self) -> str | None:
        """The ranking policy that the scope has chosen."""
        return self.snapshot.settings.policy

    @property
    def time_zone(self) -> str:
        """The clock of the scope's days and times."""
        return self.snapshot.settings.time_zone

    @property
    def embeds(self) -> bool:
        """Whether its items are to have vectors."""
        return self.snapshot.settings.embedding != "none"

    def resolve(self, address: str) -> Item | None:
        """The living item at an address."""
        return self.snapshot.resolve(address)

    def is_by_hand(self, item: Item) -> bool:
        """Whether a person wrote an item's text into its file as it stands there."""
        document = self.snapshot.documents.get(self.snapshot.places.get(item.id) or "")
        return document is not None and any(one.hand for one in document.sections if one.id == item.id)


class Views:
    """Brings index and vectors up to what the tracker tells. Used under its mutex, which `nbytes` needs not."""

    def __init__(self, tracker: Tracker, vectors: LineVectors | None) -> None:
        self._tracker, self._vectors = tracker, vectors
        self._index = ScopeIndex.empty()
        self.erased_at = 0  # the last erasure before all that is kept here was made
        self.newest: View | None = None
        self._made_of: tuple[Snapshot, Edits, int] | None = None

    @property
    def nbytes(self) -> int:
        """Bytes of index and vectors."""
        return self._index.nbytes + (0 if self._vectors is None else self._vectors.nbytes)

    def shown(self, snapshot: Snapshot, found: Edits) -> View:
        """A snapshot with the hand edits that were found; the same view as long as nothing changes."""
        self._catch_up(snapshot)
        version = 0 if self._vectors is None else self._vectors.version
        known = self._made_of
        if (
            self.newest is None
            or known is None
            or known[0] is not snapshot
            or known[1] is not found
            or known[2] != version
        ):
            self.newest, self._made_of = self._view(snapshot, found), (snapshot, found, version)
        return self.newest

    def settled(self, snapshot: Snapshot) -> View:
        """A snapshot with all that the files of vectors hold."""
        self._catch_up(snapshot, now=True)
        return View(snapshot, self._index, None if self._vectors is None else self._vectors.view)

    def forget(self) -> None:
        """Keep nothing; what comes next is made anew."""
        self.newest, self._made_of, self.erased_at = None, None, -1
        self._begin_anew()

    def _catch_up(self, snapshot: Snapshot, *, now: bool = False) -> None:
        """Bring index and vectors up to a snapshot; `now`: also to what was written of vectors just before."""
        dictionary = snapshot.settings.dictionary
        if snapshot.erased.at != self.erased_at or dictionary != self._index.tokenizer.user_words:
            # Nothing that was made of erased text stays, not even where it no longer shows.
            self._tracker.take_changes()
            self._begin_anew(dictionary)
            self._advance(dict(snapshot.items))
            self.erased_at = snapshot.erased.at
        self._advance(self._tracker.take_changes())
        if self._vectors is not None:
            self._vectors.refresh(self._index, snapshot.items, now=now)

    def _begin_anew(self, dictionary: tuple[str, ...] = ()) -> None:
        self._index = ScopeIndex.empty(Tokenizer.of(dictionary))
        if self._vectors is not None:
            self._vectors.reset()

    def _advance(self, changes: dict[str, Item | None]) -> None:
        if not changes or self._vectors is None:
            self._index = _advance(self._index, changes)
        else:
            self._index = self._vectors.advance(self._index, changes)
            self._vectors.want()

    def _view(self, snapshot: Snapshot, found: Edits) -> View:
        shown, index, vectors = self._tracker.overlay(found), self._index, None
        changes = {} if shown is snapshot else shown.items.changes_since(snapshot.items)
        if self._vectors is None or shown.settings.embedding == "none":
            return View(shown, _advance(index, changes))
        index, vectors = self._vectors.beside(index, changes) if changes else (index, self._vectors.view)
        return View(shown, index, vectors, self._vectors.degraded(), self._vectors.words)


def _advance(index: ScopeIndex, changes: dict[str, Item | None]) -> ScopeIndex:
    if not changes:
        return index
    return index.apply([item for item in changes.values() if item is not None], list(changes))
