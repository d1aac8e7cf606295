"""Asking a store with an end in time, and no longer once it has failed several times in a row."""

import logging
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ops.endpoint.breaker import Breaker
from scopes.errors import NotFoundError, UnavailableError
from scopes.model import Degraded, iso, utc_now
from scopes.observer import Observer
from scopes.retrieval.vectors.port import Cosines, Numbers, VectorBackend, VectorIndex
from scopes.retrieval.vectors.signatures import Rows

__all__ = ["GuardedBackend"]

_LOG = logging.getLogger(__name__)
_THREADS = 8
_FULL = 0.8  # of the wait that the settings give: a ranking has begun when the store is asked

T = TypeVar("T")


class GuardedBackend:
    """Another backend, asked in time. Before one outside stands a breaker: it fails for all scopes at once.

    NotFoundError of what is asked says that it knows nothing of a generation: an answer, and no failure.
    """

    def __init__(self, backend: VectorBackend, observer: Observer | None = None) -> None:
        self._backend = backend
        self.name, self.outside, self.seconds = backend.name, backend.outside, backend.seconds
        self._observer = observer or Observer()
        self._breaker = Breaker() if backend.outside else None
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="vectors")
        self._failing: Degraded | None = None

    def index(self, scope: str, folder: str, generation: int) -> VectorIndex:
        """The rows of a generation, guarded."""
        return _GuardedIndex(self, self._backend.index(scope, folder, generation))

    def drop(self, scope: str, kept: int | None) -> None:
        """Drop every generation of a scope but one."""
        self.ask(lambda: self._backend.drop(scope, kept))

    def degraded(self) -> list[Degraded]:
        """That the store is in use, and that it failed when it was last asked."""
        found = self._backend.degraded()
        return found if self._failing is None else [*found, self._failing]

    def close(self) -> None:
        """Ask no more."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._backend.close()

    def in_time(self, work: Callable[[], T], seconds: float) -> T:
        """Do it in a thread, and wait no longer than this."""
        started = time.monotonic()
        self._enter()
        try:
            future = self._threads.submit(work)
        except RuntimeError:
            self._left()
            raise UnavailableError("the service is stopping") from None
        try:
            return self._ended(lambda: future.result(max(0.0, seconds - (time.monotonic() - started))))
        except TimeoutError:
            if seconds >= self.seconds * _FULL:
                self._failed("timeout", "it did not answer in time")
            else:  # its query's own haste tells nothing of the store
                self._count("timeout")
                self._left()
            raise UnavailableError("the vector store did not answer in time") from None
        finally:
            future.cancel()

    def ask(self, work: Callable[[], T]) -> T:
        """Do it here, for as long as the store's own time-out lets it."""
        self._enter()
        return self._ended(work)

    def _enter(self) -> None:
        if self._breaker is not None:
            try:
                self._breaker.enter()
            except UnavailableError:
                self._count("open")
                raise

    def _left(self) -> None:
        if self._breaker is not None:
            self._breaker.left()

    def _ended(self, work: Callable[[], T]) -> T:
        try:
            found = work()
        except NotFoundError as error:
            self._succeeded("missing")
            raise UnavailableError(error.detail) from None
        except UnavailableError as error:
            self._failed("failed", error.detail)
            raise
        except TimeoutError:
            raise
        except BaseException:
            self._left()
            raise
        self._succeeded("ok")
        return found

    def _succeeded(self, outcome: str) -> None:
        self._count(outcome)
        if self._breaker is not None:
            self._breaker.succeeded()
        if self._failing is not None:
            _LOG.info("the vector store answers again", extra={"store": self.name})
            self._failing = None

    def _failed(self, outcome: str, why: str) -> None:
        self._count(outcome)
        if self._breaker is not None:
            self._breaker.failed(why)
        if self._failing is None:
            _LOG.warning("the vector store fails", extra={"store": self.name, "reason": why})
            self._failing = Degraded(
                component="vector-store",
                wanted=f"answers of {self.name}",
                used="ranking by words, and new rows later",
                reason=why,
                since=iso(utc_now()),
                remedy="see that it can be reached: it is asked again by itself",
            )

    def _count(self, outcome: str) -> None:
        self._observer.count("vector_store_requests", store=self.name, outcome=outcome)


class _GuardedIndex:
    """One generation, asked through its backend's guard."""

    def __init__(self, guard: GuardedBackend, index: VectorIndex) -> None:
        self._guard, self._index = guard, index

    def create(self, dim: int) -> None:
        self._guard.ask(lambda: self._index.create(dim))

    def put(self, numbers: Sequence[int], rows: Rows) -> None:
        self._guard.ask(lambda: self._index.put(numbers, rows))

    def take(self, numbers: Sequence[int]) -> Rows:
        return self._guard.ask(lambda: self._index.take(numbers))

    def nearest(self, query: Rows, limit: int, seconds: float) -> tuple[Numbers, Cosines]:
        return self._guard.in_time(lambda: self._index.nearest(query, limit, seconds), seconds)

    def cosines(self, query: Rows, numbers: Numbers, seconds: float) -> Cosines:
        return self._guard.in_time(lambda: self._index.cosines(query, numbers, seconds), seconds)

    def delete(self, numbers: Collection[int]) -> None:
        self._guard.ask(lambda: self._index.delete(numbers))

    def numbers(self) -> Iterator[int]:
        return iter(self._guard.ask(lambda: list(self._index.numbers())))

    def count(self) -> int:
        return self._guard.ask(self._index.count)
