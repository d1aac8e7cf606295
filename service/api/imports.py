"""Conversations and notes of other systems: taken in as a file, imported in the background."""

import asyncio
import contextlib
import hashlib
import io
import os
from collections.abc import Callable
from concurrent.futures import Future

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency

from ops.imports.importing import Import
from ops.imports.reading import AUTO, Upload
from ops.principal import Principal
from ops.settings import import_limits
from ops.staging import staging
from scopes.committer import Committed, Idempotency
from scopes.model import Operation
from scopes.storage import journal
from scopes.storage.batch import Author
from service.access import OTHER_STATUS, for_app
from service.api.operations import find_operation
from service.body import TEXT_BODY
from service.call import AnyRequest
from service.idempotency import read_key
from service.scope_call import ErasedReply, ScopeCall, reply_id
from service.uploads import spooled

MEDIA_TYPE = "application/octet-stream"


class ImportQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`format` of the file, or `auto`; `file_name` helps to tell it; `create=true` also begins an erased scope anew."""

    format: str = AUTO
    file_name: str | None = None
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
    started = await _start(request, call, Author(principal.key_id, journal.mint_id()), parameters)
    headers = {**call.headers(started.begun), **call.preferences.applied()}
    if started.ending is None:
        identity = reply_id(started.begun, "operation")
        headers["Location"] = f"/v1/operations/{identity}"
        status = 202 if call.preferences.wait is None else 200
        known = await find_operation(call, identity) or ErasedReply(identity)
        return Response(known, status_code=status, headers=headers)
    operation, ended = started.operation, None
    headers["Location"] = f"/v1/operations/{operation.id}"
    if call.preferences.wait is not None:
        ended = await _ended(started.ending, call.preferences.wait)
    return Response(ended or operation, status_code=202 if ended is None else 200, headers=headers)


class _Started(msgspec.Struct, frozen=True):
    """An import that was told of. `ending` is None when the request repeats one: nothing was begun for it."""

    operation: Operation
    begun: Committed[Operation]
    ending: "Future[Operation] | None"


async def _start(request: AnyRequest, call: ScopeCall, author: Author, asked: ImportQuery) -> _Started:
    """Take the file in and hand the import to this worker's runner, whatever becomes of the client."""
    parts, limits = call.parts, import_limits(call.parts.settings)
    key = read_key(request.scope["headers"])
    parts.imports.reserve()
    with contextlib.ExitStack() as taking:
        taking.callback(parts.imports.free)
        folder = taking.enter_context(staging(parts.registry.engine))
        spool = taking.enter_context(open(f"{folder}/upload", "w+b"))
        await spooled(request, spool, limits)
        held = taking.pop_all()

    def start() -> _Started:
        with held as starting:
            upload = Upload(spool, asked.file_name, asked.format, limits, folder)
            importing = Import(call.handle, upload, _sha256(spool), author)
            operation, name = importing.operation, os.path.basename(call.handle.room.lock_path)
            parts.ledger.append("import", id=name, actor=author.actor, request=author.request, state=operation.id)
            begun = importing.begin(revive=asked.create, idempotency=_idempotency(key, asked, operation))
            if begun.replayed is not None:
                return _Started(operation, begun, None)
            going_on = starting.pop_all()

        def run(stopped: Callable[[], bool]) -> Operation:
            with going_on:
                return importing.run(lambda: stopped() or not call.is_open())

        return _Started(operation, begun, parts.imports.hand_in(run))

    return await asyncio.to_thread(start)


async def _ended(ending: "Future[Operation]", seconds: float) -> Operation | None:
    """The import as it ended; None when it goes on."""
    with contextlib.suppress(TimeoutError):
        return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(ending)), seconds)
    return None


def _sha256(file: io.BufferedRandom) -> str:
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()


def _idempotency(key: bytes | None, asked: ImportQuery, operation: Operation) -> Idempotency | None:
    """What makes a retry recognisable: the same file, asked for in the same way."""
    if key is None:
        return None
    body = msgspec.json.encode(["POST", "/v1/imports", asked, operation.source["sha256"]])
    return Idempotency(key, body, lambda made: ("operation", {"operation": made.id}))


IMPORTS = [import_file]
