"""What an erasure would take, told before anything goes."""

import os
from collections import Counter
from typing import Any

import msgspec

from ops.item_erasure import counts_of, selection_of
from ops.ledger import Ledger
from ops.receipts import LIMITS
from ops.removal import LAYERS
from ops.spans import WHOLE_SCOPES, ErasureRequest, check_request, keyed_name, places
from ops.survey import readable_snapshot, survey
from scopes.errors import NotFoundError
from scopes.governance import erase
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage.state import State

MOST = 10_000


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What an erasure would take: each list ends at 10,000 entries, `omitted` counts the rest.

    `ids` are of items, turns and sources; `links` of items that would lose a link; `kept` of the evidence that would
    stay. `git`, `unknown` and `exports` tell of copies: a `.git` folder, files of other names, exports by ledger line.
    """

    dry_run: bool = True
    what: str
    counts: dict[str, int]
    layers: tuple[str, ...]
    scopes: tuple[ScopeIds, ...] = ()
    ids: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    git: bool = False
    unknown: tuple[str, ...] = ()
    exports: tuple[int, ...] = ()
    omitted: dict[str, int] = {}
    limits: str = LIMITS


def plan(registry: Registry, ledger: Ledger, request: ErasureRequest, ids: ScopeIds) -> Plan:
    """What the erasure would take. InvalidError for ids that don't fit the span, NotFoundError for nothing there."""
    check_request(request, ids)
    if request.span in WHOLE_SCOPES:
        return _of_scopes(registry, ledger, request, ids)
    return _of_items(registry, ledger, request, ids)


def _of_scopes(registry: Registry, ledger: Ledger, request: ErasureRequest, ids: ScopeIds) -> Plan:
    engine = registry.engine
    counts, listed, names = Counter[str](), _Listed(), {keyed_name(engine, request.span, ids)}
    git = False
    for place in places(engine.config.data, request.span, ids):
        snapshot = readable_snapshot(engine, place.ids)
        found = survey(place.root, snapshot)
        counts.update({"scopes": 1, **found.counts})
        git = git or found.git
        listed.add("ids", *snapshot.items, *snapshot.sources)
        listed.add("unknown", *found.unknown)
        if place.ids is not None:
            listed.add("scopes", place.ids)
            names.add(os.path.basename(engine.room(place.ids).lock_path))
        if request.span == "scope":
            listed.add("documents", *sorted(snapshot.documents))
    if not counts:
        raise NotFoundError("no such scope")
    return Plan(
        what=request.span,
        counts=dict(counts),
        layers=LAYERS,
        git=git,
        exports=ledger.exports(names),
        omitted=listed.omitted,
        **listed.kept,
    )


def _of_items(registry: Registry, ledger: Ledger, request: ErasureRequest, ids: ScopeIds) -> Plan:
    scope = registry.scope(ids)
    snapshot = scope.snapshot()
    selection = selection_of(request)(State(snapshot))
    found = survey(scope.room.layout.root, snapshot)
    listed = _Listed()
    listed.add("scopes", ids)
    listed.add("ids", *sorted(selection.ids), *selection.sources)
    listed.add("documents", *selection.files)
    listed.add("links", *selection.links)
    listed.add("kept", *selection.kept)
    listed.add("unknown", *found.unknown)
    return Plan(
        what=request.span,
        counts=counts_of(selection),
        layers=erase.LAYERS,
        git=found.git,
        exports=ledger.exports({keyed_name(registry.engine, "scope", ids)}),
        omitted=listed.omitted,
        **listed.kept,
    )


class _Listed:
    """The lists of a plan, each up to its bound."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.omitted: dict[str, int] = {}

    def add(self, name: str, *found: Any) -> None:
        before = self.kept.get(name, ())
        taken = found[: MOST - len(before)]
        self.kept[name] = before + taken
        if len(taken) < len(found):
            self.omitted[name] = self.omitted.get(name, 0) + len(found) - len(taken)
