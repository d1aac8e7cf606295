"""Memorize and retrieve: what an app calls on every turn of a conversation."""

import time

import msgspec
from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ops.metrics import METRICS
from scopes.governance.notary import scrub
from scopes.lines import chat
from scopes.lines.chat import MemorizeRequest
from scopes.model import Operation
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import RetrieveResult
from scopes.storage import journal
from service.access import OTHER_STATUS, for_app
from service.api.operations import find_operation
from service.scope_call import ErasedReply, ScopeCall, WriteQuery, reply_id


class RetrieveAnswer(RetrieveResult, frozen=True, kw_only=True):
    """What a retrieval found; a scope that does not exist yet has nothing to find."""

    scope_exists: bool


class MemoryController(Controller):
    """`/v1/memorize` and `/v1/retrieve`."""

    path = "/v1"
    tags = ("memory",)

    @post("/memorize", opt=for_app("write", WriteQuery) | {OTHER_STATUS: 200}, status_code=202)
    async def memorize(
        self, call: NamedDependency[ScopeCall], data: JSONBody[MemorizeRequest]
    ) -> Response[Operation | ErasedReply]:
        """Store a conversation's turns, durably before the answer, and what is to be made of them.

        202 with the operation, or with `Prefer: wait=N` 200 with its outcome.
        """
        change = chat.memorize(data, call.config, journal.mint_id())
        committed = await call.write(change, lambda operation: ("operation", {"operation": operation.id}))
        operation: Operation | ErasedReply | None = committed.value
        if operation is None:
            identity = reply_id(committed, "operation")
            operation = await find_operation(call, identity) or ErasedReply(identity)
        preferences = call.preferences
        headers = {"Location": f"/v1/operations/{operation.id}", **call.headers(committed), **preferences.applied()}
        return Response(operation, status_code=202 if preferences.wait is None else 200, headers=headers)

    @post("/retrieve", opt=for_app("read"), status_code=200)
    async def retrieve(self, call: NamedDependency[ScopeCall], data: JSONBody[RetrieveQuery]) -> RetrieveAnswer:
        """The memories that fit a query, in the order to inject them."""
        data.check()  # before the notary reads it: a query has a bound
        query = msgspec.structs.replace(data, query=scrub(data.query, "query", call.config.notary).text)
        view = await call.view()
        started = time.perf_counter()
        result = call.parts.retriever.retrieve(view, view.index, query)
        METRICS.observe("retrieve_seconds", time.perf_counter() - started)
        METRICS.count("retrievals", found=str(bool(result.hits)).lower())
        return RetrieveAnswer(**msgspec.structs.asdict(result), scope_exists=view.snapshot.exists)
