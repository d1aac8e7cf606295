"""Items: list, add, show, change, remove, and the versions an item has had."""

from typing import Any, Literal, TypeVar

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from scopes.errors import NotFoundError
from scopes.governance import erase
from scopes.lines import expiry, reviewing, wiki
from scopes.lines.choosing import Where
from scopes.lines.wiki import ItemPatch, NewItem
from scopes.model import Item, Layer, Status, utc_now
from scopes.storage.batch import Batch
from scopes.storage.state import Snapshot
from scopes.writes import Committed
from service.access import OTHER_STATUS, for_app
from service.api.metrics import note_reviews
from service.pagination import Listing, PageQuery
from service.preconditions import etag_header
from service.scope_call import ErasedReply, ScopeCall, WriteQuery, reply_id

T = TypeVar("T")


class ItemQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Filters of the list; archived items come only where the layer is named, expired ones with `expired=true`.

    `status=pending` and `trust=low` are what awaits a review.
    """

    layer: Layer | None = None
    file: str | None = None
    kind: str | None = None
    tag: str | None = None
    status: Status | None = None
    trust: Literal["low", "reviewed"] | None = None
    confidence_below: float | None = None
    confidence_at_least: float | None = None
    pii: bool | None = None
    recorded_before: str | None = None
    expired: bool = False

    def where(self) -> Where:
        """The filters; InvalidError for one that can't be."""
        where = Where(
            status=self.status,
            trust=self.trust,
            layers=None if self.layer is None else (self.layer,),
            files=_one(self.file),
            kinds=_one(self.kind),
            tags=_one(self.tag),
            confidence_below=self.confidence_below,
            confidence_at_least=self.confidence_at_least,
            pii=self.pii,
            recorded_before=self.recorded_before,
            expired=self.expired,
        )
        where.check()
        return where


class RemoveQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`hard=true` erases the item; otherwise it goes to the archive."""

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


class History(msgspec.Struct, frozen=True):
    """An item's versions, the present one first."""

    items: list[Item]


class ItemController(Controller):
    """`/v1/items`."""

    path = "/v1/items"
    tags = ("items",)

    @get(opt=for_app("read", ItemQuery))
    async def list_items(self, call: NamedDependency[ScopeCall], parameters: NamedDependency[ItemQuery]) -> ItemPage:
        """List items in the order of their ids, filtered."""
        listing = Listing(call.list_name("items"), parameters, call.page_items, str)
        snapshot, where, now = await call.snapshot(), parameters.where(), utc_now()
        found = (item for item in snapshot.items.values() if where.holds(item, now))
        page = await call.listed(snapshot, lambda: listing.take(found, lambda item: item.id))
        return ItemPage(list(page.items), page.next_cursor, snapshot.exists)

    @post(opt=for_app("write", WriteQuery) | {OTHER_STATUS: 200})
    async def add_item(self, call: NamedDependency[ScopeCall], data: JSONBody[NewItem]) -> Response[Item | ErasedReply]:
        """Add an item; one of the same file and name gets a new version, and the former goes to the archive.

        A moment in the past is refused as `expires`; to end an item that is there, change it.
        """

        def change(batch: Batch) -> wiki.Written:
            written = wiki.put(batch, data, call.config)
            expiry.check_coming(data.expires)
            return written

        committed = await call.write(change, _describe)
        if committed.value is None:
            return await replayed(call, committed)
        return item_answer(call, committed, committed.value.item, created=committed.value.action == "added")

    @get("/{item_id:str}", opt=for_app("read", conditional=True))
    async def show_item(self, call: NamedDependency[ScopeCall], item_id: FromPath[str]) -> Response[Item | None]:
        """One item."""
        item = _find(await call.snapshot(), item_id)
        headers = {"ETag": etag_header(item.etag)}
        if call.preconditions.is_unchanged(item.etag):
            return Response(None, status_code=304, headers=headers)
        return Response(item, headers=headers)

    @patch("/{item_id:str}", opt=for_app("write", conditional=True))
    async def change_item(
        self, call: NamedDependency[ScopeCall], item_id: FromPath[str], data: JSONBody[ItemPatch]
    ) -> Response[Item | ErasedReply]:
        """Change fields of an item; a new file or name moves it, and links to it follow.

        `status: approved` releases an item of low trust; any other status keeps it out. Of a turn only the status can
        be changed.
        """
        wanted = call.preconditions
        before = None if data.status is msgspec.UNSET else (await call.snapshot()).items.get(item_id)
        committed = await call.write(lambda batch: wiki.patch(batch, item_id, data, wanted, call.config), _describe)
        if committed.value is None:
            return await replayed(call, committed)
        if before is not None and (decided := reviewing.as_decided(before, committed.value)) is not None:
            await note_reviews(call, [decided])
        return item_answer(call, committed, committed.value.item)

    @delete("/{item_id:str}", opt=for_app("delete", RemoveQuery, conditional=True), status_code=200)
    async def remove_item(
        self, call: NamedDependency[ScopeCall], item_id: FromPath[str], parameters: NamedDependency[RemoveQuery]
    ) -> Response[Removed]:
        """Archive an item, or erase it with its versions (`hard=true`); turns and entries that hold its text stay."""
        wanted, reply = call.preconditions, ("removed", {"item": item_id})
        committed: Committed[Any]
        if parameters.hard:
            committed = await call.erase(
                lambda batch: erase.select_item(batch, wiki.removable(batch, item_id, wanted).id, "keep"),
                lambda _: reply,
            )
        else:
            committed = await call.write(
                lambda batch: wiki.archive(batch, item_id, wanted, call.config), lambda _: reply
            )
        removed = Removed(item_id, "deleted" if parameters.hard else "archived")
        return Response(removed, headers=call.headers(committed))

    @get("/{item_id:str}/history", opt=for_app("read"))
    async def show_history(self, call: NamedDependency[ScopeCall], item_id: FromPath[str]) -> History:
        """The versions of an item, newest first."""
        snapshot = await call.snapshot()
        versions = [_find(snapshot, item_id)]
        while (earlier := versions[-1].supersedes) is not None and (item := snapshot.items.get(earlier)) is not None:
            if item in versions:
                break
            versions.append(item)
        return History(versions)


def item_answer(
    call: ScopeCall, committed: Committed[Any], item: Item, *, created: bool = False
) -> Response[Item | ErasedReply]:
    """The answer to a write that left this item."""
    headers = call.headers(committed, etag=item.etag)
    if created:
        headers["Location"] = f"/v1/items/{item.id}"
    return Response(item, status_code=201 if created else 200, headers=headers)


async def replayed(call: ScopeCall, committed: Committed[Any]) -> Response[Item | ErasedReply]:
    """The first answer again, from the item as it stands now."""
    item_id = reply_id(committed, "item")
    created = committed.replayed is not None and committed.replayed.kind == "added"
    item = (await call.snapshot()).items.get(item_id)
    if item is None:
        return Response(ErasedReply(item_id), status_code=201 if created else 200, headers=call.headers(committed))
    return item_answer(call, committed, item, created=created)


def _one(value: T | None) -> tuple[T] | None:
    return None if value is None else (value,)


def _find(snapshot: Snapshot, item_id: str) -> Item:
    item = snapshot.items.get(item_id)
    if item is None:
        raise NotFoundError("no such item")
    return item


def _describe(written: wiki.Written) -> tuple[str, dict[str, str]]:
    return written.action, {"item": written.item.id}
