"""The workspace: the client's files, put as they are and kept as the text that was read of them."""

import asyncio
from urllib.parse import unquote_to_bytes

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ops.principal import Principal
from ops.workspace.taking import take
from scopes.errors import ForbiddenError
from scopes.governance.erase import Selection, Taken
from scopes.lines import files, workspace, workspace_sync
from scopes.lines.file_head import head_of
from scopes.lines.workspace import FileListed, FilePut, NewFile
from scopes.lines.workspace_sync import Synced, SyncRequest
from scopes.storage.batch import Batch
from scopes.writes import Committed
from service.access import OTHER_STATUS, for_app
from service.body import TEXT_BODY
from service.call import AnyRequest
from service.headers import single_header
from service.pagination import Listing, PageQuery
from service.preconditions import etag_header
from service.scope_call import ScopeCall, WriteQuery
from service.uploads import received

MEDIA_TYPE = "application/octet-stream"
_MARKDOWN = "text/markdown; charset=utf-8"
_PREFIX = b"/v1/workspace/"


class WorkspacePage(msgspec.Struct, frozen=True):
    """A page of files; a scope that does not exist yet reads as empty."""

    items: list[FileListed]
    next_cursor: str | None
    scope_exists: bool


class WorkspaceWritten(msgspec.Struct, frozen=True, kw_only=True):
    """What was done with a file: slices that came, changed and went, and what the notary found, by rule.

    In the answer to a repeated request `file` is as it stands now; `erased`: it is gone since.
    """

    outcome: str
    file: FileListed | None
    added: int = 0
    updated: int = 0
    removed: int = 0
    scrubbed: dict[str, int] = {}
    erased: bool = False


class WorkspaceRemoved(msgspec.Struct, frozen=True):
    """Which file was removed, and how many of its slices."""

    path: str
    slices: int


