"""Verifying a whole data directory: each scope directory, also one that hides its name, and the service's ledger."""

import glob
import os
from collections.abc import Iterator

import msgspec

from ops.cli.backend import SubjectVerdict
from ops.ledger import Ledger
from scopes.errors import IntegrityError
from scopes.governance import proof
from scopes.governance.proof import Finding, Verdict
from scopes.model import ScopeIds
from scopes.paths import relative_path
from scopes.registry import Registry

_LEVELS = "*/" * 5


def verify_directory(registry: Registry, ledger: Ledger) -> Iterator[SubjectVerdict]:
    """A verdict on every scope, in the order of their directories, then on the ledger."""
    known: set[str] = set()
    for path, identity in registry.identities():
        known.add(path)
        yield SubjectVerdict(path, identity.ids, _verify(registry, path, identity.ids))
    for path in _directories(registry.engine.config.data):
        if path not in known:
            finding = Finding("identity_missing", "no readable scope.json says whose this is", file="scope.json")
            yield SubjectVerdict(path, None, _broken(finding))
    records, found = ledger.verify()
    findings = tuple(msgspec.convert(finding, Finding) for finding in found)
    yield SubjectVerdict("ledger.jsonl", None, Verdict(not findings, records, {}, findings, ()))


def _verify(registry: Registry, path: str, ids: ScopeIds) -> Verdict:
    if relative_path(ids) != f"scopes/{path}":
        return _broken(Finding("misplaced", "scope.json names other ids than its directory", file="scope.json"))
    try:
        return proof.verify(registry.scope(ids).room)
    except IntegrityError as error:
        return _broken(Finding(error.code, error.detail, file=error.field))


def _directories(data: str) -> list[str]:
    root = os.path.join(glob.escape(data), "scopes")
    return sorted(path.rstrip("/").removeprefix(f"{data}/scopes/") for path in glob.iglob(f"{root}/{_LEVELS}"))


def _broken(finding: Finding) -> Verdict:
    return Verdict(False, 0, {}, (finding,), ())
