"""The journal: pages of it, and its growing end as server-sent events."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.response import ServerSentEvent, ServerSentEventMessage

from scopes.model import ScopeIds
from scopes.scope import Scope
from scopes.storage import pages
from scopes.storage.journal import Record
from service.access import for_app
from service.engine import AnyRequest, scope_of
from service.pagination import PageQuery, cut_page, page_size, read_cursor
from service.running import running

_POLL_SECONDS = 0.2
_HEARTBEAT_POLLS = 75
_STREAM_PAGE = 500


class JournalQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Lines behind a sequence number."""

    after: int = 0


class JournalPage(msgspec.Struct, frozen=True):
    """Journal lines in order."""

    items: list[Record]
    next_cursor: str | None
    scope_exists: bool


class StreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the stream begins: behind `after`, or at the end."""

    after: int | None = None


class JournalController(Controller):
    """`/v1/journal`."""

    path = "/v1/journal"
    tags = ("journal",)

    @get(opt=for_app("read", JournalQuery))
    async def list_lines(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], parameters: NamedDependency[JournalQuery]
    ) -> JournalPage:
        """A page of the journal, oldest first."""
        scope = scope_of(request, ids)
        size = page_size(parameters, running(request.app).settings.limits.page_items)
        after = int(read_cursor("journal", parameters.cursor) or parameters.after)
        found = await asyncio.to_thread(pages.read_page, scope.room, after, size + 1)
        page = cut_page(found, size, "journal", lambda record: record.seq)
        return JournalPage(list(page.items), page.next_cursor, scope.exists())

    @get("/stream", opt=for_app("read", StreamQuery))
    async def stream(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], parameters: NamedDependency[StreamQuery]
    ) -> ServerSentEvent:
        """New lines as they are written, each an event with its seq as id; `Last-Event-ID` resumes."""
        scope = scope_of(request, ids)
        resumed = request.headers.get("last-event-id", "")
        after = int(resumed) if resumed.isdigit() else parameters.after
        return ServerSentEvent(_lines(scope, scope.snapshot().seq if after is None else after))


async def _lines(scope: Scope, after: int) -> AsyncGenerator[Any, None]:
    quiet, seen = 0, None
    while True:
        now = scope.room.files.signature(scope.room.layout.journal)
        found = [] if now == seen else await asyncio.to_thread(pages.read_page, scope.room, after, _STREAM_PAGE)
        seen = now if len(found) < _STREAM_PAGE else None
        for record in found:
            after = record.seq
            yield ServerSentEventMessage(data=msgspec.json.encode(record).decode(), event=record.op, id=str(record.seq))
        quiet = 0 if found else quiet + 1
        if quiet % _HEARTBEAT_POLLS == 1:
            yield ServerSentEventMessage(comment="waiting")
        await asyncio.sleep(_POLL_SECONDS)
