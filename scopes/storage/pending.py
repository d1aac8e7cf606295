"""The redo log. A record in `pending.jsonl` that is on disk *is* the commit; files and journal follow it.

The file is a header line, then a record a commit, each with a mac over its literal bytes. The first change of a
document after a checkpoint holds its whole text, later ones only the sections that differ.
"""

import base64
from typing import TypeVar

import msgspec

from scopes.errors import IntegrityError
from scopes.model import Operation
from scopes.storage import journal, sources
from scopes.storage.documents import Document, Section, difference
from scopes.storage.erasure import Erasure
from scopes.storage.journal import ChainKey
from scopes.storage.layered import LayeredMap, Working
from scopes.storage.settle import Superseded, forget_forms, remember_forms
from scopes.storage.state import Erased, Position, State

Documents = LayeredMap[Document] | Working[Document]


class SectionImage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A section as recorded: text (or base64 where it is no UTF-8); `key` only where it isn't the id."""

    id: str
    text: str | None = None
    base64: str | None = None
    key: str | None = None
    hand: bool = False


class DocumentChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A document after a commit: all sections, or from `at` on `removed` sections replaced; `gone` removes the file."""

    id: str
    sections: tuple[SectionImage, ...] = ()
    at: int | None = None
    removed: int = 0
    gone: bool = False


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an Idempotency-Key was answered with: keyed digests, ids, no text."""

    key: str
    body: str
    kind: str
    ids: dict[str, str]
    seq: int
    at: float


class Record(msgspec.Struct, omit_defaults=True):
    """One commit. `hands`: document path → keys of the sections in which it adopts what a person wrote or removed;
    `gone`: document path → key → digest of the other forms that it supersedes; `rewritten`: append-only files that it
    changes from the start, so that what was sealed of them holds no more."""

    first: int
    last: int
    boot: str
    lines: list[str]
    docs: dict[str, DocumentChange] = {}
    files: dict[str, str] = {}
    appends: dict[str, tuple[int, str]] = {}
    operations: list[Operation] = []
    replies: list[Reply] = []
    hands: dict[str, list[str]] = {}
    gone: dict[str, dict[str, str]] = {}
    erase: Erasure | None = None
    rewritten: list[str] = []

    @property
    def journal_bytes(self) -> bytes:
        """The journal lines, exactly as they must stand in the journal."""
        return "".join(self.lines).encode()

    @property
    def prev(self) -> str:
        """The mac of the line before the first."""
        line = journal.read(self.lines[0].encode())
        return "" if line is None else line.prev

    @property
    def mac(self) -> str:
        """The mac of the last line."""
        return journal.split_mac(self.lines[-1].encode())[1]

    @property
    def at(self) -> float:
        """When it was committed, by its own lines, in Unix seconds."""
        line = journal.read(self.lines[-1].encode())
        return 0.0 if line is None else journal.seconds(line.ts)

    def remember(self, superseded: Superseded, documents: Documents) -> None:
        """Note the forms it supersedes, or drop those of what it erases; `documents` as they stood before it."""
        at = self.at
        for path in self.docs:
            remember_forms(superseded, path, self.gone.get(path, {}), self.hands.get(path, []), at)
        if self.erase is not None:
            for path in [path for path in superseded if documents.get(path) is None]:
                del superseded[path]
            changed = [(path, None if delta.gone else documents.get(path)) for path, delta in self.docs.items()]
            forget_forms(superseded, self.erase.ids, changed)


class Header(msgspec.Struct, omit_defaults=True):
    """The first line: where the journal stood, and the forms of sections superseded in the last minutes.

    `forms`: document path → section key → digest of the form → when it was superseded (Unix seconds).
    """

    v: int
    position: Position
    forms: Superseded = {}


class FreshLog(msgspec.Struct, frozen=True):
    """The pending file that a checkpoint starts."""

    inode: int
    size: int


class Log(msgspec.Struct):
    """A pending file as read: each record with the offset behind it, `start` being the one behind the header.

    `torn`: bytes follow that are no record, as a cut-off write leaves them; `junk`: no cut-off write leaves these.
    `altered`: a record follows those; each is on disk before the next is written, so only someone else's hand, or
    reading while the file changes, does that.
    """

    header: Header
    start: int
    ended: list[tuple[Record, int]]
    inode: int
    torn: bool
    altered: bool
    junk: bool = False

    @property
    def records(self) -> list[Record]:
        """The records alone."""
        return [record for record, _ in self.ended]

    @property
    def good(self) -> int:
        """The number of bytes up to the last whole record."""
        return self.ended[-1][1] if self.ended else self.start


class Coverage:
    """What the records of a pending file cover, gathered as they pass: the checkpoint's work."""

    def __init__(self, records: list[Record] | None = None) -> None:
        self.documents: set[str] = set()
        self.files: set[str] = set()
        self.rewritten: set[str] = set()
        self.operations: dict[str, Operation] = {}
        self.replies: dict[str, Reply] = {}
        self.erasures: list[Erasure] = []
        self.records = 0
        for record in records or ():
            self.add(record)

    def add(self, record: Record) -> None:
        """Count a record in."""
        self.records += 1
        self.documents |= record.docs.keys()
        self.files |= record.appends.keys() | record.files.keys()
        self.rewritten |= set(record.rewritten)
        self.operations.update((operation.id, operation) for operation in record.operations)
        self.replies.update((reply.key, reply) for reply in record.replies)
        if record.erase is not None:
            self.erasures.append(record.erase)
            self.rewritten |= record.erase.rewritten
            self.files |= record.erase.sizes.keys() | record.erase.notes.keys()


_RECORD = b'{"first":'

