"""Verifying a whole data directory: each scope directory, also one that hides its name or is gone, and the ledger."""

import glob
import os
from collections.abc import Iterator

import msgspec

from ops.cli.backend import SubjectVerdict
from ops.isolation import check_tree
from ops.ledger import Ledger
from scopes import locks
from scopes.errors import IntegrityError
from scopes.governance.proof import Finding, Verdict
from scopes.model import ScopeIds
from scopes.paths import ids_of, relative_path
from scopes.registry import Registry
from scopes.storage import anchor
from scopes.storage.room import lock_name

_LEVELS = "*/" * 5


def verify_directory(registry: Registry, ledger: Ledger) -> Iterator[SubjectVerdict]:
    """A verdict on every scope, in the order of their directories, then on those whose directory is gone, then on what
    lies where in the tree, then on the ledger."""
    anchored = _anchored(registry.engine.config.data)
    known: set[str] = set()
    for path, identity in registry.identities():
        known.add(path)
        yield SubjectVerdict(path, identity.ids, _verify(registry, path, identity.ids))
    for path in _directories(registry.engine.config.data):
        if path not in known:
            finding = Finding("identity_missing", "no readable scope.json says whose this is", file="scope.json")
            yield SubjectVerdict(path, None, _broken(finding))
    for name in _without_scope(registry, anchored):
        detail = "a lock with a journal's head is here, its scope's directory is not: removed or moved away by hand"
        yield SubjectVerdict(name, None, _broken(Finding("scope_removed", detail, file=name)))
    if tree := check_tree(registry.engine.config.data):
        yield SubjectVerdict("scopes/", None, Verdict(False, 0, {}, tree, ()))
    records, found = ledger.verify()
    findings = tuple(msgspec.convert(finding, Finding) for finding in found)
    yield SubjectVerdict("ledger.jsonl", None, Verdict(not findings, records, {}, findings, ()))


def _verify(registry: Registry, path: str, ids: ScopeIds) -> Verdict:
    if relative_path(ids) != f"scopes/{path}":
        return _broken(Finding("misplaced", "scope.json names other ids than its directory", file="scope.json"))
    try:
        return registry.scope(ids).verify()
    except IntegrityError as error:
        return _broken(Finding(error.code, error.detail, file=error.field))


def _directories(data: str) -> list[str]:
    root = os.path.join(glob.escape(data), "scopes")
    return sorted(path.rstrip("/").removeprefix(f"{data}/scopes/") for path in glob.iglob(f"{root}/{_LEVELS}"))


def _anchored(data: str) -> list[str]:
    """Lock files that carry a journal's head, by their paths below the data directory."""
    paths = sorted(glob.glob(f"{glob.escape(data)}/locks/??/" + "?" * 32))
    return [path.removeprefix(f"{data}/") for path in paths if anchor.read(path) is not None]


def _without_scope(registry: Registry, found: list[str]) -> list[str]:
    """The locks that are no scope's. One may be made or erased meanwhile: each is waited for and looked at again.

    Their names are keyed digests: which scope it was only its ids tell.
    """
    data = registry.engine.config.data
    named = _names(registry)
    left = [name for name in found if os.path.basename(name) not in named]
    for name in left:
        if os.path.exists(f"{data}/{name}"):
            with locks.exclusive(f"{data}/{name}"):
                pass
    held = _names(registry) if left else set[str]()
    return [name for name in left if os.path.basename(name) not in held and anchor.read(f"{data}/{name}") is not None]


def _names(registry: Registry) -> set[str]:
    """The lock names of all scopes, also of those whose scope.json doesn't tell."""
    found = {identity.ids for _, identity in registry.identities()}
    found |= {ids for path in _directories(registry.engine.config.data) if (ids := ids_of(path)) is not None}
    return {lock_name(registry.engine.key, ids) for ids in found}


def _broken(finding: Finding) -> Verdict:
    return Verdict(False, 0, {}, (finding,), ())
