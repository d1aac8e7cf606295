"""What is true now: wiki items. The same name replaces; what stood there before goes to the archive, never away."""

from typing import Any

import msgspec

from scopes.config import EngineConfig
from scopes.errors import ConflictError, NotFoundError
from scopes.governance.notary import scrub
from scopes.lines import expiry, limits, review
from scopes.lines.precondition import Precondition
from scopes.lines.validation import invalid
from scopes.model import Item, Provenance, Status, iso, utc_now
from scopes.storage import journal, links, names
from scopes.storage.batch import Batch
from scopes.storage.documents import ARCHIVE, WIKI, base_name, part_path
from scopes.storage.journal import Entry
from scopes.storage.state import State


class NewItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an app says of an item it wants kept."""

    file: str
    name: str
    content: str
    kind: str | None = None
    tags: tuple[str, ...] = ()
    event_at: str | None = None
    owner: str | None = None
    confidence: float | None = None
    metadata: dict[str, Any] = {}
    expires: str | None = None


class ItemPatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fields to change; one that is left out stays."""

    file: str | msgspec.UnsetType = msgspec.UNSET
    name: str | msgspec.UnsetType = msgspec.UNSET
    content: str | msgspec.UnsetType = msgspec.UNSET
    kind: str | msgspec.UnsetType | None = msgspec.UNSET
    tags: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    event_at: str | msgspec.UnsetType | None = msgspec.UNSET
    confidence: float | msgspec.UnsetType | None = msgspec.UNSET
    status: Status | msgspec.UnsetType = msgspec.UNSET
    expires: str | msgspec.UnsetType | None = msgspec.UNSET
    metadata: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Written(msgspec.Struct, frozen=True):
    """An item as it stands now and what was done: added, updated or unchanged."""

    item: Item
    action: str


def put(
    batch: Batch,
    new: NewItem,
    config: EngineConfig,
    source: Provenance | None = None,
    at: str = "",
    status: Status = "approved",
) -> Written:
    """Add an item, or a new version of the one with its file and name. `at` prefixes field names in errors.

    One that has expired makes room. Without `expires` the scope's word on the kind holds, from now on.
    """
    check(new, config, at)
    name = clean_name(batch, new.name, f"{at}name")
    existing = find_lasting(batch, links.join(new.file, name), config)
    fields = {
        "content": new.content,
        "kind": new.kind,
        "tags": new.tags,
        "event_at": new.event_at,
        "owner": new.owner,
        "confidence": new.confidence,
        "status": status,
        "expires": new.expires or expiry.by_kind(batch.settings, new.kind, utc_now()),
        "metadata": new.metadata,
    }
    if existing is None:
        item = _new_item(new.file, name, source or Provenance(), fields)
        written = batch.put_item(free_part(batch, WIKI, new.file, config), item)
        limits.check_kept(written, f"{at}content")
        batch.note(_entry("add", batch, written))
        return Written(written, "added")
    told = frozenset(fields) if new.expires else frozenset(fields) - {"expires"}
    return replace(batch, existing, {**fields, "source": source or Provenance()}, config, told)


def _new_item(file: str, name: str, source: Provenance, fields: dict[str, Any]) -> Item:
    return Item(
        id=journal.mint_id(),
        layer="wiki",
        file=file,
        name=name,
        address=links.join(file, name),
        source=source,
        recorded_at=iso(utc_now()),
        **fields,
    )


def check(new: NewItem, config: EngineConfig, at: str = "") -> None:
    """Refuse what can't be a wiki item, naming the field and its limit."""
    limits.check_file(new.file, f"{at}file", config.notary)
    names.check_item(new.name, f"{at}name")
    limits.check_text(new.content, f"{at}content", config.text_bytes)
    limits.check_labels(new.kind, new.tags, new.owner, config, at)
    limits.check_metadata(new.metadata, f"{at}metadata", config.metadata_bytes)
    limits.check_time(new.event_at, f"{at}event_at")
    limits.check_time(new.expires, f"{at}expires")
    limits.check_share(new.confidence, f"{at}confidence")


def clean_name(batch: Batch, name: str, field: str) -> str:
    """A name as it will stand: it is an address, so it must pass the notary before anything is looked up by it."""
    scrubbed = scrub(name, field, batch.rules)
    batch.scrubbed.update(finding.rule for finding in scrubbed.findings)
    return names.check_item(scrubbed.text.strip(), field)


