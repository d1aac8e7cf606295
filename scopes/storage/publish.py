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

from scopes.storage.documents import Document
from scopes.storage.files import ASIDE, Signature, nobody_writes
from scopes.storage.room import Room

_NONE = Signature(0, 0, 0, 0)
_NAME = re.compile(r"(.+)@(\d+)(?:\.\d+)?@(\d+)@(\d+)(?:\.aside)?")


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
    files.make_folder(room.layout.previous)
    aside = _free_name(room, path, seq, merged_from or _NONE)
    if document is None:
        if files.signature(target) is not None:
            files.rename(target, aside)
        return None
    # Written under another name first: half a text of ours must never look like a person's.
    new = f"{room.layout.base(path)}.new"
    files.put(new, document.raw)
    files.rename(new, aside)
    written = files.signature(aside)
    files.make_folder(os.path.dirname(target))
    files.place(aside, target)
    now = files.signature(target)
    return now if now is not None and written is not None and now[:3] == written[:3] else None


def _free_name(room: Room, path: str, seq: int, seen: Signature) -> str:
    """A name in `prev/` that nothing has: an attempt that was cut off may have left a person's text under the first."""
    for attempt in itertools.count():
        label = f"{seq}.{attempt}" if attempt else f"{seq}"
        name = f"{room.layout.previous}/{path.replace('/', '%')}@{label}@{seen.size}@{seen.modified}"
        if room.files.signature(name) is None and room.files.signature(name + ASIDE) is None:
            return name
    raise AssertionError


def displaced(room: Room) -> list[Displaced]:
    """What lies displaced in `prev/`."""
    try:
        names = os.listdir(room.layout.previous)
    except FileNotFoundError:
        return []
    found: list[Displaced] = []
    for name in names:
        if match := _NAME.fullmatch(name):
            document, seq, size, modified = match.groups()
            path = f"{room.layout.previous}/{name}"
            found.append(Displaced(path, document.replace("%", "/", 2), int(seq), int(size), int(modified)))
    return found


def untouched(room: Room, aside: Displaced) -> bool:
    """Whether a displaced file is still the version that was merged."""
    now = room.files.signature(aside.path)
    return now is None or (now.size, now.modified) == (aside.size, aside.modified)


def mark_merged(room: Room, aside: Displaced, seen: Signature) -> None:
    """Note in a displaced file's name that its present text has been merged too."""
    if (seen.size, seen.modified) != (aside.size, aside.modified):
        room.files.rename(aside.path, _free_name(room, aside.document, aside.seq, seen))


def tidy(room: Room, asides: list[Displaced]) -> None:
    """Drop displaced files that nobody can write to any more, or that are past their time.

    Only once nobody has the file open for writing can it no longer change, so that is asked first.
    """
    for aside in asides:
        state = room.files.signature(aside.path)
        if state is None:
            continue
        old = time.time() - state.changed / 1e9 > room.config.displaced_seconds
        if (old or nobody_writes(aside.path)) and untouched(room, aside):
            room.files.unlink(aside.path)
