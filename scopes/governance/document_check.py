"""Documents, the map of them and their copies, against the texts that were sealed and recorded since."""

import hashlib
from collections.abc import Iterator

from scopes.governance.cut import Cut
from scopes.governance.finding import Finding
from scopes.lines import render
from scopes.storage import folders, recognition
from scopes.storage.documents import Document
from scopes.storage.load import Loaded
from scopes.storage.room import Room
from scopes.storage.seal import SealedDocument


def check_documents(room: Room, cut: Cut) -> list[Finding]:
    """Findings item by item; under the lock, since documents change in place."""
    if cut.loaded is not None:
        findings = list(_against_texts(room, cut.loaded))
        return findings or list(_derived(room, cut, cut.loaded))
    if cut.seal is None:
        return []
    return list(_against_seal(room, cut, cut.seal.docs))


def _against_texts(room: Room, loaded: Loaded) -> Iterator[Finding]:
    snapshot = loaded.state.freeze(loaded.position)
    for path, document in snapshot.documents.items():
        raw, _ = room.files.read(room.layout.at(path))
        if path in loaded.foreign:
            yield from _compare(path, raw, None, loaded.foreign[path])
        elif raw != document.raw:
            yield from _compare(path, raw, document, None)
    for path, sealed in loaded.foreign.items():
        if path not in snapshot.documents:
            yield from _compare(path, None, None, sealed)


def _against_seal(room: Room, cut: Cut, docs: dict[str, SealedDocument]) -> Iterator[Finding]:
    """What can still be told when the scope can't be opened."""
    for path in sorted({*docs, *folders.document_names(room)} - cut.covered.documents):
        raw, _ = room.files.read(room.layout.at(path))
        sealed = docs.get(path)
        if raw is None or sealed is None or hashlib.sha256(raw).hexdigest() != sealed.sha256:
            yield from _compare(path, raw, None, sealed)


def _compare(path: str, raw: bytes | None, ours: Document | None, sealed: SealedDocument | None) -> Iterator[Finding]:
    """What stands in the file against our text, or against the seal's digests."""
    if raw is None:
        yield Finding("document_missing", "removed by hand, lost or tampered with", file=path)
        return
    if ours is None and sealed is None:
        yield Finding("document_unknown", "a file the service has not taken in yet", file=path)
        return
    known = _digests(ours) if ours is not None else {one.key: one.digest for one in sealed.sections} if sealed else {}
    found = _digests(recognition.as_found(path, raw, sealed, ours, lambda _: False))
    changed = sorted(key for key in {*known, *found} if known.get(key) != found.get(key))
    detail = "edited by hand, damaged or tampered with since it was sealed"
    for key in changed:
        yield Finding("document_changed", detail, file=path, item=key or None)
    if not changed:
        yield Finding("document_changed", f"{detail} (order or layout only)", file=path)


def _digests(document: Document) -> dict[str, str]:
    return {section.key: section.digest for section in document.sections}


def _derived(room: Room, cut: Cut, loaded: Loaded) -> Iterator[Finding]:
    """What the last checkpoint made from the documents, if nothing was written since. What is missing is made again."""
    if loaded.log.records or cut.seal is None:
        return
    for path, text in render.maps(loaded.state.freeze(loaded.position)).items():
        raw, _ = room.files.read(room.layout.at(path))
        if raw is not None and raw != text:
            yield Finding("derived_stale", "not what is made from the documents; an edit here is lost", file=path)
    for path, sealed in cut.seal.docs.items():
        raw, _ = room.files.read(room.layout.base(path))
        if raw is not None and hashlib.sha256(raw).hexdigest() != sealed.sha256:
            name = room.layout.base(path).removeprefix(f"{room.layout.root}/")
            yield Finding("derived_stale", f"not the text of {path} that was sealed", file=name)
