"""Erasing an item or a source from one scope: what goes with it, out of which files, and whether any of it is left.

The change is a commit like any other; its record in pending names what goes without its text, so that a crash can't
leave it half done. When the commit is answered nothing of the text stands in pending, `prev/`, archive, operations,
replies, journal notes, maps or this process's memory; other processes open the scope anew at their next look.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

import msgspec

from scopes.errors import NotFoundError
from scopes.governance import dictionary_words
from scopes.governance.dictionary_words import folded
from scopes.lines import preferences, skill_made
from scopes.lines.file_head import head_of
from scopes.model import Item, Line, Provenance
from scopes.storage import links, purge
from scopes.storage.batch import Batch
from scopes.storage.documents import ARCHIVE, DIARY, PAGES, SKILLS, WIKI, Document, base_name, line_of
from scopes.storage.erasure import Erasure, turn_mark
from scopes.storage.journal import Entry
from scopes.storage.room import Room
from scopes.storage.state import Position, State, source_key

Evidence = Literal["erase", "keep"]
LAYERS = (
    "sources", "wiki", "diary", "archive", "pages", "skills", "links", "provenance", "pending", "displaced copies",
    "quarantine", "operations", "replies", "journal notes", "maps", "vectors", "uses", "dictionary", "memory",
)  # fmt: skip
ERASED = "erased"
_TELLING = 12
_HOLDERS = ("source", "diary", "archive", "page")
_Source = tuple[Line, str]  # a source's line and its name
_Turn = tuple[Line, str, str]  # and a turn's own


class Selection(msgspec.Struct, frozen=True):
    """What an erasure takes.

    `items` with their text; `sources`: opaque ids of those that end with it; `kept`: ids of turns and entries that
    hold it and stay; `links`: ids of items that lose a link to it or name it as where they come from; `files`:
    documents that change; `words` of the scope's dictionary that stand in it and in nothing that stays.
    """

    items: tuple[Item, ...]
    sources: tuple[str, ...]
    kept: tuple[str, ...]
    links: tuple[str, ...]
    files: tuple[str, ...]
    words: tuple[str, ...] = ()

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


def select_source(state: State, name: str, line: Line = "chat") -> Selection:
    """A source of a line, by the client's name for it or by its opaque id, with all that came from it. NotFoundError
    for none."""
    source = state.sources.get(state.source_of(line, name) or name)
    if source is None:
        raise NotFoundError("no such source")
    every = {one.id: one for one in state.all_items()}
    wanted = source.line, source.source_id
    chosen = [one for one in every.values() if (one.line, one.source.id) == wanted]
    return _selected(state, chosen, (), every)


def select_document(state: State, path: str) -> Selection:
    """A document with all its items and their versions; turns and entries that hold their text stay."""
    return select_documents(state, [path])


def select_documents(state: State, paths: Collection[str], *, apart: bool = False) -> Selection:
    """Documents as above. `apart`: of one line, which leaves the others as they are, links to what goes included."""
    every = {one.id: one for one in state.all_items()}
    wanted, lines = set(paths), set(map(line_of, paths))
    if apart:
        every = {one.id: one for one in every.values() if one.line in lines}
    items = [one for one in every.values() if state.places.get(one.id) in wanted]
    found = _selected(state, _with_versions(items, every), (), every)
    return msgspec.structs.replace(found, files=tuple(sorted({*found.files, *wanted})))


def _with_versions(items: Iterable[Item], every: dict[str, Item]) -> list[Item]:
    """Items with the archived versions that they replaced."""
    found = {item.id: item for item in items}
    for version in every.values():
        if version.superseded_by in found and version.layer == "archive":
            found.setdefault(version.id, version)
    return list(found.values())


def _evidence(state: State, seeds: list[Item], every: dict[str, Item]) -> Iterator[Item]:
    turns = _turns_of(seeds)
    for seed in seeds:
        turns |= _origins(seed)
    told = [text for one in seeds if _weight(text := folded(one.content)) >= _TELLING]
    holders = [one for one in every.values() if one.layer in _HOLDERS and _holds(one, told)]
    turns |= _turns_of(holders)
    yield from holders
    from_turn = any(seed.layer == "source" for seed in seeds)
    for one in every.values():
        came = _origins(one)
        if one.layer == "source":
            if _turn(one) in turns:
                yield one
        elif came and ((one.layer == "diary" and came & turns) or (from_turn and came <= turns)):
            yield from _with_versions([one], every)


def _turn(item: Item) -> _Turn:
    return item.line, item.file, item.name


def _turns_of(items: Iterable[Item]) -> set[_Turn]:
    return {_turn(item) for item in items if item.layer == "source"}


def _sources_of(items: Iterable[Item]) -> set[_Source]:
    return {(item.line, item.file) for item in items if item.layer == "source"}


def _origins(item: Item) -> set[_Turn]:
    """The turns that an item came from."""
    return {(item.line, item.source.id or "", turn) for turn in item.source.turns}


def _holds(item: Item, texts: list[str]) -> bool:
    held = folded(item.content) if texts else ""
    return any(text in held for text in texts)


def _weight(text: str) -> int:
    """How much a text tells: a character of a script without spaces counts as two."""
    return sum(2 if character >= "⺀" else 1 for character in text)


def _selected(state: State, chosen: list[Item], kept: tuple[str, ...], every: dict[str, Item]) -> Selection:
    turns = _turns_of(chosen)
    chosen = [*chosen, *_made_of(turns, chosen, every)]
    ids = {one.id for one in chosen}
    addresses = _ending(state, chosen, ids)
    referring = [
        one.id
        for one in every.values()
        if one.id not in ids
        and one.layer != "source"
        and (not addresses.isdisjoint(one.links) or _comes_from(one, turns))
    ]
    names = _sources_of(chosen)
    stay = _sources_of(one for one in every.values() if one.id not in ids)
    sources = tuple(sorted(state.source_of(line, name) or "" for line, name in names - stay))
    files = {path for identity in (*ids, *referring) if (path := state.places.get(identity)) is not None}
    files |= _beside(state, {one.file for one in chosen if one.layer == "skill" and not _comes_back(one, turns)})
    selection = Selection(tuple(chosen), sources, tuple(sorted(kept)), tuple(sorted(referring)), tuple(sorted(files)))
    return msgspec.structs.replace(selection, words=_words(state, selection, addresses))


def _words(state: State, selection: Selection, addresses: set[str]) -> tuple[str, ...]:
    """The words of the scope's dictionary that go; a link to what goes is no place where one stays."""
    ids, changed, turns = selection.ids, set(selection.links), _turns_of(selection.items)
    ended = {one for one in _sources_of(selection.items) if state.source_of(*one) in selection.sources}
    staying = (
        _without(one, addresses, turns, ended) if one.id in changed else one
        for one in state.all_items()
        if one.id not in ids
    )
    return dictionary_words.only_in(selection.items, staying, state.snapshot.settings.dictionary)


