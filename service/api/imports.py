"""Conversations and notes of other systems: taken in as a file, imported from the queue."""

import asyncio
import contextlib

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency

from ops.imports.reading import AUTO
from ops.imports.staged import Asked, Staged, receiving, stage
from ops.imports.waiting import check_waiting
from ops.principal import Principal
from ops.settings import import_limits
from ops.staging import staging
from scopes.lines.import_commits import Extract
from scopes.model import Operation
from scopes.storage import journal
from scopes.storage.batch import Author
from scopes.writes import Committed, Idempotency
from service.access import OTHER_STATUS, for_app
from service.api.operations import ended, find_operation
from service.body import TEXT_BODY
from service.call import AnyRequest
from service.idempotency import read_key
from service.scope_call import ErasedReply, ScopeCall, reply_id
from service.uploads import spooled

MEDIA_TYPE = "application/octet-stream"


class ImportQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`format` of the file, or `auto`; `file_name` helps to tell it; `extract`: what is made of the turns that are new.

    `create=true` also begins an erased scope anew.
    """

    format: str = AUTO
    file_name: str | None = None
    extract: Extract = "none"
    create: bool = False


@post(
    "/v1/imports",
    opt=for_app("write", ImportQuery) | {OTHER_STATUS: 200, TEXT_BODY: MEDIA_TYPE},
    status_code=202,
    tags=["memory"],
    request_max_body_size=None,
)
async def import_file(
    request: AnyRequest,
    call: NamedDependency[ScopeCall],
    principal: NamedDependency[Principal],
    parameters: NamedDependency[ImportQuery],
) -> Response[Operation | ErasedReply]:
    """Import the conversations and notes of a file that another system exported.

    202 with the operation, or with `Prefer: wait=N` 200 with its outcome if it comes in that time.
    """
    begun = await _begin(request, call, Author(principal.key_id, journal.mint_id()), parameters)
    call.parts.workers.wake()
    operation: Operation | ErasedReply | None = begun.value
    if operation is None:
        identity = reply_id(begun, "operation")
        operation = await find_operation(call, identity) or ErasedReply(identity)
    waits = call.preferences.wait is None
    if isinstance(operation, Operation) and operation.is_open:
        operation = await ended(call, operation, call.preferences.wait or 0.0)
        waits = waits or operation.is_open
    headers = {"Location": f"/v1/operations/{operation.id}", **call.headers(begun), **call.preferences.applied()}
    return Response(operation, status_code=202 if waits else 200, headers=headers)


async def _begin(request: AnyRequest, call: ScopeCall, author: Author, asked: ImportQuery) -> Committed[Operation]:
    """Take the file in, and queue its import, whatever becomes of the client."""
    parts, limits = call.parts, import_limits(call.parts.settings)
    key, engine = read_key(request.scope["headers"]), parts.registry.engine
    wanted = Asked(asked.format, asked.file_name, asked.extract, author)
    async with parts.uploads.place(call.opaque_id):
        with contextlib.ExitStack() as taking:
            most = parts.settings.operations.waiting_imports
            await asyncio.to_thread(check_waiting, engine, call.ids.app, most)
            file, folder = taking.enter_context(receiving(taking.enter_context(staging(engine))))
            await spooled(request, file, limits, engine.reserve)
            held = taking.pop_all()

        def begin() -> Committed[Operation]:
            with held:
                staged = stage(file, folder, wanted, limits, engine.files)
                operation, name = staged.operation, call.opaque_id
                parts.ledger.append("import", id=name, actor=author.actor, request=author.request, state=operation.id)
                return staged.begin(call.handle, revive=asked.create, idempotency=_idempotency(key, asked, staged))

        return await asyncio.to_thread(begin)


def _idempotency(key: bytes | None, asked: ImportQuery, staged: Staged) -> Idempotency | None:
    """What makes a retry recognisable: the same file, asked for in the same way."""
    if key is None:
        return None
    body = msgspec.json.encode(["POST", "/v1/imports", asked, staged.operation.source["sha256"]])
    return Idempotency(key, body, lambda made: ("operation", {"operation": made.id}))


IMPORTS = [import_file]
