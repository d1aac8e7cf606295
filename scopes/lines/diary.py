"""What happened: entries appended to the day's document, named by the minute in the scope's zone."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import msgspec

from scopes.config import EngineConfig
from scopes.lines import expiry, limits
from scopes.lines.wiki import free_part
from scopes.model import Item, Provenance, Status, iso, utc_now
from scopes.storage import diary, journal, links
from scopes.storage.batch import Batch
from scopes.storage.documents import DIARY, base_name
from scopes.storage.journal import Entry
from scopes.storage.state import Snapshot


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
    status: Status = "approved",
) -> Item:
    """Append an entry. `at` prefixes field names in errors."""
    limits.check_text(new.content, f"{at}content", config.text_bytes)
    limits.check_labels(new.kind, new.tags, None, config, at)
    limits.check_metadata(new.metadata, f"{at}metadata", config.metadata_bytes)
    limits.check_time(new.at, f"{at}at", first_year=limits.DIARY_YEAR)
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
        status=status,
        expires=expiry.by_kind(batch.settings, new.kind, utc_now()),
        metadata=new.metadata,
    )
    written = batch.put_item(free_part(batch, DIARY, file, config), entry)
    limits.check_kept(written, f"{at}content")
    document = batch.documents.get(batch.places.get(written.id) or "")
    note = {"file": file, "item": written.name}
    batch.note(Entry("diary", line="chat", doc=None if document is None else document.id, id=written.id, note=note))
    return written


def entries(
    snapshot: Snapshot, start: dt.datetime | None, end: dt.datetime | None
) -> Iterator[tuple[tuple[str, str], Item]]:
    """Entries of [start, end) with a position that orders them by time; those of no readable time come only without
    bounds, and first; those that have expired don't come."""
    zone, now = diary.zone(snapshot.settings.time_zone), utc_now()
    for item in snapshot.items.values():
        if item.layer != "diary" or expiry.has_expired(item, now):
            continue
        moment = _moment(item, zone)
        if moment is None:
            if start is None and end is None:
                yield ("", _turn(item)), item
        elif (start is None or moment >= start) and (end is None or moment < end):
            yield (moment.isoformat(timespec="microseconds"), _turn(item)), item


def _turn(item: Item) -> str:
    """Where an entry stands among those of its moment: as headed, the tenth of a minute behind the second."""
    minute, _, number = item.name.partition("-")
    return f"{minute}-{number.zfill(9)}-{item.id}"


def _moment(item: Item, zone: dt.tzinfo) -> dt.datetime | None:
    """When it happened, in UTC: its event, else its file's day at the time it is headed with, in the scope's zone."""
    for text in (item.event_at or "", f"{item.file}T{item.name[:5]}", item.file):
        try:
            moment = dt.datetime.fromisoformat(text)
            return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(dt.UTC)
        except (ValueError, OverflowError):
            continue
    return None


def read_bound(text: str | None, field: str, snapshot: Snapshot) -> dt.datetime | None:
    """One end of a stretch of time; without a zone it is in the scope's. An end of the calendar is itself."""
    limits.check_time(text, field)
    if text is None:
        return None
    found, zone = dt.datetime.fromisoformat(text), diary.zone(snapshot.settings.time_zone)
    try:
        return (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(dt.UTC)
    except OverflowError:
        return found.replace(tzinfo=dt.UTC)
