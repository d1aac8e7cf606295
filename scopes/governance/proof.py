"""Verifying a scope: its chain, its anchor, and its files against what was sealed and recorded.

A crash leaves only differences that recovery explains, so recovery runs first. Any other difference is a hand edit not
yet taken in, a disk fault or tampering: verify names the file and the item, and can't tell these three apart.
"""

import hashlib
import hmac

import msgspec

from scopes import locks
from scopes.errors import IntegrityError
from scopes.storage import anchor, journal, load, pages, recovery
from scopes.storage import room as rooms
from scopes.storage import seal as seals
from scopes.storage.documents import Document
from scopes.storage.journal import Record
from scopes.storage.load import Loaded
from scopes.storage.room import Room
from scopes.storage.seal import Seal, SealedDocument
from scopes.storage.state import Snapshot

LIMITS = (
    "Verify proves that no journal record was altered, removed or reordered since it was written, to who trusts the "
    "audit key. It does not prove that something exists nowhere else, that backups are gone, or that the key's holder "
    "was honest."
)


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is not as recorded."""

    kind: str
    detail: str
    seq: int | None = None
    file: str | None = None
    item: str | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What verify found. `unattested` are hand edits that were taken in and that nobody has accepted yet."""

    valid: bool
    records: int
    head: dict[str, int | str]
    findings: tuple[Finding, ...]
    unattested: tuple[dict[str, int | str], ...]
    limits: str = LIMITS


class _Cut(msgspec.Struct):
    """What was on disk at one moment under the lock."""

    findings: list[Finding]
    uid: str
    seal: Seal | None
    anchored: anchor.Anchor | None
    sealed_since: int
    end: int


def verify(room: Room) -> Verdict:
    """Check one scope. Takes its lock for as long as its files are read, not while the chain is."""
    with locks.exclusive(room.lock_path) as lock:
        cut = _cut(room, lock)
    chain = _Chain(room, cut.uid)
    for name, line in pages.raw_lines(room, cut.end):
        chain.add(name, line)
    findings = [*cut.findings, *chain.findings, *_check_anchor(cut.anchored, chain)]
    if cut.seal is not None:
        findings += _check_commitment(cut.seal, cut.sealed_since, chain)
    return Verdict(
        valid=not findings,
        records=chain.seq,
        head={"seq": chain.seq, "mac": chain.mac},
        findings=tuple(findings),
        unattested=tuple(chain.unattested),
    )


def _cut(room: Room, lock: int) -> _Cut:
    findings: list[Finding] = []
    anchored = anchor.read(room.lock_path)
    loaded, uid = None, ""
    try:
        identity = rooms.read_identity(room)
        uid = "" if identity is None else identity.uid
        recovery.recover(room, lock)
        loaded = load.load(room, Snapshot())
    except IntegrityError as error:
        findings.append(Finding("altered", error.detail, file=error.field))
    seal = seals.read(room)
    if seal is None:
        findings.append(Finding("seal_missing", "the present state can't be verified against a seal", file="seal.json"))
    if loaded is not None:
        findings += _check_documents(room, loaded)
        findings += _check_sources(room, loaded, seal)
        findings += _check_identity(room, loaded, seal)
    signature = room.files.signature(room.layout.journal)
    sealed_since = 0 if loaded is None else loaded.log.header.position.seq
    return _Cut(findings, uid, seal, anchored, sealed_since, 0 if signature is None else signature.size)


def _check_documents(room: Room, loaded: Loaded) -> list[Finding]:
    findings: list[Finding] = []
    snapshot = loaded.state.freeze(loaded.position)
    for path, document in snapshot.documents.items():
        raw, _ = room.files.read(room.layout.at(path))
        if path in loaded.foreign:
            findings += _compare(path, raw, None, loaded.foreign[path])
        elif raw != document.raw:
            findings += _compare(path, raw, document, None)
    for path, sealed in loaded.foreign.items():
        if path not in snapshot.documents:
            findings += _compare(path, None, None, sealed)
    return findings


def _compare(path: str, raw: bytes | None, ours: Document | None, sealed: SealedDocument | None) -> list[Finding]:
    """Findings item by item: what stands in the file against our text, or against the seal's digests."""
    if raw is None:
        return [Finding("document_missing", "removed by hand, lost or tampered with", file=path)]
    if ours is None and sealed is None:
        return [Finding("document_unknown", "a file the service has not taken in yet", file=path)]
    known = _digests(ours) if ours is not None else {one.key: one.digest for one in sealed.sections} if sealed else {}
    found = _digests(load.as_found(path, raw, sealed, ours, lambda _: False))
    changed = [key for key in {*known, *found} if known.get(key) != found.get(key)]
    detail = "edited by hand, damaged or tampered with since it was sealed"
    return [Finding("document_changed", detail, file=path, item=key or None) for key in sorted(changed)] or [
        Finding("document_changed", f"{detail} (layout only)", file=path)
    ]


def _digests(document: Document) -> dict[str, str]:
    return {section.key: section.digest for section in document.sections}


