"""The vector of a query, in time or not at all: a retrieval never waits longer than its deadline."""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Literal, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.errors import UnavailableError
from scopes.model import Degraded, ScopeIds, iso, utc_now
from scopes.observer import Observer
from scopes.paths import canonical_bytes
from scopes.retrieval.embedder import Embedder
from scopes.retrieval.kin.scope_words import Prepare
from scopes.retrieval.query import RetrieveQuery
from scopes.settings import ScopeSettings

__all__ = ["QueryVectors", "Sought", "TimedEmbedder"]

_LOG = logging.getLogger(__name__)

_THREADS = 8
_WAITING = 64
_KEPT = 1024

# Reason and remedy of what is not the embedder's fault.
_BY_SCOPE = ("the scope's settings say embedding: none", "PATCH /v1/settings with embedding: default")
_BY_REQUEST = ("the request's deadline_ms is 0", "ask with a longer deadline_ms, or with none")
_BUSY = ("too many queries wait for it", "more workers, or a faster model")
_FAILING = "see that the endpoint answers, or that the model can be loaded; ranking by words goes on meanwhile"

Row = NDArray[np.float32]
Outcome = Literal["cached", "made", "late", "failed", "busy", "none", "unwanted"]


class TimedEmbedder(Embedder, Protocol):
    """An embedder that can be got ready, be told how long anyone will wait, and be closed."""

    def load(self) -> None:
        """Load what the first answer would else wait for. UnavailableError when it can't be."""
        ...

    def query(self, text: str, seconds: float | None = None) -> Row:
        """The row of a question; UnavailableError when it can't be had."""
        ...

    def close(self) -> None:
        """Let go of connections, and of whoever waits for another attempt."""
        ...


class Sought(msgspec.Struct, frozen=True):
    """A query's vector, or why there is none."""

    vector: Row | None = None
    left_out: tuple[Degraded, ...] = ()


class _Asked(msgspec.Struct, frozen=True):
    """A vector in the making, and how long this query waits for it."""

    future: "Future[Row]"
    seconds: float


