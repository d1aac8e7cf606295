"""A file's bytes as a document: whose each section is and what it is called, by the seal or by what was known of it."""

from collections.abc import Callable

from scopes.storage import items, journal
from scopes.storage.documents import Document, Forms, Section, is_whole, parts_of
from scopes.storage.seal import SealedDocument
from scopes.storage.state import Erased

__all__ = ["as_found", "as_sealed", "is_erased"]


def as_sealed(path: str, raw: bytes, sealed: SealedDocument, old: Document | None) -> Document:
    """A document from the bytes that were sealed: the seal says whose each section is and what it is called."""
    parts = parts_of(path, raw)
    if len(parts) == len(sealed.sections) + 1 and not parts[0]:
        parts = parts[1:]
    if len(parts) != len(sealed.sections):
        return as_found(path, raw, sealed, old, lambda _: False)
    same = {} if old is None else {section.key: section for section in old.sections}
    sections = [
        Section(one.id if one.key == one.id else one.key, one.id, part, bool(one.hand))
        for one, part in zip(sealed.sections, parts, strict=True)
    ]
    if same:
        sections = [_shared(same.get(section.key), section) for section in sections]
    return Document(path, sealed.id, tuple(sections), len(raw))


def as_found(
    path: str,
    raw: bytes,
    sealed: SealedDocument | None,
    old: Document | None,
    taken: Callable[[str], bool],
    former: Forms | None = None,
) -> Document:
    """A document from bytes found on disk; ids and who wrote each section come from the seal, or from `old`."""
    known = {} if old is None else {section.key: section.id for section in old.sections if section.id}
    ours = set[str]() if old is None else {section.digest for section in old.sections if not section.hand}
    if sealed is not None:
        known.update({section.key: section.id for section in sealed.sections if section.id})
        ours.update(section.digest for section in sealed.sections if not section.hand)
    same = {} if old is None else {section.key: section for section in old.sections}
    if is_whole(path):
        found = [items.identify_whole(path, raw, known=known, ours=ours)]
    else:
        found = items.identify(parts_of(path, raw), known=known, taken=taken, ours=ours, former=former or {})
    sections = tuple(_shared(same.get(section.key), section) for section in found)
    identity = sealed.id if sealed is not None else old.id if old is not None else journal.mint_id()
    return Document(path, identity, sections, len(raw))


def is_erased(section: Section, erased: Erased) -> bool:
    """Whether a section is one that was erased, brought back by an old buffer or an older copy of the file."""
    return section.id in erased.marks or section.key in erased.marks


def _shared(old: Section | None, new: Section) -> Section:
    return old if old is not None and (old.raw, old.id) == (new.raw, new.id) else new
