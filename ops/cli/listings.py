"""How the engine's own things are listed by the command line."""

from typing import Any

from ops.cli.backend import DocumentListed, KeyListed
from ops.keys import KeyRecord
from scopes.storage.documents import Document, base_name, layer_of
from scopes.storage.state import Snapshot


def listed(document: Document) -> DocumentListed:
    items = sum(1 for section in document.sections if section.id)
    layer = layer_of(document.path) or ""
    return DocumentListed(document.path, base_name(document.path), layer, document.size, items, document.etag)


def counts(snapshot: Snapshot) -> dict[str, int]:
    counts = {"wiki": 0, "diary": 0, "archive": 0, "source": 0}
    for item in snapshot.items.values():
        counts[item.layer] += 1
    return {**counts, "documents": len(snapshot.documents), "sources": len(snapshot.sources)}


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
