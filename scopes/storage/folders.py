"""What stands in a scope's folders of documents: which of it is a document, and what is passed over."""

import functools
import os
import stat
from collections.abc import Iterator

from scopes.layout import DOCUMENT_FOLDERS
from scopes.storage import names, skill_names, strays
from scopes.storage.documents import ARCHIVE, DIARY, PAGES, SKILLS, base_name, layer_of
from scopes.storage.page_names import is_page_name
from scopes.storage.places import LINES, line_of
from scopes.storage.room import Room


@functools.lru_cache(4_096)
def acceptable(path: str) -> bool:
    """Whether a path found on disk is a document: names are validated on read as on write."""
    if layer_of(path) is None:
        return False
    if path.startswith(SKILLS):
        return skill_names.is_path(path)
    name = base_name(path)
    if path.startswith(PAGES):
        return is_page_name(name)
    is_day = names.DIARY_DAY.match(name) is not None
    return is_day if path.startswith(DIARY) else names.is_file(name) or (is_day and path.startswith(ARCHIVE))


def document_names(room: Room) -> list[str]:
    """Paths of the documents that stand in the scope's folders: regular files, accepted names, not too large."""
    limit = room.config.hand_file_bytes
    return sorted(path for path, size in _entries(room) if size is not None and size <= limit and acceptable(path))


def ignored_files(room: Room) -> list[str]:
    """What stands beside the documents and is read as none: other names, too many bytes, strays."""
    taken = set(document_names(room))
    other = {path for path, _ in _entries(room) if path not in taken}
    return sorted(other | {path for path, _ in listed_strays(room)})


def listed_strays(room: Room) -> Iterator[tuple[str, str]]:
    """(path, why) of every stray in the folders of documents, and of the scope's folders that are links."""
    for folder in strays.FOLDERS:
        if os.path.islink(room.layout.at(folder)):
            yield folder, "a link"
    for folder in _real_folders(room):
        for path in _below(room, folder):
            try:
                why = strays.why(room, os.lstat(room.layout.at(path)))
            except FileNotFoundError:  # an editor is just putting another file in its place
                continue
            if why is not None:
                yield path, why


def _below(room: Room, folder: str) -> Iterator[str]:
    """What lies in a folder of documents, and in the folders of skills."""
    for name in room.files.names(room.layout.at(folder)):
        path = folder + name
        if folder.startswith(SKILLS) and _is_folder(room.layout.at(path)):
            yield from _below(room, f"{path}/")
        else:
            yield path


def _is_folder(path: str) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def _real_folders(room: Room) -> list[str]:
    """The folders of documents that are there and that no link leads to."""
    lines = {line for line in LINES if _is_folder(room.layout.at(line))}
    return [path for path in DOCUMENT_FOLDERS if line_of(path) in lines and _is_folder(room.layout.at(path[:-1]))]


def _entries(room: Room) -> Iterator[tuple[str, int | None]]:
    """(path, size) of what stands in the document folders; no size for what is no regular file."""
    for folder in _real_folders(room):
        yield from _entries_of(room, folder, skill_names.DEPTH if folder == SKILLS else 0)


def _entries_of(room: Room, folder: str, deeper: int) -> Iterator[tuple[str, int | None]]:
    try:
        entries = os.scandir(room.layout.at(folder))
    except (FileNotFoundError, NotADirectoryError):
        return
    with entries:
        for entry in entries:
            if deeper and entry.is_dir(follow_symlinks=False):
                yield from _entries_of(room, f"{folder}{entry.name}/", deeper - 1)
            else:
                yield folder + entry.name, _size(entry)


def _size(entry: os.DirEntry[str]) -> int | None:
    try:
        return entry.stat(follow_symlinks=False).st_size if entry.is_file(follow_symlinks=False) else None
    except FileNotFoundError:  # an editor is just putting another file in its place
        return None
