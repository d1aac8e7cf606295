"""Opening a scope from its files: the sealed texts, then what pending recorded, up to where the journal ends."""

import hashlib
import time
from collections.abc import Callable

import msgspec

from scopes.errors import IntegrityError
from scopes.model import Operation
from scopes.storage import markers, operations, pending, publish, settle, sources, strays
from scopes.storage import room as rooms
from scopes.storage import seal as seals
from scopes.storage.documents import Document
from scopes.storage.files import Signature
from scopes.storage.folders import document_names
from scopes.storage.layered import LayeredMap
from scopes.storage.pending import Coverage, Log, Record
from scopes.storage.recognition import as_found, as_sealed, is_erased
from scopes.storage.room import Room
from scopes.storage.seal import SealedDocument
from scopes.storage.state import Erased, Position, Snapshot, State
from scopes.storage.tails import committed, read_log, read_tail, rebooted

_PATIENCE = 1.0
_PAUSE = 0.002


class Loaded(msgspec.Struct):
    """A state at the journal's end, with what the tracker needs to follow on from there.

    `unfinished`: pending holds commits that the journal lacks; with `ahead` the state shows them, as recovery will
    leave them, because the state before could not be had. `hasty`: patience ended before the files stood still.
    """

    state: State
    position: Position
    uid: str
    log: Log
    coverage: Coverage
    pending_offset: int
    journal: Signature
    signatures: dict[str, Signature]
    foreign: dict[str, SealedDocument | None]
    unfinished: bool
    ahead: bool
    hasty: bool


def load(room: Room, previous: Snapshot) -> Loaded | None:
    """The scope as of now, sharing what did not change with `previous`; None when it does not exist.

    A text that can't be had because a commit or a save is in progress is waited for, a second at most.
    """
    deadline = time.monotonic() + _PATIENCE
    while True:
        identity = rooms.read_identity(room)
        if identity is None:
            return None
        log = read_log(room)
        if log is None:
            raise IntegrityError("pending.jsonl is missing", field="pending.jsonl")
        late = time.monotonic() > deadline
        loaded = _Loading(room, previous, identity, log, late=late).run()
        now = room.files.signature(room.layout.pending)
        if loaded is not None and ((now is not None and now.inode == log.inode) or late):
            return loaded
        time.sleep(_PAUSE)


