"""What stands on disk at one moment under the scope lock, for verify to judge once the lock is given back."""

from collections.abc import Iterator, Sequence

import msgspec

from scopes.errors import IntegrityError, from_os
from scopes.governance.finding import Finding
from scopes.retrieval.vectors.checking import RowCheck
from scopes.storage import anchor, journal, load, pending, recovery, sources, tails
from scopes.storage import room as rooms
from scopes.storage import seal as seals
from scopes.storage.files import Signature
from scopes.storage.load import Loaded
from scopes.storage.pending import Coverage, Log
from scopes.storage.room import Room
from scopes.storage.seal import Seal
from scopes.storage.state import Snapshot


class Cut(msgspec.Struct):
    """One moment. `uid`, `seal`, `log` and `loaded` are None where they can't be had; `findings` say why.

    `redo` are the bytes of the redo log, `sizes` the bytes of journal and source files, `covered` what the redo log
    speaks of, `rows` the files of vectors.
    """

    findings: list[Finding]
    anchored: anchor.Anchor | None
    uid: str | None
    seal: Seal | None
    log: Log | None
    redo: bytes
    loaded: Loaded | None
    covered: Coverage
    sizes: dict[str, int]
    seen: tuple[Signature | None, ...]
    rows: Sequence[RowCheck] = ()

    def overtaken(self, room: Room) -> bool:
        """Whether the scope was written to since: what was read later may be newer than the cut."""
        return self.seen != _seen(room)


def take(room: Room, lock: int, *, distrust: bool = False) -> Cut:
    """Finish what a crash left half done, then look. Called with the scope lock held.

    `distrust` after a failed sync: see `recovery.recover`.
    """
    anchored = anchor.read(room.lock_path)
    findings: list[Finding] = []
    uid = _identity(room, findings)
    log = _log(room, findings)
    if log is not None and not findings:
        _recover(room, lock, log, findings, distrust=distrust)
    loaded = _load(room, findings)
    log = log if loaded is None else loaded.log
    return Cut(
        findings=findings,
        anchored=anchored,
        uid=uid,
        seal=seals.read(room),
        log=log,
        redo=room.files.read(room.layout.pending)[0] or b"",
        loaded=loaded,
        covered=Coverage(None if log is None else log.records),
        sizes=dict(_sizes(room)),
        seen=_seen(room),
    )


def _seen(room: Room) -> tuple[Signature | None, ...]:
    return room.files.signature(room.layout.seal), room.files.signature(room.layout.pending)


def _sizes(room: Room) -> Iterator[tuple[str, int]]:
    for path in ("journal.jsonl", *sources.every_path(room.layout.root)):
        state = room.files.signature(room.layout.at(path))
        if state is not None:
            yield path, state.size


def _identity(room: Room, findings: list[Finding]) -> str | None:
    try:
        identity = rooms.read_identity(room)
    except IntegrityError as error:
        findings.append(Finding("identity_changed", error.detail, file="scope.json"))
        return None
    return None if identity is None else identity.uid


def _log(room: Room, findings: list[Finding]) -> Log | None:
    """The redo log, if it is whole and the journal reaches to where it begins."""
    try:
        log = tails.read_log(room)
    except IntegrityError as error:
        findings.append(Finding("altered", error.detail, file="pending.jsonl"))
        return None
    if log is None:
        findings.append(Finding("altered", "pending.jsonl is missing", file="pending.jsonl"))
    elif log.altered:
        findings.append(Finding("altered", "a record of the redo log has a wrong mac", file="pending.jsonl"))
    else:
        findings += [*_gaps(log), *_misfits(room, log)]
        if log.junk:
            detail = "behind its last record stand bytes that no cut-off write leaves: they are dropped, not read"
            findings.append(Finding("redo_junk", detail, file="pending.jsonl"))
    return log


