"""The journal: pages of it, and its growing end as server-sent events."""

import asyncio
import re
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.response import ServerSentEvent, ServerSentEventMessage

from scopes.errors import InvalidError, MalformedError
from scopes.governance import acceptance
from scopes.governance.acceptance import Accepted
from scopes.storage import journal, pages
from scopes.storage.journal import Record
from service.access import for_app, for_app_or_admin
from service.call import AnyRequest
from service.headers import single_header
from service.pagination import Listing, PageQuery
from service.scope_call import ScopeCall, reply_id

_POLL_SECONDS = 0.2
_HEARTBEAT_POLLS = 75
_STREAM_PAGE = 500
_EVENT_ID = re.compile(r"\d{1,15}", re.ASCII)

Seq = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class JournalQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Lines behind a sequence number."""

    after: Seq = 0


class JournalPage(msgspec.Struct, frozen=True):
    """Journal lines in order."""

    items: list[Record]
    next_cursor: str | None
    scope_exists: bool


class StreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the stream begins: behind `after`, or at the end."""

    after: Seq | None = None


class AcceptRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which edits by hand somebody has looked at: their record numbers, or `all` that wait."""

    seqs: Annotated[tuple[Seq, ...], msgspec.Meta(max_length=1_000)] = ()
    all: bool = False


class JournalController(Controller):
    """`/v1/journal`."""

    path = "/v1/journal"
    tags = ("journal",)

    @get(opt=for_app("read", JournalQuery))
    async def list_lines(
        self, call: NamedDependency[ScopeCall], parameters: NamedDependency[JournalQuery]
    ) -> JournalPage:
        """A page of the journal, oldest first."""
        listing = Listing(call.list_name("journal"), parameters, call.page_items, int)
        after, size = listing.after() or parameters.after, listing.size
        scope = call.handle
        found = await asyncio.to_thread(pages.read_page, scope.room, after, size + 1)
        page = listing.cut(found, lambda record: record.seq)
        return JournalPage(list(page.items), page.next_cursor, scope.exists())

    @get("/stream", opt=for_app("read", StreamQuery))
    async def stream(
        self, request: AnyRequest, call: NamedDependency[ScopeCall], parameters: NamedDependency[StreamQuery]
    ) -> ServerSentEvent:
        """New lines as they are written, each an event with its seq as id; `Last-Event-ID` resumes.

        It ends when the scope is erased or the key no longer opens it.
        """
        resumed = _read_last_event(single_header(request.scope["headers"], "Last-Event-ID"))
        after = parameters.after if resumed is None else resumed
        return ServerSentEvent(_lines(call, (await call.snapshot()).seq if after is None else after))

    @post("/accept", opt=for_app_or_admin("verify"), status_code=200)
    async def accept(self, call: NamedDependency[ScopeCall], data: JSONBody[AcceptRequest]) -> Response[Accepted]:
        """Accept edits by hand: verify no longer lists them. A journal line cites them."""
        if data.all == bool(data.seqs):
            raise InvalidError("name the records in seqs, or say all", field="seqs")
        waiting = await call.parts.lengthily(acceptance.unattested, call.handle.room)
        wanted = None if data.all else data.seqs
        committed = await call.write(
            lambda batch: acceptance.accept(batch, waiting, wanted),
            lambda accepted: ("accept", {"seqs": journal.cite(accepted.seqs)}),
        )
        spans = journal.cited(reply_id(committed, "seqs"))
        accepted = committed.value or Accepted(tuple(seq for span in spans for seq in span))
        return Response(accepted, headers=call.headers(committed))


def _read_last_event(text: str | None) -> int | None:
    if not text:
        return None
    if not _EVENT_ID.fullmatch(text):
        raise MalformedError("Last-Event-ID is the id of an event of this stream", field="Last-Event-ID")
    return int(text)


async def _lines(call: ScopeCall, after: int) -> AsyncGenerator[Any, None]:
    quiet, seen, uid = 0, None, ""
    while call.is_open():
        now = call.handle.room.files.signature(call.handle.room.layout.journal)
        if now is None or seen is None or now.inode != seen.inode:
            known, uid = uid, (await call.snapshot()).uid
            if known not in ("", uid):
                return
        found = [] if now == seen else await asyncio.to_thread(pages.read_page, call.handle.room, after, _STREAM_PAGE)
        seen = now if len(found) < _STREAM_PAGE else None
        for record in found:
            after = record.seq
            yield ServerSentEventMessage(data=msgspec.json.encode(record).decode(), event=record.op, id=str(record.seq))
        quiet = 0 if found else quiet + 1
        if quiet % _HEARTBEAT_POLLS == 1:
            yield ServerSentEventMessage(data=None, comment="waiting")
        await asyncio.sleep(_POLL_SECONDS)
