"""What stands in a scope's folders of documents: which of it is a document, and what is passed over."""

import os
from collections.abc import Iterator

from scopes.layout import DOCUMENT_FOLDERS
from scopes.storage import names, strays
from scopes.storage.documents import ARCHIVE, DIARY, base_name, layer_of
from scopes.storage.room import Room


def acceptable(path: str) -> bool:
    """Whether a path found on disk is a document: names are validated on read as on write."""
    if layer_of(path) is None:
        return False
    name = base_name(path)
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
        for name in room.files.names(room.layout.at(folder)):
            try:
                why = strays.why(room, os.lstat(room.layout.at(folder + name)))
            except FileNotFoundError:  # an editor is just putting another file in its place
                continue
            if why is not None:
                yield folder + name, why


def _real_folders(room: Room) -> Iterator[str]:
    return (folder for folder in DOCUMENT_FOLDERS if strays.linked_folder(room, folder) is None)


def _entries(room: Room) -> Iterator[tuple[str, int | None]]:
    """(path, size) of what stands in the document folders; no size for what is no regular file."""
    for folder in _real_folders(room):
        try:
            entries = os.scandir(room.layout.at(folder))
        except (FileNotFoundError, NotADirectoryError):
            continue
        with entries:
            for entry in entries:
                yield folder + entry.name, _size(entry)


def _size(entry: os.DirEntry[str]) -> int | None:
    try:
        return entry.stat(follow_symlinks=False).st_size if entry.is_file(follow_symlinks=False) else None
    except FileNotFoundError:  # an editor is just putting another file in its place
        return None
