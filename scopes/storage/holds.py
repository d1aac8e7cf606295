"""Keeping displaced documents for who copies a scope: the version that stood at a commit stays until it was read.

A hold is a marker in `prev/`, locked by its holder; the lock ends with the process, and a marker without one is
removed. Holds are made, and asked about, under the scope lock; they are let go of at any time.
"""

import contextlib
import fcntl
import os
import re

from scopes.storage.files import Files
from scopes.storage.journal import mint_id
from scopes.storage.room import Room

_MARKER = re.compile(r"export@(\d+|read)\.[a-z2-7]{16}\Z")
_FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW


class Hold:
    """The claim on every document as it stood at commit `seq`. Make it under the scope lock."""

    def __init__(self, room: Room, seq: int) -> None:
        room.files.make_folder(room.layout.previous)
        self._files: Files = room.files
        self._path = f"{room.layout.previous}/export@{seq}.{mint_id()}"
        self._descriptor: int | None = os.open(self._path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def stands(self) -> bool:
        """Whether the claim is respected: who must remove the texts at once removes the marker first."""
        there = self._files.signature(self._path)
        return self._descriptor is not None and there is not None and there.inode == os.fstat(self._descriptor).st_ino

    def relax(self) -> None:
        """Claim no document any more, but go on seeing whether all was to be dropped at once."""
        relaxed = f"{os.path.dirname(self._path)}/export@read.{self._path[-16:]}"
        with contextlib.suppress(FileNotFoundError):  # it stands no more, which `stands` tells
            self._files.rename(self._path, relaxed)
        self._path = relaxed

    def release(self) -> None:
        """Give the claim up."""
        if self._descriptor is not None:
            self._files.unlink(self._path)
            os.close(self._descriptor)
            self._descriptor = None


def needed(room: Room, displaced: list[tuple[str, int]]) -> set[tuple[str, int]]:
    """Of all that lies displaced, as (document, seq), what a hold claims: each document's first
    version behind its seq."""
    names = room.files.names(room.layout.previous) if displaced else []
    cuts = [seq for name in names if (seq := _claimed(room, name)) is not None]
    if not cuts:
        return set()
    newest_first = sorted(displaced, key=lambda one: one[1], reverse=True)
    found: set[tuple[str, int]] = set()
    for cut in cuts:
        found.update({document: seq for document, seq in newest_first if seq > cut}.items())
    return found


def _claimed(room: Room, name: str) -> int | None:
    """The seq that a marker claims, if somebody holds it; a marker that nobody does is removed."""
    match = _MARKER.fullmatch(name) if name.startswith("export@") else None
    if match is None:
        return None
    path = f"{room.layout.previous}/{name}"
    with contextlib.suppress(FileNotFoundError):
        descriptor = os.open(path, _FLAGS)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
            room.files.unlink(path)
        except BlockingIOError:
            return int(match[1]) if match[1].isdigit() else None
        finally:
            os.close(descriptor)
    return None
