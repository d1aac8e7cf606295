"""Hand edits, merged section by section: the person wins, except where their buffer was older than what we wrote.

Pure functions: what was found on disk and what we hold go in, the merged sections and what to journal come out.
"""

from collections.abc import Callable, Mapping

import msgspec

from scopes.storage import markdown
from scopes.storage.documents import Forms, Section

# (item id, Unix second or None for now) → seq of the service's last change of the item before then; 0 when long ago.
Written = Callable[[str, float | None], int]


class Merged(msgspec.Struct, frozen=True):
    """The sections that stand, those the person changed or removed, and ids of those their buffer had missed."""

    sections: tuple[Section, ...]
    edited: tuple[Section, ...]
    removed: tuple[Section, ...]
    kept: tuple[str, ...]


def merge(theirs: list[Section], ours: tuple[Section, ...], superseded: Forms, written: Written) -> Merged:
    """Merge a saved file into ours.

    A section equal to ours is ours; one in a form we have superseded means an old buffer, so ours stands; any other
    form is the person's. One that is missing was removed by them, unless we wrote it after everything else their file
    shows.
    """
    mine = {section.key: section for section in ours}
    saved = _rekeyed(theirs, mine)
    # By digest alone: the first time we rewrite a section without a comment, its key changes.
    former = {digest: until for forms in superseded.values() for digest, until in forms.items()}
    loaded = max((_shown(section, mine.get(key), former, written) for key, section in saved.items()), default=0)
    out: list[Section] = []
    edited: list[Section] = []
    removed: list[Section] = []
    kept: list[str] = []
    for key, section in saved.items():
        own = mine.get(key)
        if own is not None and _same(own, section):
            out.append(own if own.raw == section.raw else msgspec.structs.replace(own, raw=section.raw))
        elif section.digest in former:
            kept.extend([section.id] if section.id else [])
            out.extend([] if own is None else [own])
        else:
            edited.append(section)
            out.append(section)
    for key, own in mine.items():
        if key in saved:
            continue
        if own.id == "" or written(own.id, None) > loaded:
            kept.extend([own.id] if own.id else [])
            out.append(own)
        else:
            removed.append(own)
    if kept and not edited and not removed:
        return Merged(ours, (), (), tuple(kept))  # nothing but an old buffer: its order is old too
    return Merged(_in_order(out), tuple(edited), tuple(removed), tuple(kept))


def _shown(section: Section, own: Section | None, former: Mapping[str, float], written: Written) -> int:
    """The commit that wrote the form of a section that a saved file shows: the file was loaded after it."""
    # Text without a comment may stand again as it once did: then the earlier time is the safe one.
    until = former.get(section.digest)
    if until is None and (own is None or not _same(own, section)):
        return 0
    return written(section.id if own is None else own.id, until)


def _same(one: Section, other: Section) -> bool:
    return one.raw.rstrip() == other.raw.rstrip()


def _rekeyed(theirs: list[Section], mine: Mapping[str, Section]) -> dict[str, Section]:
    """Their sections by key; one that lost its comment but kept its heading is still the item it was."""
    present = {section.key for section in theirs}
    lost = {_heading(own): key for key, own in mine.items() if key and key not in present}
    saved: dict[str, Section] = {}
    for section in theirs:
        if section.key not in mine and section.key.startswith("name:"):
            key = lost.pop(_heading(section), None)
            if key is not None:
                section = msgspec.structs.replace(section, key=key, id=mine[key].id)
        saved[section.key] = section
    return saved


def _heading(section: Section) -> str:
    return markdown.parse_section(section.raw).name


def _in_order(sections: list[Section]) -> tuple[Section, ...]:
    """The preamble first, and every section but the last ended by a newline, so that the next one starts a line."""
    ordered = sorted(sections, key=lambda section: section.raw.startswith(b"## "))
    closed = [
        section
        if section.raw.endswith(b"\n") or not section.raw
        else msgspec.structs.replace(section, raw=section.raw + b"\n\n")
        for section in ordered[:-1]
    ]
    return (*closed, *ordered[-1:])
