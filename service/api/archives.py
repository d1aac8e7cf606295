"""A scope as one file: exported as a stream, imported from one."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Stream

from ops.archive import export as exports
from ops.archive.export import Export
from ops.archive.importing import Imported, Importer
from ops.principal import Principal
from ops.settings import import_limits
from scopes.errors import UnavailableError
from scopes.storage import journal
from scopes.storage.batch import Author
from service.access import for_admin, for_app_or_admin
from service.body import TEXT_BODY
from service.call import AnyRequest
from service.media import check_media
from service.scope_call import ScopeCall
from service.uploads import spooled

MEDIA_TYPE = "application/gzip"
_TYPES = (MEDIA_TYPE, "application/x-gzip", "application/octet-stream")
_NAME = 'attachment; filename="muniment-scope.tar.gz"'


@get("/v1/scope/export", opt=for_app_or_admin("export"), tags=["scope"], media_type=MEDIA_TYPE)
async def export_scope(call: NamedDependency[ScopeCall], principal: NamedDependency[Principal]) -> Stream:
    """The scope's archive, as it stood when it was asked for. An answer that breaks off is no archive."""
    author = Author(principal.key_id, journal.mint_id())
    level = call.parts.settings.archive.compression
    export = await asyncio.to_thread(exports.begin, call.handle.room, call.parts.ledger, author, level)
    return Stream(_pieces(call, export), media_type=MEDIA_TYPE, headers={"Content-Disposition": _NAME})


async def _pieces(call: ScopeCall, export: Export) -> AsyncGenerator[bytes, None]:
    """Each piece is made in a thread when the client has taken the one before: none piles up, no thread waits."""
    try:
        while piece := await asyncio.to_thread(export.read):
            if not call.is_open():
                raise UnavailableError("the key was ended, or the service is stopping")
            yield piece
    finally:
        # Not awaited: the client may be gone, and its request cancelled. A piece in the making is finished first.
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop().run_in_executor(None, export.close)


class ImportQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`merge=true` adds to a scope that exists; `create=true` also makes one that was erased lately."""

    merge: bool = False
    create: bool = False


@post(
    "/v1/scope/import",
    opt={**for_admin(query=ImportQuery, scope="one"), TEXT_BODY: MEDIA_TYPE},
    status_code=200,
    tags=["admin"],
    request_max_body_size=None,
)
async def import_scope(
    request: AnyRequest,
    call: NamedDependency[ScopeCall],
    principal: NamedDependency[Principal],
    parameters: NamedDependency[ImportQuery],
) -> Imported:
    """Make the scope that the query names out of an archive, whoever it was exported from."""
    check_media(request.scope["headers"], _TYPES)
    parts, limits = call.parts, import_limits(call.parts.settings)
    importer = Importer(parts.registry.engine, parts.ledger, limits)
    author = Author(principal.key_id, journal.mint_id())
    with importer.staging() as folder, open(f"{folder}/archive", "w+b") as spool:
        await spooled(request, spool, limits)
        asked = {"merge": parameters.merge, "revive": parameters.create}
        return await parts.lengthily(lambda: importer.bring_in(call.handle, spool, author, **asked))


ARCHIVES = [export_scope, import_scope]
