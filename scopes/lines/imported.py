"""What an import brings into the chat line: turns into the sources, notes into the wiki, events into the diary.

Each is known again by what it says: the second time it changes nothing, whatever became of the first. What was erased
or rejected does not come back, and nothing that is here is replaced. What waits for a review or expires is as the scope
has it for what is extracted.
"""

import base64
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from scopes.config import EngineConfig
from scopes.errors import MunimentError
from scopes.extraction.admission import status_of
from scopes.governance.notary import scrub
from scopes.lines import expiry, limits, wiki
from scopes.lines.extracted import Rejected, rejections
from scopes.lines.turns import status_of_turn
from scopes.lines.wiki import NewItem, free_part
from scopes.model import Item, Provenance, iso, utc_now
from scopes.storage import diary, journal, links
from scopes.storage.batch import Batch
from scopes.storage.documents import DIARY, WIKI, base_name
from scopes.storage.journal import Entry
from scopes.storage.room import first_kid
from scopes.storage.sources import Turn
from scopes.storage.state import turn_key

_ALIKE = 1_000


class ImportedTurn(msgspec.Struct, frozen=True, kw_only=True):
    """A turn with the names by which its source and it are known: made of digests, so that they need no notary."""

    source: str
    turn: str
    role: str
    content: str
    name: str | None = None
    at: str | None = None
    metadata: dict[str, Any] = {}


class ImportedItem(msgspec.Struct, frozen=True, kw_only=True):
    """A note of the wiki, or (without a file) an event of the diary; `sha256` is of what it says."""

    content: str
    sha256: str
    file: str = ""
    name: str = ""
    kind: str | None = None
    tags: tuple[str, ...] = ()
    owner: str | None = None
    at: str | None = None
    metadata: dict[str, Any] = {}


Imported = ImportedTurn | ImportedItem
State = Literal["stored", "known", "erased", "refused"]


class Result(msgspec.Struct, frozen=True):
    """What became of one part: it is new, was there already, was erased before, or is refused, and why."""

    state: State
    reason: str = ""


def store(batch: Batch, parts: Sequence[Imported], config: EngineConfig) -> tuple[Result, ...]:
    """Store what is new of some parts; one that can't be stored keeps out no other."""
    now, rejected = iso(utc_now()), rejections(batch)
    return tuple(_take(batch, part, config, now, rejected) for part in parts)


def _take(batch: Batch, part: Imported, config: EngineConfig, now: str, rejected: Rejected) -> Result:
    draft = Batch(batch, batch.author)
    try:
        if isinstance(part, ImportedTurn):
            state = _add_turn(draft, part, config, now)
        else:
            state = _add_note(draft, part, config, rejected) if part.file else _add_event(draft, part, config)
    except MunimentError as error:
        return Result("refused", error.detail)
    if state == "stored":
        batch.take(draft)
    return Result(state)


def _add_turn(batch: Batch, part: ImportedTurn, config: EngineConfig, now: str) -> State:
    source = batch.source_names.get(part.source) or journal.mint_id()
    if batch.turns.get(turn_key(source, part.turn)):
        return "known"
    if batch.is_erased(part.source, part.turn):
        return "erased"
    _check_turn(part, config)
    turn = Turn(
        id=journal.mint_id(),
        source=source,
        source_id=part.source,
        turn=part.turn,
        role=part.role,
        content=part.content,
        ts=now,
        name=part.name,
        at=part.at,
        meta=part.metadata,
        status=status_of_turn(batch, part.content),
    )
    batch.append_turns([turn])
    limits.check_kept(batch.items.get(turn.id), "content")
    return "stored"


def _check_turn(part: ImportedTurn, config: EngineConfig) -> None:
    if part.name is not None:
        limits.check_label(part.name, "name", config.notary)
    limits.check_text(part.content, "content", config.text_bytes)
    limits.check_time(part.at, "at", first_year=limits.DIARY_YEAR)
    limits.check_metadata(part.metadata, "metadata", config.metadata_bytes)


