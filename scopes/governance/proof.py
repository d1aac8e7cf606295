"""Verifying a scope: its chain, its anchor, and its files against what was sealed and recorded.

A crash leaves only differences that recovery explains, so recovery runs first. Any other difference is a hand edit not
yet taken in, a disk fault or tampering: verify names the file and the item, and can't tell these three apart.
"""

import hmac
from collections.abc import Iterator

import msgspec

from scopes import locks
from scopes.governance import cut as cuts
from scopes.governance.chain import Chain
from scopes.governance.cut import Cut
from scopes.governance.document_check import check_documents
from scopes.governance.file_check import check_identity, check_kept, check_notes, check_sources
from scopes.governance.finding import Finding
from scopes.governance.stray_check import check_strays
from scopes.retrieval.vectors.checking import RowCheck
from scopes.storage import pages
from scopes.storage import seal as seals
from scopes.storage.anchor import Anchor
from scopes.storage.room import Room
from scopes.storage.seal import Seal
from scopes.storage.state import Position

__all__ = ["LIMITS", "Finding", "Verdict", "verify"]

LIMITS = (
    "Verify proves that no journal record was altered, removed or reordered since it was written, to who trusts the "
    "audit key. It does not prove that something exists nowhere else, that backups are gone, or that the key's holder "
    "was honest."
)
_TRIES = 2


class Verdict(msgspec.Struct, frozen=True):
    """What verify found. `unattested` are hand edits, taken in or refused, that nobody has accepted yet."""

    valid: bool
    records: int
    head: dict[str, int | str]
    findings: tuple[Finding, ...]
    unattested: tuple[dict[str, int | str], ...]
    limits: str = LIMITS


def verify(room: Room, *, distrust: bool = False) -> Verdict:
    """Check one scope. Takes its lock for as long as documents are read, not while journal and sources are.

    A finding that a write meanwhile may have made is looked for again, at last with the lock held throughout.
    `distrust` after a failed sync: see `recovery.recover`.
    """
    for _ in range(_TRIES):
        with locks.exclusive(room.lock_path) as lock:
            cut = _look(room, lock, distrust=distrust)
        verdict = _judge(room, cut)
        if verdict.valid or not cut.overtaken(room):
            return verdict
    with locks.exclusive(room.lock_path) as lock:
        return _judge(room, _look(room, lock, distrust=distrust))


def _look(room: Room, lock: int, *, distrust: bool) -> Cut:
    """The part that needs the lock."""
    cut = cuts.take(room, lock, distrust=distrust)
    cut.findings += [*check_identity(room, cut), *check_documents(room, cut), *check_kept(room, cut)]
    cut.findings += [*check_strays(room), *cuts.check_closed_log(room)]
    cut.rows = RowCheck.take_all(room)
    return cut


def _judge(room: Room, cut: Cut) -> Verdict:
    chain = Chain(room, cut.uid)
    for name, line in pages.raw_lines(room, cut.sizes.get("journal.jsonl", 0)):
        chain.add(name, line)
    findings = [
        *cut.findings,
        *_check_rows(cut),
        *chain.findings,
        *check_notes(room, cut, chain),
        *check_sources(room, cut),
    ]
    if cut.seal is None:
        detail = "the present state can't be verified against a seal"
        findings.append(Finding("seal_missing", detail, file="seal.json"))
    else:
        findings += _check_commitment(cut, cut.seal, chain)
    findings += _check_anchor(cut.anchored, chain, whole=not findings)
    return Verdict(
        valid=not findings,
        records=chain.seq,
        head={"seq": chain.seq, "mac": chain.mac},
        findings=tuple(dict.fromkeys(findings)),
        unattested=chain.unattested,
    )


def _check_rows(cut: Cut) -> Iterator[Finding]:
    """Vectors are derived: what is found of them costs no memory, and doctor mends it."""
    for check in cut.rows:
        for file, detail, item in check.problems():
            yield Finding("vectors_damaged", detail, file=file, item=item)


def _check_anchor(anchored: Anchor | None, chain: Chain, *, whole: bool) -> list[Finding]:
    """The head outside the scope against the journal's; `whole`: nothing else was found."""
    if anchored is None:
        return [Finding("anchor_missing", "the lock file that carries the journal's head is gone or empty")]
    if anchored.seq > chain.seq:
        detail = f"the journal ends at {chain.seq}, its anchor says {anchored.seq}"
        if whole:
            older = "everything fits together: the whole directory, or all of its files, are an older copy"
            return [Finding("rolled_back", f"{detail}; {older}", seq=chain.seq)]
        return [Finding("tail_cut", f"{detail}: it was cut", seq=chain.seq, file="journal.jsonl")]
    if anchored.seq in chain.macs and chain.macs[anchored.seq] != anchored.mac:
        return [Finding("replaced", "the anchored record is another one than the journal holds", seq=anchored.seq)]
    return []


def _check_commitment(cut: Cut, seal: Seal, chain: Chain) -> list[Finding]:
    """seal.json against the journal line that commits to it.

    A crash may leave a seal line whose seal.json was not written yet; then pending still reaches back to the seal
    before. An older seal than the one pending starts from was put in place of the last one.
    """
    at = seal.position.seq
    base = None if cut.log is None else cut.log.header.position
    opens = _opens(seal, chain.commitments.get(at))
    if base is not None and (
        chain.macs.get(base.seq, base.mac) != base.mac or (opens and base.seq > at == max(chain.commitments))
    ):
        return [Finding("foreign", "the redo log is of another time or scope", seq=base.seq, file="pending.jsonl")]
    if at > chain.seq:
        return [Finding("tail_cut", "seal.json is newer than the journal's end", seq=chain.seq, file="journal.jsonl")]
    placed = chain.macs.get(at) == seal.position.mac and (base is None or _fits(base, seal.position))
    if placed and opens:
        return []
    return [Finding("seal_replaced", "seal.json is not the one its journal line commits to", seq=at, file="seal.json")]


def _fits(base: Position, sealed: Position) -> bool:
    """Whether a seal stands where the redo log begins, or behind it; that counts from 0 once a segment was closed."""
    return base.seq < sealed.seq or (base.seq == sealed.seq and base.offset in (0, sealed.offset))


def _opens(seal: Seal, commitment: str | None) -> bool:
    if commitment is None:
        return seal.v == 1 and seal.position.seq == 1  # a scope that has had no checkpoint yet
    try:
        return hmac.compare_digest(seals.commitment(seal), commitment)
    except ValueError:
        return False
