"""The committer: takes all writes queued for one scope, holds the scope lock once, commits once, answers everyone.

It runs in a thread of the engine's pool while there is something to do. A write whose change raises takes no part in
the commit and fails alone; one whose document is being saved by a person just now waits its turn.
"""

import logging
import threading
import time
from collections import deque

from scopes import creation, locks
from scopes.admission import Admission
from scopes.applying import FAULTS, Applied, Applier, Waits
from scopes.engine import Engine
from scopes.errors import BusyError, LockTimeoutError, MunimentError, UnavailableError, from_os
from scopes.model import ScopeIds
from scopes.storage import room as rooms
from scopes.storage.writer import Writer
from scopes.writes import Committed, Write, groups

__all__ = ["Committer"]

_log = logging.getLogger(__name__)
_RETRY = 0.05
_REST = 1.0


class Committer:
    """The write side of one scope in this process."""

    def __init__(self, engine: Engine, ids: ScopeIds, writer: Writer) -> None:
        self._engine, self._ids, self._writer = engine, ids, writer
        self._room = writer.room
        self._admission = Admission(engine, writer.room)
        self._applier = Applier(engine, ids.app, writer)
        self._queue: deque[Write] = deque()
        self._queue_lock = threading.Lock()
        self._running = False
        self._pause = 0.0
        self._rest_until = 0.0
        self._adoption_wanted = self._unmarking_wanted = False

    def add(self, entry: Write) -> None:
        """Queue a write; BusyError when too many wait."""
        with self._queue_lock:
            if len(self._queue) >= self._engine.config.waiting_writes:
                limit = self._engine.config.waiting_writes
                raise BusyError("too many writes of this scope are waiting", limit=limit, retry_after=1)
            self._queue.append(entry)
        self.wake()

    def want_adoption(self) -> None:
        """There are hand edits to adopt, or a dead writer's commit to finish."""
        self._adoption_wanted = True
        self._wake_rested()

    def want_unmarking(self) -> None:
        """No operation seems to be open: the scope's marker may go out of the queue."""
        self._unmarking_wanted = True
        self._wake_rested()

    def tend(self) -> None:
        """Wake for what is due without being asked; turn away what has waited too long for the lock."""
        self._expire()
        if self.broken:
            return
        if self._adoption_wanted or self._writer.checkpoint_due() == 0.0 or self._writer.tidy_due():
            self._wake_rested()

    def _expire(self) -> None:
        seconds = self._engine.config.lock_seconds
        oldest = time.monotonic() - seconds
        with self._queue_lock:
            late = [entry for entry in self._queue if entry.queued < oldest]
            for entry in late:
                self._queue.remove(entry)
        for entry in late:
            why = "the lock was not had in time; nothing was applied"
            entry.fail(LockTimeoutError(why, limit=f"{seconds:g} s", retry_after=1))

    def _wake_rested(self) -> None:
        if time.monotonic() >= self._rest_until:
            self.wake()

    def wake(self) -> None:
        """Make sure a thread is at work."""
        with self._queue_lock:
            if self._running:
                return
            self._running = True
        try:
            self._engine.committers.submit(self._run)
        except RuntimeError:
            self._stop(UnavailableError("the service is stopping", retry_after=1))

    def idle(self) -> bool:
        """Whether nothing is queued, running or waiting for a checkpoint, and no failed sync is to be remembered."""
        with self._queue_lock:
            busy = bool(self._queue) or self._running or self.broken
            return not busy and self._writer.checkpoint_due() is None

    @property
    def broken(self) -> bool:
        """Whether a failed sync has stopped all writes."""
        return self._writer.broken is not None

    def reopen(self) -> None:
        """Take writes again after a failed sync; the scope was verified since."""
        self._writer.reopen()

    def close(self) -> None:
        """Checkpoint what this process wrote; what can't be is left to recovery."""
        if self.broken or self._writer.checkpoint_due() is None or not self._exists():
            return
        try:
            with locks.exclusive(self._room.lock_path) as lock:
                if self._exists():
                    self._writer.checkpoint(lock)
        except (MunimentError, OSError) as error:
            _log.error("checkpoint failed", extra={"error": type(error).__name__})

    def _run(self) -> None:
        try:
            while True:
                self._hold()
                if self._pause:
                    time.sleep(self._pause)
                with self._queue_lock:
                    if not self._queue:
                        self._running = False
                        return
        except (MunimentError, OSError) as error:
            self._stop(_named(error))
            _log.error("committer stopped", extra={"error": type(error).__name__})
        except BaseException as error:
            self._stop(error)
            _log.exception("committer failed")
            raise

    def _stop(self, error: BaseException) -> None:
        self._rest_until = time.monotonic() + _REST
        with self._queue_lock:
            self._running = False
            waiting = list(self._queue)
            self._queue.clear()
        for entry in waiting:
            entry.fail(error)

    def _exists(self) -> bool:
        return rooms.exists(self._room)

    def _hold(self) -> None:
        """One hold of the lock: a few commits, then what else is due. Who makes a scope holds both gates too."""
        config, self._pause = self._engine.config, 0.0
        making = not self._exists()
        if making and not self._may_make():
            return
        gates = self._engine.gate_paths(self._ids) if making else ()
        asked = time.monotonic()
        with locks.all_shared(gates), locks.exclusive(self._room.lock_path) as lock:
            self._engine.observer.observe("lock_wait_seconds", time.monotonic() - asked)
            if not self._exists() and not (making and self._make(lock)):
                return  # erased before the lock was had: if it is still wanted, come again with the gates
            until = time.monotonic() + config.hold_seconds
            for _ in range(config.hold_commits):
                for group in groups(self._take_queued()):
                    self._commit(group, lock)
                if not self._queue or self._pause or time.monotonic() > until:
                    break
            self._tend_held(lock)

    def _tend_held(self, lock: int) -> None:
        if self.broken:
            return
        if self._adoption_wanted:
            self._adoption_wanted = self._writer.adopt_found(lock)
        if self._unmarking_wanted:
            self._unmarking_wanted = False
            self._writer.prepare(lock)
            self._writer.unmark()
        if self._writer.checkpoint_due() == 0.0:
            self._writer.checkpoint(lock)
        if self._writer.tidy_due():
            self._writer.tidy()

    def _take_queued(self) -> list[Write]:
        with self._queue_lock:
            entries = list(self._queue)
            self._queue.clear()
        return [entry for entry in entries if entry.take()]

    def _put_back(self, entries: list[Write]) -> None:
        """Before what came meanwhile: their turn was earlier."""
        with self._queue_lock:
            self._queue.extendleft(reversed(entries))

    def _commit(self, entries: list[Write], lock: int) -> None:
        waiting: list[Write] = []
        try:
            self._commit_all(entries, waiting, lock)
        except BaseException as error:
            for entry in entries:
                if entry not in waiting:
                    entry.fail(_named(error))
            if not isinstance(error, MunimentError | OSError):
                raise
            _log.error("commit failed", extra={"error": type(error).__name__})
        finally:
            self._put_back(waiting)

    def _commit_all(self, entries: list[Write], waiting: list[Write], lock: int) -> None:
        alone = entries[0].alone
        if alone:
            self._writer.clear(lock)
        self._writer.prepare(lock)
        batch = self._writer.begin()
        applied: list[tuple[Write, Applied]] = []
        for entry in entries:
            match self._applier.apply(entry, batch):
                case Applied() as result:
                    applied.append((entry, result))
                case Waits(seconds):
                    self._pause = min(seconds, _RETRY)
                    waiting.append(entry)
                case None:
                    pass
        try:
            position = self._writer.erase(batch, lock) if alone else self._writer.commit(batch, lock)
        except BaseException:
            self._applier.give_back(batch)
            raise
        for entry, result in applied:
            self._engine.observer.observe("commit_seconds", time.monotonic() - entry.queued)
            entry.future.set_result(
                Committed(result.value, position.seq, position.mac, result.scrubbed, result.replayed)
            )

    # Making a scope

    def _may_make(self) -> bool:
        """Whether a queued write may make the scope that is missing; if none may, they are turned away."""
        if any(self._admission.refusal(entry) is None for entry in list(self._queue)):
            return True
        self._writer.forget()
        self._adoption_wanted = self._unmarking_wanted = False
        self._admission.admit(self._take_queued())
        return False

    def _make(self, lock: int) -> bool:
        """Make the scope for the first queued write that may; whether it is there."""
        entries = [entry for entry in self._admission.admit(self._take_queued()) if self._tries(entry)]
        try:
            if entries:
                self._engine.reserve.check()
                creation.create_within(self._engine.quota, self._room, entries[0].author, lock)
        except (MunimentError, OSError) as error:
            for entry in entries:
                entry.fail(_named(error))
            return False
        self._put_back(entries)
        return bool(entries)

    def _tries(self, entry: Write) -> bool:
        """Whether a write would be taken in a new scope; it hears why not."""
        try:
            self._admission.rehearse(entry)
        except MunimentError as error:
            entry.fail(error)
            return False
        except FAULTS as error:
            _log.exception("change failed")
            entry.fail(error)
            return False
        return True


def _named(error: BaseException) -> BaseException:
    """The error of our tree that an operating system's error stands for, if there is one."""
    return (from_os(error) if isinstance(error, OSError) else None) or error
