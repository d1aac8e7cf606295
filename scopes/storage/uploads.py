"""Files that operations of a scope still have to read, in `uploads/<operation>/`, as they came in.

They have not passed the notary, so they are nobody's memory: readable for the owner alone, never read but by their
operation, in no archive and under no seal. They lie in their scope, so that its erasure takes them too. One is put in
its place by the commit that queues its operation, and taken away by the one that ends it, or by whoever looks next.
"""

import os
import shutil
from collections.abc import Container

from scopes.storage.room import Room

__all__ = ["FOLDER", "folder_of", "names", "place", "sweep"]

FOLDER = "uploads"


def folder_of(room: Room, identity: str) -> str:
    """Where the files of an operation lie."""
    return f"{room.layout.at(FOLDER)}/{identity}"


def place(room: Room, identity: str, staged: str) -> None:
    """Put a folder, whose files are on disk already, in its place, durably."""
    target = folder_of(room, identity)
    room.files.make_folder(os.path.dirname(target))
    room.files.rename(staged, target)
    room.files.sync(os.path.dirname(target))


def names(room: Room) -> list[str]:
    """The operations that have files here."""
    return room.files.names(room.layout.at(FOLDER))


def sweep(room: Room, kept: Container[str]) -> None:
    """Take away the files of all operations but some. Under the scope's lock."""
    folder = room.layout.at(FOLDER)
    for name in room.files.names(folder):
        if name not in kept:
            shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
    room.files.remove_folder(folder)
