"""One scope looked at whole: what it holds, its settings, its link graph, whether its proof stands."""

from collections import Counter
from typing import Literal

import msgspec
from litestar import MediaType, Response, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ops.metrics import METRICS
from scopes.errors import ConflictError, NotFoundError
from scopes.governance.proof import Verdict
from scopes.lines import graph as graphs
from scopes.lines import preferences
from scopes.lines.preferences import SettingsPatch
from scopes.model import LAYERS, Degraded, ScopeIds
from scopes.settings import FullSettings, ScopeSettings, in_full
from scopes.storage import folders
from scopes.storage.state import Snapshot
from service.access import for_app, for_app_or_admin
from service.scope_call import ScopeCall, WriteQuery


class SettingsShown(FullSettings, frozen=True, kw_only=True):
    """A scope's settings in full; those of a scope that does not exist yet are the defaults.

    `degraded`: what of them the service can't do as it is.
    """

    scope_exists: bool
    degraded: tuple[Degraded, ...]


class ScopeDescription(msgspec.Struct, frozen=True):
    """A scope's parts: counts, sizes, journal head, settings and the fallbacks in use."""

    scope: ScopeIds
    scope_exists: bool
    uid: str
    counts: dict[str, int]
    bytes: dict[str, int]
    head: dict[str, int | str]
    vectors: dict[str, int | str]
    operations: dict[str, int]
    settings: FullSettings
    unadopted: list[str]
    ignored: list[str]
    degraded: tuple[Degraded, ...]


class ReembedRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to make anew: rows of another model or store, or with `force` all of them."""

    force: bool = False


class Reembedding(msgspec.Struct, frozen=True):
    """Whether vectors were dropped, by which model and in which store they are made, and how many items wait."""

    outcome: Literal["begun", "nothing"]
    model: str
    store: str
    missing: int


class GraphQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the graph is wanted."""

    format: Literal["json", "mermaid"] = "json"


class GraphShown(graphs.Graph, frozen=True, kw_only=True):
    """The link graph; a scope that does not exist yet reads as empty."""

    scope_exists: bool


@get("/v1/describe", opt=for_app("read"), tags=["scope"])
async def describe_scope(call: NamedDependency[ScopeCall]) -> ScopeDescription:
    """What the scope holds and what it lacks."""
    snapshot = await call.snapshot()
    return ScopeDescription(
        scope=call.ids,
        scope_exists=snapshot.exists,
        uid=snapshot.uid,
        counts=await call.listed(snapshot, lambda: _counts(snapshot)),
        bytes={
            "documents": sum(document.size for document in snapshot.documents.values()),
            "sources": sum(snapshot.sizes.values()),
            "resident": call.handle.nbytes,
        },
        head={"seq": snapshot.position.seq, "mac": snapshot.position.mac},
        vectors=await call.listed(snapshot, call.handle.vector_counts),
        operations=_open_operations(snapshot),
        settings=in_full(snapshot.settings),
        unadopted=sorted(call.handle.unadopted()),
        ignored=folders.ignored_files(call.handle.room),
        degraded=(
            *snapshot.degraded,
            *_lacking(call, snapshot.settings),
            *call.handle.fallbacks(),
            *call.parts.health.degraded(),
        ),
    )


@get("/v1/settings", opt=for_app("read"), tags=["scope"])
async def show_settings(call: NamedDependency[ScopeCall]) -> SettingsShown:
    """The scope's settings; the defaults when it does not exist yet."""
    snapshot = await call.snapshot()
    return _shown(call, snapshot.settings, exists=snapshot.exists)


@patch("/v1/settings", opt=for_app("write", WriteQuery), tags=["scope"])
async def change_settings(call: NamedDependency[ScopeCall], data: JSONBody[SettingsPatch]) -> Response[SettingsShown]:
    """Change settings; what is left out stays."""
    room = call.handle.room
    committed = await call.write(lambda batch: preferences.patch(batch, data, room), lambda _: ("settings", {}))
    settings = committed.value or (await call.snapshot()).settings
    return Response(_shown(call, settings, exists=True), headers=call.headers(committed))


@post("/v1/reembed", opt=for_app("write"), status_code=202, tags=["scope"])
async def reembed(call: NamedDependency[ScopeCall], data: JSONBody[ReembedRequest]) -> Response[Reembedding]:
    """Have vectors of another model or store made anew, in the background; `GET /v1/describe` tells how many miss."""
    scope, engine = call.handle, call.parts.registry.engine
    if not scope.exists():
        raise NotFoundError("no such scope")
    if engine.embedder is None or not (await call.view()).embeds:
        raise ConflictError("no embedding model is set for the scope", field="embedding")
    begun = await call.parts.lengthily(lambda: scope.reembed(force=data.force))
    view = await call.view()
    missing = len(view.index) if view.vectors is None else len(view.vectors.missing(view.index))
    store = "directory" if engine.backend is None else engine.backend.name
    found = Reembedding("begun" if begun else "nothing", engine.embedder.model, store, missing)
    return Response(found, status_code=202, headers={"Location": "/v1/describe"})


@get("/v1/graph", opt=for_app("read", GraphQuery), tags=["scope"])
async def show_graph(
    call: NamedDependency[ScopeCall], parameters: NamedDependency[GraphQuery]
) -> Response[GraphShown | str]:
    """The wiki-link graph; links whose target is missing are marked."""
    snapshot = await call.snapshot()
    graph = await call.listed(snapshot, lambda: graphs.graph(snapshot))
    if parameters.format == "mermaid":
        return Response(graphs.mermaid(graph), media_type=MediaType.TEXT)
    return Response(GraphShown(graph.nodes, graph.edges, scope_exists=snapshot.exists))


@get("/v1/verify", opt=for_app_or_admin("verify"), tags=["scope"])
async def verify_scope(call: NamedDependency[ScopeCall]) -> Verdict:
    """Check the scope's chain, anchor and files; 404 when it does not exist."""
    scope = call.handle
    if not scope.exists():
        raise NotFoundError("no such scope")
    verdict = await call.parts.lengthily(scope.verify)
    METRICS.count("verifications", valid=str(verdict.valid).lower())
    for finding in verdict.findings:
        METRICS.count("integrity_findings", kind=finding.kind)
    return verdict


def _counts(snapshot: Snapshot) -> dict[str, int]:
    counts: dict[str, int] = dict.fromkeys(LAYERS, 0)
    for item in snapshot.items.values():
        counts[item.layer] += 1
    return {**counts, "documents": len(snapshot.documents), "sources": len(snapshot.sources)}


def _open_operations(snapshot: Snapshot) -> dict[str, int]:
    counts = Counter(operation.status for operation in snapshot.waiting())
    return {"queued": counts["queued"], "running": counts["running"]}


def _shown(call: ScopeCall, settings: ScopeSettings, *, exists: bool) -> SettingsShown:
    shown = msgspec.structs.asdict(in_full(settings))
    return SettingsShown(**shown, scope_exists=exists, degraded=_lacking(call, settings))


def _lacking(call: ScopeCall, settings: ScopeSettings) -> tuple[Degraded, ...]:
    return preferences.degraded(settings, call.config, call.parts.registry.started)


ONE_SCOPE = [describe_scope, show_settings, change_settings, reembed, show_graph, verify_scope]
