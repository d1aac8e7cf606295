"""Items: list, add, show, change, remove, and the versions an item has had."""

from typing import Any, Literal

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ops.principal import Principal
from scopes.committer import Committed
from scopes.errors import NotFoundError
from scopes.lines import wiki
from scopes.lines.wiki import ItemPatch, NewItem
from scopes.model import Item, Layer, ScopeIds
from scopes.storage.state import Snapshot
from service.access import for_app
from service.engine import AnyRequest, headers_of, read_snapshot, write
from service.pagination import PageQuery, cut_page, page_size, read_cursor
from service.preconditions import read_preconditions
from service.running import running


class ItemQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Filters of the list."""

    layer: Layer | None = None
    file: str | None = None
    kind: str | None = None
    tag: str | None = None
    status: str | None = None


class RemoveQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`hard=true` takes the item away; otherwise it goes to the archive."""

    hard: bool = False


class ItemPage(msgspec.Struct, frozen=True):
    """A page of items; a scope of the key's grants that does not exist yet reads as empty."""

    items: list[Item]
    next_cursor: str | None
    scope_exists: bool


class Removed(msgspec.Struct, frozen=True):
    """What was done with an item."""

    id: str
    action: Literal["archived", "deleted"]


class ErasedReply(msgspec.Struct, frozen=True):
    """The answer to a repeated request whose item is gone since."""

    id: str
    erased: Literal[True] = True


class History(msgspec.Struct, frozen=True):
    """An item's versions, the present one first."""

    items: list[Item]


class ItemController(Controller):
    """`/v1/items`."""

    path = "/v1/items"
    tags = ("items",)

    @get(opt=for_app("read", ItemQuery))
    async def list_items(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], parameters: NamedDependency[ItemQuery]
    ) -> ItemPage:
        """List items in the order of their ids, filtered."""
        snapshot = await read_snapshot(request, ids)
        size = page_size(parameters, running(request.app).settings.limits.page_items)
        filters = msgspec.structs.replace(parameters, limit=None, cursor=None)
        listing = "items:" + msgspec.json.encode(filters).decode()
        after = str(read_cursor(listing, parameters.cursor) or "")
        found = sorted(
            (item for item in snapshot.items.values() if item.id > after and _matches(item, parameters)),
            key=lambda item: item.id,
        )
        page = cut_page(found[: size + 1], size, listing, lambda item: item.id)
        return ItemPage(list(page.items), page.next_cursor, snapshot.exists)

    @post(opt=for_app("write"))
    async def add_item(
        self,
        request: AnyRequest,
        ids: NamedDependency[ScopeIds],
        principal: NamedDependency[Principal],
        data: JSONBody[NewItem],
    ) -> Response[Item | ErasedReply]:
        """Add an item; one of the same file and name gets a new version, and the former goes to the archive."""
        config = running(request.app).registry.engine.config
        committed = await write(request, ids, principal, lambda batch: wiki.put(batch, data, config), _describe)
        if committed.value is None:
            return await _replayed(request, ids, committed)
        item = committed.value.item
        status = 201 if committed.value.action == "added" else 200
        headers = {"Location": f"/v1/items/{item.id}", **headers_of(committed, etag=item.etag)}
        return Response(item, status_code=status, headers=headers)

    @get("/{item_id:str}", opt=for_app("read"))
    async def show_item(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], item_id: FromPath[str]
    ) -> Response[Item | None]:
        """One item."""
        item = _find(await read_snapshot(request, ids), item_id)
        headers = {"ETag": f'"{item.etag}"'}
        if read_preconditions(request.scope["headers"]).is_unchanged(item.etag):
            return Response(None, status_code=304, headers=headers)
        return Response(item, headers=headers)

    @patch("/{item_id:str}", opt=for_app("write"))
    async def change_item(
        self,
        request: AnyRequest,
        ids: NamedDependency[ScopeIds],
        principal: NamedDependency[Principal],
        item_id: FromPath[str],
        data: JSONBody[ItemPatch],
    ) -> Response[Item | ErasedReply]:
        """Change fields of an item; a new file or name moves it, and links to it follow."""
        config = running(request.app).registry.engine.config
        wanted = read_preconditions(request.scope["headers"])
        committed = await write(
            request,
            ids,
            principal,
            lambda batch: wiki.patch(batch, item_id, data, wanted, config),
            _describe,
            create=False,
        )
        if committed.value is None:
            return await _replayed(request, ids, committed)
        item = committed.value.item
        return Response(item, headers=headers_of(committed, etag=item.etag))

    @delete("/{item_id:str}", opt=for_app("delete", RemoveQuery), status_code=200)
    async def remove_item(
        self,
        request: AnyRequest,
        ids: NamedDependency[ScopeIds],
        principal: NamedDependency[Principal],
        item_id: FromPath[str],
        parameters: NamedDependency[RemoveQuery],
    ) -> Response[Removed]:
        """Archive an item, or remove it (`hard=true`)."""
        config = running(request.app).registry.engine.config
        wanted = read_preconditions(request.scope["headers"])
        committed = await write(
            request,
            ids,
            principal,
            lambda batch: wiki.remove(batch, item_id, wanted, config, hard=parameters.hard),
            lambda item: ("removed", {"item": item.id}),
            create=False,
        )
        return Response(Removed(item_id, "deleted" if parameters.hard else "archived"), headers=headers_of(committed))

    @get("/{item_id:str}/history", opt=for_app("read"))
    async def show_history(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], item_id: FromPath[str]
    ) -> History:
        """The versions of an item, newest first."""
        snapshot = await read_snapshot(request, ids)
        versions = [_find(snapshot, item_id)]
        while (earlier := versions[-1].supersedes) is not None and (item := snapshot.items.get(earlier)) is not None:
            if item in versions:
                break
            versions.append(item)
        return History(versions)


def _matches(item: Item, query: ItemQuery) -> bool:
    return (
        (item.layer == query.layer if query.layer is not None else item.layer != "archive")
        and query.file in (None, item.file)
        and query.kind in (None, item.kind)
        and query.status in (None, item.status)
        and (query.tag is None or query.tag in item.tags)
    )


def _find(snapshot: Snapshot, item_id: str) -> Item:
    item = snapshot.items.get(item_id)
    if item is None:
        raise NotFoundError("no such item")
    return item


def _describe(written: wiki.Written) -> tuple[str, dict[str, str]]:
    return written.action, {"item": written.item.id}


async def _replayed(request: AnyRequest, ids: ScopeIds, committed: Committed[Any]) -> Response[Item | ErasedReply]:
    """The first answer again, from the item as it stands now."""
    reply = committed.replayed
    item_id = "" if reply is None else reply.ids["item"]
    item = (await read_snapshot(request, ids)).items.get(item_id)
    status = 201 if reply is not None and reply.kind == "added" else 200
    if item is None:
        return Response(ErasedReply(item_id), status_code=status, headers=headers_of(committed))
    return Response(item, status_code=status, headers=headers_of(committed, etag=item.etag))
