"""Putting a commit into words: the record of a batch, with its journal lines, as it will stand in pending."""

import datetime as dt

import msgspec

from scopes.model import Line, iso
from scopes.storage import journal, pending, settle, sources, tails
from scopes.storage.batch import Batch
from scopes.storage.pending import Coverage, Record
from scopes.storage.places import LINES
from scopes.storage.room import Room
from scopes.storage.state import Erased, Position, Snapshot


def compose(batch: Batch, snapshot: Snapshot, covered: Coverage) -> tuple[Record, Position]:
    """The record of a batch over a snapshot, and where the journal will stand behind it.

    `covered` is what pending holds already: the first change of a document is recorded whole. Turns are given their
    place in a source file here, and an erasure its seq.
    """
    assert batch.room is not None, "a batch that is committed knows its room"
    room, before = batch.room, snapshot.position
    lines: list[str] = []
    seq, mac = before.seq, before.mac
    now = dt.datetime.now(dt.UTC)
    for entry, author in batch.entries:
        seq += 1
        line, mac = journal.render(
            entry, seq=seq, ts=iso(now), actor=author.actor, request=author.request, prev=mac, key=room.key
        )
        lines.append(line)
    documents = snapshot.documents
    record = Record(
        first=before.seq + 1,
        last=seq,
        boot=tails.BOOT,
        lines=lines,
        docs={
            path: pending.change(documents.get(path), document, whole=path not in covered.documents)
            for path, document in batch.documents.changes.items()
        },
        files=batch.files,
        appends=_appends(batch, room, now),
        operations=batch.new_operations,
        replies=[msgspec.structs.replace(reply, seq=seq) for reply in batch.new_replies],
        hands=batch.hands,
        rewritten=batch.rewritten,
        gone={
            path: gone
            for path, document in batch.documents.changes.items()
            if (gone := settle.forms_gone(documents.get(path), document, batch.kept_out(path)))
        },
        erase=batch.erasure,
    )
    if batch.erasure is not None:
        batch.erased = Erased(seq, batch.erased.marks | set(batch.erasure.marks))
    return record, Position(seq, mac, before.offset + len(record.journal_bytes))


def _appends(batch: Batch, room: Room, now: dt.datetime) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for line in LINES:
        if turns := [turn for turn in batch.new_turns if turn.line == line]:
            found |= _appended(batch, room, line, "".join(map(sources.render, turns)), sources.month_of(now))
    return found


def _appended(batch: Batch, room: Room, line: Line, text: str, month: str) -> dict[str, tuple[int, str]]:
    part = 1
    while True:
        path = sources.path_for(month, part, line)
        size = batch.sizes.get(path) or 0
        found = room.files.signature(room.layout.at(path))
        # A file that a person has changed is left as it is: the service goes on in the next part.
        if size < room.config.source_file_bytes and (0 if found is None else found.size) == size:
            break
        part += 1
    batch.sizes.set(path, size + len(text.encode()))
    return {path: (size, text)}
