"""Adding to a scope what an archive has and it lacks, through the one funnel that every write takes.

A turn is known by source and name, a wiki item by address and content, a diary entry and an archived version by id or
by text. What is known is passed over, so a merge that is repeated, or finished later, adds nothing twice. What was
erased stays out.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec

from ops.archive.rebuild import Rebuilding
from ops.archive.unpack import Unpacked
from scopes.config import EngineConfig
from scopes.errors import ConflictError, InvalidError
from scopes.lines import wiki
from scopes.lines.wiki import NewItem, free_part
from scopes.model import Item
from scopes.scope import Scope
from scopes.storage import items, journal, links
from scopes.storage.batch import Author, Batch
from scopes.storage.documents import ARCHIVE, DIARY, WIKI, Document, base_name, line_of
from scopes.storage.journal import Entry
from scopes.storage.page_names import file_of
from scopes.storage.sources import Turn
from scopes.storage.state import turn_key

_TURNS = 500
_SECONDS = 60.0

Counts = Counter[str]


def merge_into(scope: Scope, unpacked: Unpacked, rebuilding: Rebuilding, author: Author) -> dict[str, int]:
    """What was added, by kind; `left_out` counts items that the service's limits refuse."""
    merging = _Merging(scope, unpacked.manifest.head.mac, author)
    for document in rebuilding.documents():
        merging.add(merging.document(document))
    for turns in _chunks(rebuilding.turns()):
        merging.add(merging.turns(turns))
    return {name: merging.counts[name] for name in ("items", "entries", "versions", "turns", "left_out")}


def _chunks(turns: Iterable[Turn]) -> Iterator[list[Turn]]:
    following = iter(turns)
    while chunk := list(itertools.islice(following, _TURNS)):
        yield chunk


