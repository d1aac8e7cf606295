"""Operations: what became of asynchronous work."""

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage

from scopes.errors import NotFoundError
from scopes.lines import cancelling
from scopes.model import Operation
from scopes.storage import operations
from service.access import for_app
from service.pagination import Listing, PageQuery
from service.scope_call import ScopeCall, reply_id

_FIRST_LOOK_SECONDS, _LOOK_SECONDS = 0.02, 0.2
_HEARTBEAT_LOOKS = 75


class OperationPage(msgspec.Struct, frozen=True):
    """A page of operations; a scope that does not exist yet reads as empty."""

    items: list[Operation]
    next_cursor: str | None
    scope_exists: bool


class OperationController(Controller):
    """`/v1/operations`."""

    path = "/v1/operations"
    tags = ("operations",)

    @get(opt=for_app("read", PageQuery))
    async def list_operations(
        self, call: NamedDependency[ScopeCall], parameters: NamedDependency[PageQuery]
    ) -> OperationPage:
        """List the scope's operations in the order of their ids."""
        listing = Listing(call.list_name("operations"), parameters, call.page_items, str)
        after, size = listing.after() or "", listing.size
        snapshot = await call.snapshot()
        found = await call.parts.heavily(operations.list_after, call.handle.room, snapshot, after, size + 1)
        page = listing.cut(found, lambda operation: operation.id)
        return OperationPage(list(page.items), page.next_cursor, snapshot.exists)

    @get("/{operation_id:str}", opt=for_app("read"))
    async def show_operation(self, call: NamedDependency[ScopeCall], operation_id: FromPath[str]) -> Operation:
        """One operation and its outcome; with `Prefer: wait=N` as soon as it has ended, or after that time as it is."""
        return await ended(call, await _existing(call, operation_id), call.preferences.wait or 0.0)

    @get("/{operation_id:str}/stream", opt=for_app("read"))
    async def stream_operation(self, call: NamedDependency[ScopeCall], operation_id: FromPath[str]) -> ServerSentEvent:
        """The operation now, whenever it has changed, and at last as it ended: events named by its status.

        It ends with the operation, and when the operation is gone or the key no longer opens it.
        """
        return ServerSentEvent(_states(call, await _existing(call, operation_id)))

    @post("/{operation_id:str}/cancel", opt=for_app("write"), status_code=200)
    async def cancel_operation(
        self, call: NamedDependency[ScopeCall], operation_id: FromPath[str]
    ) -> Response[Operation]:
        """End an operation that has not come to its end; what it has written stays. 409 for one that can't be ended."""
        operation = await _existing(call, operation_id)
        committed = await call.write(
            lambda batch: cancelling.cancel(batch, operation), lambda ended: ("operation", {"operation": ended.id})
        )
        now = committed.value or await _existing(call, reply_id(committed, "operation"))
        return Response(now, headers=call.headers(committed))


async def ended(call: ScopeCall, operation: Operation, seconds: float) -> Operation:
    """The operation once it has ended, or as it is when the time is over."""
    until, pause = time.monotonic() + seconds, _FIRST_LOOK_SECONDS
    while operation.is_open and (left := until - time.monotonic()) > 0 and call.is_open():
        await asyncio.sleep(min(pause, left))
        pause = min(2 * pause, _LOOK_SECONDS)
        operation = await find_operation(call, operation.id) or operation
    return operation


async def _states(call: ScopeCall, operation: Operation) -> AsyncGenerator[Any, None]:
    told, quiet = None, 0
    while True:
        if operation != told:
            data = msgspec.json.encode(operation).decode()
            yield ServerSentEventMessage(data=data, event=operation.status)
            told, quiet = operation, 0
        elif (quiet := quiet + 1) % _HEARTBEAT_LOOKS == 0:
            yield ServerSentEventMessage(data=None, comment="waiting")
        if not (operation.is_open and call.is_open()):
            return
        await asyncio.sleep(_LOOK_SECONDS)
        found = await find_operation(call, operation.id)
        if found is None:
            return
        operation = found


async def _existing(call: ScopeCall, identity: str) -> Operation:
    operation = await find_operation(call, identity)
    if operation is None:
        raise NotFoundError("no such operation")
    return operation


async def find_operation(call: ScopeCall, identity: str) -> Operation | None:
    """An operation by id, from memory or its file."""
    return operations.find(call.handle.room, await call.snapshot(), identity)
