"""The diary: read a stretch of time, append an entry."""

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from scopes.lines import diary
from scopes.lines.diary import NewEntry
from scopes.model import Item
from service.access import for_app
from service.api.items import item_answer, replayed
from service.pagination import Listing, PageQuery
from service.scope_call import ErasedReply, ScopeCall, WriteQuery


class DiaryQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entries from `start` (included) to `end` (not included), ISO 8601; without a zone they are in the scope's."""

    start: str | None = None
    end: str | None = None


class DiaryPage(msgspec.Struct, frozen=True):
    """Entries in the order of their time; a scope that does not exist yet reads as empty."""

    items: list[Item]
    next_cursor: str | None
    scope_exists: bool


class DiaryController(Controller):
    """`/v1/diary`."""

    path = "/v1/diary"
    tags = ("diary",)

    @get(opt=for_app("read", DiaryQuery))
    async def list_entries(
        self, call: NamedDependency[ScopeCall], parameters: NamedDependency[DiaryQuery]
    ) -> DiaryPage:
        """Entries of a stretch of time."""
        snapshot = await call.snapshot()
        start = diary.read_bound(parameters.start, "start", snapshot)
        end = diary.read_bound(parameters.end, "end", snapshot)
        listing = Listing(call.list_name("diary"), parameters, call.page_items, tuple[str, str])
        found = diary.entries(snapshot, start, end)
        page = await call.listed(snapshot, lambda: listing.take(found, lambda placed: placed[0]))
        return DiaryPage([entry for _, entry in page.items], page.next_cursor, snapshot.exists)

    @post(opt=for_app("write", WriteQuery))
    async def append_entry(
        self, call: NamedDependency[ScopeCall], data: JSONBody[NewEntry]
    ) -> Response[Item | ErasedReply]:
        """Append an entry; without `at` it happened now, by the service's clock in the scope's zone."""
        committed = await call.write(
            lambda batch: diary.append(batch, data, call.config), lambda entry: ("added", {"item": entry.id})
        )
        if committed.value is None:
            return await replayed(call, committed)
        return item_answer(call, committed, committed.value, created=True)
