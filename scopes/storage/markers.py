"""Which scopes have operations waiting: a marker each in `queue/`, so that nobody looks through all scopes for work.

A marker is made, durably, before the commit that queues an operation, and removed, under the scope lock, when none is
open any more; one too many costs a look. It names the scope's folder. Its lock is the right to work on the scope.
"""

import contextlib
import os
import time
from collections.abc import Generator, Iterator

import msgspec

from scopes import locks
from scopes.errors import LockTimeoutError
from scopes.paths import relative_path, segment
from scopes.storage.files import Files
from scopes.storage.room import Room

FOLDER = "queue"
_NEW = ".new"


class Marker(msgspec.Struct, frozen=True):
    """One scope with work: its app's folder name, and the marker's path."""

    app: str
    path: str


def of(room: Room) -> Marker:
    """The scope's marker, whether or not it is there."""
    return Marker(segment(room.ids.app), path_of(room))


def path_of(room: Room) -> str:
    """Where the scope's marker lies if it has one."""
    return _path(room.config.data, segment(room.ids.app), os.path.basename(room.lock_path))


def _path(data: str, app: str, name: str) -> str:
    return f"{data}/{FOLDER}/{app}/{name[:2]}/{name}"


def is_marked(room: Room) -> bool:
    """Whether the scope has a marker."""
    return room.files.signature(path_of(room)) is not None


def make(room: Room) -> None:
    """Mark the scope, durably and in one step; nothing happens when it is marked."""
    path = path_of(room)
    while not is_marked(room):
        # Whoever removes the last marker of a folder removes the folder too, perhaps just now.
        with contextlib.suppress(FileNotFoundError):
            room.files.make_folder(os.path.dirname(path))
            room.files.put(path + _NEW, relative_path(room.ids).removeprefix("scopes/").encode())
            room.files.sync(path + _NEW)
            room.files.rename(path + _NEW, path)
            room.files.sync(os.path.dirname(path))


def remove(room: Room) -> None:
    """Take the scope's marker away, and with the last of its folder that one."""
    path = path_of(room)
    room.files.unlink(path)
    room.files.remove_folder(os.path.dirname(path))


def forget(files: Files, data: str, app: str, name: str) -> None:
    """Take away the marker of a scope that is gone, by its app's folder name and its lock's name, without a trace."""
    path = _path(data, app, name)
    files.unlink(path)
    for folder in (os.path.dirname(path), os.path.dirname(os.path.dirname(path))):
        files.remove_folder(folder)


def listed(files: Files, data: str) -> Iterator[Marker]:
    """Every marker there is."""
    for app in files.names(f"{data}/{FOLDER}"):
        yield from of_app(files, data, app)


def of_app(files: Files, data: str, app: str) -> Iterator[Marker]:
    """Every marker of an app, by its folder's name."""
    root = f"{data}/{FOLDER}/{app}"
    for shard in files.names(root):
        for name in files.names(f"{root}/{shard}"):
            if not name.endswith(_NEW):
                yield Marker(app, f"{root}/{shard}/{name}")


def since(marker: Marker) -> float:
    """When the scope's oldest operation was queued (Unix seconds); now for a marker that is gone."""
    try:
        return os.stat(marker.path, follow_symlinks=False).st_mtime
    except FileNotFoundError:
        return time.time()


def tell_oldest(room: Room, when: float) -> None:
    """Note when the oldest operation that waits was queued."""
    with contextlib.suppress(FileNotFoundError):
        os.utime(path_of(room), (when, when), follow_symlinks=False)


def scope_folder(files: Files, marker: Marker) -> str | None:
    """The path below `scopes/` that a marker names; None when it is gone or names none."""
    raw, _ = files.read(marker.path)
    return raw.decode("ascii", "replace") if raw else None


@contextlib.contextmanager
def claimed(marker: Marker) -> Generator[bool]:
    """Hold the right to work on the scope; yields whether it was free. The kernel frees it at its holder's death."""
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(locks.existing(marker.path))
        except (FileNotFoundError, LockTimeoutError):
            yield False
        else:
            yield True
