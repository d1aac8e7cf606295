"""The journal's chain, walked line by line; after the first bad line it goes on from what that line says."""

from scopes.governance import acceptance
from scopes.governance.finding import Finding
from scopes.storage import journal
from scopes.storage import room as rooms
from scopes.storage.journal import Record
from scopes.storage.room import Room


class Chain:
    """What the journal says, and where it contradicts itself. `uid` None: not known, so the first line's place isn't
    checked."""

    def __init__(self, room: Room, uid: str | None) -> None:
        self._room, self._uid, self._key = room, uid, room.key
        self.seq, self.mac = 0, ""
        self.findings: list[Finding] = []
        self.macs: dict[int, str] = {}
        self.commitments: dict[int, str] = {}
        self.edits: dict[int, Record] = {}

    def add(self, file: str, line: bytes) -> None:
        """Check one line against the one before."""
        record = journal.read(line)
        if record is None:
            self.findings.append(Finding("unreadable", "torn or overwritten", seq=self.seq + 1, file=file))
            return
        if self.seq == 0 and record.kid in self._key.keys:
            self.mac = record.prev if self._uid is None else rooms.genesis(self._room, self._uid, record.kid)
        if record.kid not in self._key.keys:
            self.findings.append(
                Finding("key_missing", f"audit key {record.kid} is not here", seq=record.seq, file=file)
            )
        elif journal.authentic(line, self._key) is None:
            self.findings.append(Finding("edited", "the record's mac is wrong", seq=record.seq, file=file))
        elif record.seq != self.seq + 1 or record.prev != self.mac:
            self.findings.append(self._misplaced(record, file))
        self._follow(record)

    @property
    def unattested(self) -> tuple[dict[str, int | str], ...]:
        """The edits by hand that were taken in or refused, and that nobody has accepted."""
        return tuple(
            {"seq": seq, "op": one.op, "id": one.id or "", "file": one.note.get("file", ""), "ts": one.ts}
            for seq, one in self.edits.items()
        )

    def _misplaced(self, record: Record, file: str) -> Finding:
        if record.seq in self.macs:
            return Finding(
                "replayed", "the record stands here a second time or out of order", seq=record.seq, file=file
            )
        if record.seq == 1 and self.seq == 0:
            return Finding("foreign", "the chain begins in another scope", seq=1, file=file)
        if record.seq > self.seq + 1:
            first, last = self.seq + 1, record.seq - 1
            told = f"record {first} is missing" if first == last else f"records {first} to {last} are missing"
            return Finding("removed", told, seq=first, file=file)
        return Finding("swapped", "the record does not follow the one before it", seq=record.seq, file=file)

    def _follow(self, record: Record) -> None:
        self.seq, self.mac = record.seq, record.mac
        self.macs[record.seq] = record.mac
        if record.op in ("seal", "create") and record.state is not None:
            self.commitments[record.seq] = record.state
        else:
            acceptance.note(record, self.edits)
