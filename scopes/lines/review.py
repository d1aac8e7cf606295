"""A person's word on an item: approved, it may stand in prompts; else it stays out. No text changes by it."""

import msgspec

from scopes.model import Item, Status
from scopes.storage import sources, trust
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry


def applies(item: Item) -> bool:
    """Whether a new status is a review: of what lives in the chat line, and of any item that was held back or is."""
    return item.layer in ("wiki", "diary", "source") or item.trust in (trust.LOW, trust.REVIEWED)


def review(batch: Batch, item: Item, status: Status) -> Item:
    """Give an item its status, and with it the trust that follows. The text stays; no version is kept."""
    reviewed = as_reviewed(item, status)
    if reviewed == item:
        return item
    path = batch.places.get(item.id)
    document = None if path is None else batch.documents.get(path)
    source = batch.source_of(item.line, item.file) if item.layer == "source" else None
    if path is not None:
        batch.put_item(path, reviewed)
    elif source is not None:
        batch.append_turns([sources.from_item(reviewed, source)])
    note = {"file": item.file, "item": item.name, "status": status}
    identity = None if document is None else document.id
    batch.note(Entry("review", line=item.line, doc=identity, source=source, id=item.id, note=note))
    return batch.items.get(item.id) or reviewed


def as_reviewed(item: Item, status: Status) -> Item:
    """An item with a status and the trust that follows from it."""
    due = None if item.trust is None else trust.REVIEWED if status == "approved" else trust.LOW
    return msgspec.structs.replace(item, status=status, trust=due)
