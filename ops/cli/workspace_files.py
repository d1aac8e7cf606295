"""What the verbs of the workspace ask for, whoever answers."""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from scopes.lines.workspace import FileListed
from scopes.lines.workspace_sync import Synced, SyncRequest


class FileWritten(msgspec.Struct, frozen=True):
    """What was done with a file."""

    outcome: str
    file: FileListed
    added: int = 0
    updated: int = 0
    removed: int = 0
    scrubbed: dict[str, int] = {}


class FileRemoved(msgspec.Struct, frozen=True):
    """Which file was removed, and how many of its slices."""

    path: str
    slices: int


class WorkspaceFiles(Protocol):
    """The client's files in one scope."""

    def put(self, path: str, media_type: str | None, data: bytes, *, create: bool) -> FileWritten:
        """Put a file. `create`: also in a scope erased lately."""
        ...

    def listed(self) -> Iterator[FileListed]:
        """Every file, in the order of paths."""
        ...

    def remove(self, path: str) -> FileRemoved:
        """Remove a file with its page and slices; NotFoundError when it is not there."""
        ...

    def sync(self, request: SyncRequest) -> Synced:
        """Which files changed, are new or missing; removes the missing ones where that is asked."""
        ...