def _ending(state: State, chosen: list[Item], ids: set[str]) -> set[str]:
    """Addresses that name nothing any more."""
    return {one.address for one in chosen if state.addresses.get(one.address) in (None, *ids)}


def _made_of(turns: set[_Turn], chosen: list[Item], every: dict[str, Item]) -> list[Item]:
    """Skills that were made of these traces and of others: they go whole, and are made anew of the others."""
    known = {one.id for one in chosen}
    return [one for one in every.values() if one.layer == "skill" and one.id not in known and _comes_from(one, turns)]


def _comes_back(skill: Item, turns: set[_Turn]) -> bool:
    """Whether a skill loses some of its traces, and keeps some."""
    return _comes_from(skill, turns) and not _origins(skill) <= turns


def _beside(state: State, skills: set[str]) -> set[str]:
    """The files beside skills: they go with them."""
    paths = {*state.snapshot.documents, *state.documents.changes} if skills else ()
    return {path for path in paths if path.startswith(SKILLS) and base_name(path) in skills}


def _comes_from(item: Item, turns: set[_Turn]) -> bool:
    return not turns.isdisjoint(_origins(item))


# Taking it


def take(batch: Batch, selection: Selection, room: Room) -> Taken:
    """Put the erasure into a batch that is to be committed alone."""
    before = batch.snapshot.position
    gone_files, gone_sources = _take_items(batch, selection)
    marks = [one.id for one in selection.items if one.layer != "source"]
    marks += [
        turn_mark(room.key, batch.snapshot.uid, source_key(one.line, one.file), one.name)
        for one in selection.items
        if one.layer == "source"
    ]
    ids = set(selection.ids)
    _make_anew(batch, selection)
    preferences.forget_words(batch, selection.words, room)
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
    return Taken(msgspec.structs.replace(selection, items=tuple(_gone(batch, selection))), before)


