"""Opening a scope from its files: the sealed texts, then what pending recorded, up to where the journal ends."""

import hashlib
import os
import time
from collections.abc import Callable

import msgspec

from scopes.errors import IntegrityError
from scopes.layout import DOCUMENT_FOLDERS
from scopes.storage import items, journal, markdown, names, pending, sources
from scopes.storage import room as rooms
from scopes.storage import seal as seals
from scopes.storage.documents import DIARY, Document, Section, base_name, layer_of
from scopes.storage.files import Signature
from scopes.storage.pending import Log, Record
from scopes.storage.room import Room
from scopes.storage.seal import Seal, SealedDocument
from scopes.storage.state import Position, Snapshot, State

_PATIENCE = 1.0


class Loaded(msgspec.Struct):
    """A state at the journal's end, with what the tracker needs to follow on from there."""

    state: State
    position: Position
    uid: str
    log: Log
    journal: Signature
    signatures: dict[str, Signature]
    foreign: dict[str, SealedDocument | None]


def read_log(room: Room, path: str | None = None) -> Log | None:
    """A pending file; None when there is none. A bad header is an IntegrityError."""
    raw, signature = room.files.read(path or room.layout.pending)
    if raw is None or signature is None:
        return None
    parsed = pending.parse(raw, room.key)
    if parsed is None:
        raise IntegrityError("pending.jsonl was altered: its first line has a wrong mac", field="pending.jsonl")
    return Log(*parsed, inode=signature.inode, size=signature.size)


def committed(log: Log, tail: bytes) -> tuple[list[Record], int]:
    """The records whose lines stand whole in the journal's tail, and the bytes they take there."""
    done: list[Record] = []
    at = 0
    for record in log.records:
        lines = record.journal_bytes
        if tail[at : at + len(lines)] != lines:
            break
        done.append(record)
        at += len(lines)
    return done, at


def document_names(room: Room) -> list[str]:
    """Paths of the documents that stand in the scope's folders under names the service accepts."""
    found: list[str] = []
    for folder in DOCUMENT_FOLDERS:
        try:
            entries = os.listdir(room.layout.at(folder))
        except FileNotFoundError:
            continue
        found.extend(folder + entry for entry in entries if acceptable(folder + entry))
    return sorted(found)


def acceptable(path: str) -> bool:
    """Whether a path found on disk is a document: names are validated on read as on write."""
    if layer_of(path) is None:
        return False
    name = base_name(path)
    return names.DIARY_DAY.match(name) is not None if path.startswith(DIARY) else names.is_file(name)