def check_closed_log(room: Room) -> Iterator[Finding]:
    """The redo log that the last checkpoint closed, for as long as it is kept for readers."""
    raw, _ = room.files.read(room.layout.old_pending)
    if raw is not None and not pending.is_whole(raw, room.key):
        detail = "not as it was closed: it is a copy, and readers that find it so read the files anew"
        yield Finding("copy_changed", detail, file="prev/pending.jsonl")


def _gaps(log: Log) -> Iterator[Finding]:
    """Whether each record of the redo log follows the one before it."""
    mac = log.header.position.mac
    for record in log.records:
        if record.prev != mac:
            detail = "a record of the redo log does not follow the one before it: one was taken out or moved"
            yield Finding("altered", detail, seq=record.first, file="pending.jsonl")
        mac = record.mac


def _misfits(room: Room, log: Log) -> Iterator[Finding]:
    """Whether the journal is there up to the last checkpoint, and that checkpoint is one of this journal."""
    base = log.header.position
    state = room.files.signature(room.layout.journal)
    if state is None:
        yield Finding("altered", "journal.jsonl is missing", file="journal.jsonl")
    elif state.size < base.offset and not tails.closed_at(room, base.offset):
        yield Finding("tail_cut", "the journal is shorter than its last checkpoint", file="journal.jsonl")
    elif base.offset and (mac := _mac_before(room, base.offset)) != base.mac:
        detail = "the redo log does not begin where a record of the journal ends: it is of another time or scope"
        yield Finding("altered" if mac is None else "foreign", detail, seq=base.seq, file="pending.jsonl")


def _mac_before(room: Room, offset: int) -> str | None:
    """The mac of the journal's line that ends at a byte; None when none does."""
    raw, _ = room.files.read(room.layout.journal)
    if raw is None or len(raw) < offset:
        raw, _ = room.files.read(tails.last_closed(room))
    line = (raw or b"")[:offset].removesuffix(b"\n").rpartition(b"\n")[2]
    return journal.split_mac(line)[1] or None


def _recover(room: Room, lock: int, log: Log, findings: list[Finding], *, distrust: bool) -> None:
    """Finish what a dead process left; where that can't be written, say so and look at the rest."""
    try:
        recovery.recover(room, lock, distrust=distrust)
    except IntegrityError as error:
        findings.append(_mismatch(room, log) or Finding("altered", error.detail, file=error.field))
    except OSError as error:
        why = from_os(error)
        if why is None:
            raise
        findings.append(Finding("unfinished", f"a commit waits to be carried out: {why.code}", file="pending.jsonl"))


def _mismatch(room: Room, log: Log) -> Finding | None:
    """Where the journal's end and the redo log part."""
    wanted = b"".join(record.journal_bytes for record in log.records)
    tail, _ = tails.read_tail(room, log.header.position)
    length = min(len(wanted), len(tail))
    at = next((at for at in range(length) if wanted[at] != tail[at]), length)
    found = _line_at(tail, at)
    record = journal.authentic(found, room.key)
    if at == len(wanted) and record is not None:
        detail = "the redo log lacks a record that the journal has: it was cut, or an older one was put back"
        return Finding("altered", detail, seq=record.seq, file="pending.jsonl")
    meant = journal.read(_line_at(wanted, at))
    if record is not None and meant is not None and record.mac == meant.mac:
        return Finding("note_changed", "the note is not as recorded", seq=record.seq, file="journal.jsonl")
    return (
        None
        if meant is None
        else Finding(
            "altered", "the journal's end is not what the redo log recorded", seq=meant.seq, file="journal.jsonl"
        )
    )


def _line_at(raw: bytes, at: int) -> bytes:
    return raw[raw.rfind(b"\n", 0, at) + 1 :].partition(b"\n")[0]


def _load(room: Room, findings: list[Finding]) -> Loaded | None:
    try:
        return load.load(room, Snapshot())
    except IntegrityError as error:
        if not any(finding.file == error.field for finding in findings):
            findings.append(Finding("altered", error.detail, file=error.field))
        return None
