"""What of the client's files the workspace has: told by paths and digests, so that only what changed is sent."""

import re
from typing import Literal

import msgspec

from scopes.errors import InvalidError
from scopes.lines import workspace
from scopes.lines.file_head import head_of
from scopes.storage.documents import PAGES
from scopes.storage.state import Snapshot, State

FileState = Literal["unchanged", "changed", "new"]
_SHA256 = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)


class SyncFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file that the client has: its path and the SHA-256 of its bytes, 64 hex digits."""

    path: str
    sha256: str


class SyncRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All files that the client has; with `remove_missing` the pages of others are removed.

    With `under` all that the client has below that folder of the workspace: what is elsewhere is no business of it.
    """

    files: tuple[SyncFile, ...]
    remove_missing: bool = False
    under: str | None = None


class SyncedFile(msgspec.Struct, frozen=True):
    """How a file compares: one that is `changed` or `new` is to be sent."""

    path: str
    state: FileState


class Synced(msgspec.Struct, frozen=True):
    """Each file in the order it was named, and the paths that only the workspace has, or that were removed."""

    files: tuple[SyncedFile, ...]
    missing: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def check(request: SyncRequest, most: int) -> None:
    """Refuse too many files, paths that can't be or lie elsewhere, a path named twice, and digests that are none."""
    if request.under is not None:
        workspace.check_path(request.under, field="under")
    if len(request.files) > most:
        raise InvalidError(f"files has more than {most} entries", field="files", limit=most)
    seen: set[str] = set()
    for number, file in enumerate(request.files):
        workspace.check_path(file.path, field=f"files[{number}].path")
        if file.path in seen:
            raise InvalidError("a path is named twice", field=f"files[{number}].path")
        if not _is_below(file.path, request):
            raise InvalidError("a path is not below the folder that `under` names", field=f"files[{number}].path")
        if not _SHA256.fullmatch(file.sha256):
            raise InvalidError("sha256 is to be 64 hex digits", field=f"files[{number}].sha256")
        seen.add(file.path)


def compare(snapshot: Snapshot, request: SyncRequest) -> Synced:
    """The client's files against the pages."""
    held = {(head := head_of(page)).path: head.sha256 for page in workspace.pages(snapshot)}
    files = tuple(SyncedFile(file.path, _state(held.get(file.path), file.sha256)) for file in request.files)
    named = {file.path for file in request.files}
    return Synced(files, tuple(path for path in held if path not in named and _is_below(path, request)))


def missing(state: State, request: SyncRequest) -> list[str]:
    """The pages of files that only the workspace has, as a change finds them."""
    paths = {*state.snapshot.documents, *state.documents.changes}
    pages = (state.documents.get(path) for path in paths if path.startswith(PAGES))
    named = {file.path for file in request.files}
    held = {page.path: head_of(page).path for page in pages if page is not None}
    return sorted(page for page, path in held.items() if path not in named and _is_below(path, request))


def after(synced: Synced) -> Synced:
    """The same once what was missing is removed."""
    return msgspec.structs.replace(synced, missing=(), removed=synced.missing)


def _is_below(path: str, request: SyncRequest) -> bool:
    return request.under is None or path.startswith(f"{request.under}/")


def _state(held: str | None, sha256: str) -> FileState:
    return "new" if held is None else "unchanged" if held == sha256.lower() else "changed"
