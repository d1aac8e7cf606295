"""Taking a person's edits in: what the file and displaced inodes hold, merged, with its journal lines."""

import time

import msgspec

from scopes.storage import adopt, journal, publish
from scopes.storage.adopt import Merged
from scopes.storage.documents import Document
from scopes.storage.files import Signature
from scopes.storage.journal import Entry
from scopes.storage.load import as_found
from scopes.storage.room import Room
from scopes.storage.seal import SealedDocument
from scopes.storage.settle import Superseded
from scopes.storage.state import State

_TAIL = 4 * 1024 * 1024


class Recent:
    """Which commit last wrote an item, for the last minutes: read from the journal's end when first asked."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._written: dict[str, int] | None = None

    def __call__(self, item_id: str) -> int:
        """The seq of the service's last change of an item; 0 when that was long ago."""
        if self._written is None:
            self._written = self._read()
        return self._written.get(item_id, 0)

    def _read(self) -> dict[str, int]:
        signature = self._room.files.signature(self._room.layout.journal)
        start = max(0, (0 if signature is None else signature.size) - _TAIL)
        piece = self._room.files.read_from(self._room.layout.journal, start)
        oldest = time.time() - self._room.config.form_seconds
        written: dict[str, int] = {}
        for line in [] if piece is None else piece[0].split(b"\n"):
            record = journal.read(line)
            if (
                record is not None
                and record.id
                and record.op not in ("external_edit", "kept")
                and journal.seconds(record.ts) > oldest
            ):
                written[record.id] = record.seq
        return written


class Edit(msgspec.Struct, frozen=True):
    """One document as a person left it, after merging: the document that stands (None: removed) and what to journal."""

    document: Document | None
    lines: tuple[Entry, ...]


def fold(
    state: State, path: str, raw: bytes | None, sealed: SealedDocument | None, superseded: Superseded, recent: Recent
) -> Edit:
    """Merge a file's bytes (None: it is gone) into the state's document. Pure but for `recent`; nothing is set."""
    ours = state.documents.get(path)
    theirs = (
        None
        if raw is None
        else as_found(path, raw, sealed, ours, lambda key: state.places.get(key) not in (None, path))
    )
    merged = adopt.merge(
        [] if theirs is None else list(theirs.sections),
        () if ours is None else ours.sections,
        superseded.get(path, {}),
        recent,
    )
    living = [section for section in merged.sections if section.id]
    if theirs is None and not living:
        return Edit(None, _lines(path, "" if ours is None else ours.id, merged))
    identity = ours.id if ours is not None else theirs.id if theirs is not None else journal.mint_id()
    document = Document(path, identity, merged.sections, sum(len(section.raw) for section in merged.sections))
    return Edit(document, _lines(path, identity, merged))


def unwitnessed(path: str, document: Document | None, sealed: SealedDocument | None) -> tuple[Entry, ...]:
    """The lines of an edit made while no process was looking: the seal alone says what was ours."""
    known = {} if sealed is None else {section.id: section.digest for section in sealed.sections if section.id}
    present = {} if document is None else {section.id: section.digest for section in document.sections if section.id}
    edited = tuple(identity for identity, digest in present.items() if known.get(identity) != digest)
    removed = tuple(identity for identity in known if identity not in present)
    identity = document.id if document is not None else sealed.id if sealed is not None else ""
    return _lines(path, identity, Merged((), edited, removed, ()))


def _lines(path: str, document_id: str, merged: Merged) -> tuple[Entry, ...]:
    def entry(op: str, identity: str, **note: str) -> Entry:
        return Entry(op, line="chat", doc=document_id, id=identity, note={"file": path, **note})

    # Without an item it was the title, the order or blank lines that changed.
    return (
        *(entry("external_edit", identity) for identity in merged.edited),
        *(entry("external_edit", identity, action="removed") for identity in merged.removed),
        *(entry("kept", identity) for identity in merged.kept),
    ) or (Entry("external_edit", line="chat", doc=document_id, note={"file": path}),)


class Displaced(msgspec.Struct, frozen=True):
    """An inode we moved aside that someone wrote to since, as read."""

    path: str
    raw: bytes
    signature: Signature


def spoilt(room: Room, path: str, names: list[str]) -> list[Displaced]:
    """The displaced inodes of a document whose bytes are not those that were merged."""
    found: list[Displaced] = []
    for aside in publish.displaced(room, path, names):
        if publish.untouched(room, aside):
            continue
        raw, signature = room.files.read(aside)
        if raw is not None and signature is not None:
            found.append(Displaced(aside, raw, signature))
    return found
