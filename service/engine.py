"""Between the event loop and the engine: reading a scope without blocking the loop, writing one with a deadline."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from litestar import Request

from ops.metrics import METRICS
from ops.principal import Principal
from scopes.committer import Committed, Idempotency
from scopes.errors import LockTimeoutError
from scopes.model import ScopeIds
from scopes.scope import Scope, View
from scopes.storage import journal
from scopes.storage.batch import Author, Batch
from scopes.storage.state import Snapshot
from service.idempotency import read_retry_identity
from service.running import running

AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")

REPLAYED = "Idempotency-Replayed"


def scope_of(request: AnyRequest, ids: ScopeIds) -> Scope:
    """The handle of the scope that a request names."""
    return running(request.app).registry.scope(ids)


async def read_view(request: AnyRequest, ids: ScopeIds) -> View:
    """The scope with its index; on the loop when it is resident and fresh, else in the thread for heavy work."""
    scope = scope_of(request, ids)
    if scope.read_is_cheap():
        return scope.read()
    return await running(request.app).heavily(scope.read)


async def read_snapshot(request: AnyRequest, ids: ScopeIds) -> Snapshot:
    """The scope without its index."""
    scope = scope_of(request, ids)
    if scope.read_is_cheap():
        return scope.snapshot()
    return await running(request.app).heavily(scope.snapshot)


async def write(
    request: AnyRequest,
    ids: ScopeIds,
    principal: Principal,
    change: Callable[[Batch], T],
    describe: Callable[[T], tuple[str, dict[str, str]]],
    *,
    create: bool = True,
    revive: bool = False,
) -> Committed[T]:
    """Commit a change, or find the reply of the request that it repeats.

    A write that is not taken up in time is withdrawn (503, nothing applied); one that is taken up is finished, also
    when the client has gone.
    """
    retry = await read_retry_identity(request)
    idempotency = None if retry is None else Idempotency(retry.key, retry.body, describe)
    author = Author(principal.key_id, journal.mint_id())
    scope = scope_of(request, ids)
    future = scope.write(change, author=author, create=create, revive=revive, idempotency=idempotency)
    committed = await _outcome(future, running(request.app).settings.write.lock_timeout)
    for rule, count in committed.scrubbed.items():
        METRICS.count("scrubbed", count, rule=rule)
    METRICS.count("writes", line="chat")
    return committed


async def _outcome(future: "Future[Committed[T]]", timeout: float) -> Committed[T]:
    waiting = asyncio.wrap_future(future)
    try:
        return await asyncio.wait_for(asyncio.shield(waiting), timeout)
    except TimeoutError:
        if future.cancel():
            raise LockTimeoutError(
                "the scope was busy; nothing was applied", limit=f"{timeout:g} s", retry_after=1
            ) from None
        return await waiting


def headers_of(committed: Committed[Any], *, etag: str | None = None) -> dict[str, str]:
    """What an answer to a write says beside its body."""
    said = {} if etag is None else {"ETag": f'"{etag}"'}
    if committed.replayed is not None:
        said[REPLAYED] = "true"
    if committed.scrubbed:
        said["Muniment-Scrubbed"] = ", ".join(f"{rule}={count}" for rule, count in sorted(committed.scrubbed.items()))
    return said
