"""What requests share whose outcome may wait for a model: room in the queue, and 202 or 200 with an operation."""

from litestar import Response

from scopes.errors import BusyError
from scopes.model import Operation
from scopes.writes import Committed
from service.api.operations import ended, find_operation
from service.scope_call import ErasedReply, ScopeCall, reply_id


async def check_queue(call: ScopeCall, wanted: str) -> None:
    """BusyError when the app has as many scopes waiting for the model as may, and this could be one more.

    `wanted` is what the request says of the model: `llm`, `auto` for what the scope has chosen, or anything else.
    """
    limit = call.parts.settings.operations.waiting_scopes
    if wanted not in ("auto", "llm") or call.parts.workers.waiting(call.ids.app) < limit:
        return
    if wanted == "llm" or (await call.snapshot()).settings.extract == "llm":
        raise BusyError("too many scopes of this app wait for the model", limit=limit, retry_after=10)


async def answer(call: ScopeCall, committed: Committed[Operation]) -> Response[Operation | ErasedReply]:
    """202 with the operation, or with `Prefer: wait=N` 200 with its outcome if it comes in that time."""
    operation: Operation | ErasedReply | None = committed.value
    if operation is None:
        identity = reply_id(committed, "operation")
        operation = await find_operation(call, identity) or ErasedReply(identity)
    preferences = call.preferences
    waits = preferences.wait is None
    if isinstance(operation, Operation) and operation.is_open:
        call.parts.workers.wake()
        operation = await ended(call, operation, preferences.wait or 0.0)
        waits = waits or operation.is_open
    headers = {"Location": f"/v1/operations/{operation.id}", **call.headers(committed), **preferences.applied()}
    return Response(operation, status_code=202 if waits else 200, headers=headers)
