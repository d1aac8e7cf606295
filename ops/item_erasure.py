"""Erasing an item or a source inside a scope that stays: what goes, and a search for what is left of its text."""

import os
from collections.abc import Callable, Iterator

from ops.erasure_drafts import Begun
from ops.outcome import Outcome, search_files
from ops.receipts import ErasedScope, Head
from ops.residue import WordSearch
from ops.spans import ErasureRequest
from ops.survey import survey
from ops.text_digests import TextDigests
from scopes.governance import erase
from scopes.governance.erase import LAYERS, Selection
from scopes.layout import DERIVED
from scopes.model import LAYERS as LAYERS_OF_ITEMS
from scopes.retrieval.vectors.owing import settle
from scopes.scope import Scope
from scopes.storage import pages, uploads
from scopes.storage.journal import Record
from scopes.storage.state import State

_PAGE = 500
# Files that repeat what documents and sources hold.
_REPEATING = (*(name for name in DERIVED if not name.endswith("/")), "pending.jsonl", "prev/pending.jsonl")


def selection_of(begun: Begun | ErasureRequest) -> Callable[[State], Selection]:
    """What the erasure takes of a state; it raises NotFoundError for what is not there."""

    def select(state: State) -> Selection:
        if begun.span == "source":
            return erase.select_source(state, begun.source or "")
        return erase.select_item(state, begun.id or "", begun.evidence)

    return select


def counts_of(selection: Selection) -> dict[str, int]:
    """What goes, by layer, and what is changed for it."""
    counts: dict[str, int] = dict.fromkeys(LAYERS_OF_ITEMS, 0)
    for item in selection.items:
        counts[item.layer] += 1
    return {
        **counts,
        "sources": len(selection.sources),
        "documents": len(selection.files),
        "links": len(selection.links),
        "words": len(selection.words),
    }


def erase_in_scope(scope: Scope, begun: Begun, digests: TextDigests) -> Outcome:
    """Erase, then search every file of the scope for the text while it is at hand. NotFoundError for nothing there."""
    committed = scope.erase(selection_of(begun), author=begun.author).result()
    assert committed.value is not None, "an erasure is never a replay"
    selection, before = committed.value.selection, committed.value.before
    for item in selection.items:
        digests.add(item)
    search = WordSearch((text for item in selection.items for text in (item.content, item.name)), telling=True)
    holders = _holders(scope, search) if search.needles else {}
    scan, names = search_files(scope.room.layout.root, search, digests, holders=holders)
    contents, counts = survey(scope.room.layout.root, scope.snapshot()), counts_of(selection)
    entry = ErasedScope(_name(scope), counts, Head(before.seq, before.mac), after=Head(committed.seq, committed.mac))
    return Outcome(
        counts=counts,
        layers=LAYERS,
        scopes=(entry,),
        ids=(*sorted(selection.ids), *selection.sources),
        kept=selection.kept,
        scan=scan,
        names=names,
        git=contents.git,
        unknown=len(contents.unknown),
        complete=all(hit.item in selection.kept for hit in scan.hits) and _is_settled(scope),
    )


def finished_by_recovery(scope: Scope, begun: Begun) -> Outcome:
    """What the journal knows of an erasure whose commit outlived a crash; the text to search for is gone with it."""
    lines = [record for record in _journal(scope) if (record.op, record.request) == ("erase", begun.author.request)]
    snapshot = scope.snapshot()
    contents = survey(scope.room.layout.root, snapshot)
    ids = tuple(record.id for record in lines if record.id is not None)
    entry = ErasedScope(_name(scope), {}, None, after=Head(snapshot.seq, snapshot.position.mac))
    return Outcome(
        counts={"items": len(ids)},
        layers=LAYERS,
        scopes=(entry,),
        ids=ids,
        git=contents.git,
        unknown=len(contents.unknown),
        complete=not set(ids) & set(snapshot.items) and _is_settled(scope),
    )


def _name(scope: Scope) -> str:
    return os.path.basename(scope.room.lock_path)


def _is_settled(scope: Scope) -> bool:
    """Whether no store outside has yet to forget rows of the scope, and no import has an upload that may hold the text:
    nobody searches one that is packed, and it goes when its operation ends.
    """
    room = scope.room
    return not settle(room.outside, room.files, room.config.data, (_name(scope),)) and not uploads.names(room)


def _journal(scope: Scope) -> Iterator[Record]:
    after = 0
    while scope.exists() and (found := pages.read_page(scope.room, after, _PAGE)):
        yield from found
        after = found[-1].seq


def _holders(scope: Scope, search: WordSearch) -> dict[str, tuple[str | None, ...]]:
    """The living items that have any of the words, by the file they stand in and by those that repeat it."""
    snapshot, root = scope.snapshot(), scope.room.layout.root
    found: dict[str, list[str | None]] = {}
    for item in snapshot.items.values():
        if search.holds(item.content) or search.holds(item.name):
            document = snapshot.places.get(item.id)
            copy = () if document is None else (scope.room.layout.base(document).removeprefix(f"{root}/"),)
            for path in (*(snapshot.sizes if document is None else (document,)), *copy, *_REPEATING):
                found.setdefault(path, []).append(item.id)
    return {path: tuple(ids) for path, ids in found.items()}
