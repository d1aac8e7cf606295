"""What every scope of one process shares: settings, the audit key, the file calls and the threads."""

import base64
import contextlib
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import msgspec

from scopes import paths
from scopes.config import EngineConfig
from scopes.errors import IntegrityError
from scopes.extraction.extractor import Extractor
from scopes.model import Degraded, ScopeIds
from scopes.observer import Observer
from scopes.quota import Quota
from scopes.reserve import Reserve
from scopes.retrieval.embedder import Embedder
from scopes.retrieval.usage.writer import UsageWriter
from scopes.retrieval.vectors.port import VectorBackend
from scopes.storage.files import Files
from scopes.storage.journal import ChainKey
from scopes.storage.room import Room, first_kid, open_room


class Engine:
    """Made once a process, after the fork: it owns threads and, through them, locks."""

    def __init__(
        self,
        config: EngineConfig,
        *,
        observer: Observer | None = None,
        quota: Quota | None = None,
        files: Files | None = None,
        embedder: Embedder | None = None,
        extractor: Extractor | None = None,
        backend: VectorBackend | None = None,
    ) -> None:
        self.config = config
        self.observer = observer or Observer()
        self.quota = quota or Quota()
        self.embedder, self.extractor, self.backend = embedder, extractor, backend
        self.reserve = Reserve(config)
        self.files = files or Files()
        self.key = read_chain_key(config, self.files)
        self.committers = ThreadPoolExecutor(config.committer_threads, "committer")
        self.fillers = ThreadPoolExecutor(1, "filler")
        self.usage = UsageWriter()

    def room(self, ids: ScopeIds) -> Room:
        """The room of a scope; InvalidError for ids that can't name one."""
        paths.validate_ids(ids)
        return open_room(ids, self.key, self.files, self.config, self.backend)

    def gate_paths(self, ids: ScopeIds) -> tuple[str, str]:
        """Lock files of the app's and the user's gate: shared by who creates a scope, exclusive for who erases many."""
        first = first_kid(self.key)
        app = self.key.mac(b"muniment-gate-app-1\0" + ids.app.encode(), first)[:32]
        user = self.key.mac(
            b"muniment-gate-user-1\0" + paths.canonical_bytes(ScopeIds(ids.app, ids.user_id or "")), first
        )[:32]
        return f"{self.config.data}/locks/gates/{app}", f"{self.config.data}/locks/gates/{user}"

    def tombstone_path(self, name: str) -> str:
        """The marker of what was erased lately: a scope by its lock's name, a user or an app by its gate's."""
        return f"{self.config.data}/erased/{name[:2]}/{name}"

    def tombstone_paths(self, room: Room) -> tuple[str, ...]:
        """Every marker that keeps a scope from being made again: its own, its user's, its app's."""
        paths = (room.lock_path, *self.gate_paths(room.ids))
        return tuple(self.tombstone_path(os.path.basename(path)) for path in paths)

    def erased_lately(self, room: Room) -> bool:
        """Whether the scope, its user or its app was erased so lately that only who says so may begin it anew."""
        for path in self.tombstone_paths(room):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - os.stat(path).st_mtime < self.config.tombstone_seconds:
                    return True
        return False

    def close(self) -> None:
        """Stop the threads."""
        self.usage.close()
        self.fillers.shutdown(wait=True, cancel_futures=True)
        self.committers.shutdown(wait=True)


class _KeyFile(msgspec.Struct, frozen=True):
    kid: str
    keys: dict[str, str]


_creating = threading.Lock()


def audit_key_path(config: EngineConfig) -> str:
    """Where the HMAC keys of the chains lie."""
    return config.audit_key_file or f"{config.data}/audit.key"


def read_chain_key(config: EngineConfig, files: Files) -> ChainKey:
    """The audit key; made on first use, 0600, in one step, so that two processes agree on it."""
    path = os.path.abspath(audit_key_path(config))
    with _creating:
        if not os.path.exists(path):
            _refuse_new_key_beside_scopes(config)
            _create_key(path, files)
    with open(path, "rb") as file:
        raw = file.read()
    try:
        stored = msgspec.json.decode(raw, type=_KeyFile)
        keys = {kid: base64.b64decode(key, validate=True) for kid, key in stored.keys.items()}
        if stored.kid not in keys:
            raise ValueError(stored.kid)
        return ChainKey(stored.kid, keys)
    except (msgspec.DecodeError, ValueError):
        raise IntegrityError("the audit key file can't be read", field="audit.key_file") from None


def _refuse_new_key_beside_scopes(config: EngineConfig) -> None:
    """A lost key must be brought back: a new one would call every journal foreign and write scopes it can't keep."""
    try:
        with os.scandir(f"{config.data}/scopes") as entries:
            there = any(entries)
    except FileNotFoundError:
        there = False
    if there:
        raise IntegrityError("the audit key is missing, but there are scopes signed with it", field="audit.key_file")


def _create_key(path: str, files: Files) -> None:
    """Durable before it is used: what is signed with a key that a power cut takes can't be opened again."""
    files.make_folder(os.path.dirname(path))
    kid = os.urandom(4).hex()
    key = base64.b64encode(os.urandom(32)).decode()
    new = f"{path}.{os.getpid()}.new"
    try:
        files.put(new, msgspec.json.encode(_KeyFile(kid, {kid: key})) + b"\n")
        files.sync(new)
        with contextlib.suppress(FileExistsError):
            files.link(new, path)
        files.sync(os.path.dirname(path))
    finally:
        files.unlink(new)


def audit_key_degraded(config: EngineConfig, since: str) -> Degraded | None:
    """A key beside the data proves nothing to someone who distrusts whoever holds the data."""
    if config.audit_key_file and not os.path.abspath(config.audit_key_file).startswith(
        os.path.abspath(config.data) + "/"
    ):
        return None
    return Degraded(
        component="audit-key",
        wanted="a key kept away from the data it protects",
        used="audit.key inside the data directory",
        reason="audit.key_file is not set, or points into the data directory",
        since=since,
        remedy="move audit.key elsewhere and name it in audit.key_file (MUNIMENT_AUDIT_KEY_FILE)",
    )
