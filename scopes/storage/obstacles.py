"""What stands by hand where a document is to stand: a file in a folder's place, or a folder in a file's.

Who asks for a document is refused before anything is committed. A commit can't be taken back, so what gets in its way
is given another name beside its own: nothing of it is lost, and the scope goes on working.
"""

import itertools
import logging
import os
from collections.abc import Collection, Iterator

from scopes.errors import ConflictError
from scopes.storage.room import Room

ENDING = ".in-the-way"

_log = logging.getLogger(__name__)


def refuse(room: Room, path: str, field: str, leaving: Collection[str] = ()) -> None:
    """Raise ConflictError where a document can't be put for what stands there; `leaving` goes with the same commit."""
    for folder in _above(path):
        if folder not in leaving and _is_no_folder(room.layout.at(folder)):
            raise ConflictError(f"{folder} stands where a folder is needed: move it elsewhere", field=field)
    if any(held not in leaving for held in _held(room, path)):
        raise ConflictError(f"{path} is a folder where a file is needed: move it elsewhere", field=field)


def make_way(room: Room, path: str) -> None:
    """Give another name to whatever keeps a committed file from its name, and make the folder for it."""
    for folder in _above(path):
        if _is_no_folder(room.layout.at(folder)):
            _set_aside(room, folder)
    target = room.layout.at(path)
    if _is_folder(target):
        room.files.remove_folder(target)
        if _is_folder(target):
            _set_aside(room, path)
    room.files.make_folder(os.path.dirname(target))


def _set_aside(room: Room, path: str) -> None:
    for attempt in itertools.count(1):
        name = f"{path}{ENDING}" if attempt == 1 else f"{path}{ENDING}-{attempt}"
        if room.files.rename_new(room.layout.at(path), room.layout.at(name)):
            _log.warning("what stood in a document's way was given another name")
            return


def _above(path: str) -> Iterator[str]:
    """The folders above a path, the outermost first."""
    parts = path.split("/")[:-1]
    return ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))


def _held(room: Room, path: str) -> Iterator[str]:
    """The files in the folder that stands at a path, and below it: none where a file stands, or nothing."""
    target = room.layout.at(path)
    if not _is_folder(target):
        return
    for folder, _, names in os.walk(target):
        yield from (os.path.relpath(f"{folder}/{name}", room.layout.root) for name in names)


def _is_folder(path: str) -> bool:
    return os.path.isdir(path) and not os.path.islink(path)


def _is_no_folder(path: str) -> bool:
    return os.path.lexists(path) and not os.path.isdir(path)
