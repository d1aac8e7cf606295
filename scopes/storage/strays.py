"""What stands at a document's name and is none of our files: links, pipes, files with a second name or another owner.

A text that is the sealed one is ours, whoever else holds a name of its file. Any other text is taken in only from a
regular file with one name, of the owner of the data directory, of this process or of root, that no link leads to.
"""

import os
import stat
from functools import lru_cache

from scopes.errors import IntegrityError
from scopes.layout import DOCUMENT_FOLDERS
from scopes.storage.files import Signature
from scopes.storage.places import LINES
from scopes.storage.room import Room
from scopes.storage.sources import FOLDERS as SOURCE_FOLDERS

FOLDERS = (
    *(*LINES, *(folder.rstrip("/") for folder in (*DOCUMENT_FOLDERS, *SOURCE_FOLDERS))),
    *("prev", "operations", "quarantine", "journal", "uploads"),
)


def refuse_links(room: Room) -> None:
    """Refuse to write where a folder of the scope is a link: the text would land elsewhere. Raises IntegrityError."""
    for folder in FOLDERS:
        if os.path.islink(room.layout.at(folder)):
            raise IntegrityError(f"{folder} is a link: nothing is written through it", field=folder)


def refuse_linked(room: Room, path: str) -> None:
    """Refuse to write below a folder that is a link, wherever it lies. Raises IntegrityError."""
    if (folder := linked_folder(room, path)) is not None:
        raise IntegrityError(f"{folder} is a link: nothing is written through it", field=folder)


def is_stray(room: Room, path: str, seen: Signature | None) -> bool:
    """Whether a file, read as `seen` (None: nothing could be read), is none that an edit is taken from."""
    try:
        state = os.lstat(room.layout.at(path))
    except (FileNotFoundError, NotADirectoryError):
        return False
    if seen is not None and seen.inode != state.st_ino:
        return True  # another file stands there by now
    return why(room, state) is not None or linked_folder(room, path) is not None


def why(room: Room, state: os.stat_result) -> str | None:
    """What makes a file a stray; None for one of ours."""
    if not stat.S_ISREG(state.st_mode):
        return "a link" if stat.S_ISLNK(state.st_mode) else "no regular file"
    if state.st_nlink > 1 and state.st_nlink > 1 + _names_of_ours(room, state.st_ino):
        return "a file with another name elsewhere"
    return None if state.st_uid in _owners(room.config.data) else "a file of another owner"


def _names_of_ours(room: Room, inode: int) -> int:
    """How many names a file has in `prev/`: a commit that was cut off leaves a document there too."""
    paths = (f"{room.layout.previous}/{name}" for name in room.files.names(room.layout.previous))
    seen = (room.files.signature(path) for path in paths)
    return sum(one is not None and one.inode == inode for one in seen)


def linked_folder(room: Room, path: str) -> str | None:
    """The folder of the scope above `path` that is a link."""
    parts = path.split("/")[:-1]
    folders = ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))
    return next((folder for folder in folders if os.path.islink(room.layout.at(folder))), None)


@lru_cache(maxsize=64)
def _owners(data: str) -> frozenset[int]:
    return frozenset({0, os.geteuid(), os.stat(data).st_uid})