class WorkspaceController(Controller):
    """`/v1/workspace`; a path is the client's own, as in `notes/trip.md`."""

    path = "/v1/workspace"
    tags = ("workspace",)

    @get(opt=for_app("read", PageQuery))
    async def list_workspace(
        self, call: NamedDependency[ScopeCall], parameters: NamedDependency[PageQuery]
    ) -> WorkspacePage:
        """List the files in the order of their paths."""
        listing = Listing(call.list_name("workspace"), parameters, call.page_items, str)
        snapshot = await call.snapshot()
        pages = await call.listed(snapshot, lambda: workspace.pages(snapshot))
        page = listing.take(pages, lambda one: head_of(one).path)
        return WorkspacePage([workspace.listed(one) for one in page.items], page.next_cursor, snapshot.exists)

    @get("/{path:path}", opt=for_app("read", conditional=True), media_type="text/markdown")
    async def show_workspace_file(
        self, request: AnyRequest, call: NamedDependency[ScopeCall], path: FromPath[str]
    ) -> Response[bytes | FileListed | None]:
        """The text of a file as its page has it; with `Accept: application/json` what is known of the file."""
        page = workspace.find(await call.snapshot(), _name(request))
        headers = {"ETag": etag_header(page.etag), "Vary": "Accept"}
        if call.preconditions.is_unchanged(page.etag):
            return Response(None, status_code=304, headers=headers)
        if (single_header(request.scope["headers"], "Accept") or "").startswith("application/json"):
            return Response(workspace.listed(page), media_type="application/json", headers=headers)
        headers["Content-Type"] = _MARKDOWN
        return Response(files.shown(page, call.config.notary), headers=headers)

    @put(
        "/{path:path}",
        opt=for_app("write", WriteQuery, conditional=True) | {TEXT_BODY: MEDIA_TYPE, OTHER_STATUS: 201},
        status_code=200,
        request_max_body_size=None,
    )
    async def write_workspace_file(
        self, request: AnyRequest, call: NamedDependency[ScopeCall], path: FromPath[str]
    ) -> Response[WorkspaceWritten]:
        """Put a file (the body, of any media type): its text becomes the page. 201 for a file that is new here.

        The same bytes again are a `duplicate`. A file that can't be read is kept as its name with the reason.
        """
        name, wanted = workspace.check_path(_name(request), call.config.notary), call.preconditions
        media = single_header(request.scope["headers"], "Content-Type")
        async with call.parts.uploads.place(call.opaque_id):
            data = await received(request, call.parts.settings.workspace.upload_bytes)
            new = await _read(call, name, media, data)

        def change(batch: Batch) -> FilePut:
            return workspace.put(batch, new, wanted, call.config)

        committed = await call.write(change, lambda _: ("file", {}), line="workspace", body=new.sha256.encode())
        return await _written(call, name, committed)

    @delete("/{path:path}", opt=for_app("delete", conditional=True), status_code=200)
    async def remove_workspace_file(
        self, request: AnyRequest, call: NamedDependency[ScopeCall], path: FromPath[str]
    ) -> Response[WorkspaceRemoved]:
        """Remove a file: its page and all slices are erased, not archived, for the source is the client's."""
        name, wanted = _name(request), call.preconditions
        committed = await call.erase(
            lambda batch: workspace.select(batch, [name], wanted), lambda _: ("file", {}), line="workspace"
        )
        taken: Taken | None = committed.value
        slices = 0 if taken is None else len(taken.selection.items)
        return Response(WorkspaceRemoved(name, slices), headers=call.headers(committed))

    @post("/sync", opt=for_app("write"), status_code=200)
    async def sync_workspace(
        self,
        call: NamedDependency[ScopeCall],
        principal: NamedDependency[Principal],
        data: JSONBody[SyncRequest],
    ) -> Response[Synced]:
        """Tell which of the client's files changed or are new, and with `remove_missing` remove those it lacks.

        With `under` only what lies below that folder is looked at. Removing needs the verb `delete` as well.
        """
        workspace_sync.check(data, call.parts.settings.workspace.sync_files)
        if data.remove_missing and not principal.permits("delete", call.ids):
            raise ForbiddenError("remove_missing needs the verb delete", field="remove_missing")
        synced = workspace_sync.compare(await call.snapshot(), data)
        if not data.remove_missing or not synced.missing:
            return Response(synced)

        def select(batch: Batch) -> Selection:
            return workspace.select_pages(batch, workspace_sync.missing(batch, data))

        committed = await call.erase(select, lambda _: ("sync", {}), line="workspace")
        return Response(workspace_sync.after(synced), headers=call.headers(committed))


async def _read(call: ScopeCall, name: str, media: str | None, data: bytes) -> NewFile:
    """A file as it is read; one that takes a process waits for a place without keeping a thread."""
    parts = call.parts
    if not parts.reader.parses(name, media, data):
        return await asyncio.to_thread(take, parts.reader, name, media, data)
    async with parts.reading.place(call.opaque_id):
        return await asyncio.to_thread(take, parts.reader, name, media, data)


def _name(request: AnyRequest) -> str:
    """The client's path as it was sent: the framework's own decodes `%25` twice and takes `//` for `/`."""
    raw: bytes = request.scope["raw_path"]
    return unquote_to_bytes(raw.partition(b"?")[0].partition(_PREFIX)[2]).decode("utf-8", "replace")


async def _written(call: ScopeCall, name: str, committed: Committed[FilePut]) -> Response[WorkspaceWritten]:
    done = committed.value
    if done is None:
        page = workspace.page_of(await call.snapshot(), name)
        file = None if page is None else workspace.listed(page)
        written = WorkspaceWritten(outcome="stored", file=file, scrubbed=committed.scrubbed, erased=file is None)
    else:
        page, file = done.document, workspace.listed(done.document)
        written = WorkspaceWritten(
            outcome=done.outcome,
            file=file,
            added=done.added,
            updated=done.updated,
            removed=done.removed,
            scrubbed=committed.scrubbed,
        )
    headers = call.headers(committed, etag=None if page is None else page.etag)
    return Response(written, status_code=201 if done is not None and done.created else 200, headers=headers)
