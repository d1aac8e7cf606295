"""Memorize and retrieve: what an app calls on every turn of a conversation."""

import asyncio
import time
from functools import partial

import msgspec
from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ops.metrics import METRICS
from scopes.governance.notary import scrub
from scopes.lines import chat
from scopes.lines.chat import MemorizeRequest
from scopes.model import Operation
from scopes.retrieval.left_out import signals_left_out
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import RetrieveResult
from scopes.storage import journal
from service.access import OTHER_STATUS, for_app
from service.api import queued
from service.scope_call import ErasedReply, ScopeCall, WriteQuery

# An embedder that hangs must not cost the other signals too, which take about a millisecond.
_RANKING_MS = 20


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

        202 with the operation, or with `Prefer: wait=N` 200 with its outcome if it comes in that time.
        """
        await queued.check_queue(call, data.extract)
        change = chat.memorize(data, call.config, journal.mint_id())
        committed = await call.write(change, lambda operation: ("operation", {"operation": operation.id}))
        return await queued.answer(call, committed)

    @post("/retrieve", opt=for_app("read"), status_code=200)
    async def retrieve(self, call: NamedDependency[ScopeCall], data: JSONBody[RetrieveQuery]) -> RetrieveAnswer:
        """The memories that fit a query, in the order to inject them."""
        data.check()  # before the notary reads it: a query has a bound
        query = msgspec.structs.replace(data, query=scrub(data.query, "query", call.config.notary).text)
        view = await call.view()
        asked = time.monotonic()
        sought = await call.parts.vectors.sought(call.ids, query, view.snapshot.settings, view.prepare)
        query = _with_rest(query, time.monotonic() - asked)
        started = time.perf_counter()
        usage, rank = call.handle.usage, call.parts.retriever.retrieve
        rank = partial(rank, view, view.index, query, sought.vector, sought.left_out, usage.uses)
        # Rows in the scope's files cost less than a thread does; another store may be waited for.
        result = rank() if call.parts.registry.engine.backend is None else await asyncio.to_thread(rank)
        METRICS.observe("retrieve_seconds", time.perf_counter() - started)
        METRICS.count("retrievals", found=str(bool(result.hits)).lower())
        for signal in signals_left_out(result.degraded):
            METRICS.count("signal_failures", signal=signal)
        usage.count((hit.id for hit in result.hits), time.time())
        return RetrieveAnswer(**msgspec.structs.asdict(result), scope_exists=view.snapshot.exists)


def _with_rest(query: RetrieveQuery, seconds: float) -> RetrieveQuery:
    """A query with what is left of its deadline once its vector was waited for, and time to rank in any case."""
    if not query.deadline_ms:
        return query
    return msgspec.structs.replace(query, deadline_ms=max(_RANKING_MS, query.deadline_ms - int(seconds * 1000)))
