"""Erasing an item or a source from one scope: what goes with it, out of which files, and whether any of it is left.

The change is a commit like any other; its record in pending names what goes without its text, so that a crash can't
leave it half done. When the commit is answered nothing of the text stands in pending, `prev/`, archive, operations,
replies, journal notes, maps or this process's memory; other processes open the scope anew at their next look.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from scopes.errors import NotFoundError
from scopes.model import Item, Provenance
from scopes.storage import links, purge
from scopes.storage.batch import Batch
from scopes.storage.documents import Document, base_name
from scopes.storage.erasure import Erasure, turn_mark
from scopes.storage.journal import Entry
from scopes.storage.room import Room
from scopes.storage.state import Position, State

Evidence = Literal["erase", "keep"]
LAYERS = (
    "sources", "wiki", "diary", "archive", "links", "provenance", "pending", "displaced copies", "quarantine",
    "operations", "replies", "journal notes", "maps", "vectors", "uses", "memory",
)  # fmt: skip
ERASED = "erased"
_TELLING = 12


class Selection(msgspec.Struct, frozen=True):
    """What an erasure takes.

    `items` with their text; `sources`: opaque ids of those that end with it; `kept`: ids of turns and entries that
    hold it and stay; `links`: ids of items that lose a link to it or name it as where they come from; `files`:
    documents that change.
    """

    items: tuple[Item, ...]
    sources: tuple[str, ...]
    kept: tuple[str, ...]
    links: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def ids(self) -> frozenset[str]:
        """Ids of everything that goes."""
        return frozenset(item.id for item in self.items)


class Taken(msgspec.Struct, frozen=True):
    """What an erasure took, with its text, to make digests of and to search for; and where the journal stood before."""

    selection: Selection
    before: Position


# What goes


def select_item(state: State, identity: str, evidence: Evidence = "erase") -> Selection:
    """An item with its versions; with `erase` also the turns it came from and every turn and diary entry that holds
    its text. Of a turn, what came from it alone. NotFoundError for an item that is not there."""
    item = state.items.get(identity)
    if item is None:
        raise NotFoundError("no such item")
    every = {one.id: one for one in state.all_items()}
    seeds = _with_versions([item], every)
    found = {one.id: one for one in (*seeds, *_evidence(state, seeds, every))}
    chosen = list(found.values()) if evidence == "erase" else seeds
    kept = () if evidence == "erase" else tuple(found.keys() - {one.id for one in seeds})
    return _selected(state, chosen, kept, every)


def select_source(state: State, name: str) -> Selection:
    """A source, by the client's name for it or its opaque id, with all that came from it. NotFoundError for none."""
    opaque = state.source_names.get(name)
    source = state.sources.get(opaque or name)
    if source is None:
        raise NotFoundError("no such source")
    every = {one.id: one for one in state.all_items()}
    return _selected(state, [one for one in every.values() if one.source.id == source.source_id], (), every)


def select_document(state: State, path: str) -> Selection:
    """A document with all its items and their versions; turns and entries that hold their text stay."""
    every = {one.id: one for one in state.all_items()}
    items = [one for one in every.values() if state.places.get(one.id) == path]
    found = _selected(state, _with_versions(items, every), (), every)
    return msgspec.structs.replace(found, files=tuple(sorted({*found.files, path})))


def _with_versions(items: Iterable[Item], every: dict[str, Item]) -> list[Item]:
    """Items with the archived versions that they replaced."""
    found = {item.id: item for item in items}
    for version in every.values():
        if version.superseded_by in found and version.layer == "archive":
            found.setdefault(version.id, version)
    return list(found.values())


def _evidence(state: State, seeds: list[Item], every: dict[str, Item]) -> Iterator[Item]:
    turns = {(one.file, one.name) for one in seeds if one.layer == "source"}
    for seed in seeds:
        turns |= {(seed.source.id or "", turn) for turn in seed.source.turns}
    told = [folded for one in seeds if _weight(folded := _folded(one.content)) >= _TELLING]
    holders = [one for one in every.values() if one.layer in ("source", "diary", "archive") and _holds(one, told)]
    turns |= {(one.file, one.name) for one in holders if one.layer == "source"}
    yield from holders
    from_turn = any(seed.layer == "source" for seed in seeds)
    for one in every.values():
        came = {(one.source.id or "", turn) for turn in one.source.turns}
        if one.layer == "source":
            if (one.file, one.name) in turns:
                yield one
        elif came and ((one.layer == "diary" and came & turns) or (from_turn and came <= turns)):
            yield from _with_versions([one], every)


def _holds(item: Item, texts: list[str]) -> bool:
    folded = _folded(item.content) if texts else ""
    return any(text in folded for text in texts)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _weight(text: str) -> int:
    """How much a text tells: a character of a script without spaces counts as two."""
    return sum(2 if character >= "⺀" else 1 for character in text)