def _check_sources(room: Room, loaded: Loaded, seal: Seal | None) -> list[Finding]:
    findings: list[Finding] = []
    sealed_sizes = {} if seal is None else {path: one.size for path, one in seal.sources.items()}
    for path, size in {**sealed_sizes, **dict(loaded.state.freeze(loaded.position).sizes.items())}.items():
        raw, _ = room.files.read(room.layout.at(path))
        sealed = None if seal is None else seal.sources.get(path)
        if raw is None or len(raw) < size:
            findings.append(Finding("source_cut", "turns are missing at the end", file=path))
        elif len(raw) > size:
            findings.append(Finding("source_changed", "lines were added that no commit explains", file=path))
        if sealed is not None and raw is not None and hashlib.sha256(raw[: sealed.size]).hexdigest() != sealed.sha256:
            findings.append(Finding("source_changed", "turns differ from what was sealed", file=path))
    return findings


def _check_identity(room: Room, loaded: Loaded, seal: Seal | None) -> list[Finding]:
    """scope.json against the seal, unless a commit since has changed it."""
    recorded = [record.files["scope.json"] for record in loaded.log.records if "scope.json" in record.files]
    raw, _ = room.files.read(room.layout.identity)
    if recorded:
        same = raw == recorded[-1].encode()
    else:
        same = seal is None or hashlib.sha256(raw or b"").hexdigest() == seal.identity
    detail = "settings or ids were edited by hand, damaged or tampered with"
    return [] if same else [Finding("identity_changed", detail, file="scope.json")]


def _check_anchor(anchored: anchor.Anchor | None, chain: "_Chain") -> list[Finding]:
    if anchored is None:
        return [Finding("anchor_missing", "the lock file that carries the journal's head is gone or empty")]
    if anchored.seq > chain.seq:
        detail = f"the journal ends at {chain.seq}, its anchor says {anchored.seq}: cut, or an older copy was put back"
        return [Finding("tail_cut", detail, seq=chain.seq)]
    if anchored.seq in chain.macs and chain.macs[anchored.seq] != anchored.mac:
        return [Finding("replaced", "the anchored record is another one than the journal holds", seq=anchored.seq)]
    return []


def _check_commitment(seal: Seal, sealed_since: int, chain: "_Chain") -> list[Finding]:
    """seal.json against the journal line that commits to it.

    A crash may leave a seal line whose seal.json was not written yet; then pending still reaches back to the seal
    before (`sealed_since`: the seq pending starts from). An older seal than that was put in place of the last one.
    """
    at = seal.position.seq
    if at > chain.seq:
        return [Finding("tail_cut", "seal.json is newer than the journal's end", seq=chain.seq)]
    state = seals.commitment(seal.nonce, seal.docs, seal.sources, seal.identity)
    committed = chain.seals.get(at)
    unsealed = committed is None and at == 1  # a scope that has had no checkpoint yet
    if at >= sealed_since and (unsealed or hmac.compare_digest(state, committed or "")):
        return []
    return [Finding("seal_replaced", "seal.json is not the one its journal line commits to", seq=at, file="seal.json")]


class _Chain:
    """Walks the journal line by line; after the first bad line it goes on from what that line says."""

    def __init__(self, room: Room, uid: str) -> None:
        self._room, self._uid, self._key = room, uid, room.key
        self.seq, self.mac = 0, ""
        self.findings: list[Finding] = []
        self.unattested: list[dict[str, int | str]] = []
        self.macs: dict[int, str] = {}
        self.seals: dict[int, str] = {}

    def add(self, file: str, line: bytes) -> None:
        """Check one line against the one before."""
        record = journal.read(line)
        if record is None:
            self.findings.append(Finding("unreadable", "torn or overwritten", seq=self.seq + 1, file=file))
            return
        if self.seq == 0 and record.kid in self._key.keys:
            self.mac = rooms.genesis(self._room, self._uid, record.kid)
        if record.kid not in self._key.keys:
            self.findings.append(
                Finding("key_missing", f"audit key {record.kid} is not here", seq=record.seq, file=file)
            )
        elif journal.authentic(line, self._key) is None:
            self.findings.append(Finding("edited", "the record's mac is wrong", seq=record.seq, file=file))
        elif record.seq != self.seq + 1 or record.prev != self.mac:
            self.findings.append(self._misplaced(record, file))
        self._follow(record)

    def _misplaced(self, record: Record, file: str) -> Finding:
        if record.seq in self.macs:
            return Finding(
                "replayed", "the record stands here a second time or out of order", seq=record.seq, file=file
            )
        if record.seq == 1 and self.seq == 0:
            return Finding("foreign", "the chain begins in another scope", seq=1, file=file)
        if record.seq > self.seq + 1:
            return Finding(
                "removed", f"records {self.seq + 1} to {record.seq - 1} are missing", seq=self.seq + 1, file=file
            )
        return Finding("swapped", "the record does not follow the one before it", seq=record.seq, file=file)

    def _follow(self, record: Record) -> None:
        self.seq, self.mac = record.seq, record.mac
        self.macs[record.seq] = record.mac
        if record.op == "seal":
            self.seals[record.seq] = record.state or ""
        elif record.op == "accept":
            self.unattested.clear()
        elif record.op == "external_edit":
            self.unattested.append(
                {"seq": record.seq, "id": record.id or "", "file": record.note.get("file", ""), "ts": record.ts}
            )