class _Merging:
    def __init__(self, scope: Scope, cites: str, author: Author) -> None:
        self._scope, self._cites, self._author = scope, cites, author
        self._config: EngineConfig = scope.room.config
        self.counts: Counts = Counter()

    def add(self, change: Callable[[Batch, Counts], None]) -> None:
        """One commit; a change that adds nothing leaves no trace."""

        def counted(batch: Batch) -> Counts:
            counts: Counts = Counter()
            draft = Batch(batch, batch.author)
            change(draft, counts)
            if draft.entries:
                batch.note(Entry("import", cites=self._cites))
                batch.take(draft)
            return counts

        future = self._scope.write(counted, author=self._author, create=False)
        self.counts.update(future.result(_SECONDS).value or {})

    # Turns

    def turns(self, turns: list[Turn]) -> Callable[[Batch, Counts], None]:
        """The change that appends what is new of some turns."""

        def change(batch: Batch, counts: Counts) -> None:
            new: list[Turn] = []
            for turn in turns:
                source = self._source(batch, turn, new)
                known = batch.turns.get(turn_key(source, turn.turn))
                known = known or batch.is_erased(turn.source_id, turn.turn, turn.line)
                if not known and not any((one.source, one.turn) == (source, turn.turn) for one in new):
                    identity = turn.id if batch.items.get(turn.id) is None else journal.mint_id()
                    new.append(msgspec.structs.replace(turn, id=identity, source=source))
            if new:
                batch.append_turns(new)
                counts["turns"] += len(new)
                for source, turn in {turn.source: turn for turn in new}.items():
                    batch.note(Entry("memorize", line=turn.line, source=source, note={"source": turn.source_id}))

        return change

    def _source(self, batch: Batch, turn: Turn, new: list[Turn]) -> str:
        """The opaque id of a turn's source: the one its name has here, else its own if that is free."""
        named = batch.source_of(turn.line, turn.source_id)
        alike = (one.source for one in new if (one.line, one.source_id) == (turn.line, turn.source_id))
        named = named or next(alike, None)
        return named or (turn.source if batch.sources.get(turn.source) is None else journal.mint_id())

    # Documents

    def document(self, document: Document) -> Callable[[Batch, Counts], None]:
        """The change that adds what is new of a document's items."""
        if line_of(document.path) != "chat":
            return lambda batch, counts: self._add_whole(batch, document, counts)
        found = [item for section in document.sections if section.id and (item := items.parse(section, document.path))]
        adding = {WIKI: self._add_item, DIARY: self._add_entry, ARCHIVE: self._add_version}
        add = next(add for folder, add in adding.items() if document.path.startswith(folder))

        def change(batch: Batch, counts: Counts) -> None:
            for item in found:
                if item.id in batch.erased.marks:
                    continue
                draft = Batch(batch, batch.author)
                try:
                    add(draft, item, counts)
                except (InvalidError, ConflictError):
                    counts["left_out"] += 1
                else:
                    batch.take(draft)

        return change

    def _add_whole(self, batch: Batch, document: Document, counts: Counts) -> None:
        """A page, a skill or a file beside one: one that is there already is the scope's own, and stays."""
        path, line = document.path, line_of(document.path)
        marks = batch.erased.marks
        kept = [section for section in document.sections if section.id not in marks and section.key not in marks]
        erased = len(kept) < len(document.sections) and not any(section.id for section in kept)
        if erased or batch.documents.get(path) is not None:
            return
        batch.put_text(path, b"".join(section.raw for section in kept).decode())
        new = batch.documents.get(path)
        assert new is not None, "a document was just put"
        for identity in (section.id for section in new.sections if section.id):
            counts["items"] += 1
            batch.note(Entry("add", line=line, doc=new.id, id=identity, note={"file": file_of(path)}))
        batch.note(Entry("document", line=line, doc=new.id, note={"file": path}))

    def _add_item(self, batch: Batch, item: Item, counts: Counts) -> None:
        known = wiki.find(batch, item.address)
        if known is not None and known.content == item.content:
            return
        new = NewItem(
            file=item.file,
            name=item.name,
            content=item.content,
            kind=item.kind,
            tags=item.tags,
            event_at=item.event_at,
            owner=item.owner,
            confidence=item.confidence,
            metadata=item.metadata,
        )
        written = wiki.put(batch, new, self._config, item.source)
        counts["items"] += written.action != "unchanged"

    def _add_entry(self, batch: Batch, item: Item, counts: Counts) -> None:
        if self._is_known(batch, DIARY, item):
            return
        minute, number = item.name.partition("-")[0], 1
        name = item.name
        while batch.addresses.get(links.join(item.file, name)) is not None:
            number += 1
            name = f"{minute}-{number}"
        entry = msgspec.structs.replace(item, name=name, address=links.join(item.file, name))
        self._put(batch, DIARY, entry, "diary")
        counts["entries"] += 1

    def _add_version(self, batch: Batch, item: Item, counts: Counts) -> None:
        if not self._is_known(batch, ARCHIVE, item):
            self._put(batch, ARCHIVE, item, "archive")
            counts["versions"] += 1

    def _is_known(self, batch: Batch, folder: str, item: Item) -> bool:
        """Whether the layer has it: under its id, or word for word in the same file."""
        known = batch.items.get(item.id)
        if known is not None and known.layer == item.layer:
            return True
        return any(
            (other.name.partition("-")[0], other.content) == (item.name.partition("-")[0], item.content)
            for path, document in self._documents(batch)
            if path.startswith(folder) and base_name(path) == item.file
            for section in document.sections
            if (other := batch.items.get(section.id)) is not None
        )

    def _documents(self, batch: Batch) -> Iterator[tuple[str, Document]]:
        for path in {*batch.snapshot.documents, *batch.documents.changes}:
            if (document := batch.documents.get(path)) is not None:
                yield path, document

    def _put(self, batch: Batch, folder: str, item: Item, op: str) -> None:
        identity = item.id if batch.items.get(item.id) is None else journal.mint_id()
        path = free_part(batch, folder, item.file, self._config)
        written = batch.put_item(path, msgspec.structs.replace(item, id=identity))
        document = batch.documents.get(path)
        note = {"file": item.file, "item": written.name}
        batch.note(Entry(op, line="chat", doc=None if document is None else document.id, id=identity, note=note))