def find(batch: State, address: str) -> Item | None:
    """The living item at an address."""
    identity = batch.addresses.get(address)
    return None if identity is None else batch.items.get(identity)


def find_lasting(batch: Batch, address: str, config: EngineConfig) -> Item | None:
    """The living item at an address; one that has expired goes to the archive."""
    item = find(batch, address)
    if item is None or not expiry.has_expired(item, utc_now()):
        return item
    expire(batch, item, config)
    return None


def replace(
    batch: Batch, old: Item, fields: dict[str, Any], config: EngineConfig, told: frozenset[str] | None = None
) -> Written:
    """Give an item new fields; its former version goes to the archive, linked both ways.

    Fields are compared as they would be stored: text that the notary changes again in the same way is no new version.
    Only those that are `told` make one, all but the source unless it is given.
    """
    draft = Batch(batch, batch.author)
    archived = archive_version(draft, old, config)
    now = msgspec.structs.replace(old, **fields, recorded_at=iso(utc_now()), supersedes=archived.id)
    written = draft.put_item(place(batch, old), now)
    if "content" in fields:
        limits.check_kept(written, "content")
    if all(getattr(old, name) == getattr(written, name) for name in told or frozenset(fields) - {"source"}):
        batch.scrubbed.update(draft.scrubbed)
        return Written(old, "unchanged")
    draft.note(_entry("update", draft, written))
    batch.take(draft)
    return Written(written, "updated")


def archive_version(batch: Batch, old: Item, config: EngineConfig) -> Item:
    """A copy of an item's present version in the archive, under an id of its own."""
    copy = msgspec.structs.replace(
        old, id=journal.mint_id(), layer="archive", status=_status_of_former(old), superseded_by=old.id
    )
    archived = batch.put_item(free_part(batch, ARCHIVE, old.file, config), copy)
    batch.note(_entry("archive", batch, archived))
    return archived


def _status_of_former(item: Item) -> Status:
    """What is rejected stays so in the archive: it is how a statement is known that must not come back."""
    return "rejected" if item.status == "rejected" else "superseded"


def patch(batch: Batch, identity: str, change: ItemPatch, precondition: Precondition, config: EngineConfig) -> Written:
    """Change fields of one item. A new file or name moves it, and the links that point to it follow."""
    item = get(batch, identity, precondition)
    given = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not msgspec.UNSET}
    moved = {name: given.pop(name) for name in ("file", "name") if name in given}
    if "status" in given and review.applies(item):
        # First: it is about the text that stands, and a new one that comes with it is marked again.
        reviewed = review.review(batch, item, given.pop("status"))
        if not given and not moved:
            return Written(reviewed, "unchanged" if reviewed == item else "updated")
        item = reviewed
    _check_patch(item, given, config)
    target = _target(batch, item, moved)
    written = replace(batch, item, given, config) if given else Written(item, "unchanged")
    if target != (item.file, item.name):
        written = Written(move(batch, written.item, *target, config), "updated")
    return written


def _target(batch: Batch, item: Item, moved: dict[str, Any]) -> tuple[str, str]:
    """The file and name an item is to have."""
    file, name = moved.get("file", item.file), moved.get("name", item.name)
    if file != item.file:
        limits.check_file(file, "file", batch.rules)
    if name != item.name:
        name = clean_name(batch, names.check_item(name), "name")
    return file, name


def _check_patch(item: Item, given: dict[str, Any], config: EngineConfig) -> None:
    if item.layer not in ("wiki", "diary"):
        raise ConflictError(f"an item of the {item.layer} layer can't be changed")
    if "content" in given:
        limits.check_text(given["content"], "content", config.text_bytes)
    limits.check_labels(given.get("kind"), given.get("tags", ()), None, config)
    limits.check_metadata(given.get("metadata", {}), "metadata", config.metadata_bytes)
    limits.check_time(given.get("event_at"), "event_at")
    limits.check_time(given.get("expires"), "expires")
    limits.check_share(given.get("confidence"), "confidence")


