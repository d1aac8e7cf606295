"""What happened: entries appended to the day's document, named by the minute in the scope's zone."""

import datetime as dt
from typing import Any

import msgspec

from scopes.config import EngineConfig
from scopes.lines import limits
from scopes.lines.wiki import free_part
from scopes.model import Item, Provenance, iso, utc_now
from scopes.storage import diary, journal, links
from scopes.storage.batch import Batch
from scopes.storage.documents import DIARY, base_name
from scopes.storage.journal import Entry


class NewEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph for the diary; without `at` it happened now."""

    content: str
    at: str | None = None
    kind: str | None = None
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any] = {}


def append(
    batch: Batch,
    new: NewEntry,
    config: EngineConfig,
    *,
    source: Provenance | None = None,
    speaker: str | None = None,
    at: str = "",
) -> Item:
    """Append an entry. `at` prefixes field names in errors."""
    limits.check_text(new.content, f"{at}content", config.text_bytes)
    limits.check_labels(new.kind, new.tags, None, config, at)
    limits.check_metadata(new.metadata, f"{at}metadata", config.metadata_bytes)
    zone = diary.zone(batch.settings.time_zone)
    moment = utc_now().astimezone(zone) if new.at is None else diary.parse_time(new.at, f"{at}at", zone)
    file = base_name(diary.file_for(moment))
    name = diary.entry_name(moment, lambda candidate: batch.addresses.get(links.join(file, candidate)) is not None)
    entry = Item(
        id=journal.mint_id(),
        layer="diary",
        file=file,
        name=name,
        address=links.join(file, name),
        content=new.content,
        kind=new.kind,
        tags=new.tags,
        source=source or Provenance(),
        speaker=speaker,
        event_at=moment.isoformat(timespec="seconds"),
        recorded_at=iso(utc_now()),
        metadata=new.metadata,
    )
    written = batch.put_item(free_part(batch, DIARY, file, config), entry)
    document = batch.documents.get(batch.places.get(written.id) or "")
    note = {"file": file, "item": written.name}
    batch.note(Entry("diary", line="chat", doc=None if document is None else document.id, id=written.id, note=note))
    return written


def in_range(item: Item, start: dt.datetime | None, end: dt.datetime | None) -> bool:
    """Whether an entry's time lies in [start, end)."""
    try:
        moment = dt.datetime.fromisoformat(item.event_at or item.file)
    except ValueError:
        return start is None and end is None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
    return (start is None or moment >= start) and (end is None or moment < end)
