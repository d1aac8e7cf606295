"""Rows in Qdrant: one collection a generation of a scope, on a server or, for one process, in a folder.

A collection's name is the scope's keyed digest and the number of the generation; a point is a row under its number, and
carries nothing else.
"""

import contextlib
import importlib
import os
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from ops.vectors.settings import Vectors
from scopes.errors import NotFoundError, UnavailableError
from scopes.model import Degraded, iso, utc_now
from scopes.retrieval.vectors.port import Cosines, Numbers, cosines_of
from scopes.retrieval.vectors.signatures import Rows

__all__ = ["QdrantBackend"]

_PREFIX = "muniment"
_PAGE = 10_000
_NOT_FOUND = 404

T = TypeVar("T")


class QdrantBackend:
    """One client a process, made by the first call."""

    name, outside = "qdrant", True

    def __init__(self, section: Vectors, key: str | None = None) -> None:
        self._section, self._key = section, key
        self.seconds = section.query_deadline_ms / 1000
        self._since = iso(utc_now())
        self._client: Any = None
        self._lock = threading.RLock()

    @property
    def serves_many(self) -> bool:
        """Whether it is a server; a folder is for one process, and one thread at a time."""
        return self._section.path is None

    def index(self, scope: str, folder: str, generation: int) -> "QdrantIndex":
        """The collection of a generation."""
        return QdrantIndex(self, f"{_PREFIX}-{scope}-{generation}")

    def drop(self, scope: str, kept: int | None) -> None:
        """Delete every collection of a scope but one."""
        stays = f"{_PREFIX}-{scope}-{kept}"
        for name in self.call(lambda client: [one.name for one in client.get_collections().collections]):
            if name.startswith(f"{_PREFIX}-{scope}-") and name != stays:
                self.call(lambda client, name=name: client.delete_collection(name))

    def degraded(self) -> list[Degraded]:
        """That rows are kept outside the scopes' directories."""
        where = self._section.url or self._section.path
        return [
            Degraded(
                component="vectors-outside",
                wanted="rows of vectors in the scope's own directory",
                used=f"qdrant, {where}",
                reason="vectors.store is qdrant",
                since=self._since,
                remedy="none needed; for files: vectors.store = directory, and reembed every scope",
            )
        ]

    def close(self) -> None:
        """Close the client."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def call(self, work: Callable[[Any], T]) -> T:
        """Do it with the client. NotFoundError for a collection that is not there, UnavailableError for all else."""
        with contextlib.nullcontext() if self.serves_many else self._lock:
            client = self._opened()
            try:
                return work(client)
            except Exception as error:  # a client with three transports raises what each of them does
                raise _translated(error) from error

    def wipe(self, name: str) -> None:
        """Have the folder's database of a collection written anew: what was deleted stands in its free pages."""
        if self._section.path is None:
            return
        path = os.path.join(self._section.path, "collection", name, "storage.sqlite")
        with self._lock, contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("vacuum")

    def _opened(self) -> Any:
        with self._lock:
            if self._client is None:
                self._client = self._open()
            return self._client

    def _open(self) -> Any:
        section = self._section
        try:
            package: Any = importlib.import_module("qdrant_client")
            if section.path is not None:
                return package.QdrantClient(path=section.path, force_disable_check_same_thread=True)
            return package.QdrantClient(
                url=section.url,
                api_key=self._key,
                timeout=section.timeout_seconds,
                prefer_grpc=False,
                check_compatibility=False,
            )
        except (RuntimeError, OSError, ValueError) as error:
            raise UnavailableError(f"qdrant can't be opened: {type(error).__name__}") from error


