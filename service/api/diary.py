"""The diary: read a stretch of time, append an entry."""

import datetime as dt

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ops.principal import Principal
from scopes.errors import InvalidError
from scopes.lines import diary
from scopes.lines.diary import NewEntry
from scopes.model import Item, ScopeIds
from scopes.storage import diary as clock
from service.access import for_app
from service.engine import AnyRequest, headers_of, read_snapshot, write
from service.pagination import PageQuery, cut_page, page_size, read_cursor
from service.running import running


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
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], parameters: NamedDependency[DiaryQuery]
    ) -> DiaryPage:
        """Entries of a stretch of time."""
        snapshot = await read_snapshot(request, ids)
        zone = clock.zone(snapshot.settings.time_zone)
        start = None if parameters.start is None else clock.parse_time(parameters.start, "start", zone)
        end = None if parameters.end is None else clock.parse_time(parameters.end, "end", zone)
        size = page_size(parameters, running(request.app).settings.limits.page_items)
        listing = f"diary:{parameters.start}:{parameters.end}"
        after = read_cursor(listing, parameters.cursor)
        found = sorted(
            (item for item in snapshot.items.values() if item.layer == "diary" and diary.in_range(item, start, end)),
            key=_position,
        )
        if after is not None:
            found = [item for item in found if _position(item) > tuple(after)]
        page = cut_page(found[: size + 1], size, listing, _position)
        return DiaryPage(list(page.items), page.next_cursor, snapshot.exists)

    @post(opt=for_app("write"))
    async def append_entry(
        self,
        request: AnyRequest,
        ids: NamedDependency[ScopeIds],
        principal: NamedDependency[Principal],
        data: JSONBody[NewEntry],
    ) -> Response[Item]:
        """Append an entry; without `at` it happened now, by the service's clock in the scope's zone."""
        config = running(request.app).registry.engine.config
        committed = await write(
            request,
            ids,
            principal,
            lambda batch: diary.append(batch, data, config),
            lambda entry: ("entry", {"item": entry.id}),
        )
        entry = committed.value
        if entry is None:
            identity = "" if committed.replayed is None else committed.replayed.ids["item"]
            entry = (await read_snapshot(request, ids)).items.get(identity)
        if entry is None:
            raise InvalidError("the entry written under this Idempotency-Key is gone", field="Idempotency-Key")
        headers = {"Location": f"/v1/items/{entry.id}", **headers_of(committed, etag=entry.etag)}
        return Response(entry, status_code=201, headers=headers)


def _position(item: Item) -> tuple[str, str]:
    try:
        moment = dt.datetime.fromisoformat(item.event_at or item.file)
    except ValueError:
        return item.file, item.id
    moment = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return moment.astimezone(dt.UTC).isoformat(), item.id
