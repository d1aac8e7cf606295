"""What one scope holds, counted for a receipt or told before an erasure."""

import os
from collections.abc import Iterator

import msgspec

from scopes.engine import Engine
from scopes.errors import IntegrityError
from scopes.layout import DERIVED, DOCUMENT_FOLDERS, STAGED, TRUTH
from scopes.model import LAYERS, ScopeIds
from scopes.scope import Scope
from scopes.storage import folders
from scopes.storage.state import Snapshot

_GIT = ".git"


class Contents(msgspec.Struct, frozen=True):
    """Counts, and what lies there that is not the service's own: a `.git` folder, files of other names."""

    counts: dict[str, int]
    git: bool
    unknown: tuple[str, ...]


def readable_snapshot(engine: Engine, ids: ScopeIds | None) -> Snapshot:
    """What the scope holds; nothing when it is too damaged to be opened, which must not keep it from being erased."""
    try:
        return Snapshot(exists=True) if ids is None else Scope(engine, ids).snapshot()
    except (IntegrityError, OSError):
        return Snapshot(exists=True)


def survey(root: str, snapshot: Snapshot) -> Contents:
    """Count one scope's directory."""
    files = size = 0
    git, unknown = False, list[str]()
    for path, bytes_ in _files_below(root):
        files, size = files + 1, size + bytes_
        if _GIT in path.split("/"):
            git = True
        elif not _is_ours(path):
            unknown.append(path)
    counts = {"files": files, "bytes": size, "records": snapshot.seq, **count_layers(snapshot)}
    return Contents(counts, git, tuple(unknown))


def count_layers(snapshot: Snapshot) -> dict[str, int]:
    """Items by layer, and sources."""
    counts: dict[str, int] = dict.fromkeys(LAYERS, 0)
    for item in snapshot.items.values():
        counts[item.layer] += 1
    return {**counts, "sources": len(snapshot.sources)}


def _files_below(root: str) -> Iterator[tuple[str, int]]:
    """(relative path, bytes) of every file below a folder, links not followed; one that goes meanwhile is left out."""
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = f"{folder}/{name}"
            try:
                yield path.removeprefix(f"{root}/"), os.lstat(path).st_size
            except FileNotFoundError:
                continue


def _is_ours(path: str) -> bool:
    if path.startswith(DOCUMENT_FOLDERS):
        return folders.acceptable(path)
    folders_of_ours = tuple(name for name in (*TRUTH, *STAGED) if name.endswith("/"))
    return path in TRUTH or path.startswith(folders_of_ours) or _is_derived(path)


def _is_derived(path: str) -> bool:
    return any(path == name or (name.endswith("/") and path.startswith(name)) for name in DERIVED)
