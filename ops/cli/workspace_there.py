"""The workspace of a scope on a server, over its public routes."""

import io
from collections.abc import Iterator, Mapping

import msgspec

from ops.cli.http_client import HttpClient
from ops.cli.workspace_files import FileRemoved, FileWritten
from scopes.lines.workspace import FileListed
from scopes.lines.workspace_sync import Synced, SyncRequest

_BYTES = "application/octet-stream"


class _Page(msgspec.Struct, frozen=True):
    items: list[FileListed]
    next_cursor: str | None


class WorkspaceThere:
    """One scope's files."""

    def __init__(self, client: HttpClient, key: str | None, scope: Mapping[str, str]) -> None:
        self._client, self._key, self._scope = client, key, scope

    def put(self, path: str, media_type: str | None, data: bytes, *, create: bool) -> FileWritten:
        """Put a file."""
        query = {**self._scope, "create": "true"} if create else self._scope
        return self._client.send(
            _route(path), io.BytesIO(data), FileWritten, key=self._key, query=query, media=media_type or _BYTES,
            method="PUT",
        )  # fmt: skip

    def listed(self) -> Iterator[FileListed]:
        """Every file, in the order of paths."""
        cursor: dict[str, str] = {}
        while True:
            query = {**self._scope, **cursor}
            page = self._client.ask("GET", "/v1/workspace", _Page, key=self._key, query=query)
            yield from page.items
            if page.next_cursor is None:
                return
            cursor = {"cursor": page.next_cursor}

    def remove(self, path: str) -> FileRemoved:
        """Remove a file with its page and slices."""
        return self._client.ask("DELETE", _route(path), FileRemoved, key=self._key, query=self._scope)

    def sync(self, request: SyncRequest) -> Synced:
        """Which files changed, are new or missing."""
        return self._client.ask(
            "POST", "/v1/workspace/sync", Synced, key=self._key, query=self._scope, body=request, long=True
        )


def _route(path: str) -> str:
    return f"/v1/workspace/{path}"
