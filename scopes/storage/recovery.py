"""Finishing what pending promises: run with the scope lock held, before anything else is written.

Pending's records are the commits. What the journal lacks of them is appended exactly as recorded; a document whose
bytes are one of our own texts (after a reboot also an empty, zeroed or cut one) is brought to the recorded end; other
bytes are a person's and are left to be adopted. Anything else is a finding, never repaired by guessing.
"""

import hashlib
import os

from scopes.errors import IntegrityError
from scopes.storage import anchor, pending, publish
from scopes.storage import seal as seals
from scopes.storage.documents import Document, Section
from scopes.storage.load import committed, read_log
from scopes.storage.pending import FreshLog, Log, Record
from scopes.storage.room import Room
from scopes.storage.state import Position

with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as _file:
    BOOT = _file.read().strip()


def recover(room: Room, lock: int) -> bool:
    """Bring files and journal to pending's end; True when there was something to do."""
    log = read_log(room)
    if log is None:
        raise IntegrityError("pending.jsonl is missing", field="pending.jsonl")
    if log.size > log.good:
        room.files.truncate(room.layout.pending, log.good)  # torn, so never acknowledged
    base = log.header.position
    tail = _journal_tail(room, log)
    wanted = b"".join(record.journal_bytes for record in log.records)
    rebooted = any(record.boot != BOOT for record in log.records)
    if tail == wanted and not rebooted:
        return False
    if not wanted.startswith(tail):
        if not rebooted:
            raise IntegrityError("the journal's tail is neither pending's nor a prefix of it", field="journal.jsonl")
        room.files.truncate(room.layout.journal, base.offset)
        tail = b""
    room.files.sync(room.layout.pending)
    done, _ = committed(log, tail)
    redo = log.records if rebooted else log.records[len(done) :]
    _publish(room, log, redo, rebooted=rebooted)
    room.files.write_at(room.layout.journal, base.offset, wanted)
    if log.records:
        anchor.write(lock, Position(log.records[-1].last, log.records[-1].mac, base.offset + len(wanted)))
    return True


def _journal_tail(room: Room, log: Log) -> bytes:
    """The journal behind the last checkpoint; a segment change that was cut off in the middle is finished first."""
    base = log.header.position
    signature = room.files.signature(room.layout.journal)
    if (
        (signature is None or signature.size < base.offset)
        and not log.records
        and _closed_segment_of(room, base.offset)
    ):
        room.files.put(room.layout.journal, b"")
        write_header(room, pending.Header(1, Position(base.seq, base.mac, 0), log.header.forms))
        return b""
    piece = room.files.read_from(room.layout.journal, base.offset)
    if piece is None:
        raise IntegrityError("journal.jsonl is missing", field="journal.jsonl")
    return piece[0]


def _closed_segment_of(room: Room, size: int) -> bool:
    try:
        segments = sorted(os.listdir(room.layout.closed_journals), key=lambda name: int(name.split(".")[0]))
    except (FileNotFoundError, ValueError):
        return False
    last = room.files.signature(f"{room.layout.closed_journals}/{segments[-1]}") if segments else None
    return last is not None and last.size == size


def write_header(room: Room, header: pending.Header) -> FreshLog:
    """Put a fresh pending file in place, durably. The old one goes to `prev/`, for readers."""
    new = room.layout.pending + ".new"
    line = pending.seal_line(header, room.key)
    room.files.put(new, line)
    room.files.sync(new)
    fresh = room.files.signature(new)
    if room.files.exchange(new, room.layout.pending):
        room.files.make_folder(room.layout.previous)
        room.files.rename(new, room.layout.old_pending)
    else:
        room.files.rename(new, room.layout.pending)
    room.files.sync(room.layout.root)
    return FreshLog(0 if fresh is None else fresh.inode, len(line))


def _publish(room: Room, log: Log, redo: list[Record], *, rebooted: bool) -> None:
    for path in dict.fromkeys(path for record in redo for path in record.docs):
        _publish_document(room, path, log, rebooted=rebooted)
    for record in redo:
        for path, (offset, text) in record.appends.items():
            room.files.make_folder(os.path.dirname(room.layout.at(path)))
            room.files.write_at(room.layout.at(path), offset, text.encode())
        for path, text in record.files.items():
            replace(room, path, text.encode())


def replace(room: Room, path: str, data: bytes) -> None:
    """Put a small whole file in place, unsynced."""
    new = room.layout.at(path) + ".new"
    room.files.put(new, data)
    room.files.rename(new, room.layout.at(path))


def _publish_document(room: Room, path: str, log: Log, *, rebooted: bool) -> None:
    forms = _texts(room, path, log)
    final = forms[-1]
    found, signature = room.files.read(room.layout.at(path))
    last = max(record.last for record in log.records if path in record.docs)
    known = [None if form is None else form.raw for form in forms]
    if found == known[-1]:
        return
    spoilt = rebooted and (
        not found or b"\0" in found or any(text is not None and text.startswith(found) for text in known)
    )
    if found is None or found in known or spoilt or _is_sealed(room, path, found):
        publish.publish(room, path, final, last, signature)


def _is_sealed(room: Room, path: str, found: bytes) -> bool:
    sealed = seals.read(room)
    document = None if sealed is None else sealed.docs.get(path)
    return document is not None and document.sha256 == hashlib.sha256(found).hexdigest()


def _texts(room: Room, path: str, log: Log) -> list[Document | None]:
    """Every text of a document that pending explains, oldest first: the checkpoint's copy, then one a record."""
    base, _ = room.files.read(room.layout.base(path))
    document: Document | None = None
    forms: list[Document | None] = (
        [document] if base is None else [Document(path, "", (Section("", "", base),), len(base))]
    )
    for record in log.records:
        if path in record.docs:
            document = pending.changed_document(path, document, record.docs[path])
            forms.append(document)
    return forms
