"""One import: parts of a file written to a scope, a few at a time, with the operation's state beside them."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

import msgspec

from ops.imports.lease import INTERRUPTED, KIND, Lease
from ops.imports.packing import parts_of
from ops.imports.reading import Upload
from ops.imports.tally import Came, Numbering, Tally
from scopes.committer import Committed, Idempotency
from scopes.errors import BusyError, LockTimeoutError, MunimentError, NotFoundError
from scopes.extraction.parsers.parsed import Skipped
from scopes.lines.imported import Imported, Result, take_in
from scopes.model import Operation, iso, utc_now
from scopes.scope import Scope
from scopes.storage import journal
from scopes.storage.batch import Author, Batch
from scopes.storage.journal import Entry

T = TypeVar("T")

_PARTS, _BYTES = 200, 512 * 1024  # of one commit
_MOST_SKIPPED = 10_000
_TELL_SECONDS = 2.0
_SHARE, _LONGEST_REST = 0.2, 0.05  # of the time it takes, left to others
_ATTEMPTS = 30


class Import:
    """An import into one scope. `begin` it, then `run` it, in any thread."""

    def __init__(self, scope: Scope, upload: Upload, sha256: str, author: Author) -> None:
        self._scope, self._upload, self._author = scope, upload, author
        self._config = scope.room.config
        self._lease: Lease | None = None
        self._tally, self._scrubbed = Tally(), Counter[str]()
        self._told = 0.0
        self.operation = Operation(
            id=journal.mint_id(),
            kind=KIND,
            status="queued",
            source={"format": upload.format(), "sha256": sha256, "bytes": upload.size},
            progress=0.0,
            cost={"llm_calls": 0, "tokens": 0},
            created_at=iso(utc_now()),
        )

    def begin(self, *, revive: bool = False, idempotency: Idempotency | None = None) -> Committed[Operation]:
        """Tell of it, in a scope that is made if there is none. A reply that is repeated begins nothing."""
        self._lease = Lease(self._config.data, self.operation.id)
        try:
            future = self._scope.write(self._begun, author=self._author, revive=revive, idempotency=idempotency)
            committed = _outcome(future, self._config.lock_seconds)
        except BaseException:
            self.abandon()
            raise
        if committed.replayed is not None:
            self.abandon()
        return committed

    def abandon(self) -> None:
        """Nobody is going to run it: from now on it is shown as interrupted, if it was told of."""
        if self._lease is not None:
            self._lease.release()

    def run(self, stopped: Callable[[], bool], told: Callable[[Operation], None] = lambda _: None) -> Operation:
        """Import all there is; the operation as it ended. `told` hears of it after every commit."""
        try:
            return self._end(self._tried(stopped, told))
        finally:
            self.abandon()

    def _tried(self, stopped: Callable[[], bool], told: Callable[[Operation], None]) -> str | None:
        """Import all there is; why it ended before that, if it did."""
        try:
            return self._import(stopped, told)
        except MunimentError as error:
            return f"{error.code}: {error.detail}"
        except OSError as error:
            return f"the file can't be read: {error.strerror}"
        finally:
            self._tally.close()

    def _begun(self, batch: Batch) -> Operation:
        batch.put_operation(self.operation)
        batch.note(Entry("import", line="chat", id=self.operation.id))
        return self.operation

    def _import(self, stopped: Callable[[], bool], told: Callable[[Operation], None]) -> str | None:
        """Why it ended before its end; None when it did not."""
        for came, parts in self._batches():
            if stopped():
                return INTERRUPTED
            self._write(came, parts)
            told(self.operation)
        given_up = self._tally.skipped >= _MOST_SKIPPED
        return f"given up: {_MOST_SKIPPED} parts could not be read" if given_up else None

    def _batches(self) -> Iterator[tuple[list[Came], list[Imported]]]:
        """As many parts as make a commit each; also those before the place where a file turns out to be damaged."""
        came, parts, size = list[Came](), list[Imported](), 0
        try:
            for one, part in self._parts():
                came.append(one)
                parts.append(part)
                size += len(part.content)
                if len(parts) >= _PARTS or size >= _BYTES:
                    yield came, parts
                    came, parts, size = [], [], 0
        except MunimentError:
            yield came, parts
            raise
        yield came, parts

    def _parts(self) -> Iterator[tuple[Came, Imported]]:
        """Every part that can be tried; the others are counted."""
        numbering = Numbering()
        for found in self._upload.parts():
            if self._tally.skipped >= _MOST_SKIPPED:
                return
            if isinstance(found, Skipped):
                self._tally.skip(found)
                continue
            came = numbering.next(found)
            for part in parts_of(found, self._config):
                if isinstance(part, Skipped):
                    self._tally.skip(part.within(came.place))
                else:
                    yield came, part

    def _write(self, came: Sequence[Came], parts: Sequence[Imported]) -> None:
        """One commit, after which the others have their turn."""
        started = time.monotonic()
        tell = started - self._told > _TELL_SECONDS
        progress, scrubbed = self._upload.progress(), dict(self._scrubbed)

        def describe(results: tuple[Result, ...]) -> Operation:
            return self._state(self._tally.copy().add(came, results), progress, scrubbed)

        committed = self._commit(take_in(parts, self._config, describe, tell=tell))
        self._tally.add(came, committed.value or ())
        self._scrubbed.update(committed.scrubbed)
        self.operation = self._state(self._tally, progress, dict(self._scrubbed))
        self._told = started if tell else self._told
        time.sleep(min(_LONGEST_REST, _SHARE * (time.monotonic() - started)))

    def _state(self, tally: Tally, progress: float, scrubbed: dict[str, int]) -> Operation:
        return msgspec.structs.replace(
            self.operation,
            status="running",
            progress=round(max(progress, self.operation.progress), 4),
            counts=tally.counts(),
            skipped=list(tally.listed),
            scrubbed=scrubbed,
        )

    def _end(self, reason: str | None) -> Operation:
        state = self._state(self._tally, self.operation.progress if reason else 1.0, dict(self._scrubbed))
        self.operation = msgspec.structs.replace(
            state,
            status="failed" if reason else "done",
            outcome="failed" if reason else self._tally.outcome(),
            reason=reason,
            finished_at=iso(utc_now()),
        )
        with contextlib.suppress(NotFoundError):  # the scope was erased meanwhile, and what was told of it
            self._commit(self._begun)
        return self.operation

    def _commit(self, change: Callable[[Batch], T]) -> Committed[T]:
        """Write; a scope that is busy is asked again, for nothing was applied."""
        for _ in range(_ATTEMPTS - 1):
            try:
                return self._written(change)
            except (BusyError, LockTimeoutError) as error:
                time.sleep(error.retry_after or 1)
        return self._written(change)

    def _written(self, change: Callable[[Batch], T]) -> Committed[T]:
        future = self._scope.write(change, author=self._author, create=False)
        return _outcome(future, self._config.lock_seconds)


def _outcome(future: "Future[Committed[Any]]", seconds: float) -> Committed[Any]:
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.cancel():
            raise LockTimeoutError("the scope was busy; nothing was applied", limit=f"{seconds:g} s") from None
        return future.result()
