"""Skills in steps: what they are for, then the SKILL.md, then a file beside it; and traces, which they are made of."""

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from scopes.errors import MalformedError
from scopes.lines import skill_made, skills
from scopes.lines.skill_request import SkillRequest, TraceRequest
from scopes.lines.skill_traces import keep_trace
from scopes.lines.skills import SkillListed, SkillStored
from scopes.model import Operation
from scopes.storage import journal
from scopes.storage.batch import Batch
from service.access import OTHER_STATUS, for_app
from service.api import queued
from service.body import JSON_BODY, TEXT_BODY, decode_body
from service.call import AnyRequest
from service.headers import single_header
from service.media import check_media
from service.pagination import Listing, PageQuery
from service.preconditions import etag_header
from service.scope_call import ErasedReply, ScopeCall, WriteQuery

_MARKDOWN, _PLAIN = "text/markdown; charset=utf-8", "text/plain; charset=utf-8"
_BODIES = ("text/", "application/octet-stream", "application/json", "+json")


class SkillPage(msgspec.Struct, frozen=True):
    """A page of skills; a scope that does not exist yet reads as empty."""

    items: list[SkillListed]
    next_cursor: str | None
    scope_exists: bool


class SkillWritten(msgspec.Struct, frozen=True):
    """What was done with a skill; `scrubbed` counts what the notary found, by rule.

    In the answer to a repeated request `etag` is that of the skill as it stands now; `erased`: it is gone since.
    """

    name: str
    etag: str | None
    action: str
    scrubbed: dict[str, int]
    erased: bool = False


class SkillQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`resource` is the path of a file beside the SKILL.md, as in `references/forms.md`."""

    resource: str | None = None


class TraceQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A trace by its id; `skill` where several skills have a trace of that id."""

    trace_id: str
    skill: str | None = None


class TraceRemoved(msgspec.Struct, frozen=True):
    """The trace that is gone."""

    trace_id: str
    action: str = "removed"


class SkillController(Controller):
    """`/v1/skills`."""

    path = "/v1/skills"
    tags = ("skills",)

    @get(opt=for_app("read", PageQuery))
    async def list_skills(self, call: NamedDependency[ScopeCall], parameters: NamedDependency[PageQuery]) -> SkillPage:
        """List skills by name: what each is for, and the files beside it."""
        listing = Listing(call.list_name("skills"), parameters, call.page_items, str)
        snapshot = await call.snapshot()
        page = listing.take(skill_made.names(snapshot), lambda name: name)
        found = [listed for name in page.items if (listed := skills.listed(snapshot, name)) is not None]
        return SkillPage(found, page.next_cursor, snapshot.exists)

    @get("/{name:str}", opt=for_app("read", SkillQuery, conditional=True), media_type="text/markdown")
    async def show_skill(
        self, call: NamedDependency[ScopeCall], name: FromPath[str], parameters: NamedDependency[SkillQuery]
    ) -> Response[str | None]:
        """A skill's SKILL.md as it was sent, or with `resource` a file beside it."""
        snapshot = await call.snapshot()
        document = skills.find(snapshot, name, parameters.resource)
        etag = document.etag if parameters.resource is not None else skills.etag(snapshot, name)
        media = _MARKDOWN if document.path.endswith(".md") else _PLAIN
        headers = {"ETag": etag_header(etag), "Content-Type": media}
        if call.preconditions.is_unchanged(etag):
            return Response(None, status_code=304, headers=headers)
        return Response(skills.text(document, call.config.notary), headers=headers)

    @put(
        "/{name:str}",
        opt=for_app("write", WriteQuery, conditional=True) | {TEXT_BODY: "text/markdown", JSON_BODY: SkillRequest},
    )
    async def write_skill(
        self, request: AnyRequest, call: NamedDependency[ScopeCall], name: FromPath[str]
    ) -> Response[SkillWritten]:
        """Write a skill: the body is a SKILL.md, or as JSON one with the text files beside it.

        `Prefer: strict` refuses (422) instead of storing what the notary had to change.
        """
        wanted, data = call.preconditions, await _skill(request)

        def change(batch: Batch) -> SkillStored:
            return skills.put(batch, name, data, wanted, call.config)

        committed = await call.write(change, lambda stored: ("skill", {"document": stored.document}), line="skill")
        listed = skills.listed(await call.snapshot(), name)
        etag = committed.value.etag if committed.value is not None else None if listed is None else listed.etag
        written = SkillWritten(name, etag, "written", committed.scrubbed, erased=etag is None)
        return Response(written, status_code=200, headers=call.headers(committed, etag=etag))

    @delete("/{name:str}", opt=for_app("delete", conditional=True), status_code=200)
    async def remove_skill(self, call: NamedDependency[ScopeCall], name: FromPath[str]) -> Response[SkillWritten]:
        """Remove a skill with the files beside it, for good. Traces that it was made of stay."""
        wanted = call.preconditions
        committed = await call.erase(
            lambda batch: skills.remove(batch, name, wanted), lambda _: ("skill", {}), line="skill"
        )
        return Response(SkillWritten(name, None, "removed", {}), headers=call.headers(committed))

    @delete("/traces", opt=for_app("delete", TraceQuery), status_code=200)
    async def remove_trace(
        self, call: NamedDependency[ScopeCall], parameters: NamedDependency[TraceQuery]
    ) -> Response[TraceRemoved]:
        """Erase a trace and the skill that was made of it alone; one that was made of others too is made anew."""
        trace_id, skill = parameters.trace_id, parameters.skill
        committed = await call.erase(
            lambda batch: skills.forget(batch, trace_id, skill), lambda _: ("trace", {}), line="skill"
        )
        return Response(TraceRemoved(trace_id), headers=call.headers(committed))

    @post("/traces", opt=for_app("write", WriteQuery) | {OTHER_STATUS: 200}, status_code=202)
    async def send_trace(
        self, call: NamedDependency[ScopeCall], data: JSONBody[TraceRequest]
    ) -> Response[Operation | ErasedReply]:
        """Keep what an agent did for a task, durably before the answer, and make a skill of it.

        202 with the operation, or with `Prefer: wait=N` 200 with its outcome if it comes in that time.
        """
        await queued.check_queue(call, data.distill)
        change = keep_trace(data, call.config, journal.mint_id())
        committed = await call.write(change, lambda operation: ("operation", {"operation": operation.id}), line="skill")
        return await queued.answer(call, committed)


async def _skill(request: AnyRequest) -> SkillRequest:
    """The body as a skill: JSON where it says so, else a SKILL.md."""
    headers = request.scope["headers"]
    check_media(headers, _BODIES)
    media = (single_header(headers, "Content-Type") or "").partition(";")[0].strip().lower()
    raw = await request.body()
    if media == "application/json" or media.endswith("+json"):
        return decode_body(raw, SkillRequest)
    try:
        return SkillRequest(raw.decode())
    except UnicodeDecodeError:
        raise MalformedError("the body is not UTF-8", field="body") from None
