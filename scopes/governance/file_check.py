"""Files that only grow (journal, sources, operations, replies) and what lies in quarantine, against the seal.

Behind the sealed bytes of a file stands what commits since the seal appended, which the redo log holds word for word.
A checkpoint that was cut off may have written some of it twice, or in part: no tampering is read into that.
"""

import hashlib
from collections.abc import Iterator

from scopes.governance.chain import Chain
from scopes.governance.cut import Cut
from scopes.governance.finding import Finding
from scopes.storage import journal, sources
from scopes.storage.room import Room
from scopes.storage.seal import Seal
from scopes.storage.sealing import HISTORY, JOURNAL, QUARANTINE, REPLIES, closed_since, covers, file_names
from scopes.storage.sums import SealedFile

_NOTHING = SealedFile(0, hashlib.sha256().hexdigest())


def check_identity(room: Room, cut: Cut) -> Iterator[Finding]:
    """scope.json against the seal, or the last commit since that has changed it."""
    recorded = [one.files["scope.json"] for one in (cut.log.records if cut.log else ()) if "scope.json" in one.files]
    raw, _ = room.files.read(room.layout.identity)
    if recorded:
        same = raw == recorded[-1].encode()
    else:
        same = cut.seal is None or hashlib.sha256(raw or b"").hexdigest() == cut.seal.identity
    if not same and not any(finding.file == "scope.json" for finding in cut.findings):
        detail = "settings or ids were edited by hand, damaged or tampered with"
        yield Finding("identity_changed", detail, file="scope.json")


def check_sources(room: Room, cut: Cut) -> Iterator[Finding]:
    """Turns: the sealed ones, then those that commits since have appended."""
    if cut.seal is None:
        return
    appended = _appended(cut)
    for path in sorted({*cut.seal.sources, *appended, *sources.every_path(room.layout.root)}):
        if covers(cut.covered.rewritten, path):
            continue
        sealed = cut.seal.sources.get(path)
        if sealed is None and path not in appended:
            if path in cut.sizes:
                yield Finding("source_unknown", "a file of turns that nothing recorded", file=path)
            continue
        raw, _ = room.files.read(room.layout.at(path))
        raw = None if raw is None else raw[: cut.sizes.get(path, 0)]
        wanted = b"".join(text for offset, text in appended.get(path, ()) if offset >= (sealed or _NOTHING).size)
        yield from _grown_source(path, raw, sealed or _NOTHING, wanted)


def _appended(cut: Cut) -> dict[str, list[tuple[int, bytes]]]:
    found: dict[str, list[tuple[int, bytes]]] = {}
    for record in cut.log.records if cut.log else ():
        for path, (offset, text) in record.appends.items():
            found.setdefault(path, []).append((offset, text.encode()))
    return found


def _grown_source(path: str, raw: bytes | None, sealed: SealedFile, wanted: bytes) -> Iterator[Finding]:
    if raw is None:
        yield Finding("source_cut", "the file is gone", file=path)
    elif len(raw) >= sealed.size and _spoilt(raw, sealed):
        yield Finding("source_changed", f"turns differ from what was sealed{_lines(raw, sealed)}", file=path)
    elif len(raw) < sealed.size or (len(raw) - sealed.size < len(wanted) and wanted.startswith(raw[sealed.size :])):
        yield Finding("source_cut", f"turns are missing at the end{_lines(raw, sealed)}", file=path)
    elif raw[sealed.size :] != wanted:
        yield Finding("source_changed", "lines were added or changed that no commit explains", file=path)


def _spoilt(raw: bytes, sealed: SealedFile) -> bool:
    return len(raw) < sealed.size or hashlib.sha256(raw[: sealed.size]).hexdigest() != sealed.sha256


def _lines(raw: bytes, sealed: SealedFile) -> str:
    """Which lines the damage lies in, as far as the seal tells."""
    span = sealed.spoilt(raw)
    if span is None:
        return ""
    first, last = raw.count(b"\n", 0, span[0]) + 1, raw.count(b"\n", 0, max(span[0], span[1] - 1)) + 1
    return f" (line {first})" if first == last else f" (in lines {first} to {last})"