def _selected(state: State, chosen: list[Item], kept: tuple[str, ...], every: dict[str, Item]) -> Selection:
    ids = {one.id for one in chosen}
    turns = {(one.file, one.name) for one in chosen if one.layer == "source"}
    addresses = _ending(state, chosen, ids)
    referring = [
        one.id
        for one in every.values()
        if one.id not in ids
        and one.layer != "source"
        and (not addresses.isdisjoint(one.links) or _comes_from(one, turns))
    ]
    names = {one.file for one in chosen if one.layer == "source"}
    stay = {one.file for one in every.values() if one.layer == "source" and one.id not in ids}
    sources = tuple(sorted(state.source_names.get(name) or "" for name in names - stay))
    files = {path for identity in (*ids, *referring) if (path := state.places.get(identity)) is not None}
    return Selection(tuple(chosen), sources, tuple(sorted(kept)), tuple(sorted(referring)), tuple(sorted(files)))


def _ending(state: State, chosen: list[Item], ids: set[str]) -> set[str]:
    """Addresses that name nothing any more."""
    return {one.address for one in chosen if state.addresses.get(one.address) in (None, *ids)}


def _comes_from(item: Item, turns: set[tuple[str, str]]) -> bool:
    return any((item.source.id or "", turn) in turns for turn in item.source.turns)


# Taking it


def take(batch: Batch, selection: Selection, room: Room) -> Taken:
    """Put the erasure into a batch that is to be committed alone."""
    taken = Taken(selection, batch.snapshot.position)
    gone_files, gone_sources = _take_items(batch, selection)
    marks = [one.id for one in selection.items if one.layer != "source"]
    marks += [
        turn_mark(room.key, batch.snapshot.uid, one.file, one.name) for one in selection.items if one.layer == "source"
    ]
    ids = set(selection.ids)
    sizes = purge.source_sizes(room, {one.id for one in selection.items if one.layer == "source"})
    operations = tuple(dict.fromkeys(purge.outcomes_of(room, ids)))
    batch.erasure = Erasure(
        ids=tuple(sorted(ids)),
        marks=tuple(marks),
        sizes=sizes,
        notes=purge.note_spans(
            room, ids | set(selection.sources), gone_files | gone_sources | _gone_names(batch, selection)
        ),
        operations=operations,
        quarantined=purge.quarantined(room, set(selection.files)),
    )
    batch.drop_turns(ids)
    for path, size in sizes.items():
        batch.sizes.set(path, size or None)
    return taken


def _take_items(batch: Batch, selection: Selection) -> tuple[set[str], set[str]]:
    """Take the sections out of their documents, and what other items say of them; (names of files, of sources) that
    end."""
    turns = {(one.file, one.name) for one in selection.items if one.layer == "source"}
    addresses = _ending(batch, list(selection.items), set(selection.ids))
    sources = {name for one in selection.items if (name := one.file) and one.layer == "source"}
    ended = {name for name in sources if batch.source_names.get(name) in selection.sources}
    for item in selection.items:
        path = batch.places.get(item.id)
        document = None if path is None else batch.documents.get(path)
        source = batch.source_names.get(item.source.id or "")
        batch.note(
            Entry("erase", line="chat", doc=None if document is None else document.id, id=item.id, source=source)
        )
        if path is not None:
            batch.drop_item(item.id)
    for identity in selection.links:
        _let_go(batch, identity, addresses, turns, ended)
    return _drop_emptied(batch, {*batch.snapshot.documents, *selection.files}), ended


def _let_go(batch: Batch, identity: str, addresses: set[str], turns: set[tuple[str, str]], ended: set[str]) -> None:
    item, path = batch.items.get(identity), batch.places.get(identity)
    if item is None or path is None:
        return
    content = item.content
    for address in addresses & set(item.links):
        content = links.retarget(content, address, ERASED)
    left = tuple(turn for turn in item.source.turns if (item.source.id or "", turn) not in turns)
    source = Provenance() if item.source.id in ended else Provenance(item.source.id, left)
    batch.put_item(path, msgspec.structs.replace(item, content=content, source=source))
    batch.note(Entry("repair", line="chat", id=identity))


def _drop_emptied(batch: Batch, paths: Iterable[str]) -> set[str]:
    """Remove documents that hold no item, these and any that were left before: their names are text too.

    The names that end with them.
    """
    gone: set[str] = set()
    for path in paths:
        document = batch.documents.get(path)
        if document is not None and _is_empty(document):
            batch.set_document(path, None)
        if batch.documents.get(path) is None:
            gone |= {path, base_name(path)}
    return gone - {item.file for item in batch.all_items() if item.layer != "source"}


def _gone_names(batch: Batch, selection: Selection) -> set[str]:
    """Names that no item bears any more; the journal of an imported scope knows its items under other ids."""
    names = {item.name for item in selection.items if item.layer != "source"}
    return names - {item.name for item in batch.all_items() if item.id not in selection.ids}


def _is_empty(document: Document) -> bool:
    return not any(section.id for section in document.sections)
