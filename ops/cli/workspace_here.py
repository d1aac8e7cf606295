"""The workspace of a scope on a data directory: what the service does, in this process."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from ops.cli.workspace_files import FileRemoved, FileWritten
from ops.reading.reader import Reader
from ops.workspace.settings import Workspace
from ops.workspace.taking import take
from scopes.errors import TooLargeError
from scopes.governance.erase import Selection
from scopes.lines import workspace, workspace_sync
from scopes.lines.precondition import Always
from scopes.lines.workspace import FileListed
from scopes.lines.workspace_sync import Synced, SyncRequest
from scopes.scope import Scope
from scopes.storage.batch import Author, Batch
from scopes.writes import Committed

Outcome = Callable[[Future[Committed[Any]]], Committed[Any]]


class WorkspaceHere:
    """One scope's files; `outcome` waits for a write as long as the settings say."""

    def __init__(self, scope: Scope, limits: Workspace, reader: Reader, author: Author, outcome: Outcome) -> None:
        self._scope, self._limits, self._reader = scope, limits, reader
        self._author, self._outcome = author, outcome

    def put(self, path: str, media_type: str | None, data: bytes, *, create: bool) -> FileWritten:
        """Put a file."""
        config = self._scope.room.config
        if len(data) > self._limits.upload_bytes:
            raise TooLargeError("the file is too large", field="body", limit=self._limits.upload_bytes)
        new = take(self._reader, workspace.check_path(path, config.notary), media_type, data)
        future = self._scope.write(
            lambda batch: workspace.put(batch, new, Always(), config), author=self._author, revive=create
        )
        committed = self._outcome(future)
        done = committed.value
        assert done is not None, "no reply is replayed without an Idempotency-Key"
        listed = workspace.listed(done.document)
        return FileWritten(done.outcome, listed, done.added, done.updated, done.removed, committed.scrubbed)

    def listed(self) -> Iterator[FileListed]:
        """Every file, in the order of paths."""
        return map(workspace.listed, workspace.pages(self._scope.snapshot()))

    def remove(self, path: str) -> FileRemoved:
        """Remove a file with its page and slices."""
        workspace.find(self._scope.snapshot(), path)
        return FileRemoved(path, self._erase(lambda batch: workspace.select(batch, [path])))

    def sync(self, request: SyncRequest) -> Synced:
        """Which files changed, are new or missing."""
        workspace_sync.check(request, self._limits.sync_files)
        synced = workspace_sync.compare(self._scope.snapshot(), request)
        if not request.remove_missing or not synced.missing:
            return synced
        self._erase(lambda batch: workspace.select_pages(batch, workspace_sync.missing(batch, request)))
        return workspace_sync.after(synced)

    def _erase(self, select: Callable[[Batch], Selection]) -> int:
        future = self._scope.erase(select, author=self._author)
        taken = self._outcome(future).value
        return 0 if taken is None else len(taken.selection.items)
