"""Documents as files: list them, read them as they stand on disk, write and remove them whole."""

from typing import Any

import msgspec
from litestar import Controller, Response, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from scopes.errors import MalformedError, NotFoundError
from scopes.governance import erase
from scopes.lines import files, render
from scopes.storage.batch import Batch
from scopes.storage.documents import Document, layer_of
from scopes.storage.page_names import file_of
from scopes.writes import Committed
from service.access import for_app
from service.body import TEXT_BODY
from service.call import AnyRequest
from service.media import check_media
from service.pagination import Listing, PageQuery
from service.preconditions import etag_header
from service.scope_call import ScopeCall, WriteQuery

_MARKDOWN = "text/markdown; charset=utf-8"
_TEXT = ("text/", "application/octet-stream")


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
    """What was done with a document; `scrubbed` counts what the notary found, by rule.

    In the answer to a repeated request `etag` is that of the document as it stands now; `erased`: it is gone since.
    """

    path: str
    etag: str | None
    action: str
    scrubbed: dict[str, int]
    erased: bool = False


class RemoveFileQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`hard=true` erases the items; otherwise they go to the archive."""

    hard: bool = False


class FileController(Controller):
    """`/v1/files`; a path is the one in the scope's directory, as in `chat/wiki/preferences.md`."""

    path = "/v1/files"
    tags = ("files",)

    @get(opt=for_app("read", PageQuery))
    async def list_files(self, call: NamedDependency[ScopeCall], parameters: NamedDependency[PageQuery]) -> FilePage:
        """List documents in the order of their paths."""
        listing = Listing(call.list_name("files"), parameters, call.page_items, str)
        snapshot = await call.snapshot()
        page = listing.take(list(snapshot.documents), lambda path: path)
        found = [_info(document) for path in page.items if (document := snapshot.documents.get(path)) is not None]
        return FilePage(found, page.next_cursor, snapshot.exists)

    @get("/{path:path}", opt=for_app("read", conditional=True), media_type="text/markdown")
    async def show_file(self, call: NamedDependency[ScopeCall], path: FromPath[str]) -> Response[bytes | None]:
        """A document's markdown, or a map: `chat/MEMORY.md`, `workspace/INDEX.md`, `skill/SKILLS.md`."""
        name, snapshot = path.lstrip("/"), await call.snapshot()
        if snapshot.exists and (text := render.map_of(snapshot, name)) is not None:
            return Response(text, headers={"Content-Type": _MARKDOWN})
        document = snapshot.documents.get(files.check_path(name, write=False))
        if document is None:
            raise NotFoundError("no such document")
        headers = {"ETag": etag_header(document.etag), "Content-Type": _MARKDOWN}
        if call.preconditions.is_unchanged(document.etag):
            return Response(None, status_code=304, headers=headers)
        return Response(files.shown(document, call.config.notary), headers=headers)

    @put("/{path:path}", opt=for_app("write", WriteQuery, conditional=True) | {TEXT_BODY: "text/markdown"})
    async def write_file(
        self, request: AnyRequest, call: NamedDependency[ScopeCall], path: FromPath[str]
    ) -> Response[FileWritten]:
        """Write a whole document (the body is markdown); items that changed or went are kept in the archive.

        `Prefer: strict` refuses (422) instead of storing what the notary had to change.
        """
        check_media(request.scope["headers"], _TEXT)
        name, text, wanted = path.lstrip("/"), _text(await request.body()), call.preconditions

        def change(batch: Batch) -> Document:
            return files.put(batch, name, text, wanted, call.config)

        committed = await call.write(change, lambda document: ("file", {"document": document.id}))
        document = committed.value or (await call.snapshot()).documents.get(name)
        etag = None if document is None else document.etag
        written = FileWritten(name, etag, "written", committed.scrubbed, erased=document is None)
        return Response(written, status_code=200, headers=call.headers(committed, etag=etag))

    @delete("/{path:path}", opt=for_app("delete", RemoveFileQuery, conditional=True), status_code=200)
    async def remove_file(
        self, call: NamedDependency[ScopeCall], path: FromPath[str], parameters: NamedDependency[RemoveFileQuery]
    ) -> Response[FileWritten]:
        """Remove a document; its items go to the archive, or (`hard=true`) are erased with their versions."""
        name, wanted = path.lstrip("/"), call.preconditions
        committed: Committed[Any]
        if parameters.hard:
            committed = await call.erase(
                lambda batch: erase.select_document(batch, files.find(batch, name, wanted).path),
                lambda _: ("file", {}),
            )
        else:
            committed = await call.write(
                lambda batch: files.archive(batch, name, wanted, call.config),
                lambda document: ("file", {"document": document.id}),
            )
        return Response(FileWritten(name, None, "removed", {}), headers=call.headers(committed))


def _info(document: Document) -> FileInfo:
    items = sum(1 for section in document.sections if section.id)
    layer = layer_of(document.path) or ""
    return FileInfo(document.path, file_of(document.path), layer, document.size, items, document.etag)


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise MalformedError("the body is not UTF-8", field="body") from None
