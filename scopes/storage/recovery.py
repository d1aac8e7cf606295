"""Finishing what pending promises: run with the scope lock held, before anything else is written.

Pending's records are the commits. What the journal lacks of them is appended exactly as recorded; a document whose
bytes are one of our own texts (after a reboot also an empty, zeroed or cut one) is brought to the recorded end; other
bytes are a person's and are left to be adopted. Anything else is a finding, never repaired by guessing.
"""

import hashlib
import os

from scopes.errors import IntegrityError
from scopes.storage import anchor, obstacles, pending, publish, purge, tails
from scopes.storage import seal as seals
from scopes.storage.documents import Document, Section
from scopes.storage.pending import FreshLog, Log, Record
from scopes.storage.room import Room
from scopes.storage.state import Position


def recover(room: Room, lock: int, *, distrust: bool = False) -> bool:
    """Bring files and journal to pending's end; True when there was something to do.

    `distrust`: what lies unsynced may be spoilt though the machine has not started anew, because a sync failed.
    """
    if distrust:
        _forget_cached(room)
    log = tails.read_log(room)
    if log is None:
        raise IntegrityError("pending.jsonl is missing", field="pending.jsonl")
    if log.altered:
        raise IntegrityError("pending.jsonl was altered: a record has a wrong mac", field="pending.jsonl")
    log = _finish_closing(room, log)
    base, rebooted = log.header.position, log.ended != [] and (distrust or tails.rebooted(log))
    tail, _ = tails.read_tail(room, base)
    wanted = b"".join(record.journal_bytes for record in log.records)
    spoilt = not wanted.startswith(tail)
    if spoilt and (not rebooted or len(tail) > len(wanted)):
        raise IntegrityError("the journal's tail is neither pending's nor a prefix of it", field="journal.jsonl")
    if log.torn:
        room.files.truncate(room.layout.pending, log.good)  # never acknowledged
    if tail == wanted and not rebooted:
        return log.torn
    room.files.sync(room.layout.pending)
    if spoilt:
        room.files.truncate(room.layout.journal, base.offset)
    done, _ = tails.committed(log, tail)
    _publish(room, log, log.records if rebooted else log.records[len(done) :], rebooted=rebooted)
    room.files.write_at(room.layout.journal, base.offset, wanted)
    anchor.write(lock, Position(log.records[-1].last, log.records[-1].mac, base.offset + len(wanted)))
    return True


def _forget_cached(room: Room) -> None:
    """Have every file of the scope read from the disk itself."""
    for folder, _, names in os.walk(room.layout.root):
        for name in names:
            room.files.forget_cached(f"{folder}/{name}")


def _finish_closing(room: Room, log: Log) -> Log:
    """A pending file that still counts from the segment before, because closing it was cut off: count from 0."""
    base = log.header.position
    signature = room.files.signature(room.layout.journal)
    if log.ended or signature is None or signature.size >= base.offset or not tails.closed_at(room, base.offset):
        return log
    write_header(room, pending.Header(1, Position(base.seq, base.mac, 0), log.header.forms))
    return tails.read_log(room) or log


def write_header(room: Room, header: pending.Header) -> FreshLog:
    """Put a fresh pending file in place, durably. The old one goes to `prev/`, for readers."""
    new = room.layout.pending + ".new"
    line = pending.seal_line(header, room.key)
    room.files.put(new, line)
    room.files.sync(new)
    fresh = room.files.signature(new)
    room.files.make_folder(room.layout.previous)
    room.files.place(new, room.layout.pending)
    if room.files.signature(new) is not None:
        room.files.rename(new, room.layout.old_pending)
    room.files.sync(room.layout.root)
    return FreshLog(0 if fresh is None else fresh.inode, len(line))


def replace(room: Room, path: str, data: bytes) -> None:
    """Put a small file in place, old or new but never torn: without scope.json nothing can be opened."""
    new = room.layout.at(path) + ".new"
    room.files.put(new, data)
    room.files.sync(new)
    room.files.rename(new, room.layout.at(path))


def _publish(room: Room, log: Log, redo: list[Record], *, rebooted: bool) -> None:
    gone = {path: delta.gone for record in redo for path, delta in record.docs.items()}
    for path in sorted(gone, key=lambda path: not gone[path]):  # what goes makes room for what comes
        texts = texts_of(room, path, log)
        if rebooted:
            _drop_ours(room, path, texts)
        _publish_document(room, path, texts, redo, rebooted=rebooted)
    for record in redo:
        for path, (offset, text) in record.appends.items():
            obstacles.make_way(room, path)
            room.files.write_at(room.layout.at(path), offset, text.encode())
        for path, text in record.files.items():
            replace(room, path, text.encode())
        if record.erase is not None:
            purge.carry_out(room, record.erase)


def _publish_document(
    room: Room, path: str, texts: list[Document | None], redo: list[Record], *, rebooted: bool
) -> None:
    found, signature = room.files.read(room.layout.at(path))
    known = [None if text is None else text.raw for text in texts]
    if found == known[-1]:
        return
    if found is None or found in known or (rebooted and _is_spoilt(found, known)) or is_sealed(room, path, found):
        last = max(record.last for record in redo if path in record.docs)
        publish.publish(room, path, texts[-1], last, signature)


def _drop_ours(room: Room, path: str, texts: list[Document | None]) -> None:
    """Drop displaced files that hold a text of ours, or what the reboot left of one.

    They are not synced, so their names no longer tell whether someone wrote to them; later their text is not known.
    """
    known = [None if text is None else text.raw for text in texts]
    for aside in publish.displaced(room):
        raw = room.files.read(aside.path)[0] if aside.document == path else None
        if raw is not None and (_is_spoilt(raw, known) or is_sealed(room, path, raw)):
            room.files.unlink(aside.path)


def _is_spoilt(found: bytes, known: list[bytes | None]) -> bool:
    """Whether bytes are what a power cut makes of a text of ours: nothing, zeros, a part from the beginning."""
    return not found or b"\0" in found or any(text is not None and text.startswith(found) for text in known)


def is_sealed(room: Room, path: str, found: bytes) -> bool:
    """Whether bytes are a document's text as it was last sealed."""
    sealed = seals.read(room)
    document = None if sealed is None else sealed.docs.get(path)
    return document is not None and document.sha256 == hashlib.sha256(found).hexdigest()


def texts_of(room: Room, path: str, log: Log) -> list[Document | None]:
    """Every text of a document that pending explains, oldest first: the checkpoint's copy, then one a record."""
    base, _ = room.files.read(room.layout.base(path))
    document: Document | None = None if base is None else Document(path, "", (Section("", "", base),), len(base))
    texts = [document]
    for record in log.records:
        if path in record.docs:
            document = pending.changed_document(path, document, record.docs[path])
            texts.append(document)
    return texts
