"""How the engine's own things are listed by the command line."""

from collections.abc import Iterator
from typing import Any

from ops.cli.backend import DocumentListed, KeyListed, ScopeDescription
from ops.keys import KeyRecord
from scopes.lines import preferences
from scopes.lines.choosing import Trust, Where
from scopes.model import LAYERS, Degraded, Item, Layer, Status, utc_now
from scopes.scope import Scope
from scopes.settings import in_full
from scopes.storage import folders
from scopes.storage.documents import Document, layer_of
from scopes.storage.page_names import file_of
from scopes.storage.state import Snapshot


def listed(document: Document) -> DocumentListed:
    items = sum(1 for section in document.sections if section.id)
    layer = layer_of(document.path) or ""
    return DocumentListed(document.path, file_of(document.path), layer, document.size, items, document.etag)


def counts(snapshot: Snapshot) -> dict[str, int]:
    counts: dict[str, int] = dict.fromkeys(LAYERS, 0)
    for item in snapshot.items.values():
        counts[item.layer] += 1
    return {**counts, "documents": len(snapshot.documents), "sources": len(snapshot.sources)}


def items(
    snapshot: Snapshot, layer: Layer | None, file: str | None, status: Status | None, trust: Trust | None
) -> Iterator[Item]:
    """Items in the order of their ids, as a server lists them."""
    now = utc_now()
    files = None if file is None else (file,)
    where = Where(layers=None if layer is None else (layer,), files=files, status=status, trust=trust)
    yield from sorted((one for one in snapshot.items.values() if where.holds(one, now)), key=lambda item: item.id)


def described(scope: Scope, fallbacks: tuple[Degraded, ...]) -> ScopeDescription:
    snapshot = scope.snapshot()
    since = fallbacks[0].since if fallbacks else snapshot.opened
    lacking = preferences.degraded(snapshot.settings, scope.room.config, since)
    return ScopeDescription(
        scope=scope.ids,
        scope_exists=snapshot.exists,
        uid=snapshot.uid,
        counts=counts(snapshot),
        bytes={
            "documents": sum(document.size for document in snapshot.documents.values()),
            "sources": sum(snapshot.sizes.values()),
        },
        head={"seq": snapshot.position.seq, "mac": snapshot.position.mac},
        vectors=scope.vector_counts(),
        settings=in_full(snapshot.settings),
        unadopted=sorted(scope.unadopted()),
        ignored=folders.ignored_files(scope.room),
        degraded=(*lacking, *scope.fallbacks(), *fallbacks),
    )


def key_listed(identifier: str, record: KeyRecord, last_used: Any) -> KeyListed:
    return KeyListed(
        id=identifier,
        app=record.app,
        role=record.role,
        grants=record.grants,
        created=record.created,
        expires=record.expires,
        revoked=record.revoked,
        last_used=last_used,
    )
