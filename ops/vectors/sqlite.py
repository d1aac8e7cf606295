"""Rows in one SQLite database a scope, by the extension sqlite-vec. The database lies in the scope's directory.

The driver is apsw: it brings an SQLite that loads extensions, which Python's own often can't.
"""

import contextlib
import importlib
import os
from collections.abc import Collection, Generator, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from scopes.errors import NotFoundError, UnavailableError
from scopes.model import Degraded
from scopes.retrieval.vectors.port import Cosines, Numbers, cosines_of
from scopes.retrieval.vectors.signatures import Rows

__all__ = ["SqliteBackend"]

_FILE = "rows.db"
_MOST_NEAREST = 4_096  # sqlite-vec's bound
# A row is read with its whole chunk: of 1,024 rows, as by default, one costs 200 µs, of 32 it costs 10.
_CHUNK, _PAGE_BYTES = 32, 32_768
_NEAREST = "select rowid, distance from rows where row match ? and k = ? order by distance"
_ROWS = "select rows.rowid, rows.row from json_each(?) as wanted join rows on rows.rowid = wanted.value"


class SqliteBackend:
    """Makes indexes; holds nothing open."""

    name, outside = "sqlite-vec", False

    def __init__(self, query_deadline_ms: int, timeout_seconds: int) -> None:
        self.seconds = query_deadline_ms / 1000
        self._timeout_ms = timeout_seconds * 1000

    def index(self, scope: str, folder: str, generation: int) -> "SqliteIndex":
        """The database in a generation's folder."""
        return SqliteIndex(f"{folder}/{_FILE}", self._timeout_ms)

    def drop(self, scope: str, kept: int | None) -> None:
        """A database goes with its generation's folder."""

    def degraded(self) -> list[Degraded]:
        """Nothing: rows lie where the scope's other files do."""
        return []

    def close(self) -> None:
        """Nothing is open."""


class SqliteIndex:
    """One database, opened anew by each call, so that one that was unlinked is used no longer.

    One that is damaged is unlinked: whoever fills makes its rows anew.
    """

    def __init__(self, path: str, timeout_ms: int) -> None:
        self._path, self._timeout_ms = path, timeout_ms

    def create(self, dim: int) -> None:
        """Make the database, for its owner alone to read."""
        os.close(os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
        with self._opened() as database:
            database.execute(f"pragma page_size = {_PAGE_BYTES}")
            # The numbers are ours: a virtual table's arguments take no parameters. L2 is what the extension does best.
            columns = f"row float[{dim:d}] distance_metric=L2, chunk_size={_CHUNK}"
            database.execute(f"create virtual table if not exists rows using vec0({columns})")

    def put(self, numbers: Sequence[int], rows: Rows) -> None:
        """In one transaction; a virtual table has no `insert or replace`."""
        with self._opened() as database, database:
            database.executemany("delete from rows where rowid = ?", [(number,) for number in numbers])
            given = [(number, row.tobytes()) for number, row in zip(numbers, rows, strict=True)]
            database.executemany("insert into rows(rowid, row) values (?, ?)", given)

    def take(self, numbers: Sequence[int]) -> Rows:
        """(numbers, dim); zero where there is none."""
        return self._taken(numbers, None)

    def _taken(self, numbers: Sequence[int], seconds: float | None) -> Rows:
        with self._opened(seconds) as database:
            found = {number: np.frombuffer(row, "<f4") for number, row in database.execute(_ROWS, (_list(numbers),))}
        dim = next((len(row) for row in found.values()), 0)
        return np.array([found.get(number, np.zeros(dim)) for number in numbers], np.float32).reshape(-1, dim)

    def nearest(self, query: Rows, limit: int, seconds: float) -> tuple[Numbers, Cosines]:
        """The rows with the highest cosines, 4,096 at most. Of rows of length 1 a cosine is 1 - d² / 2."""
        with self._opened(seconds) as database:
            found = list(database.execute(_NEAREST, (query.tobytes(), min(limit, _MOST_NEAREST))))
        pairs = np.array(found, np.float64).reshape(-1, 2)
        return pairs[:, 0].astype(np.intp), (1 - pairs[:, 1] ** 2 / 2).astype(np.float32)

    def cosines(self, query: Rows, numbers: Numbers, seconds: float) -> Cosines:
        """The cosines of given rows; nan where there is none."""
        return cosines_of(self._taken(numbers.tolist(), seconds), query)

    def delete(self, numbers: Collection[int]) -> None:
        """Overwritten with zeros: those of rows by the extension, those of pages by `secure_delete`."""
        if not numbers or not os.path.exists(self._path):
            return
        with self._opened() as database, database:
            database.executemany("delete from rows where rowid = ?", [(number,) for number in numbers])

    def numbers(self) -> Iterator[int]:
        """Of every row."""
        if os.path.exists(self._path):
            with self._opened() as database:
                yield from [number for (number,) in database.execute("select rowid from rows")]

    def count(self) -> int:
        """How many rows; none where there is no database."""
        if not os.path.exists(self._path):
            return 0
        with self._opened() as database:
            return next(iter(database.execute("select count(*) from rows")))[0]

    @contextlib.contextmanager
    def _opened(self, seconds: float | None = None) -> Generator[Any]:
        apsw: Any = importlib.import_module("apsw")
        extension: Any = importlib.import_module("sqlite_vec")
        database: Any = None
        try:
            flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW
            database = apsw.Connection(self._path, flags)
            database.set_busy_timeout(self._timeout_ms if seconds is None else int(seconds * 1000))
            database.enable_load_extension(True)
            database.load_extension(extension.loadable_path())
            database.enable_load_extension(False)
            database.execute("pragma secure_delete = on")
            yield database
        except apsw.CantOpenError:
            raise NotFoundError("the database of rows is not there") from None
        except (apsw.CorruptError, apsw.NotADBError):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._path)
            raise UnavailableError("the database of rows was damaged, and is made anew") from None
        except apsw.Error as error:
            raise UnavailableError(f"the database of rows can't be used: {type(error).__name__}") from None
        finally:
            if database is not None:
                database.close()


def _list(numbers: Sequence[int]) -> str:
    return msgspec.json.encode(list(numbers)).decode()
