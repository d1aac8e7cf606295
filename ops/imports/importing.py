"""The job of an import: parts of its upload written to a scope, a few at a time, with the operation's state beside.

Whoever takes it up after another goes through the upload again from its beginning. What was counted is not counted
again; what is stored is known by what it says (docs/adr/0019), so that nothing is stored twice, and nothing left out.
"""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from ops.archive.limits import ImportLimits
from ops.imports.batches import MOST_SKIPPED, Bounds, Part, batches
from ops.imports.reading import Upload
from ops.imports.staged import opened, written
from ops.imports.tally import Tally
from scopes.engine import Engine
from scopes.errors import (
    BusyError,
    DiskFullError,
    InvalidError,
    LockTimeoutError,
    NotFoundError,
    QuotaError,
    TooLargeError,
    from_os,
)
from scopes.lines.import_commits import Taken, put, take_in
from scopes.model import Operation, iso, utc_now
from scopes.queue.jobs import Shift
from scopes.scope import Scope
from scopes.storage.batch import Author, Batch

T = TypeVar("T")
Told = Callable[[Operation], None]

_BOUNDS = {"none": Bounds(200, 512 * 1024), "rules": Bounds(200, 128 * 1024, whole=True)}
_TELL_SECONDS = 2.0
_SHARE, _LONGEST_REST = 0.2, 0.05  # of the time it takes, left to others
_ATTEMPTS = 5
_TRIES, _TRY_SECONDS = 30, 1.0
_PASSING = (BusyError, LockTimeoutError, DiskFullError)
_REFUSED = (InvalidError, TooLargeError, QuotaError)


class Importing:
    """Does imports from the queue. `told` hears of each after every commit."""

    def __init__(self, engine: Engine, limits: ImportLimits, told: Told = lambda _: None) -> None:
        self._engine, self._limits, self._told = engine, limits, told

    def __call__(self, scope: Scope, operation: Operation, shift: Shift) -> None:
        """Import all there is, or go on with it; an error that may pass leaves the import open."""
        run = _Run(scope, operation, shift, self._told)
        with contextlib.suppress(NotFoundError):  # cancelled, or erased with its scope
            if run.begin():
                ended = self._tried(run, scope, operation)
                if ended is not None:
                    self._engine.observer.count("imports", outcome=ended.outcome or "")

    def _tried(self, run: "_Run", scope: Scope, operation: Operation) -> Operation | None:
        try:
            with opened(scope.room, operation.id, self._limits) as (upload, asked):
                return run.through(upload, asked.author)
        except FileNotFoundError:
            return run.end("its upload is gone: import the file again, and only what is not stored is added")
        except _REFUSED as error:
            return run.end(f"{error.code}: {error.detail}")
        except OSError as error:
            if (known := from_os(error)) is not None:
                raise known from None
            return run.end(f"the upload can't be read: {error.strerror}")


class _Run:
    """One attempt at an import, from where it stands."""

    def __init__(self, scope: Scope, operation: Operation, shift: Shift, told: Told) -> None:
        self._scope, self._shift, self._told = scope, shift, told
        self._config = scope.room.config
        self._author = Author()
        self._tally = Tally.of(operation)
        self._told_at = time.monotonic()
        self._came_further = False
        self.operation = operation

    def begin(self) -> bool:
        """Note that it is taken up; False when that was done too often without coming any further."""
        if self.operation.attempts >= _ATTEMPTS:
            self.end(f"given up: it was begun {_ATTEMPTS} times and came no further")
            return False
        self._keep(status="running", attempts=self.operation.attempts + 1)
        return True

    def through(self, upload: Upload, author: Author) -> Operation | None:
        """Go through the upload; the end, or None when it was given back before that."""
        self._author, extract = author, self.operation.source["extract"]
        for parts in batches(upload, self._config, self._tally, _BOUNDS[extract]):
            if self._shift.stops() or (self._came_further and self._shift.is_over()):
                self._keep(status="queued", attempts=0)
                return None
            self._write(parts, upload.progress(), by_rules=extract == "rules")
            self._told(self.operation)
            self._shift.let_others()
        given_up = self._tally.skipped >= MOST_SKIPPED
        return self.end(f"given up: {MOST_SKIPPED} parts could not be read" if given_up else None)

    def end(self, reason: str | None) -> Operation:
        """End it."""
        source = {name: value for name, value in self.operation.source.items() if name not in ("parts", "open")}
        self._keep(
            status="failed" if reason else "done",
            outcome="failed" if reason else self._tally.outcome(),
            reason=reason or self._tally.reason(),
            source=source,
            counts=self._tally.counts(),
            skipped=list(self._tally.listed),
            progress=self.operation.progress if reason else 1.0,
            attempts=0,
            finished_at=iso(utc_now()),
        )
        return self.operation

    def _write(self, parts: Sequence[Part], progress: float, *, by_rules: bool) -> None:
        """One commit, after which the others have their turn."""
        started, came = time.monotonic(), [part.came for part in parts]
        tell = started - self._told_at > _TELL_SECONDS

        def describe(taken: Taken) -> Operation:
            return self._state(self._tally.copy().add(came, taken), taken, progress)

        imported = [part.part for part in parts]
        identity, config = self.operation.id, self._config
        taken = self._commit(take_in(identity, imported, config, describe, by_rules=by_rules, tell=tell))
        self.operation = self._state(self._tally.add(came, taken), taken, progress)
        self._told_at = started if tell else self._told_at
        self._came_further |= came[-1].number > self._tally.resumed
        time.sleep(min(_LONGEST_REST, _SHARE * (time.monotonic() - started)))

    def _state(self, tally: Tally, taken: Taken, progress: float) -> Operation:
        scrubbed = Counter(self.operation.scrubbed) + Counter(taken.scrubbed)
        return msgspec.structs.replace(
            self.operation,
            source={**self.operation.source, **tally.mark()},
            progress=round(max(progress, self.operation.progress), 4),
            counts=tally.counts(),
            skipped=list(tally.listed),
            scrubbed=dict(scrubbed),
            attempts=0,
        )

    def _keep(self, **changes: Any) -> None:
        changed = msgspec.structs.replace(self.operation, **changes)
        self.operation = self._commit(lambda batch: put(batch, changed))

    def _commit(self, change: Callable[[Batch], T]) -> T:
        """Write; a scope that is busy, or a disk that is full, is tried again, for nothing was applied."""
        for tries in range(1, _TRIES + 1):
            try:
                return self._written(change)
            except _PASSING as error:
                if tries == _TRIES or self._shift.stops():
                    raise
                time.sleep(error.retry_after or _TRY_SECONDS)
        raise AssertionError("the last try returns or raises")

    def _written(self, change: Callable[[Batch], T]) -> T:
        committed = written(self._scope.write(change, author=self._author, create=False), self._config.lock_seconds)
        assert committed.value is not None, "nothing here is a repeated request"
        return committed.value
