"""Putting a document's new text at its name without ever losing what a person saved there meanwhile.

The new text is written under a name in `prev/` and the two names are exchanged; what stood at the document's name is
then in `prev/`, under a name that says which version the new text was merged from. Where they differ, someone saved in
between, and that text is adopted like any hand edit.
"""

import os
import re
import time

from scopes.storage.documents import Document
from scopes.storage.files import Signature, nobody_writes
from scopes.storage.room import Room

_NONE = Signature(0, 0, 0, 0)
_VERSION = re.compile(r"\d+@\d+@\d+")


def publish(
    room: Room, path: str, document: Document | None, seq: int, merged_from: Signature | None
) -> Signature | None:
    """Put a document at its name (None removes it), unsynced; its signature if nobody else touched it since."""
    seen = merged_from or _NONE
    target = room.layout.at(path)
    aside = f"{room.layout.previous}/{room.layout.displaced_prefix(path)}{seq}@{seen.size}@{seen.modified}"
    if document is None:
        if room.files.signature(target) is not None:
            room.files.rename(target, aside)
        return None
    raw = document.raw
    room.files.put(aside, raw)
    written = room.files.signature(aside)
    if not room.files.exchange(aside, target):
        room.files.make_folder(os.path.dirname(target))
        room.files.rename(aside, target)
    now = room.files.signature(target)
    return now if now is not None and written is not None and now[:3] == written[:3] else None


def displaced(room: Room, path: str, names: list[str]) -> list[str]:
    """The displaced files of one document among the names in `prev/`."""
    prefix = room.layout.displaced_prefix(path)
    return [
        f"{room.layout.previous}/{name}"
        for name in names
        if name.startswith(prefix) and _VERSION.fullmatch(name[len(prefix) :])
    ]


def displaced_documents(room: Room, names: list[str]) -> list[str]:
    """Paths of the documents with a displaced file that someone has written to since."""
    found: set[str] = set()
    for name in names:
        document, mark, _ = name.rpartition(".md@")
        if (
            mark
            and _VERSION.fullmatch(name[len(document) + len(mark) :])
            and not untouched(room, f"{room.layout.previous}/{name}")
        ):
            found.add(f"{document}.md".replace("%", "/", 2))
    return sorted(found)


def untouched(room: Room, displaced_path: str) -> bool:
    """Whether a displaced file is still the version that was merged."""
    _, _, size, modified = displaced_path.rsplit("@", 3)
    now = room.files.signature(displaced_path)
    return now is not None and (now.size, now.modified) == (int(size), int(modified))


def mark_merged(room: Room, displaced_path: str, seen: Signature) -> None:
    """Note in a displaced file's name that its present text has been merged too."""
    document, seq, _, _ = displaced_path.rsplit("@", 3)
    marked = f"{document}@{seq}@{seen.size}@{seen.modified}"
    if marked != displaced_path:
        room.files.rename(displaced_path, marked)


def tidy(room: Room, path: str, names: list[str], before: int) -> None:
    """Drop displaced files that nobody can write to any more: older than commit `before`, or past their time."""
    for aside in displaced(room, path, names):
        state = room.files.signature(aside)
        if state is None or not untouched(room, aside):
            continue
        old = time.time() - state.changed / 1e9 > room.config.displaced_seconds
        seq = int(aside.rsplit("@", 3)[1])
        if old or (seq < before and nobody_writes(aside)):
            room.files.unlink(aside)


def list_previous(room: Room) -> list[str]:
    """The names in `prev/`."""
    try:
        return os.listdir(room.layout.previous)
    except FileNotFoundError:
        return []
