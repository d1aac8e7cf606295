"""Memorize and retrieve: what an app calls on every turn of a conversation."""

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ops.metrics import METRICS
from ops.principal import Principal
from scopes.lines import chat
from scopes.lines.chat import MemorizeRequest
from scopes.model import Operation, ScopeIds
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import RetrieveResult
from scopes.storage import journal
from service.access import for_app
from service.api.operations import find_operation
from service.engine import AnyRequest, headers_of, read_view, write
from service.prefer import read_preferences
from service.running import running


class MemoryController(Controller):
    """`/v1/memorize` and `/v1/retrieve`."""

    path = "/v1"
    tags = ("memory",)

    @post("/memorize", opt=for_app("write"), status_code=202)
    async def memorize(
        self,
        request: AnyRequest,
        ids: NamedDependency[ScopeIds],
        principal: NamedDependency[Principal],
        data: JSONBody[MemorizeRequest],
    ) -> Response[Operation]:
        """Store a conversation's turns, durably before the answer, and what is to be made of them.

        202 with the operation, or with `Prefer: wait=N` 200 with its outcome.
        """
        settings = running(request.app).settings
        change = chat.memorize(data, running(request.app).registry.engine.config, journal.mint_id())
        committed = await write(request, ids, principal, change, _describe)
        operation = committed.value
        if operation is None:
            identity = "" if committed.replayed is None else committed.replayed.ids["operation"]
            operation = await find_operation(request, ids, identity)
        preferences = read_preferences(request.scope["headers"], settings.limits.wait_seconds)
        location = f"/v1/operations/{operation.id}"
        headers = {"Location": location, **headers_of(committed), **preferences.applied()}
        return Response(operation, status_code=202 if preferences.wait is None else 200, headers=headers)

    @post("/retrieve", opt=for_app("read"), status_code=200)
    async def retrieve(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], data: JSONBody[RetrieveQuery]
    ) -> RetrieveResult:
        """The memories that fit a query, in the order to inject them."""
        view = await read_view(request, ids)
        result = running(request.app).retriever.retrieve(view, view.index, data)
        METRICS.count("retrievals", found=str(bool(result.hits)).lower())
        return result


def _describe(operation: Operation) -> tuple[str, dict[str, str]]:
    return "operation", {"operation": operation.id}