def check_kept(room: Room, cut: Cut) -> Iterator[Finding]:
    """Operations, replies and quarantine; under the lock, since checkpoints write them before they seal."""
    if cut.seal is None or not cut.seal.covers_files:
        return
    names = {path for path in (*cut.seal.files, *file_names(room)) if not _is_journal(path)}
    for path in sorted(path for path in names if not covers(cut.covered.rewritten, path)):
        raw, _ = room.files.read(room.layout.at(path))
        sealed = cut.seal.files.get(path)
        if path.startswith(QUARANTINE):
            yield from _quarantined(path, raw, sealed)
        else:
            yield from _kept(path, raw, sealed, cut.redo)


def _is_journal(path: str) -> bool:
    return path == JOURNAL or path.startswith("journal/")


def _quarantined(path: str, raw: bytes | None, sealed: SealedFile | None) -> Iterator[Finding]:
    """A refused edit may be removed by whoever has looked at it, not changed; its name carries its digest."""
    if raw is None:
        return
    known = path.endswith("@" + hashlib.sha256(raw).hexdigest()[:16])
    if not known or (sealed is not None and (len(raw) != sealed.size or _spoilt(raw, sealed))):
        yield Finding("quarantine_changed", "not the bytes that were put there", file=path)


def _kept(path: str, raw: bytes | None, sealed: SealedFile | None, redo: bytes) -> Iterator[Finding]:
    if raw is None and sealed is None:
        return
    detail = ""
    if raw is None:
        detail = "the file is gone"
    elif _spoilt(raw, sealed or _NOTHING):
        detail = f"differs from what was sealed{_lines(raw, sealed or _NOTHING)}"
    elif not _explained(raw[(sealed or _NOTHING).size :], redo):
        detail = "lines were added that no commit explains"
    if detail and path.startswith(HISTORY):
        yield Finding("history_changed", detail, file=path)
    elif detail:
        yield Finding("replies_changed" if path == REPLIES else "operations_changed", detail, file=path)


def _explained(tail: bytes, redo: bytes) -> bool:
    """Whether each line is one of the redo log's, or the beginning of one: a power cut leaves parts, and zeros."""
    return all(line.rstrip(b"\0") in redo for line in tail.split(b"\n"))


def check_notes(room: Room, cut: Cut, chain: Chain) -> Iterator[Finding]:
    """The journal's bytes: what the macs don't cover is what stands in the notes."""
    if cut.seal is None or not cut.seal.covers_files:
        return
    told = {finding.file for finding in (*chain.findings, *cut.findings)}
    closed = closed_since(room, cut.seal.files)
    for path, sealed in cut.seal.files.items():
        name = closed if path == JOURNAL and closed is not None else path
        if not _is_journal(path) or name in told or {path, name} & cut.covered.rewritten:
            continue
        raw, _ = room.files.read(room.layout.at(name))
        if raw is None or len(raw) < sealed.size:
            yield Finding("tail_cut", "shorter than it was sealed", file=name)
        elif _spoilt(raw, sealed):
            first, where = _records(raw, sealed)
            yield Finding("note_changed", f"a note is not as it was sealed{where}", seq=first, file=name)
        elif path == JOURNAL and not _ends_with_seal(raw, sealed, cut, cut.seal):
            yield Finding("note_changed", "a seal has no note", seq=cut.seal.position.seq, file=name)


def _records(raw: bytes, sealed: SealedFile) -> tuple[int | None, str]:
    span = sealed.spoilt(raw)
    if span is None:
        return None, ""
    start = raw.rfind(b"\n", 0, span[0]) + 1
    found = [record.seq for line in raw[start : span[1]].split(b"\n") if (record := journal.read(line)) is not None]
    if not found:
        return None, ""
    return found[0], "" if found[0] == found[-1] else f", in one of the records {found[0]} to {found[-1]}"


def _ends_with_seal(raw: bytes, sealed: SealedFile, cut: Cut, seal: Seal) -> bool:
    """Between the bytes that were sealed and the redo log's begin stands the seal's own line alone."""
    if cut.log is None or cut.log.header.position.seq != seal.position.seq:
        return True  # the checkpoint was cut off: the redo log still holds that line
    line = raw[sealed.size : seal.position.offset]
    record = journal.read(line)
    return line.count(b"\n") == 1 and record is not None and not record.note