def _take_items(batch: Batch, selection: Selection) -> tuple[set[str], set[str]]:
    """Take the sections out of their documents, and what other items say of them; (names of files, of sources) that
    end."""
    turns = _turns_of(selection.items)
    addresses = _ending(batch, list(selection.items), set(selection.ids))
    named = _sources_of(selection.items)
    ended = {one for one in named if batch.source_of(*one) in selection.sources}
    for item in selection.items:
        path = batch.places.get(item.id)
        document = None if path is None else batch.documents.get(path)
        source = batch.source_of(item.line, item.source.id or "")
        batch.note(
            Entry("erase", line=item.line, doc=None if document is None else document.id, id=item.id, source=source)
        )
        if path is not None:
            batch.drop_item(item.id)
    for identity in selection.links:
        _let_go(batch, identity, addresses, turns, ended)
    chat = (path for path in batch.snapshot.documents if path.startswith((WIKI, DIARY, ARCHIVE)))
    return _drop_emptied(batch, {*chat, *selection.files}), {name for _, name in ended}


def _make_anew(batch: Batch, selection: Selection) -> None:
    """Make skills of what is left of their traces; under ids of their own, for what they were is gone."""
    turns = _turns_of(selection.items)
    for skill in selection.items:
        if skill.layer == "skill" and skill.source.id is not None and _comes_back(skill, turns):
            traces = skill_made.traces_of(batch, skill.source.id, selection.ids)
            skill_made.derive(batch, skill.source.id, skill.name, traces)


def _gone(batch: Batch, selection: Selection) -> Iterator[Item]:
    """What went, but for skills that are found by the same words again: others say them too."""
    for item in selection.items:
        again = skill_made.find(batch, item.name) if item.layer == "skill" else None
        if again is None or item.content not in again.content:
            yield item


def _let_go(batch: Batch, identity: str, addresses: set[str], turns: set[_Turn], ended: set[_Source]) -> None:
    item, path = batch.items.get(identity), batch.places.get(identity)
    if item is None or path is None:
        return
    batch.put_item(path, _without(item, addresses, turns, ended))
    batch.note(Entry("repair", line=item.line, id=identity))


def _without(item: Item, addresses: set[str], turns: set[_Turn], ended: set[_Source]) -> Item:
    """An item that stays, without what it says of what goes."""
    content = item.content
    for address in addresses & set(item.links):
        content = links.retarget(content, address, ERASED)
    left = tuple(turn for turn in item.source.turns if (item.line, item.source.id or "", turn) not in turns)
    source = Provenance() if (item.line, item.source.id or "") in ended else Provenance(item.source.id, left)
    return msgspec.structs.replace(item, content=content, source=source)


def _drop_emptied(batch: Batch, paths: Iterable[str]) -> set[str]:
    """Remove documents that hold no item, these and any that were left before: their names are text too.

    The names that end with them.
    """
    gone: set[str] = set()
    for path in paths:
        document = batch.documents.get(path)
        if document is not None and _is_empty(document):
            batch.set_document(path, None)
            if line_of(path) != "chat":
                batch.note(Entry("remove_document", line=line_of(path), doc=document.id))
        if batch.documents.get(path) is None:
            gone |= {path, base_name(path)}
            if document is not None and path.startswith(PAGES):
                gone.add(head_of(document).path)
    return gone - {item.file for item in batch.all_items() if item.layer != "source"}


def _gone_names(batch: Batch, selection: Selection) -> set[str]:
    """Names that no item bears any more; the journal of an imported scope knows its items under other ids."""
    names = {item.name for item in selection.items if item.layer != "source"}
    return names - {item.name for item in batch.all_items() if item.id not in selection.ids}


def _is_empty(document: Document) -> bool:
    return not any(section.id for section in document.sections)
