"""Taking a person's edits in: what the file and displaced inodes hold, merged, with its journal lines."""

import os
import time
from collections.abc import Iterable, Iterator

import msgspec

from scopes.storage import adopt, journal, pages
from scopes.storage.documents import Document, Section, line_of
from scopes.storage.journal import Entry
from scopes.storage.places import flat
from scopes.storage.recognition import as_found, is_erased
from scopes.storage.room import Room
from scopes.storage.seal import SealedDocument
from scopes.storage.settle import Superseded
from scopes.storage.state import State

_TAIL = 4 * 1024 * 1024
_BY_HAND = ("external_edit", "kept", "refused_edit")


class Recent:
    """Which commit last wrote an item, for the last minutes: read from the journal's end when first asked."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._written: dict[str, list[tuple[float, int]]] | None = None

    def __call__(self, item_id: str, before: float | None = None) -> int:
        """The seq of the service's last change of an item (before a Unix second); 0 when that was long ago."""
        if self._written is None:
            self._written = self._read()
        history = self._written.get(item_id, ())
        return next((seq for at, seq in history if before is None or at < before), 0)

    def _read(self) -> dict[str, list[tuple[float, int]]]:
        oldest = time.time() - self._room.config.form_seconds
        written: dict[str, list[tuple[float, int]]] = {}
        for line in self._newest_first():
            record = journal.read(line)
            if record is None:
                continue
            at = journal.seconds(record.ts)
            if at < oldest:
                break
            if record.id and record.op not in _BY_HAND:
                written.setdefault(record.id, []).append((at, record.seq))
        return written

    def _newest_first(self) -> Iterator[bytes]:
        left = _TAIL
        for segment in reversed(pages.segments(self._room)):
            signature = self._room.files.signature(segment.path)
            size = 0 if signature is None else signature.size
            piece = self._room.files.read_from(segment.path, max(0, size - left))
            yield from reversed([] if piece is None else piece[0].split(b"\n"))
            left -= size
            if left <= 0:
                return


class Edit(msgspec.Struct, frozen=True):
    """One document as a person left it, after merging: what stands (None: removed), what to journal, and the keys of
    the sections that are theirs."""

    document: Document | None
    lines: tuple[Entry, ...]
    hands: tuple[str, ...]


def fold(
    state: State, path: str, raw: bytes | None, sealed: SealedDocument | None, superseded: Superseded, recent: Recent
) -> Edit:
    """Merge a file's bytes into the state's document. Pure but for `recent`; nothing is set.

    A file that is gone (None) takes everything with it: that is no old buffer.
    """
    ours = state.documents.get(path)
    if raw is None:
        gone = () if ours is None else ours.sections
        return _edit(None, path, "" if ours is None else ours.id, (), gone, ())
    former = superseded.get(path, {})
    theirs = as_found(path, raw, sealed, ours, lambda key: state.places.get(key) not in (None, path), former)
    saved = [section for section in theirs.sections if not is_erased(section, state.erased)]
    back = tuple(section.id for section in theirs.sections if is_erased(section, state.erased))
    merged = adopt.merge(saved, () if ours is None else ours.sections, former, recent)
    # An old buffer of a document that was removed brings nothing back, not even an empty file.
    stands = ours is not None or any(section.id for section in merged.sections) or (bool(merged.sections) and not back)
    size = sum(len(section.raw) for section in merged.sections)
    document = Document(path, theirs.id, merged.sections, size) if stands else None
    return _edit(document, path, theirs.id, merged.edited, merged.removed, (*merged.kept, *back))


def unwitnessed(path: str, document: Document | None, sealed: SealedDocument | None) -> Edit:
    """An edit made while no process was looking: the seal alone says what was ours."""
    known = {} if sealed is None else {section.key: section for section in sealed.sections}
    present = () if document is None else document.sections
    edited = [section for section in present if section.key not in known or known[section.key].digest != section.digest]
    living = {section.key for section in present}
    removed = [Section(key, section.id, b"") for key, section in known.items() if key not in living]
    identity = document.id if document is not None else sealed.id if sealed is not None else ""
    return _edit(document, path, identity, edited, removed, ())


def _edit(
    document: Document | None,
    path: str,
    identity: str,
    edited: Iterable[Section],
    removed: Iterable[Section],
    kept: Iterable[str],
) -> Edit:
    edited, removed = tuple(edited), tuple(removed)
    lines = (
        *(_entry("external_edit", path, identity, section.id) for section in edited if section.id),
        *(_entry("external_edit", path, identity, section.id, action="removed") for section in removed if section.id),
        *(_entry("kept", path, identity, item) for item in kept),
    )
    # Without an item it was the title, the order or blank lines that changed.
    return Edit(
        document,
        lines or (_entry("external_edit", path, identity, None),),
        tuple(section.key for section in (*edited, *removed)),
    )


def refused(path: str, document: Document | None, kept_at: str | None) -> Edit:
    """An edit that is put back: ours stands, theirs lies in quarantine (None: there was nothing to keep)."""
    identity = "" if document is None else document.id
    note = {} if kept_at is None else {"kept": kept_at}
    return Edit(document, (_entry("refused_edit", path, identity, None, **note),), ())


def _entry(op: str, path: str, document: str, item: str | None, **note: str) -> Entry:
    return Entry(op, line=line_of(path), doc=document or None, id=item, note={"file": path, **note})


def quarantine(room: Room, path: str, raw: bytes, digest: str) -> str:
    """Keep a person's bytes, durably, under a name of their own; its path inside the scope."""
    name = f"quarantine/{flat(path)}@{digest}"
    target = room.layout.at(name)
    room.files.make_folder(os.path.dirname(target))
    room.files.put(target, raw)
    room.files.sync(target)
    room.files.sync(os.path.dirname(target))
    return name