T = TypeVar("T")
_encoder = msgspec.json.Encoder()
_header, _record = msgspec.json.Decoder(Header), msgspec.json.Decoder(Record)


def seal_line(value: Header | Record, key: ChainKey) -> bytes:
    """A header or record as its line."""
    return journal.sign(_encoder.encode(value), key) + b"\n"


def _opened(line: bytes, key: ChainKey) -> bytes | None:
    # The mac is the last member: a text inside the record may hold the same characters, so look from the end.
    head, found, mac = line.rpartition(b',"mac":"')
    if not found or not mac.endswith(b'"}'):
        return None
    expected = (known.encode() for known in _macs(head, key))
    return head + b"}" if mac[:-2] in expected else None


def _macs(head: bytes, key: ChainKey) -> list[str]:
    return [key.mac(head, kid) for kid in key.keys]


def parse(raw: bytes, key: ChainKey, inode: int) -> Log:
    """A whole pending file. IntegrityError for a bad header: it is put in place whole."""
    first = raw.partition(b"\n")[0]
    header = _read(_header, first, key)
    if header is None:
        raise IntegrityError("pending.jsonl was altered: its first line has a wrong mac", field="pending.jsonl")
    start = len(first) + 1
    ended = parse_records(raw[start:], start, key)
    good = ended[-1][1] if ended else start
    rest = raw[good:]
    altered = any(_opened(line, key) is not None for line in rest.split(b"\n")[1:])
    return Log(header, start, ended, inode, torn=bool(rest), altered=altered, junk=bool(rest) and not _is_cut_off(rest))


def is_whole(raw: bytes, key: ChainKey) -> bool:
    """Whether a pending file that a checkpoint closed is as it was written: then it ends with a record."""
    try:
        return not parse(raw, key, 0).torn
    except IntegrityError:
        return False


def _is_cut_off(rest: bytes) -> bool:
    """Whether bytes may be what is left of a record: its beginning, and after a power cut zeros for what is missing."""
    if b"\0" in rest:
        return True
    return b"\n" not in rest and (rest.startswith(_RECORD) or _RECORD.startswith(rest))


def parse_records(raw: bytes, offset: int, key: ChainKey) -> list[tuple[Record, int]]:
    """The whole records in a piece of pending that starts at `offset`, each with the file offset behind it."""
    ended: list[tuple[Record, int]] = []
    for line in raw.split(b"\n")[:-1]:
        if (record := _read(_record, line, key)) is None:
            break
        offset += len(line) + 1
        ended.append((record, offset))
    return ended


def _read(decoder: msgspec.json.Decoder[T], line: bytes, key: ChainKey) -> T | None:
    """What a line with a right mac holds; None for another, also for one that is none of this kind."""
    body = _opened(line, key)
    try:
        return None if body is None else decoder.decode(body)
    except msgspec.DecodeError:
        return None


def image(section: Section) -> SectionImage:
    """A section for the record."""
    key = None if section.key == section.id else section.key
    try:
        return SectionImage(section.id, section.raw.decode(), None, key, section.hand)
    except UnicodeDecodeError:
        return SectionImage(section.id, None, base64.b64encode(section.raw).decode(), key, section.hand)


def restore(recorded: SectionImage) -> Section:
    """A section from the record."""
    raw = recorded.text.encode() if recorded.text is not None else base64.b64decode(recorded.base64 or "")
    return Section(recorded.id if recorded.key is None else recorded.key, recorded.id, raw, recorded.hand)


def change(old: Document | None, new: Document | None, *, whole: bool) -> DocumentChange:
    """What a record says of one document; `whole` for its first change since the checkpoint."""
    if new is None:
        return DocumentChange("" if old is None else old.id, gone=True)
    if whole or old is None:
        return DocumentChange(new.id, tuple(image(section) for section in new.sections))
    at, gone, came = difference(old, new)
    return DocumentChange(new.id, tuple(image(section) for section in came), at, len(gone))


def changed_document(path: str, old: Document | None, delta: DocumentChange) -> Document | None:
    """The document after a recorded change; sections that are equal to the old ones stay the same objects."""
    if delta.gone:
        return None
    sections = tuple(restore(recorded) for recorded in delta.sections)
    if delta.at is None:
        kept = {} if old is None else {section.key: section for section in old.sections}
        sections = tuple(_kept(kept.get(section.key), section) for section in sections)
        return Document(path, delta.id, sections, sum(len(section.raw) for section in sections))
    if old is None:
        raise IntegrityError("pending.jsonl changes a document that it does not hold", field="pending.jsonl")
    return old.splice(delta.at, delta.removed, sections)


def _kept(old: Section | None, new: Section) -> Section:
    same = old is not None and (old.raw, old.id, old.hand) == (new.raw, new.id, new.hand)
    return old if same and old is not None else new


def apply(record: Record, state: State, superseded: Superseded) -> None:
    """Move a state to where a record leaves it, and note the forms it supersedes; no turn is added twice."""
    record.remember(superseded, state.documents)
    if record.erase is not None:
        state.drop_turns(record.erase.ids)
        for path, size in record.erase.sizes.items():
            state.sizes.set(path, size or None)
        state.erased = Erased(record.last, state.erased.marks | set(record.erase.marks))
    for path, delta in record.docs.items():
        state.set_document(path, changed_document(path, state.documents.get(path), delta))
    for path, (offset, text) in record.appends.items():
        if (state.sizes.get(path) or 0) <= offset:
            state.add_turns(sources.parse_lines(text.encode())[0])
            state.sizes.set(path, offset + len(text.encode()))
    for operation in record.operations:
        state.operations.set(operation.id, operation)
