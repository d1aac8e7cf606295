"""The redo log. A record in `pending.jsonl` that is on disk *is* the commit; files and journal follow it.

The file is a header line, then a record a commit, each with a mac over its literal bytes. The first change of a
document after a checkpoint holds its whole text, later ones only the sections that differ.
"""

import base64

import msgspec

from scopes.model import Operation
from scopes.storage import journal, sources
from scopes.storage.documents import Document, Section, difference
from scopes.storage.journal import ChainKey
from scopes.storage.settle import Superseded, remember_forms
from scopes.storage.state import Position, State


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
    """One commit. `hands` names the documents in which it adopts what a person wrote."""

    first: int
    last: int
    boot: str
    lines: list[str]
    docs: dict[str, DocumentChange] = {}
    files: dict[str, str] = {}
    appends: dict[str, tuple[int, str]] = {}
    operations: list[Operation] = []
    replies: list[Reply] = []
    hands: list[str] = []

    @property
    def journal_bytes(self) -> bytes:
        """The journal lines, exactly as they must stand in the journal."""
        return "".join(self.lines).encode()

    @property
    def mac(self) -> str:
        """The mac of the last line."""
        return journal.split_mac(self.lines[-1].encode())[1]


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
    """A pending file as read: `good` is the number of bytes up to the last whole record."""

    header: Header
    records: list[Record]
    good: int
    inode: int
    size: int


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


def parse(raw: bytes, key: ChainKey) -> tuple[Header, list[Record], int] | None:
    """(header, records, bytes that are good); a torn or altered record ends it. None when the header itself is bad."""
    lines = raw.split(b"\n")
    body = _opened(lines[0], key)
    if body is None:
        return None
    start = len(lines[0]) + 1
    records = parse_records(raw[start:], start, key)
    return _header.decode(body), [record for record, _ in records], records[-1][1] if records else start


def parse_records(raw: bytes, offset: int, key: ChainKey) -> list[tuple[Record, int]]:
    """The whole records in a piece of pending that starts at `offset`, each with the file offset behind it."""
    records: list[tuple[Record, int]] = []
    for line in raw.split(b"\n")[:-1]:
        if (inner := _opened(line, key)) is None:
            break
        offset += len(line) + 1
        records.append((_record.decode(inner), offset))
    return records


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
        raise KeyError(path)
    return old.splice(delta.at, delta.removed, sections)


def _kept(old: Section | None, new: Section) -> Section:
    same = old is not None and (old.raw, old.id, old.hand) == (new.raw, new.id, new.hand)
    return old if same and old is not None else new


def apply(record: Record, state: State, superseded: Superseded, oldest: float) -> None:
    """Move a state to where a record leaves it, and note the forms it supersedes; no turn is added twice."""
    for path, delta in record.docs.items():
        old = state.documents.get(path)
        new = changed_document(path, old, delta)
        remember_forms(superseded, path, old, new, hand=path in record.hands, oldest=oldest)
        state.set_document(path, new)
    for path, (offset, text) in record.appends.items():
        if (state.sizes.get(path) or 0) <= offset:
            state.add_turns(sources.parse_lines(text.encode())[0])
            state.sizes.set(path, offset + len(text.encode()))
    for operation in record.operations:
        state.operations.set(operation.id, operation)
