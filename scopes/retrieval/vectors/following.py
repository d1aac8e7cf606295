"""Following the files of a line's rows: what other processes append is seen by the size of `keys.jsonl`."""

import os
from collections.abc import Sequence

import numpy as np

from scopes.retrieval.vectors import keys as key_lines
from scopes.retrieval.vectors.generation import HEADER_BYTES, SEGMENT_ROWS, Generation, newest
from scopes.retrieval.vectors.keys import Key
from scopes.retrieval.vectors.maps import map_rows, read_at_random
from scopes.retrieval.vectors.matrix import Matrix, Piece
from scopes.storage.files import Files
from scopes.storage.room import Room

__all__ = ["Follower"]

_AT_ONCE = 4 * 1024 * 1024  # bytes of keys


class Follower:
    """How far this process has read one generation. `count` is one more than the highest row that has a key.

    `offset` is the end of the whole lines, `torn` whether a part of one stands behind them, `spoilt` how many lines are
    no keys.
    """

    def __init__(self, room: Room, generation: Generation | None = None) -> None:
        self._room, self.generation = room, generation
        self.model, self.dim = "", 0
        self.offset, self.count, self.spoilt = 0, 0, 0
        self._lines: int = 0
        self.torn = self.more = False
        self._inode: int | None = None
        self._pieces: list[Piece] = []
        self._readable: list[int] = []

    @classmethod
    def newest(cls, room: Room) -> "Follower":
        """At the beginning of the generation that counts."""
        return cls(room, newest(room))

    def poll(self) -> list[Key] | None:
        """The keys that came since, some 20,000 at most (`more` says that there are others behind them).

        None when another generation, or another file, has taken this one's place.
        """
        if self.generation is None:
            return [] if newest(self._room) is None else None
        descriptor = self._room.files.opened(self.generation.keys)
        if descriptor is None:
            return [] if self._inode is None and newest(self._room) == self.generation else None
        try:
            state = os.fstat(descriptor)
            if self._inode not in (None, state.st_ino) or state.st_size < self.offset:
                return None
            self._inode = state.st_ino
            return self._take(os.pread(descriptor, _AT_ONCE, self.offset), state.st_size)
        finally:
            os.close(descriptor)

    def _take(self, raw: bytes, size: int) -> list[Key]:
        parsed = key_lines.parse(raw, self._lines)
        self.more = parsed.size > 0 and self.offset + len(raw) < size
        self.torn = parsed.size < len(raw) and not self.more
        self.offset, self._lines = self.offset + parsed.size, self._lines + parsed.lines
        fitting = self._fitting(parsed.keys)
        self.spoilt += parsed.spoilt + len(parsed.keys) - len(fitting)
        return fitting

    def to_end(self) -> bool:
        """Read on to the end; False when something else has taken the place of what was read."""
        while (found := self.poll()) is not None and self.more:
            pass
        return found is not None

    def all_keys(self) -> list[Key]:
        """The keys from where it stands to the end; as many as there are when something else takes their place."""
        keys: list[Key] = []
        while (found := self.poll()) is not None:
            keys += found
            if not self.more:
                break
        return keys

    def _fitting(self, found: list[Key]) -> list[Key]:
        """The first key says of which model all rows are."""
        if found and not self.dim:
            self.model, self.dim = found[0].model, found[0].dim
        fitting = [key for key in found if (key.model, key.dim) == (self.model, self.dim)]
        self.count = max([self.count, *(key.row + 1 for key in fitting)])
        return fitting

    def matrix(self) -> Matrix:
        """The rows so far."""
        if self._pieces and not len(self._pieces[-1].readable()):
            self._pieces.pop()  # the file was missing, or is another one by now
        self._pieces += [self._map(number) for number in range(len(self._pieces), -(-self.count // SEGMENT_ROWS))]
        self._readable = [
            min(len(piece.readable()), self.count - number * SEGMENT_ROWS) for number, piece in enumerate(self._pieces)
        ]
        return Matrix(tuple(self._pieces), self.count, self.dim, SEGMENT_ROWS)

    def intact(self) -> bool:
        """Whether the files still hold as many of the rows as they did."""
        return all(len(piece.readable()) >= rows for piece, rows in zip(self._pieces, self._readable, strict=True))

    def adopted(self, pieces: Sequence[int]) -> None:
        """These full segments have been read from end to end; from here on only scattered rows of them are."""
        for number in pieces:
            if len(self._pieces[number].rows):
                read_at_random(self._pieces[number].rows)

    def _map(self, number: int) -> Piece:
        """A segment, by whichever name it has; no rows if it has none."""
        assert self.generation is not None
        files, paths = self._room.files, (self.generation.segment(number), self.generation.open_segment)
        is_last = number == (self.count - 1) // SEGMENT_ROWS
        still_open = files.opened(paths[1]) if is_last else None
        # Asked for second: a segment is renamed first, then another file becomes the open one.
        full = files.opened(paths[0])
        try:
            descriptor = still_open if full is None else full
            if descriptor is None:
                return Piece(np.empty((0, self.dim), np.float32))
            rows = map_rows(descriptor, HEADER_BYTES, SEGMENT_ROWS, self.dim)
            inode = os.fstat(descriptor).st_ino
        finally:
            for descriptor in (still_open, full):
                if descriptor is not None:
                    os.close(descriptor)
        names = paths if descriptor is full else paths[::-1]  # where it is now comes first: each query looks
        dim = self.dim  # a piece that knew its follower would outlive its last use, and the map with it
        return Piece(rows, lambda: _rows_in(files, names, inode, dim))


def _rows_in(files: Files, paths: Sequence[str], inode: int, dim: int) -> int:
    """How many rows the file behind a map holds now; none once it has no name any more."""
    for path in paths:
        try:
            signature = files.signature(path)
        except OSError:
            return 0
        if signature is not None and signature.inode == inode:
            return min(SEGMENT_ROWS, (signature.size - HEADER_BYTES) // (dim * 4))
    return 0
