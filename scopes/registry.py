"""The open scopes of one process: an LRU bounded in bytes, and the clock that tends them.

Dropping a scope drops this process's handle only; readers that hold a view keep it, and nothing on disk depends on it.
"""

import datetime as dt
import itertools
import logging
import os
import shutil
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator

import msgspec

from scopes.config import EngineConfig
from scopes.engine import Engine, audit_key_degraded
from scopes.errors import IntegrityError
from scopes.extraction.extractor import Extractor
from scopes.model import Degraded, ScopeIds, iso
from scopes.observer import Observer
from scopes.paths import relative_path, segment
from scopes.quota import Quota
from scopes.retrieval.embedder import Embedder
from scopes.retrieval.tokens import Tokenizer
from scopes.retrieval.vectors.port import VectorBackend
from scopes.scope import IN_USE_SECONDS, Scope
from scopes.storage.files import Signature
from scopes.storage.room import Identity, parse_identity

_log = logging.getLogger(__name__)
_TICK = 0.1
_EVICT_EVERY = 10
_REPORT_SECONDS = 60.0
_SWITCH_INTERVAL = 0.0002


class Registry:
    """Hands out scopes. Made after the fork; `close` it, so that nothing is left to recover."""

    def __init__(
        self,
        config: EngineConfig,
        observer: Observer | None = None,
        quota: Quota | None = None,
        embedder: Embedder | None = None,
        extractor: Extractor | None = None,
        backend: VectorBackend | None = None,
    ) -> None:
        self.engine = Engine(
            config, observer=observer, quota=quota, embedder=embedder, extractor=extractor, backend=backend
        )
        self.started = iso(dt.datetime.now(dt.UTC))
        self._open: OrderedDict[ScopeIds, Scope] = OrderedDict()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._ledger: Signature | None = None
        self._reported: dict[str, float] = {}
        # Reads run on the event loop beside committing threads: at the default interval they would wait 5 ms each.
        sys.setswitchinterval(_SWITCH_INTERVAL)
        self._ticker = threading.Thread(target=self._tick, name="registry-ticker", daemon=True)
        self._ticker.start()

    def scope(self, ids: ScopeIds) -> Scope:
        """The handle of a scope, whether or not it exists yet; InvalidError for ids that can't name one."""
        with self._lock:
            found = self._open.get(ids)
            if found is None:
                found = self._open[ids] = Scope(self.engine, ids)
            self._open.move_to_end(ids)
            return found

    def scope_at(self, path: str) -> Scope | None:
        """The handle of the scope whose folder is at a path below `scopes/`; None when there is none."""
        raw, _ = self.engine.files.read(f"{self.engine.config.data}/scopes/{path}/scope.json")
        if raw is None:
            return None
        ids = parse_identity(raw).ids
        return self.scope(ids) if relative_path(ids) == f"scopes/{path}" else None

    def forget(self, ids: ScopeIds) -> None:
        """Drop the handle of a scope that was erased."""
        with self._lock:
            self._open.pop(ids, None)

    def close(self) -> None:
        """Checkpoint every open scope and stop the threads."""
        self._stop.set()
        self._ticker.join()
        self.engine.close()
        for scope in list(self._open.values()):
            scope.close()

    def degraded(self) -> list[Degraded]:
        """The engine's fallbacks in use."""
        found = [audit_key_degraded(self.engine.config, self.started), Tokenizer.shared().degraded()]
        return [entry for entry in found if entry is not None]

    def writable(self) -> str | None:
        """Why writes would fail now, None when they work: space and inodes above the reserve, locks usable."""
        config = self.engine.config
        try:
            if (lacking := self.engine.reserve.lacking()) is not None:
                return lacking
            probe = f"{config.data}/locks/probe.{os.getpid()}"
            os.makedirs(os.path.dirname(probe), mode=0o700, exist_ok=True)
            self.engine.files.put(probe, b"")
            self.engine.files.unlink(probe)
        except OSError as error:
            return f"the data directory can't be written: {error.strerror}"
        return None

    def identities(self, app: str | None = None) -> Iterator[tuple[str, Identity]]:
        """(path, what it says it is) of every scope (of an app), in path order; other directories are skipped."""
        root = f"{self.engine.config.data}/scopes"
        for folder in _directories(root, 5, segment(app) if app is not None else None):
            try:
                raw, _ = self.engine.files.read(f"{folder}/scope.json")
                yield folder.removeprefix(f"{root}/"), msgspec.json.decode(raw or b"", type=Identity)
            except (OSError, msgspec.DecodeError):
                continue

    def resident_bytes(self) -> int:
        """Bytes of all open scopes."""
        with self._lock:
            return sum(scope.nbytes for scope in self._open.values())

    def _tick(self) -> None:
        ticks = 0
        while not self._stop.wait(_TICK):
            for scope in self._in_use():
                try:
                    scope.tend()
                except (IntegrityError, OSError) as error:
                    self._report(scope, error)
            ticks += 1
            if ticks % _EVICT_EVERY == 0:
                self._evict()
                self._drop_erased()

    def _report(self, scope: Scope, error: Exception) -> None:
        """Log what ails a scope, once a minute: it is met again on every tick."""
        name, now = os.path.basename(scope.room.lock_path), time.monotonic()
        if now - self._reported.get(name, float("-inf")) > _REPORT_SECONDS:
            self._reported[name] = now
            _log.error("tending failed", extra={"scope": name, "error": type(error).__name__})

    def _in_use(self) -> list[Scope]:
        """The scopes used lately; the last used come first, so that the others cost nothing."""
        oldest = time.monotonic() - IN_USE_SECONDS
        with self._lock:
            return list(itertools.takewhile(lambda scope: scope.used > oldest, reversed(self._open.values())))

    def _evict(self) -> None:
        """Drop the scopes used longest ago until the rest fits; one that is being written stays."""
        limit, total = self.engine.config.resident_bytes, self.resident_bytes()
        with self._lock:
            for ids in list(self._open):
                if total <= limit:
                    return
                scope = self._open[ids]
                if scope.idle():
                    total -= scope.nbytes
                    del self._open[ids]

    def _drop_erased(self) -> None:
        """Forget what another process erased, so that the text leaves this one's memory within a second."""
        now = self.engine.files.signature(f"{self.engine.config.data}/ledger.jsonl")
        if now == self._ledger:
            return
        self._ledger = now
        with self._lock:
            loaded = [(ids, scope) for ids, scope in self._open.items() if scope.is_loaded()]
        for ids, scope in loaded:
            try:
                if scope.exists():
                    scope.drop_erased()
                else:
                    self.forget(ids)
            except (IntegrityError, OSError) as error:
                self._report(scope, error)


def _directories(root: str, depth: int, first: str | None = None) -> Iterator[str]:
    """The folders `depth` levels below `root`, sorted; links are not followed."""
    try:
        entries = sorted(os.scandir(root), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        if not entry.is_dir(follow_symlinks=False) or (first is not None and entry.name != first):
            continue
        if depth == 1:
            yield entry.path
        else:
            yield from _directories(entry.path, depth - 1)


def finish_erasures(data: str) -> None:
    """Remove what an interrupted erasure or creation left behind; run once before the workers start."""
    for folder in ("trash", "staging"):
        shutil.rmtree(f"{data}/{folder}", ignore_errors=True)
