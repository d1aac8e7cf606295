"""What a caller queues and gets back: a change with the future that answers it."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

import msgspec

from scopes.storage.batch import Author, Batch
from scopes.storage.pending import Reply

T = TypeVar("T")


class Idempotency(msgspec.Struct, frozen=True):
    """A client's key, what it asked under it, and how an answer is kept: `describe(value) -> (kind, ids)`."""

    key: bytes
    body: bytes
    describe: Callable[[Any], tuple[str, dict[str, str]]]


class Committed(msgspec.Struct, Generic[T], frozen=True):
    """What came of a write: its value, or the reply that an earlier request with the same key got."""

    value: T | None
    seq: int
    mac: str
    scrubbed: dict[str, int]
    replayed: Reply | None = None


class Write:
    """A queued change with the future that answers it."""

    def __init__(
        self,
        change: Callable[[Batch], Any],
        author: Author,
        *,
        create: bool,
        revive: bool,
        idempotency: Idempotency | None,
        alone: bool = False,
    ) -> None:
        self.change, self.author, self.create, self.revive = change, author, create, revive
        self.idempotency, self.alone = idempotency, alone
        self.future: Future[Committed[Any]] = Future()
        self.queued = time.monotonic()
        self._taken = False

    def take(self) -> bool:
        """Whether the caller still wants it; from here on it is finished whatever they do."""
        self._taken = self._taken or self.future.set_running_or_notify_cancel()
        return self._taken

    def fail(self, error: BaseException) -> None:
        """Answer with an error."""
        if not self.future.done() and (self._taken or self.take()):
            self.future.set_exception(error)


def groups(entries: list[Write]) -> list[list[Write]]:
    """What is committed together: an erasure has a commit of its own, behind the writes that came with it."""
    together = [entry for entry in entries if not entry.alone]
    return [group for group in (together, *([entry] for entry in entries if entry.alone)) if group]
