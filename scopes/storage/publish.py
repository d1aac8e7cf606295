"""Putting a document's new text at its name without ever losing what a person saved there meanwhile.

The new text is written under a name in `prev/` and the two names are exchanged; what stood at the document's name is
then in `prev/`, under a name that says which version the new text was merged from. Where they differ, someone saved in
between, and that text is adopted like any hand edit.
"""

import itertools
import os
import re
import time

import msgspec

from scopes.storage import holds, obstacles
from scopes.storage.documents import Document
from scopes.storage.files import Signature, final_signature
from scopes.storage.places import SKILLS, flat, unflat
from scopes.storage.room import Room

_NONE = Signature(0, 0, 0, 0)
_NAME = re.compile(r"(.+)@(\d+)(?:\.\d+)?@(\d+)@(-?\d+)(?:\.aside)?")


class Displaced(msgspec.Struct, frozen=True):
    """A file in `prev/` that stood at a document's name until commit `seq`; size and time of the version merged."""

    path: str
    document: str
    seq: int
    size: int
    modified: int


def publish(
    room: Room, path: str, document: Document | None, seq: int, merged_from: Signature | None
) -> Signature | None:
    """Put a document at its name (None removes it), unsynced; its signature if nobody else touched it since."""
    files, target = room.files, room.layout.at(path)
    if document is None:
        if files.signature(target) is not None:
            files.make_folder(room.layout.previous)
            _set_aside(room, target, path, seq, merged_from)
        if path.startswith(SKILLS):
            _drop_emptied(room, os.path.dirname(path))
        return None
    # Written under another name first: half a text of ours must never look like a person's.
    new = f"{room.layout.previous}/{flat(path)}.new"
    try:
        written = files.put(new, document.raw)
    except FileNotFoundError:
        files.make_folder(room.layout.previous)
        written = files.put(new, document.raw)
    aside = _set_aside(room, new, path, seq, merged_from)
    if os.path.isdir(target):
        obstacles.make_way(room, path)
    try:
        files.place(aside, target)
    except (FileNotFoundError, NotADirectoryError):
        obstacles.make_way(room, path)
        files.place(aside, target)
    now = files.signature(target)
    return now if now is not None and written is not None and now[:3] == written[:3] else None


def append(room: Room, path: str, offset: int, text: str) -> None:
    """Write what a commit adds to a file that only grows, unsynced."""
    if offset == 0:
        obstacles.make_way(room, path)
    room.files.write_at(room.layout.at(path), offset, text.encode())


def _set_aside(room: Room, old: str, path: str, seq: int, merged_from: Signature | None) -> str:
    """Give a file a name in `prev/` that nothing has: what a cut-off attempt left there may be a person's text."""
    seen = merged_from or _NONE
    for attempt in itertools.count():
        label = f"{seq}.{attempt}" if attempt else f"{seq}"
        name = f"{room.layout.previous}/{flat(path)}@{label}@{seen.size}@{seen.modified}"
        if room.files.rename_new(old, name):
            return name
    raise AssertionError


def _drop_emptied(room: Room, folder: str) -> None:
    """Take away the folders of a skill that hold nothing any more: its name must not outlive it."""
    while f"{folder}/" != SKILLS and not room.files.names(room.layout.at(folder)):
        room.files.remove_folder(room.layout.at(folder))
        folder = os.path.dirname(folder)


def displaced(room: Room) -> list[Displaced]:
    """What lies displaced in `prev/`."""
    found: list[Displaced] = []
    for name in room.files.names(room.layout.previous):
        if "@" in name and (match := _NAME.fullmatch(name)) is not None:
            document, seq, size, modified = match.groups()
            path = f"{room.layout.previous}/{name}"
            found.append(Displaced(path, unflat(document), int(seq), int(size), int(modified)))
    return found


def untouched(room: Room, aside: Displaced) -> bool:
    """Whether a displaced file is still the version that was merged."""
    now = room.files.signature(aside.path)
    return now is None or _is_merged(aside, now)


def _is_merged(aside: Displaced, now: Signature) -> bool:
    return (now.size, now.modified) == (aside.size, aside.modified)


def mark_merged(room: Room, aside: Displaced, seen: Signature) -> None:
    """Note in a displaced file's name that its present text has been merged too."""
    if not _is_merged(aside, seen):
        _set_aside(room, aside.path, aside.document, aside.seq, seen)


def tidy(room: Room, asides: list[Displaced]) -> set[str]:
    """Drop displaced files that are merged and that nobody can write to any more, or that are past their time.

    Nobody having the file open for writing comes first: only then can it no longer change. `asides` is all that lies
    displaced; what a hold claims of it stays, and the paths of what is merged of that are the answer.
    """
    claimed = holds.needed(room, [(aside.document, aside.seq) for aside in asides])
    kept: set[str] = set()
    for aside in asides:
        if (aside.document, aside.seq) in claimed:
            if untouched(room, aside):
                kept.add(aside.path)
            continue
        final = final_signature(aside.path)
        now = final or room.files.signature(aside.path)
        if now is None or not _is_merged(aside, now):
            continue
        if final is not None or time.time() - now.changed / 1e9 > room.config.displaced_seconds:
            room.files.unlink(aside.path)
    return kept
