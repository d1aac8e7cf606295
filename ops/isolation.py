"""Whether scopes are apart: each directory is the one its ids name, nothing leads out of it, nobody else may read it,
and a word written in one scope is found through no other.
"""

import contextlib
import os
import stat
import time
from collections.abc import Iterator

import msgspec

from ops.canary import look_for_a_word
from scopes.governance.finding import Finding
from scopes.layout import DERIVED, DOCUMENT_FOLDERS, STAGED, TRUTH
from scopes.model import ScopeIds
from scopes.paths import relative_path
from scopes.quality.log import QualityLog
from scopes.registry import Registry
from scopes.storage.places import SKILLS

LIMITS = (
    "Verify of isolation proves how the directories lie and who may read them now, and that one fresh word did not get "
    "from its scope into any other. It does not prove that earlier text never did, nor that whoever runs the service, "
    "or holds an app's key, keeps the app's users apart."
)
_LEVELS = 5
_AGAIN_SECONDS = 0.1


class Isolation(msgspec.Struct, frozen=True):
    """What was looked at and found. `strays` lie in a scope's directory and are not read: no findings.

    `searched` counts the files of those `scopes` that were read for the fresh word, all of them.
    """

    valid: bool
    scopes: int
    files: int
    searched: int
    findings: tuple[Finding, ...]
    strays: tuple[str, ...]
    limits: str = LIMITS


class _Walk:
    def __init__(self, data: str) -> None:
        self._data = data
        self._owner = os.stat(data).st_uid
        self.findings: list[Finding] = []
        self.strays: list[str] = []
        self.files = 0

    def levels(self, folder: str, depth: int) -> Iterator[str]:
        """The scope directories below a folder that stands `depth` levels above them."""
        for entry in sorted(_entries(folder), key=lambda entry: entry.name):
            self._check(entry)
            if not entry.is_dir(follow_symlinks=False):
                self._found("stray", "stands where only folders of scopes do", entry.path)
            elif depth == 1:
                yield entry.path
            else:
                yield from self.levels(entry.path, depth - 1)

    def scope(self, folder: str, root: str) -> None:
        """All that lies in a scope's directory."""
        for entry in _entries(folder):
            inside = os.path.relpath(entry.path, root)
            self._check(entry, by_hand=inside.startswith(DOCUMENT_FOLDERS))
            if entry.is_dir(follow_symlinks=False):
                self.scope(entry.path, root)
            elif entry.name == "scope.json" and folder != root and not inside.startswith(SKILLS):
                self._found("nested", "a scope inside another one", entry.path)
            elif not inside.startswith((*TRUTH, *DERIVED, *STAGED)):
                self.strays.append(os.path.relpath(entry.path, self._data))

    def _check(self, entry: "os.DirEntry[str]", *, by_hand: bool = False) -> None:
        with contextlib.suppress(FileNotFoundError):
            state = os.lstat(entry.path)
            self.files += 1
            if stat.S_ISLNK(state.st_mode):
                self._found("link", f"leads to {os.readlink(entry.path)}", entry.path)
                return
            if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):
                self._found("link", "neither a file nor a folder", entry.path)
            elif stat.S_ISREG(state.st_mode) and state.st_nlink > 1 and self._stays_linked(entry.path):
                self._found("link", "has a second name somewhere", entry.path)
            if state.st_uid != self._owner:
                self._found("foreign_owner", f"belongs to user {state.st_uid}", entry.path)
            if stat.S_IMODE(state.st_mode) & 0o077 and not (by_hand and self._is_shut_in(state, entry.path)):
                self._found("loose_mode", f"mode {stat.S_IMODE(state.st_mode):04o}: others may get at it", entry.path)

    def _is_shut_in(self, state: os.stat_result, path: str) -> bool:
        """Whether a document that says others may read it can't be got at: an editor makes files as its umask says."""
        if stat.S_ISDIR(state.st_mode) or stat.S_IMODE(state.st_mode) & 0o022:
            return False
        folder = os.path.dirname(path)
        while os.stat(folder).st_mode & 0o011:
            if folder == self._data:
                return False
            folder = os.path.dirname(folder)
        return True

    def _stays_linked(self, path: str) -> bool:
        time.sleep(_AGAIN_SECONDS)  # the service gives a file a second name while it puts another in its place
        return os.lstat(path).st_nlink > 1

    def _found(self, kind: str, detail: str, path: str) -> None:
        self.findings.append(Finding(kind, detail, file=os.path.relpath(path, self._data)))


def _entries(folder: str) -> "list[os.DirEntry[str]]":
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []


def check_tree(data: str) -> tuple[Finding, ...]:
    """Links, other owners, loose modes and scopes inside scopes, wherever they lie under `scopes/`."""
    walk = _Walk(data)
    for root in walk.levels(f"{data}/scopes", _LEVELS):
        walk.scope(root, root)
    return tuple(walk.findings)


def check_isolation(registry: Registry) -> Isolation:
    """Look at every directory, then write a word into a scope of its own and look for it everywhere else."""
    data = registry.engine.config.data
    walk = _Walk(data)
    identities = {path: identity.ids for path, identity in registry.identities()}
    for root in walk.levels(f"{data}/scopes", _LEVELS):
        walk.scope(root, root)
        walk.findings += _place(root.removeprefix(f"{data}/scopes/"), identities)
    findings, searched = look_for_a_word(registry, list(identities.values()))
    walk.findings += findings
    _note_leaks(registry, list(identities.values()), walk.findings)
    return Isolation(
        valid=not walk.findings,
        scopes=len(identities),
        files=walk.files,
        searched=searched,
        findings=tuple(walk.findings),
        strays=tuple(walk.strays),
    )


def _note_leaks(registry: Registry, scopes: list[ScopeIds], findings: list[Finding]) -> None:
    """What the check tells of each scope, into its quality figures."""
    for ids in scopes:
        inside = f"{relative_path(ids)}/"
        kinds = [one.kind for one in findings if f"{one.file}/".startswith(inside)]
        log = QualityLog(registry.engine.room(ids), registry.engine.usage)
        log.note("cross_user_leak", int("canary_found" in kinds), 1)
        log.note("cross_scope_leak", int(bool(kinds)), 1)
        log.write()


def _place(path: str, identities: dict[str, ScopeIds]) -> Iterator[Finding]:
    file = f"scopes/{path}/scope.json"
    if path not in identities:
        yield Finding("identity_missing", "no readable scope.json says whose this is", file=file)
    elif relative_path(identities[path]) != f"scopes/{path}":
        yield Finding("misplaced", "scope.json names other ids than its directory", file=file)