class QdrantIndex:
    """One collection. The product of rows of length 1 is their cosine; by products, rows are kept as they came."""

    def __init__(self, backend: QdrantBackend, name: str) -> None:
        self._backend, self._name = backend, name

    def create(self, dim: int) -> None:
        """Make the collection, unless it is there."""
        models = _models()
        made = models.VectorParams(size=dim, distance=models.Distance.DOT)

        def work(client: Any) -> None:
            if not client.collection_exists(self._name):
                client.create_collection(self._name, vectors_config=made)

        self._backend.call(work)

    def put(self, numbers: Sequence[int], rows: Rows) -> None:
        """Acknowledged once it is in the server's log."""
        batch = _models().Batch(ids=list(numbers), vectors=rows.tolist())
        self._backend.call(lambda client: client.upsert(self._name, points=batch, wait=True))

    def take(self, numbers: Sequence[int]) -> Rows:
        """(numbers, dim); zero where there is none."""
        found = self._backend.call(
            lambda client: client.retrieve(self._name, list(numbers), with_payload=False, with_vectors=True)
        )
        rows = {point.id: point.vector for point in found}
        dim = next((len(row) for row in rows.values()), 0)
        return np.array([rows.get(number, [0.0] * dim) for number in numbers], np.float32).reshape(-1, dim)

    def nearest(self, query: Rows, limit: int, seconds: float) -> tuple[Numbers, Cosines]:
        """The rows with the highest cosines, as the collection's own index finds them."""
        return self._asked(query, limit)

    def cosines(self, query: Rows, numbers: Numbers, seconds: float) -> Cosines:
        """The cosines of given rows; nan where there is none.

        A server sends numbers alone. A folder's client takes a look at every point for each filter, so rows are taken.
        """
        if not self._backend.serves_many:
            return cosines_of(self.take(numbers.tolist()), query)
        models = _models()
        these = models.Filter(must=[models.HasIdCondition(has_id=numbers.tolist())])
        exact = models.SearchParams(exact=True)
        found, values = self._asked(query, len(numbers), query_filter=these, search_params=exact)
        known = dict(zip(found.tolist(), values.tolist(), strict=True))
        return np.array([known.get(number, np.nan) for number in numbers.tolist()], np.float32)

    def delete(self, numbers: Collection[int]) -> None:
        """A collection that is not there has nothing to delete."""
        if not numbers:
            return
        points = _models().PointIdsList(points=sorted(numbers))
        try:
            self._backend.call(lambda client: client.delete(self._name, points_selector=points, wait=True))
            self._backend.wipe(self._name)
        except NotFoundError:
            return

    def numbers(self) -> Iterator[int]:
        """Of every point, page by page; none where there is no collection."""
        following: Any = None
        with contextlib.suppress(NotFoundError):
            while True:
                points, following = self._page(following)
                yield from (point.id for point in points)
                if following is None:
                    return

    def count(self) -> int:
        """How many points; none where there is no collection."""
        try:
            return self._backend.call(lambda client: client.count(self._name, exact=True).count)
        except NotFoundError:
            return 0

    def _page(self, offset: Any) -> tuple[list[Any], Any]:
        plain = {"with_payload": False, "with_vectors": False}
        return self._backend.call(lambda client: client.scroll(self._name, limit=_PAGE, offset=offset, **plain))

    def _asked(self, query: Rows, limit: int, **more: Any) -> tuple[Numbers, Cosines]:
        found = self._backend.call(
            lambda client: client.query_points(
                self._name, query=query.tolist(), limit=limit, with_payload=False, with_vectors=False, **more
            )
        )
        numbers = np.array([point.id for point in found.points], np.intp)
        return numbers, np.array([point.score for point in found.points], np.float32)


def _models() -> Any:
    return importlib.import_module("qdrant_client.models")


def _translated(error: Exception) -> NotFoundError | UnavailableError:
    """What a client raised, in words that hold no text of an answer."""
    status = getattr(error, "status_code", None)
    if status == _NOT_FOUND or (isinstance(error, ValueError) and "not found" in str(error)):
        return NotFoundError("qdrant knows nothing of the collection")
    if isinstance(status, int):
        return UnavailableError(f"qdrant answered {status}")
    return UnavailableError(f"qdrant can't be had: {type(error).__name__}")
