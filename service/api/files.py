"""Documents as files: list them, read them as they stand on disk, write and remove them whole."""

import msgspec
from litestar import Controller, MediaType, Response, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from ops.principal import Principal
from scopes.errors import InvalidError, MalformedError, NotFoundError
from scopes.lines import files
from scopes.model import ScopeIds
from scopes.storage.batch import Batch
from scopes.storage.documents import Document, base_name, layer_of
from service.access import for_app
from service.engine import AnyRequest, headers_of, read_snapshot, scope_of, write
from service.pagination import PageQuery, cut_page, page_size, read_cursor
from service.preconditions import read_preconditions
from service.prefer import read_preferences
from service.running import running

_MARKDOWN = "text/markdown; charset=utf-8"
_MAP = "chat/MEMORY.md"


class FileInfo(msgspec.Struct, frozen=True):
    """A document as it is listed."""

    path: str
    file: str
    layer: str
    bytes: int
    items: int
    etag: str


class FilePage(msgspec.Struct, frozen=True):
    """A page of documents; a scope that does not exist yet reads as empty."""

    items: list[FileInfo]
    next_cursor: str | None
    scope_exists: bool


class FileWritten(msgspec.Struct, frozen=True):
    """What was done with a document; `scrubbed` counts what the notary changed, by rule."""

    path: str
    etag: str | None
    action: str
    scrubbed: dict[str, int]


class RemoveFileQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`hard=true` takes the items away; otherwise they go to the archive."""

    hard: bool = False


class FileController(Controller):
    """`/v1/files`; a path is the one in the scope's directory, as in `chat/wiki/preferences.md`."""

    path = "/v1/files"
    tags = ("files",)

    @get(opt=for_app("read", PageQuery))
    async def list_files(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], parameters: NamedDependency[PageQuery]
    ) -> FilePage:
        """List documents in the order of their paths."""
        snapshot = await read_snapshot(request, ids)
        size = page_size(parameters, running(request.app).settings.limits.page_items)
        after = str(read_cursor("files", parameters.cursor) or "")
        paths = sorted(path for path in snapshot.documents if path > after)[: size + 1]
        found = [_info(document) for path in paths if (document := snapshot.documents.get(path)) is not None]
        page = cut_page(found, size, "files", lambda info: info.path)
        return FilePage(list(page.items), page.next_cursor, snapshot.exists)

    @get("/{path:path}", opt=for_app("read"), media_type=MediaType.TEXT)
    async def show_file(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], path: FromPath[str]
    ) -> Response[bytes | None]:
        """A document's markdown, or the map `chat/MEMORY.md`."""
        name = path.lstrip("/")
        snapshot = await read_snapshot(request, ids)
        if name == _MAP and snapshot.exists:
            raw, _ = scope_of(request, ids).room.files.read(scope_of(request, ids).room.layout.at(_MAP))
            return Response(raw or b"", headers={"Content-Type": _MARKDOWN})
        document = snapshot.documents.get(files.check_path(name, write=False))
        if document is None:
            raise NotFoundError("no such document")
        headers = {"ETag": f'"{document.etag}"', "Content-Type": _MARKDOWN}
        if read_preconditions(request.scope["headers"]).is_unchanged(document.etag):
            return Response(None, status_code=304, headers=headers)
        return Response(files.shown(document), headers=headers)

    @put("/{path:path}", opt=for_app("write"))
    async def write_file(
        self,
        request: AnyRequest,
        ids: NamedDependency[ScopeIds],
        principal: NamedDependency[Principal],
        path: FromPath[str],
    ) -> Response[FileWritten]:
        """Write a whole document (the body is markdown); items that changed or went are kept in the archive.

        `Prefer: strict` refuses (422) instead of storing what the notary had to change.
        """
        name = path.lstrip("/")
        text = _text(await request.body())
        wanted = read_preconditions(request.scope["headers"])
        strict = read_preferences(request.scope["headers"], 0).strict
        config = running(request.app).registry.engine.config

        def change(batch: Batch) -> Document:
            document = files.put(batch, name, text, wanted, config)
            if strict and batch.scrubbed:
                raise InvalidError(f"the notary would change it: {', '.join(sorted(batch.scrubbed))}", field="body")
            return document

        committed = await write(request, ids, principal, change, lambda document: ("file", {"path": document.id}))
        etag = None if committed.value is None else committed.value.etag
        written = FileWritten(name, etag, "written", committed.scrubbed)
        return Response(written, status_code=200, headers=headers_of(committed, etag=etag))

    @delete("/{path:path}", opt=for_app("delete", RemoveFileQuery), status_code=200)
    async def remove_file(
        self,
        request: AnyRequest,
        ids: NamedDependency[ScopeIds],
        principal: NamedDependency[Principal],
        path: FromPath[str],
        parameters: NamedDependency[RemoveFileQuery],
    ) -> Response[FileWritten]:
        """Remove a document; its items go to the archive, or (`hard=true`) away."""
        name = path.lstrip("/")
        wanted = read_preconditions(request.scope["headers"])
        config = running(request.app).registry.engine.config
        committed = await write(
            request,
            ids,
            principal,
            lambda batch: files.remove(batch, name, wanted, config, hard=parameters.hard),
            lambda document: ("file", {"path": document.id}),
            create=False,
        )
        return Response(FileWritten(name, None, "removed", {}), headers=headers_of(committed))


def _info(document: Document) -> FileInfo:
    items = sum(1 for section in document.sections if section.id)
    layer = layer_of(document.path) or ""
    return FileInfo(document.path, base_name(document.path), layer, document.size, items, document.etag)


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise MalformedError("the body is not UTF-8", field="body") from None
