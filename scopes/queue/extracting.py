"""The work on one operation that a model is asked for: the mark, the call, and one commit with what came of it."""

import logging
import time
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.errors import BusyError, LockTimeoutError, MunimentError, NotFoundError
from scopes.extraction.extractor import Asked, Cost, Distilled, Drawn, Extractor, Failed
from scopes.extraction.traces.sketch import AskedSkill
from scopes.lines import by_model, skill_ending
from scopes.lines.ending import End, give_up
from scopes.lines.skill_ending import EndSkill
from scopes.model import Operation
from scopes.queue.jobs import Shift
from scopes.scope import Scope
from scopes.storage.batch import Author, Batch
from scopes.storage.state import Snapshot

__all__ = ["DISTILL", "MEMORIZE", "Extracting", "Work"]

_log = logging.getLogger(__name__)

T = TypeVar("T")
Question = TypeVar("Question")
Found = TypeVar("Found")
_TRIES = 5
_PASSING = (BusyError, LockTimeoutError)


class Work(msgspec.Struct, Generic[Question, Found], frozen=True):
    """What is asked about an operation (None: it is gone), by which call, and the change that ends it with the answer.

    That is made from the operation's id, what was found, the scope's last erasure when it was asked, and the limits.
    """

    question: Callable[[Snapshot, Operation, str], Question | None]
    ask: Callable[[Extractor, Question, Callable[[], bool]], Found | Failed]
    end: Callable[[str, Found | Failed, int, EngineConfig], Callable[[Batch], Operation]]


MEMORIZE: Work[Asked, Drawn] = Work(
    by_model.question, lambda extractor, asked, begin: extractor.extract(asked, begin), End
)
DISTILL: Work[AskedSkill, Distilled] = Work(
    skill_ending.question, lambda extractor, asked, begin: extractor.distill(asked, begin), EndSkill
)


class Extracting(Generic[Question, Found]):
    """Brings an operation to its end; whatever it raises leaves the operation open for another attempt, by rules."""

    def __init__(self, engine: Engine, work: Work[Question, Found]) -> None:
        self._engine, self._config, self._work = engine, engine.config, work

    def __call__(self, scope: Scope, operation: Operation, shift: Shift) -> None:
        """Ask the model unless it was asked already, and write what came of it."""
        snapshot = scope.snapshot()
        asked = self._work.question(snapshot, operation, scope.ids.app)
        found = self._ask(scope, operation, asked)
        if found is not None:
            self._end(scope, operation, self._work.end(operation.id, found, snapshot.erased.at, self._config))
            told = found.reason if isinstance(found, Failed) else "ok"
            self._engine.observer.count("extractions", outcome=told)

    def _ask(self, scope: Scope, operation: Operation, asked: Question | None) -> Found | Failed | None:
        """What the model answered; None when it was not asked because the operation has ended."""
        extractor = self._engine.extractor
        if operation.attempts:
            return Failed("interrupted")
        if asked is None:
            return Failed("erased")
        if extractor is None:
            return Failed("unconfigured")
        marked: list[bool] = []

        def begin() -> bool:
            marked.append(self._write(scope, lambda batch: by_model.mark(batch, operation.id)))
            return marked[-1]

        started = time.monotonic()
        try:
            found = self._work.ask(extractor, asked, begin)
        except MunimentError:
            raise
        except Exception as error:  # noqa: BLE001 - the model's fail-open edge: a fault of its client loses no operation
            _log.error("the extractor failed", exc_info=error)
            found = Failed("failed", Cost(ms=int(1000 * (time.monotonic() - started))))
        return None if marked == [False] else found

    def _end(self, scope: Scope, operation: Operation, end: Callable[[Batch], Operation]) -> None:
        try:
            self._write(scope, end)
        except NotFoundError:
            return  # cancelled, or erased with its scope
        except _PASSING:
            raise
        except MunimentError as error:
            why = error.code
            self._write(scope, lambda batch: give_up(batch, operation.id, why))

    def _write(self, scope: Scope, change: Callable[[Batch], T]) -> T:
        """Commit; a scope that is busy is asked again, for nothing was applied."""
        for tries in range(1, _TRIES + 1):
            try:
                committed = scope.write(change, author=Author(), create=False).result()
                assert committed.value is not None, "nothing here is a repeated request"
                return committed.value
            except _PASSING as error:
                if tries == _TRIES:
                    raise
                time.sleep(error.retry_after or 1)
        raise AssertionError("the last try returns or raises")