def load(room: Room, previous: Snapshot) -> Loaded | None:
    """The scope as of now, sharing what did not change with `previous`; None when it does not exist."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        identity = rooms.read_identity(room)
        if identity is None:
            return None
        log = read_log(room)
        tail = log and room.files.read_from(room.layout.journal, log.header.position.offset)
        if log is None or tail is None:
            raise IntegrityError("journal.jsonl or pending.jsonl is missing", field="journal.jsonl")
        late = time.monotonic() > deadline
        loaded = _assemble(room, previous, identity, log, *tail, patient=not late)
        now = room.files.signature(room.layout.pending)
        if loaded is not None and now is not None and (now.inode == log.inode or late):
            return loaded
        time.sleep(0.002)


def _assemble(
    room: Room,
    previous: Snapshot,
    identity: rooms.Identity,
    log: Log,
    tail: bytes,
    signature: Signature,
    *,
    patient: bool,
) -> Loaded | None:
    done, used = committed(log, tail)
    seal = seals.read(room)
    fresh = [record for record in done if seal is None or record.last > seal.position.seq]
    state = State(previous if previous.uid == identity.uid else Snapshot())
    state.settings = identity.settings
    texts = _Texts(
        room, seal, state, whole={path for record in fresh for path, delta in record.docs.items() if delta.at is None}
    )
    for path in texts.paths():
        if not texts.take(
            path, in_progress=patient and any(path in record.docs for record in log.records[len(done) :])
        ):
            return None
    texts.drop_missing()
    _load_sources(room, state, seal, log.records)
    for record in fresh:
        pending.apply(record, state, log.header.forms, time.time() - room.config.form_seconds)
    base = log.header.position
    position = Position(done[-1].last, done[-1].mac, base.offset + used) if done else base
    return Loaded(state, position, identity.uid, log, signature, texts.signatures, texts.foreign)


def _load_sources(room: Room, state: State, seal: Seal | None, records: list[Record]) -> None:
    """Turns up to the seal; without one, all that the folder holds. What pending appended comes with its records."""
    for path, size in _source_sizes(room, seal, records).items():
        known = state.sizes.get(path) or 0
        if known < size and (piece := room.files.read_from(room.layout.at(path), known)) is not None:
            state.add_turns(sources.parse_lines(piece[0][: size - known])[0])
            state.sizes.set(path, size)


def _source_sizes(room: Room, seal: Seal | None, records: list[Record]) -> dict[str, int]:
    if seal is not None:
        return {path: sealed.size for path, sealed in seal.sources.items()}
    found: dict[str, int] = {}
    for name in (
        sorted(os.listdir(room.layout.at(sources.FOLDER))) if os.path.isdir(room.layout.at(sources.FOLDER)) else []
    ):
        path = sources.FOLDER + name
        appended = [record.appends[path][0] for record in records if path in record.appends]
        state = room.files.signature(room.layout.at(path))
        if name.endswith(".jsonl") and state is not None:
            found[path] = min([state.size, *appended])
    return found


class _Texts:
    """Our texts of the documents: the file where it is as sealed, else the checkpoint's copy, else as found."""

    def __init__(self, room: Room, seal: Seal | None, state: State, whole: set[str]) -> None:
        self._room, self._state, self._whole = room, state, whole
        self._sealed: dict[str, SealedDocument] = {} if seal is None else seal.docs
        self._unsealed = seal is None
        self._holders: dict[str, str] = {}
        self._found: set[str] = set()
        self.signatures: dict[str, Signature] = {}
        self.foreign: dict[str, SealedDocument | None] = {}

    def paths(self) -> list[str]:
        """Every document that was sealed or stands in a folder, but for those whose text a record holds."""
        return sorted({*self._sealed, *document_names(self._room)} - self._whole)

    def take(self, path: str, *, in_progress: bool) -> bool:
        """Put a document into the state; False when another process is publishing it and its text can't be had yet."""
        sealed = self._sealed.get(path)
        raw, signature = self._room.files.read(self._room.layout.at(path))
        if raw is not None and (self._unsealed or _is(raw, sealed)):
            self._set(path, raw, sealed)
            if signature is not None:
                self.signatures[path] = signature
            return True
        base, _ = self._room.files.read(self._room.layout.base(path))
        if base is not None and _is(base, sealed):
            self._set(path, base, sealed)
            return True
        if in_progress:
            return sealed is None  # a document that is just being made does not exist yet
        self.foreign[path] = sealed
        if raw is not None:
            self._set(path, raw, sealed)
        return True

    def _set(self, path: str, raw: bytes, sealed: SealedDocument | None) -> None:
        self._found.add(path)
        old = self._state.documents.get(path)
        if old is None or old.raw != raw:
            old = as_found(path, raw, sealed, old, lambda key: self._holders.get(key, path) != path)
            self._state.set_document(path, old)
        self._holders.update((section.id, path) for section in old.sections if section.id)

    def drop_missing(self) -> None:
        """Remove documents of the earlier snapshot that are no more."""
        for path in self._state.snapshot.documents:
            if path not in self._found and path not in self._whole:
                self._state.set_document(path, None)


def _is(raw: bytes, sealed: SealedDocument | None) -> bool:
    return sealed is not None and hashlib.sha256(raw).hexdigest() == sealed.sha256


def as_found(
    path: str, raw: bytes, sealed: SealedDocument | None, old: Document | None, taken: Callable[[str], bool]
) -> Document:
    """A document from bytes found on disk; ids and who wrote each section come from the seal, or from `old`."""
    known = {} if old is None else {section.key: section.id for section in old.sections if section.id}
    ours = set[str]() if old is None else {section.digest for section in old.sections if not section.hand}
    if sealed is not None:
        known.update({section.key: section.id for section in sealed.sections if section.id})
        ours.update(section.digest for section in sealed.sections if not section.hand)
    same = {} if old is None else {section.key: section for section in old.sections}
    found = items.identify(markdown.split(raw), known=known, taken=taken, ours=ours)
    sections = tuple(_shared(same.get(section.key), section) for section in found)
    identity = sealed.id if sealed is not None else old.id if old is not None else journal.mint_id()
    return Document(path, identity, sections, len(raw))


def _shared(old: Section | None, new: Section) -> Section:
    return old if old is not None and (old.raw, old.id) == (new.raw, new.id) else new