class QueryVectors:
    """Asks the embedder in threads of its own. Keeps the vectors of the last queries, each for its own scope alone."""

    def __init__(
        self,
        embedder: TimedEmbedder | None,
        lacking: Degraded | None,
        deadline_ms: int,
        observer: Observer | None = None,
    ) -> None:
        self._observer = observer or Observer()
        self._embedder, self._lacking, self._deadline_ms = embedder, lacking, deadline_ms
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="embed")
        self._free = threading.BoundedSemaphore(_WAITING)
        self._kept: OrderedDict[bytes, Row] = OrderedDict()
        self._secret = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._failing: Degraded | None = None

    def seek(
        self, ids: ScopeIds, query: RetrieveQuery, settings: ScopeSettings, prepare: Prepare | None = None
    ) -> Sought:
        """The vector of a query, waited for here. In a process that asks once, loading a model is no lateness."""
        begun = self._begin(ids, query, settings, prepare)
        if isinstance(begun, Sought):
            return begun
        self.load()
        try:
            return self._made(begun.future.result(begun.seconds))
        except (TimeoutError, UnavailableError) as error:
            begun.future.cancel()
            return self._missed(begun, error)

    async def sought(
        self, ids: ScopeIds, query: RetrieveQuery, settings: ScopeSettings, prepare: Prepare | None = None
    ) -> Sought:
        """The same on an event loop."""
        begun = self._begin(ids, query, settings, prepare)
        if isinstance(begun, Sought):
            return begun
        try:
            return self._made(await asyncio.wait_for(asyncio.wrap_future(begun.future), begun.seconds))
        except (TimeoutError, UnavailableError) as error:
            return self._missed(begun, error)

    def load(self) -> None:
        """Get the embedder ready; one that can't be is found so by the next query."""
        if self._embedder is not None:
            with contextlib.suppress(UnavailableError):
                self._embedder.load()

    def degraded(self) -> list[Degraded]:
        """No embedder at all, or one that failed when it was last asked."""
        found = self._lacking or self._failing
        return [] if found is None else [found]

    def close(self) -> None:
        """Ask no more, and close the embedder."""
        if self._embedder is not None:
            self._embedder.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(
        self, ids: ScopeIds, query: RetrieveQuery, settings: ScopeSettings, prepare: Prepare | None
    ) -> Sought | _Asked:
        if not query.query.strip():
            return Sought()  # a period that is listed has no question
        if settings.embedding == "none":
            return self._without("unwanted", self._fallback(*_BY_SCOPE))
        if self._embedder is None:
            return self._without("none", self._lacking)
        deadline_ms = self._deadline_ms if query.deadline_ms is None else query.deadline_ms
        if not deadline_ms:
            return self._without("unwanted", self._fallback(*_BY_REQUEST))
        key = self._key(ids, query.query)
        with self._lock:
            if (row := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
        if row is not None:
            self._prepare_again(prepare, query.query)
            return self._made(row, "cached")
        if not self._free.acquire(blocking=False):
            return self._without("busy", self._fallback(*_BUSY))
        future = self._threads.submit(self._make, self._embedder, key, query.query, deadline_ms / 1000, prepare)
        future.add_done_callback(lambda _: self._free.release())
        return _Asked(future, deadline_ms / 1000)

    def _prepare_again(self, prepare: Prepare | None, text: str) -> None:
        """What was prepared may have gone with its scope since; this query doesn't wait for it."""
        if prepare is not None and not prepare(text, make=False) and self._free.acquire(blocking=False):
            self._threads.submit(prepare, text).add_done_callback(lambda _: self._free.release())

    def _make(self, embedder: TimedEmbedder, key: bytes, text: str, seconds: float, prepare: Prepare | None) -> Row:
        """In a thread. A row that comes too late for its own query is there for the next one like it."""
        started = time.monotonic()
        try:
            row = embedder.query(text, seconds)
        except Exception as error:  # the embedder's fail-open edge: a retrieval goes on without it
            known = isinstance(error, UnavailableError)
            detail = error.detail if known else f"it failed: {type(error).__name__}"
            self._note(self._fallback(detail))
            raise UnavailableError(detail) from error
        if prepare is not None:
            prepare(text)
        with self._lock:
            self._kept[key] = row
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        if time.monotonic() - started <= self._deadline_ms / 1000:
            self._note(None)
        return row

    def _missed(self, asked: _Asked, error: TimeoutError | UnavailableError) -> Sought:
        if isinstance(error, UnavailableError):
            return self._without("failed", self._fallback(error.detail))
        found = self._fallback(f"it did not answer within {asked.seconds * 1000:.0f} ms")
        if asked.seconds * 1000 >= self._deadline_ms:  # a shorter one is its query's own haste
            self._note(found)
        return self._without("late", found)

    def _note(self, failing: Degraded | None) -> None:
        """Keep how the embedder fares, and log when that changes."""
        with self._lock:
            before, self._failing = self._failing, failing
        if failing is not None and before is None:
            _LOG.warning("queries are ranked by words alone", extra={"reason": failing.reason})
        elif failing is None and before is not None:
            _LOG.info("queries are ranked by vectors again", extra={"since": before.since})

    def _fallback(self, reason: str, remedy: str = _FAILING) -> Degraded:
        failing, embedder = self._failing, self._embedder
        wanted = "an embedding model" if embedder is None else f"the embedding model {embedder.model}"
        since = iso(utc_now()) if failing is None else failing.since
        return Degraded("embedder", wanted, "lexical ranking", reason, since, remedy)

    def _key(self, ids: ScopeIds, text: str) -> bytes:
        """Tells neither the query nor the scope, and is no other scope's: how fast an answer is tells them nothing."""
        return hashlib.blake2b(
            canonical_bytes(ids) + b"\0" + text.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=16
        ).digest()

    def _made(self, row: Row, outcome: Outcome = "made") -> Sought:
        self._observer.count("query_vectors", outcome=outcome)
        return Sought(row)

    def _without(self, outcome: Outcome, left_out: Degraded | None) -> Sought:
        self._observer.count("query_vectors", outcome=outcome)
        return Sought(left_out=() if left_out is None else (left_out,))