def note_sources(batch: Batch) -> None:
    """Tell the journal which sources got how many turns."""
    counts: dict[str, list[str]] = {}
    for turn in batch.new_turns:
        counts.setdefault(turn.source, []).append(turn.source_id)
    for source, named in counts.items():
        batch.note(Entry("memorize", line="chat", source=source, note={"source": named[0], "turns": str(len(named))}))


def _add_note(batch: Batch, part: ImportedItem, config: EngineConfig, rejected: Rejected) -> State:
    """Add a wiki item that nobody rejected. Where its name is taken by another text it gets a number."""
    identity = _identity(batch, part)
    if (state := _known(batch, identity)) is not None:
        return state
    new = NewItem(part.file, part.name, part.content, part.kind, part.tags, part.at, part.owner, None, part.metadata)
    wiki.check(new, config)
    plain, content = wiki.clean_name(batch, new.name, "name"), scrub(new.content, "content", batch.rules).text
    if any(item.content.strip() == content.strip() for item in rejected(new.file)):
        return "known"
    for number in range(1, _ALIKE):
        name = plain if number == 1 else f"{plain}-{number}"
        there = wiki.find(batch, links.join(new.file, name))
        if there is not None and there.content == content:
            return "known"
        if there is None:
            _put(batch, WIKI, _item(batch, part, identity, new.file, name), "add", config)
            return "stored"
    return "known"


def _add_event(batch: Batch, part: ImportedItem, config: EngineConfig) -> State:
    identity = _identity(batch, part)
    if (state := _known(batch, identity)) is not None:
        return state
    limits.check_text(part.content, "content", config.text_bytes)
    limits.check_labels(part.kind, part.tags, part.owner, config)
    limits.check_time(part.at, "at", first_year=limits.DIARY_YEAR)
    zone = diary.zone(batch.settings.time_zone)
    moment = utc_now().astimezone(zone) if part.at is None else diary.parse_time(part.at, "at", zone)
    day = base_name(diary.file_for(moment))
    name = diary.entry_name(moment, lambda candidate: batch.addresses.get(links.join(day, candidate)) is not None)
    entry = msgspec.structs.replace(
        _item(batch, part, identity, day, name), event_at=moment.isoformat(timespec="seconds")
    )
    _put(batch, DIARY, msgspec.structs.replace(entry, layer="diary"), "diary", config)
    return "stored"


def _item(batch: Batch, part: ImportedItem, identity: str, file: str, name: str) -> Item:
    """The item of a part, admitted and with a time to expire as the scope has it."""
    now = utc_now()
    content = scrub(part.content, "content", batch.rules).text
    return Item(
        id=identity,
        layer="wiki",
        file=file,
        name=name,
        address=links.join(file, name),
        content=part.content,
        kind=part.kind,
        tags=part.tags,
        source=Provenance(),
        owner=part.owner,
        event_at=part.at,
        recorded_at=iso(now),
        status=status_of(batch.settings, content, part.kind, None),
        expires=expiry.by_kind(batch.settings, part.kind, now),
        metadata=part.metadata,
    )


def _put(batch: Batch, folder: str, item: Item, op: str, config: EngineConfig) -> None:
    path = free_part(batch, folder, item.file, config)
    written = batch.put_item(path, item)
    limits.check_kept(written, "content")
    document = batch.documents.get(path)
    note = {"file": item.file, "item": written.name}
    batch.note(Entry(op, line="chat", doc=None if document is None else document.id, id=item.id, note=note))


def _known(batch: Batch, identity: str) -> State | None:
    """Whether an item is here, wherever it was moved to since, or was until it was erased."""
    if batch.items.get(identity) is not None:
        return "known"
    return "erased" if identity in batch.erased.marks else None


def _identity(batch: Batch, part: ImportedItem) -> str:
    """The id of an item that says this, in this scope: keyed, so that nobody can try out what an id stands for."""
    told = f"muniment-imported-item-1\0{batch.snapshot.uid}\0{part.sha256}".encode()
    if batch.room is None:
        return journal.mint_id()
    digest = batch.room.key.mac(told, first_kid(batch.room.key))
    return base64.b32encode(bytes.fromhex(digest)[:10]).decode().lower()