def move(batch: Batch, item: Item, file: str, name: str, config: EngineConfig) -> Item:
    """Give an item another address and rewrite the links that pointed to the old one."""
    if item.layer != "wiki":
        raise ConflictError("only wiki items can be renamed", field="name")
    target = links.join(file, name)
    if find(batch, target) is not None:
        raise ConflictError("an item with this file and name exists", field="name")
    batch.drop_item(item.id)
    path = free_part(batch, WIKI, file, config)
    moved = batch.put_item(path, msgspec.structs.replace(item, file=file, name=name, address=target))
    batch.note(_entry("rename", batch, moved))
    for referrer in [other for other in living(batch) if item.address in other.links]:
        content = links.retarget(referrer.content, item.address, target)
        linked = batch.put_item(place(batch, referrer), msgspec.structs.replace(referrer, content=content))
        batch.note(_entry("repair", batch, linked))
    return batch.items.get(moved.id) or moved


def living(batch: Batch) -> list[Item]:
    """Every wiki and diary item as the batch stands."""
    return [item for item in batch.all_items() if item.layer in ("wiki", "diary")]


def archive(batch: Batch, identity: str, precondition: Precondition | None, config: EngineConfig) -> Item:
    """Move an item from its document to the archive."""
    item = removable(batch, identity, precondition)
    if item.layer == "archive":
        raise ConflictError("the item is in the archive already", field="hard")
    batch.note(_entry("archive", batch, item))
    return _to_archive(batch, item, _status_of_former(item), config)


def expire(batch: Batch, item: Item, config: EngineConfig) -> Item:
    """Move an item whose time is over to the archive, with the status that it had."""
    batch.note(_entry("expire", batch, item))
    return _to_archive(batch, item, item.status, config)


def _to_archive(batch: Batch, item: Item, status: Status, config: EngineConfig) -> Item:
    batch.drop_item(item.id)
    archived = msgspec.structs.replace(item, layer="archive", status=status)
    return batch.put_item(free_part(batch, ARCHIVE, item.file, config), archived)


def removable(batch: Batch, identity: str, precondition: Precondition | None) -> Item:
    """An item that may be taken out of its document; ConflictError for a turn."""
    item = get(batch, identity, precondition)
    if item.layer == "source":
        raise ConflictError("a turn goes with its source", field="id")
    if item.line != "chat":
        raise ConflictError(f"an item of the {item.line} line goes with its file", field="id")
    return item


def get(batch: Batch, identity: str, precondition: Precondition | None = None) -> Item:
    """An item by id; NotFoundError, or PreconditionFailedError when it is not the version the caller saw."""
    item = batch.items.get(identity)
    if item is None:
        raise NotFoundError("no such item")
    if precondition is not None:
        precondition.check(item.etag)
    return item


def place(batch: Batch, item: Item) -> str:
    """The path of the document an item stands in."""
    path = batch.places.get(item.id)
    if path is None:
        raise NotFoundError("no such item")
    return path


def free_part(batch: Batch, folder: str, file: str, config: EngineConfig) -> str:
    """The document, or its first continuation, that has room; ConflictError when the name differs only in case."""
    name = file
    if batch.documents.get(f"{folder}{file}.md") is None and (other := _alike(batch, folder, file)) is not None:
        if folder != ARCHIVE:
            raise ConflictError("a file whose name differs only in case or composition exists", field="file")
        name = other  # what was called so before is gone from the wiki: the two share a place in the archive
    path, part = f"{folder}{name}.md", 1
    while (document := batch.documents.get(path)) is not None and document.size >= config.document_bytes:
        part += 1
        path = part_path(f"{folder}{name}.md", part)
    return path


def _alike(batch: Batch, folder: str, file: str) -> str | None:
    """The name of a document in the folder that some file system would take for this one."""
    folded = names.fold(file)
    for path in (*batch.snapshot.documents, *batch.documents.changes):
        name = base_name(path)
        if path.startswith(folder) and name != file and names.fold(name) == folded and batch.documents.get(path):
            return name
    return None


def _entry(op: str, batch: Batch, item: Item) -> Entry:
    path = batch.places.get(item.id) or ""
    document = batch.documents.get(path)
    note = {"file": item.file, "item": item.name}
    return Entry(op, line="chat", doc=None if document is None else document.id, id=item.id, note=note)


def parse_new(value: Any, at: str) -> NewItem:
    """An item out of loosely typed input; InvalidError names the field."""
    try:
        return msgspec.convert(value, NewItem)
    except msgspec.ValidationError as error:
        raise invalid(error, at, kind=NewItem) from None
