"""One scope looked at whole: what it holds, its settings, its link graph, whether its proof stands."""

from typing import Literal

import msgspec
from litestar import MediaType, Response, get, patch
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ops.principal import Principal
from scopes.errors import NotFoundError
from scopes.governance import proof
from scopes.governance.proof import Verdict
from scopes.lines import graph as graphs
from scopes.lines import preferences
from scopes.lines.preferences import SettingsPatch
from scopes.model import Degraded, ScopeIds
from scopes.settings import ScopeSettings
from scopes.storage.state import Snapshot
from service.access import for_app, for_app_or_admin
from service.engine import AnyRequest, headers_of, read_snapshot, scope_of, write
from service.running import running


class ScopeDescription(msgspec.Struct, frozen=True):
    """A scope's parts: counts, sizes, journal head, settings and the fallbacks in use."""

    scope: ScopeIds
    scope_exists: bool
    uid: str
    counts: dict[str, int]
    bytes: dict[str, int]
    head: dict[str, int | str]
    settings: ScopeSettings
    unadopted: list[str]
    degraded: tuple[Degraded, ...]


class GraphQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the graph is wanted."""

    format: Literal["json", "mermaid"] = "json"


class SettingsShown(msgspec.Struct, frozen=True):
    """A scope's settings in full, defaults included."""

    diary: bool
    time_zone: str
    extract: str
    hand_edits: str
    scope_exists: bool


@get("/v1/describe", opt=for_app("read"), tags=["scope"])
async def describe_scope(request: AnyRequest, ids: NamedDependency[ScopeIds]) -> ScopeDescription:
    """What the scope holds and what it lacks."""
    snapshot = await read_snapshot(request, ids)
    degraded = running(request.app).health.degraded()
    return ScopeDescription(
        scope=ids,
        scope_exists=snapshot.exists,
        uid=snapshot.uid,
        counts=_counts(snapshot),
        bytes={
            "documents": sum(document.size for document in snapshot.documents.values()),
            "sources": sum(snapshot.sizes.values()),
            "resident": scope_of(request, ids).nbytes,
        },
        head={"seq": snapshot.position.seq, "mac": snapshot.position.mac},
        settings=snapshot.settings,
        unadopted=sorted(scope_of(request, ids).unadopted()),
        degraded=degraded,
    )


@get("/v1/settings", opt=for_app("read"), tags=["scope"])
async def show_settings(request: AnyRequest, ids: NamedDependency[ScopeIds]) -> SettingsShown:
    """The scope's settings; the defaults when it does not exist yet."""
    snapshot = await read_snapshot(request, ids)
    return _shown(snapshot.settings, exists=snapshot.exists)


@patch("/v1/settings", opt=for_app("write"), tags=["scope"])
async def change_settings(
    request: AnyRequest,
    ids: NamedDependency[ScopeIds],
    principal: NamedDependency[Principal],
    data: JSONBody[SettingsPatch],
) -> Response[SettingsShown]:
    """Change settings; what is left out stays."""
    room = scope_of(request, ids).room
    committed = await write(
        request, ids, principal, lambda batch: preferences.patch(batch, data, room), lambda _: ("settings", {})
    )
    settings = committed.value or (await read_snapshot(request, ids)).settings
    return Response(_shown(settings, exists=True), headers=headers_of(committed))


@get("/v1/graph", opt=for_app("read", GraphQuery), tags=["scope"])
async def show_graph(
    request: AnyRequest, ids: NamedDependency[ScopeIds], parameters: NamedDependency[GraphQuery]
) -> Response[graphs.Graph | str]:
    """The wiki-link graph; links whose target is missing are marked."""
    shown = graphs.graph(await read_snapshot(request, ids))
    if parameters.format == "mermaid":
        return Response(graphs.mermaid(shown), media_type=MediaType.TEXT)
    return Response(shown)


@get("/v1/verify", opt=for_app_or_admin("verify"), tags=["scope"])
async def verify_scope(request: AnyRequest, ids: NamedDependency[ScopeIds]) -> Verdict:
    """Check the scope's chain, anchor and files; 404 when it does not exist."""
    scope = scope_of(request, ids)
    if not scope.exists():
        raise NotFoundError("no such scope")
    return await running(request.app).heavily(proof.verify, scope.room)


def _counts(snapshot: Snapshot) -> dict[str, int]:
    counts = {"wiki": 0, "diary": 0, "archive": 0, "source": 0}
    for item in snapshot.items.values():
        counts[item.layer] += 1
    return {**counts, "documents": len(snapshot.documents), "sources": len(snapshot.sources)}


def _shown(settings: ScopeSettings, *, exists: bool) -> SettingsShown:
    return SettingsShown(settings.diary, settings.time_zone, settings.extract, settings.hand_edits, exists)


ONE_SCOPE = [describe_scope, show_settings, change_settings, show_graph, verify_scope]
