"""What a change adds to its scope: items of every layer, bytes of documents and sources."""

from scopes.quota import Growth
from scopes.storage import sources
from scopes.storage.batch import Batch
from scopes.storage.state import Snapshot

_REMOVING = frozenset({"archive", "delete", "expire", "remove_document"})


def measure(batch: Batch) -> Growth:
    """What a batch adds to what it was made over, before it is recorded: its turns count as they will be written."""
    items = sum((new is not None) - (old is not None) for old, new in batch.items.replaced())
    size = sum(
        (0 if new is None else new.size) - (0 if old is None else old.size) for old, new in batch.documents.replaced()
    )
    size += sum((new or 0) - (old or 0) for old, new in batch.sizes.replaced())
    return Growth(items=items, bytes=size + sum(len(sources.render(turn).encode()) for turn in batch.new_turns))


def to_ask_for(change: Batch) -> Growth:
    """The growth that the app's quota must allow. A change that only removes is never refused, though the archive may
    grow by a comment: nobody must be kept from making room."""
    return Growth() if only_removes(change) else measure(change)


def only_removes(change: Batch) -> bool:
    """Whether a change makes room, or leaves all as it is."""
    return change.erasure is not None or all(entry.op in _REMOVING for entry, _ in change.entries)


def total(snapshot: Snapshot) -> Growth:
    """All that a scope holds."""
    documents = sum(document.size for document in snapshot.documents.values())
    return Growth(int(snapshot.exists), len(snapshot.items), documents + sum(snapshot.sizes.values()))
