"""Between a request and the engine: its scope read without blocking the event loop, and written with a deadline."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import msgspec
from litestar.di import Provide

from ops.metrics import METRICS
from scopes.config import EngineConfig
from scopes.errors import InvalidError, LockTimeoutError, UnavailableError
from scopes.governance.erase import Selection, Taken
from scopes.model import Line, ScopeIds
from scopes.scope import Scope
from scopes.storage import journal
from scopes.storage.batch import Author, Batch
from scopes.storage.state import Snapshot
from scopes.views import View
from scopes.writes import Committed, Idempotency
from service.call import AnyRequest, Call, call_of
from service.idempotency import read_retry_identity, replay_headers
from service.preconditions import Preconditions, etag_header, read_preconditions
from service.prefer import Preferences, read_preferences
from service.running import Running, running

T = TypeVar("T")

_LARGE = 2_000


class WriteQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The query of a route that makes its scope when there is none.

    `create=true` also begins a scope anew that was erased lately; without it a late retry is answered 410.
    """

    create: bool = False


class ErasedReply(msgspec.Struct, frozen=True):
    """The answer to a repeated request when what it made is gone since."""

    id: str
    erased: bool = True


class ScopeCall:
    """One admitted request on one scope."""

    def __init__(self, request: AnyRequest) -> None:
        self._request = request
        self._call: Call = call_of(request)
        self.parts: Running = running(request.app)

    @property
    def ids(self) -> ScopeIds:
        """The scope that the request names."""
        assert self._call.ids is not None, "the route declares a scope"
        return self._call.ids

    @property
    def handle(self) -> Scope:
        """The engine's handle on it, whether or not the scope exists."""
        return self.parts.registry.scope(self.ids)

    @property
    def config(self) -> EngineConfig:
        """What the engine was told."""
        return self.parts.registry.engine.config

    @property
    def page_items(self) -> int:
        """The largest page of a list."""
        return self.parts.settings.limits.page_items

    def list_name(self, name: str) -> str:
        """The name of a list of this scope, for cursors that fit no other scope's."""
        return f"{name} {self.opaque_id}"

    @property
    def opaque_id(self) -> str:
        """What tells the scope from others and says nothing of its ids."""
        return os.path.basename(self.handle.room.lock_path)

    @property
    def preconditions(self) -> Preconditions:
        """`If-Match` and `If-None-Match`."""
        return read_preconditions(self._request.scope["headers"])

    @property
    def preferences(self) -> Preferences:
        """`Prefer`."""
        return read_preferences(self._request.scope["headers"], self.parts.settings.limits.wait_seconds)

    def is_open(self) -> bool:
        """Whether to go on: the key is in force and the worker not told to stop. Asked by answers that take long."""
        principal = self._call.principal
        if self.parts.stopping.told:
            return False
        if principal is None or not self.parts.settings.server.auth:
            return True
        try:
            return self.parts.keys.is_active(principal.key_id)
        except UnavailableError:
            return False

    async def view(self) -> View:
        """The scope with its index; on the loop when it is resident and fresh, else in the thread for heavy work."""
        scope = self.handle
        return scope.read() if scope.read_is_cheap() else await self.parts.heavily(scope.read)

    async def snapshot(self) -> Snapshot:
        """The scope without its index."""
        scope = self.handle
        return scope.snapshot() if scope.read_is_cheap() else await self.parts.heavily(scope.snapshot)

    async def listed(self, snapshot: Snapshot, work: Callable[[], T]) -> T:
        """What goes through all items of a snapshot: on the loop only when they are few."""
        return work() if len(snapshot.items) < _LARGE else await self.parts.heavily(work)

    async def write(
        self,
        change: Callable[[Batch], T],
        describe: Callable[[T], tuple[str, dict[str, str]]],
        *,
        line: Line = "chat",
        body: bytes | None = None,
    ) -> Committed[T]:
        """Commit a change, or find the reply of the request that this one repeats.

        A route whose query is a WriteQuery makes a missing scope. A write that is not taken up in time is withdrawn
        (503, nothing applied); one that is taken up is finished, also when the client has gone. `body` stands for one
        that the route has taken in itself, where it is told whether a request repeats another.
        """
        asked = self._call.parameters
        future = self.handle.write(
            _strictly(change) if self.preferences.strict else change,
            author=self._author(),
            create=isinstance(asked, WriteQuery),
            revive=isinstance(asked, WriteQuery) and asked.create,
            idempotency=await self._idempotency(describe, body),
        )
        return self._counted(await _outcome(future, self.parts.settings.write.lock_timeout), line)

    async def erase(
        self,
        select: Callable[[Batch], Selection],
        describe: Callable[[Taken], tuple[str, dict[str, str]]],
        *,
        line: Line = "chat",
    ) -> Committed[Taken]:
        """Erase what is selected from the scope, or find the reply of the request that this one repeats."""
        future = self.handle.erase(select, author=self._author(), idempotency=await self._idempotency(describe))
        return self._counted(await _outcome(future, self.parts.settings.write.lock_timeout), line)

    def _author(self) -> Author:
        principal = self._call.principal
        return Author(None if principal is None else principal.key_id, journal.mint_id())

    async def _idempotency(
        self, describe: Callable[[Any], tuple[str, dict[str, str]]], body: bytes | None = None
    ) -> Idempotency | None:
        retry = await read_retry_identity(self._request, body)
        return None if retry is None else Idempotency(retry.key, retry.body, describe)

    def _counted(self, committed: Committed[T], line: Line) -> Committed[T]:
        for rule, count in committed.scrubbed.items():
            METRICS.count("scrubbed", count, rule=rule)
        if committed.replayed is None:
            METRICS.count("writes", line=line)
        return committed

    def headers(self, committed: Committed[Any], *, etag: str | None = None) -> dict[str, str]:
        """What an answer to a write says beside its body."""
        said = replay_headers(committed.replayed is not None)
        if etag is not None:
            said["ETag"] = etag_header(etag)
        if committed.scrubbed:
            found = sorted(committed.scrubbed.items())
            said["Muniment-Scrubbed"] = ", ".join(f"{rule}={count}" for rule, count in found)
        if self.preferences.strict:
            said["Preference-Applied"] = "strict"
        return said


def reply_id(committed: Committed[Any], name: str) -> str:
    """The id that the first answer to a repeated request gave, empty when there is none."""
    return "" if committed.replayed is None else committed.replayed.ids.get(name, "")


def scope_call() -> Provide:
    """The dependency `call` of every route with a scope."""

    def provide(request: AnyRequest) -> Any:
        return ScopeCall(request)

    return Provide(provide, sync_to_thread=False)


def _strictly(change: Callable[[Batch], T]) -> Callable[[Batch], T]:
    """The change, refused when the notary would alter a text; its `odd-` rules only notice."""

    def refusing(batch: Batch) -> T:
        value = change(batch)
        if altered := sorted(rule for rule in batch.scrubbed if not rule.startswith("odd-")):
            raise InvalidError(f"the notary would change it: {', '.join(altered)}", field="body")
        return value

    return refusing


async def _outcome(future: "Future[Committed[T]]", timeout: float) -> Committed[T]:
    waiting = asyncio.wrap_future(future)
    # When the client has gone nobody asks for the outcome: an error must not be reported as forgotten.
    waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        return await asyncio.wait_for(asyncio.shield(waiting), timeout)
    except TimeoutError:
        if future.cancel():
            raise LockTimeoutError(
                "the scope was busy; nothing was applied", limit=f"{timeout:g} s", retry_after=1
            ) from None
        return await waiting