class _Loading:
    """One attempt to put a scope together."""

    def __init__(self, room: Room, previous: Snapshot, identity: rooms.Identity, log: Log, *, late: bool) -> None:
        self._room, self._identity, self._log, self._late = room, identity, log, late
        tail, self._journal = read_tail(room, log.header.position)
        self._done, self._used = committed(log, tail)
        self._unfinished = len(self._done) < len(log.records)
        self._ahead = self._unfinished and (late or rebooted(log))
        if self._ahead:
            self._done, self._used = log.records, sum(len(record.journal_bytes) for record in log.records)
        self._seal = seals.read(room)
        erased = Erased() if self._seal is None else self._seal.erased
        same = previous.uid == identity.uid and previous.erased.at == erased.at
        # Operations stand in the records still here, or in files of their own, in which only open ones are looked for.
        waiting = LayeredMap(operations.open_on_disk(room)) if markers.is_marked(room) else LayeredMap[Operation]()
        empty = Snapshot(erased=erased, rules=room.config.notary)
        self._state = State(msgspec.structs.replace(previous if same else empty, operations=waiting))
        self._signatures: dict[str, Signature] = {}
        self._foreign: dict[str, SealedDocument | None] = {}

    def run(self) -> Loaded | None:
        """The scope, None when a text of it can't be had yet."""
        done, sealed_at = self._done, 0 if self._seal is None else self._seal.position.seq
        if not self._load_documents([record for record in done if record.last > sealed_at]):
            return None
        self._load_sources()
        self._state.settings = self._identity.settings
        for record in done:
            if record.last > sealed_at:
                pending.apply(record, self._state, self._log.header.forms)
            else:
                record.remember(self._log.header.forms, self._state.documents)
            if "scope.json" in record.files:
                self._state.settings = rooms.parse_identity(record.files["scope.json"].encode()).settings
        base = self._log.header.position
        position = Position(done[-1].last, done[-1].mac, base.offset + self._used) if done else base
        return Loaded(
            state=self._state,
            position=position,
            uid=self._identity.uid,
            log=self._log,
            coverage=Coverage(done),
            pending_offset=self._log.ended[len(done) - 1][1] if done else self._log.start,
            journal=self._journal,
            signatures=self._signatures,
            foreign=self._foreign,
            unfinished=self._unfinished,
            hasty=self._late,
            ahead=self._ahead,
        )

    # Documents

    def _load_documents(self, fresh: list[Record]) -> bool:
        whole = {path for record in fresh for path, delta in record.docs.items() if delta.at is None}
        coming = {path for record in self._log.records[len(self._done) :] for path in record.docs}
        sealed = {} if self._seal is None else self._seal.docs
        holders = {one.id: path for path, document in sealed.items() for one in document.sections if one.id}
        found = set(whole)
        for path in sorted({*sealed, *document_names(self._room)} - whole):
            taken = _taken_elsewhere(holders, path)
            text = self._text(path, sealed.get(path), taken)
            if text is None and path in coming and path not in sealed:
                continue  # just being made, so it does not exist yet
            if text is None and not self._late and self._is_moving(path, path in coming):
                return False
            if text is None:
                text = self._as_it_stands(path, sealed.get(path), taken)
            if text is not None:
                found.add(path)
                holders.update((section.id, path) for section in text.sections if section.id)
                self._state.set_document(path, text)
        for path in self._state.snapshot.documents:
            if path not in found:
                self._state.set_document(path, None)
        return True

    def _text(self, path: str, sealed: SealedDocument | None, taken: Callable[[str], bool]) -> Document | None:
        """Our text: the file if it is as sealed, else the checkpoint's copy, what we knew, or what was displaced."""
        old = self._state.documents.get(path)
        raw, signature = self._room.files.read(self._room.layout.at(path))
        if sealed is None:
            unsealed = self._seal is None and raw is not None and not strays.is_stray(self._room, path, signature)
            return as_found(path, raw, None, old, taken) if unsealed and raw is not None else None
        if raw is not None and _digest(raw) == sealed.sha256:
            if signature is not None:
                self._signatures[path] = signature
            return as_sealed(path, raw, sealed, old)
        base, _ = self._room.files.read(self._room.layout.base(path))
        if base is not None and _digest(base) == sealed.sha256:
            return as_sealed(path, base, sealed, old)
        if old is not None and _digest(old.raw) == sealed.sha256:
            return old
        for aside in publish.displaced(self._room):
            raw = self._room.files.read(aside.path)[0] if aside.document == path else None
            if raw is not None and _digest(raw) == sealed.sha256:
                return as_sealed(path, raw, sealed, old)
        return None

    def _is_moving(self, path: str, coming: bool) -> bool:
        """Whether a commit or a person is changing the file just now."""
        target = self._room.layout.at(path)
        raw, signature = self._room.files.read(target)
        return coming or settle.Settling(self._room.config).wait(target, raw, signature) > 0

    def _as_it_stands(self, path: str, sealed: SealedDocument | None, taken: Callable[[str], bool]) -> Document | None:
        """What a person made of the file while no process looked."""
        raw, seen = self._room.files.read(self._room.layout.at(path))
        stray = strays.is_stray(self._room, path, seen)
        if not stray or sealed is not None:
            self._foreign[path] = sealed
        if raw is None or stray:
            return None
        found = as_found(path, raw, sealed, self._state.documents.get(path), taken)
        sections = tuple(section for section in found.sections if not is_erased(section, self._state.erased))
        return (
            found
            if len(sections) == len(found.sections)
            else Document(path, found.id, sections, sum(len(section.raw) for section in sections))
        )

    # Sources

    def _load_sources(self) -> None:
        """Turns up to the seal; without one, all that the folder holds. What pending appended comes with its records.

        In a file that a person changed every whole line counts that is a turn.
        """
        sealed = {} if self._seal is None else self._seal.sources
        for path, size in self._source_sizes().items():
            known = self._state.sizes.get(path) or 0
            piece = self._room.files.read_from(self._room.layout.at(path), known) if known < size else None
            if piece is None:
                continue
            text = piece[0][: size - known]
            if known == 0 and path in sealed and _digest(text) != sealed[path].sha256:
                if strays.is_stray(self._room, path, piece[1]):
                    continue
                text = piece[0]
                self._state.altered = (*self._state.altered, path)
            self._state.add_turns(sources.parse_lines(text)[0])
            self._state.sizes.set(path, size)

    def _source_sizes(self) -> dict[str, int]:
        if self._seal is not None:
            return {path: self._seal.sources[path].size for path in sources.in_order(self._seal.sources)}
        found: dict[str, int] = {}
        for path in sources.every_path(self._room.layout.root):
            appended = [record.appends[path][0] for record in self._log.records if path in record.appends]
            state = self._room.files.signature(self._room.layout.at(path))
            if state is not None:
                found[path] = min([state.size, *appended])
        return found


def _taken_elsewhere(holders: dict[str, str], path: str) -> Callable[[str], bool]:
    return lambda key: holders.get(key, path) != path


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
