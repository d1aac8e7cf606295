"""The vectors of one line as one process sees them: rows taken in from the files, and who they belong to."""

import logging
import time
from collections.abc import Mapping

import msgspec
import numpy as np

from scopes.model import Degraded, Item, iso, utc_now
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.vectors import keys as key_lines
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.generation import SEGMENT_ROWS
from scopes.retrieval.vectors.keys import Key
from scopes.retrieval.vectors.matrix import Matrix
from scopes.retrieval.vectors.outside import OutsideView
from scopes.retrieval.vectors.placing import Placement
from scopes.retrieval.vectors.port import VectorBackend, kept_in
from scopes.retrieval.vectors.several import OneView
from scopes.retrieval.vectors.signatures import Rows, Signatures
from scopes.retrieval.vectors.stores import outside_index, store_of
from scopes.retrieval.vectors.view import EXACT_ROWS, VectorView
from scopes.storage.room import Room

__all__ = ["VectorStore"]

_log = logging.getLogger(__name__)
_POLL_SECONDS = 0.1
_AT_ONCE = 4 * SEGMENT_ROWS  # rows that one look takes in: 20 to 40 ms
_CENTRED_ANEW = 4
_LAST_CENTRING = 65_536
_SAMPLE = 4_096


class VectorStore:
    """For one thread at a time: the scope's mutex is held. Views of it are immutable and for everyone.

    `model` is the embedder's: rows of another one are left alone. `failing` says why rows are not being made.
    """

    def __init__(self, room: Room, model: str, placement: Placement | None = None) -> None:
        self.model = model
        self.failing: str | None = None
        self.version = 0
        self._room = room
        self._since = iso(utc_now())
        self.reset(placement)

    def reset(self, placement: Placement | None = None) -> None:
        """Keep nothing; all is read again from the files, for an index that must be new, too, or has these places."""
        self.placement = placement or Placement()
        self._begin()

    def _begin(self) -> None:
        self.follower = Follower(self._room)
        self.broken: dict[str, int] = {}
        self._waiting: dict[int, Key] = {}
        self._matrix: Matrix | None = None
        self._signatures: Signatures | None = None
        self._centred_at = self._adopted = 0
        self._polled = float("-inf")
        self._unreadable: str | None = None
        self.view: OneView | None = None
        self._kept_in = store_of(self._room)

    @property
    def nbytes(self) -> int:
        """Bytes held in memory."""
        signatures = 0 if self._signatures is None else self._signatures.nbytes
        return self.placement.nbytes + signatures + 100 * len(self.placement.loose)

    @property
    def foreign(self) -> bool:
        """Whether the rows are of another model than is asked for, or kept in another store."""
        return self.follower.model not in ("", self.model) or (
            self.follower.count > 0 and self._kept_in != store_of(self._room)
        )

    # Following the scope

    def advance(
        self, index: ScopeIndex, changes: Mapping[str, Item | None], after: ScopeIndex | None = None
    ) -> ScopeIndex:
        """The index with changes applied, `after` where it is made already; the view is one that fits it."""
        after = self.placement.advance(index, changes, after)
        self._publish()
        return after

    def beside(
        self, index: ScopeIndex, changes: Mapping[str, Item | None], after: ScopeIndex | None = None
    ) -> tuple[ScopeIndex, OneView | None]:
        """An index with changes that are not the scope's yet, and its view; this store stays as it is."""
        placement = self.placement.copy()
        after = placement.advance(index, changes, after)
        return after, None if self.view is None else msgspec.structs.replace(self.view, places=placement.places)

    # Following the files

    def refresh(self, index: ScopeIndex, items: Mapping[str, Item], *, now: bool = False) -> bool:
        """Take in what was written to the files, at most 16,384 rows; whether the view changed.

        Without `now` they are looked at ten times a second. What can't be read is none, until it can.
        """
        if not now and time.monotonic() - self._polled < _POLL_SECONDS:
            return False
        self._polled = time.monotonic()
        try:
            changed = self._follow(index)
            changed = self._adopt(index, items) or changed
            self._unreadable = None
        except OSError as error:
            _log.warning("vectors can't be read", extra={"errno": error.errno})
            changed, self._unreadable = self._unreadable is None, error.strerror
        if changed:
            self._publish()
        return changed

    @property
    def behind(self) -> bool:
        """Whether rows that have keys are still to be taken in."""
        return self._adopted < self.follower.count or self.follower.more

    def _follow(self, index: ScopeIndex) -> bool:
        found = self.follower.poll()
        changed = found is None or not self.follower.intact()
        if changed:
            self.placement = self.placement.without_rows()
            self._begin()
            self._polled = time.monotonic()
            self.follower = Follower.newest(self._room)
            if self.follower.generation is not None:
                self._kept_in = kept_in(self._room.files, self.follower.generation.path).store
            found = self.follower.poll()
        for key in () if self.foreign or found is None else found:
            if not key.gone:
                self._waiting[key.row] = key
            elif self._waiting.pop(key.row, None) is None:
                self.placement.lose(index, key.row, key.id)
                changed = True
            if key.gone and self.broken.get(key.id) == key.row:
                del self.broken[key.id]
        return changed

    def _adopt(self, index: ScopeIndex, items: Mapping[str, Item]) -> bool:
        """Take in rows, and check each against its key."""
        first, last = self._adopted, min(self.follower.count, self._adopted + _AT_ONCE)
        if first == last or self.foreign:
            return False
        if self._room.outside is None:
            self._adopt_rows(index, items, first, last)
        else:
            self._adopt_keys(index, items, first, last)
        self._adopted = last
        return True

    def _adopt_keys(self, index: ScopeIndex, items: Mapping[str, Item], first: int, last: int) -> None:
        """Take in keys alone: their rows are elsewhere, and their store is held against the keys by who fills."""
        for row in range(first, last):
            if (key := self._waiting.pop(row, None)) is not None:
                self.placement.learn(index, items, key.row, key.id, key.digest)

    def _adopt_rows(self, index: ScopeIndex, items: Mapping[str, Item], first: int, last: int) -> None:
        matrix = self.follower.matrix()
        rows = matrix.take(np.arange(first, last))
        for row in range(first, last):
            if (key := self._waiting.pop(row, None)) is not None:
                self._judge(index, items, key, rows[row - first])
        self._sign(matrix, rows, last)
        self.follower.adopted(range(first // SEGMENT_ROWS, last // SEGMENT_ROWS))
        self._matrix = Matrix(matrix.pieces, last, matrix.dim, matrix.piece_rows)

    def _judge(self, index: ScopeIndex, items: Mapping[str, Item], key: Key, row: Rows) -> None:
        if key_lines.crc_of(row.tobytes()) == key.crc:
            self.placement.learn(index, items, key.row, key.id, key.digest)
            self.broken.pop(key.id, None)
        else:
            self.placement.lose(index, key.row, key.id)
            self.broken[key.id] = key.row

    def _sign(self, matrix: Matrix, rows: Rows, count: int) -> None:
        """Signatures of the rows, centred anew while there are few: the first ones may not be like the others."""
        if count <= EXACT_ROWS:
            return
        if self._signatures is None or self._centred_at * _CENTRED_ANEW <= count <= _LAST_CENTRING:
            sample = matrix.take(np.linspace(0, count - 1, min(count, _SAMPLE)).astype(np.intp))
            self._signatures, self._centred_at = Signatures.empty(sample), count
            rows = matrix.take(np.arange(count))
        self._signatures = self._signatures.appended(rows)

    def tell(self, failing: str | None) -> None:
        """Why rows are not being made now; None when they are."""
        if failing != self.failing:
            self.failing = failing
            self.version += 1

    def _publish(self) -> None:
        self.version += 1
        if self.foreign:
            self.view = None
        elif self._room.outside is not None:
            self.view = self._view_of(self._room.outside)
        elif self._matrix is not None:
            self.view = VectorView(self.model, self._matrix, self.placement.places, self._signatures)
        else:
            self.view = None

    def _view_of(self, backend: VectorBackend) -> OutsideView | None:
        generation = self.follower.generation
        rows = None if generation is None else outside_index(self._room, generation)
        if rows is None or not self._adopted:
            return None
        places, count = self.placement.places, self._adopted
        return OutsideView(self.model, self.follower.dim, rows, places, count, backend.seconds, backend.name)

    # Telling

    def degraded(self) -> tuple[Degraded, ...]:
        """Why items are ranked by words alone, or some of them are."""
        found: list[Degraded] = []
        if self.foreign:
            reason = f"the rows are of another model, {self.follower.model}"
            if self.follower.model == self.model:
                reason = f"the rows are kept elsewhere: {self._kept_in or 'directory'}"
            found.append(self._told("no vectors", reason, "ask for reembed: every text is embedded anew"))
        if self._unreadable is not None:
            found.append(
                self._told("the rows read before", f"the files can't be read: {self._unreadable}", "see the log")
            )
        if self.broken:
            reason = f"{len(self.broken)} rows are not what was written"
            found.append(self._told("words alone for their items", reason, "none: they are made anew"))
        if self.failing is not None:
            found.append(self._told("words alone for new items", self.failing, "none: it is tried again"))
        return tuple(found)

    def _told(self, used: str, reason: str, remedy: str) -> Degraded:
        return Degraded("vectors", f"a vector of {self.model} for each item", used, reason, self._since, remedy)
