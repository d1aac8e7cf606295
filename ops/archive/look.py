"""What stands in a scope's directory at one moment: noted fast, under the scope lock, and judged after it."""

import contextlib
import os
import stat
from collections import Counter
from collections.abc import Iterator

from ops.archive import names
from ops.archive.manifest import Skipped
from ops.archive.names import Kind
from scopes.layout import DOCUMENT_FOLDERS
from scopes.storage import skill_names
from scopes.storage.documents import SKILLS
from scopes.storage.files import Signature
from scopes.storage.places import LINES
from scopes.storage.room import Room
from scopes.storage.sources import FOLDERS as SOURCES

FOLDERS = (*sorted(DOCUMENT_FOLDERS), names.OPERATIONS, names.CLOSED, names.HISTORY, *SOURCES)
READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
_PARENTS = tuple(folder.rstrip("/").split("/")[0] for folder in FOLDERS)


class Look:
    """Made under the lock, which is held for two calls a file; `files` and `skipped` are asked for later.

    `opened`: files that are replaced whole, or renamed, by name.
    """

    def __init__(self, room: Room) -> None:
        self._room, self._root = room, room.layout.root
        self._states: list[tuple[str, os.stat_result]] = []
        self._above = [*_scan(self._root), *(entry for line in LINES for entry in _scan(f"{self._root}/{line}"))]
        for name in (names.IDENTITY, names.SEAL, names.JOURNAL):
            with contextlib.suppress(FileNotFoundError):
                self._states.append((name, os.lstat(f"{self._root}/{name}")))
        for folder in FOLDERS:
            self._note(folder)
        self._own = self._own_links() if any(state.st_nlink > 1 for _, state in self._states) else Counter[int]()
        self.opened = {
            name: os.open(room.layout.at(name), READ) for name, state in self._states if _is_opened(name, state)
        }
        self.skipped: list[Skipped] = []

    def _note(self, folder: str) -> None:
        """The states of what lies in a folder, and one level deeper where it is of folders."""
        deeper = folder.startswith(names.HISTORY) and len(folder.split("/")) < 4
        deeper = deeper or (folder.startswith(SKILLS) and folder.count("/") < SKILLS.count("/") + skill_names.DEPTH)
        for entry in _scan(f"{self._root}/{folder}"):
            if deeper and entry.is_dir(follow_symlinks=False):
                self._note(f"{folder}{entry.name}/")
                continue
            with contextlib.suppress(FileNotFoundError):
                self._states.append((folder + entry.name, entry.stat(follow_symlinks=False)))

    def _own_links(self) -> Counter[int]:
        """Names, by inode, that the service itself has given files besides, and that a crash may have left."""
        layout = self._room.layout
        return Counter(entry.inode() for entry in (*_scan(layout.previous), *_scan(layout.closed_journals)))

    def files(self) -> Iterator[tuple[str, Kind, Signature]]:
        """Every file with a place in an archive; what has none is noted in `skipped`."""
        journal = next((state.st_ino for name, state in self._states if name == names.JOURNAL), None)
        for raw, state in self._states:
            name = _text(raw)
            kind = names.kind_of(name)
            if kind == "journal" and name != names.JOURNAL and state.st_ino == journal:
                continue  # closing a segment was cut off: a second name of the open journal
            reason = "unknown" if kind is None else self._refusal(kind, state)
            if kind is None or reason is not None:
                self.skipped.append(Skipped(name, reason or ""))
            else:
                yield name, kind, Signature(state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
        self.skipped += self._strangers()

    def _refusal(self, kind: Kind, state: os.stat_result) -> str | None:
        if not stat.S_ISREG(state.st_mode):
            return "link" if stat.S_ISLNK(state.st_mode) else "no_file"
        if state.st_uid != os.geteuid():
            return "foreign_owner"
        if state.st_nlink > 1 + self._own[state.st_ino]:
            return "hard_link"
        too_large = kind == "document" and state.st_size > self._room.config.hand_file_bytes
        return "too_large" if too_large else None

    def _strangers(self) -> Iterator[Skipped]:
        """What lies beside the folders and is none of the service's own."""
        for entry in self._above:
            name = _text(os.path.relpath(entry.path, self._root))
            known = name in _PARENTS or f"{name}/" in FOLDERS or names.kind_of(name) or name in names.LEFT_OUT
            if not known and not _is_unfinished(name):
                yield Skipped(name, "quarantine" if name == names.QUARANTINE else "unknown")


def _is_opened(name: str, state: os.stat_result) -> bool:
    moves = name in (names.IDENTITY, names.SEAL, names.JOURNAL) or name.startswith(names.OPERATIONS)
    return moves and stat.S_ISREG(state.st_mode)


def _is_unfinished(name: str) -> bool:
    """Whether it is one of the service's own files before it is put in place."""
    bare = name.removesuffix(".new")
    return bare != name and (names.kind_of(bare) is not None or bare in names.LEFT_OUT)


def _scan(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []


def _text(name: str) -> str:
    """A name on disk as JSON can say it; one that is no UTF-8 has no place in an archive."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
