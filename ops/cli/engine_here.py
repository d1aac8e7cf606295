"""The engine in this process, on a data directory; a server may be running on the same one."""

import contextlib
import functools
from concurrent.futures import Future
from typing import TypeVar

from ops.cli.in_use import in_use
from ops.embedding.choice import embedder_of, query_vectors
from ops.embedding.queries import QueryVectors, TimedEmbedder
from ops.erasure_drafts import degraded_by_drafts
from ops.extraction.choice import degraded_by_extraction
from ops.fallbacks import degraded_by_first_keys
from ops.ledger import Ledger
from ops.quotas import Uncounted
from ops.reading.choice import degraded_by_reading, reader_of
from ops.reading.reader import Reader
from ops.settings import Settings, engine_config
from ops.signing import Signer
from ops.vectors.choice import backend_of
from ops.vectors.debts import degraded_by_store
from scopes.errors import LockTimeoutError
from scopes.model import Degraded, ScopeIds
from scopes.registry import Registry
from scopes.storage import journal as journals
from scopes.storage.batch import Author
from scopes.storage.state import Snapshot
from scopes.writes import Committed

T = TypeVar("T")

ACTOR = "cli"


class EngineHere:
    """The engine and what it needs, each opened when a verb first asks for it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.directory = settings.data.directory
        self.held = contextlib.ExitStack()
        self.held.enter_context(in_use(self.directory))

    @functools.cached_property
    def registry(self) -> Registry:
        """Opened when a verb needs it: keys can be listed where the audit key is not at hand."""
        quota = Uncounted(self.directory)
        backend = backend_of(self.settings)
        if backend is not None:
            self.held.callback(backend.close)
        registry = Registry(engine_config(self.settings), quota=quota, embedder=self.embedder, backend=backend)
        self.held.callback(registry.close)
        if self.embedder is not None:
            self.held.callback(self.embedder.close)  # goes first: nothing shall wait for another attempt
        return registry

    @functools.cached_property
    def embedder(self) -> TimedEmbedder | None:
        """What makes vectors; None where words rank."""
        return embedder_of(self.settings)

    @functools.cached_property
    def vectors(self) -> QueryVectors:
        """What makes those of queries."""
        vectors = query_vectors(self.settings, self.embedder, self.registry.started)
        self.held.callback(vectors.close)
        return vectors

    @functools.cached_property
    def reader(self) -> Reader:
        """What reads files of foreign formats."""
        reader = reader_of(self.settings)
        self.held.callback(reader.close)
        return reader

    def close(self) -> None:
        """Checkpoint what was written and let go of the directory."""
        self.held.close()

    def snapshot(self, ids: ScopeIds) -> Snapshot:
        """A scope as it stands; one that does not exist holds nothing."""
        return self.registry.scope(ids).snapshot()

    def ledger(self) -> Ledger:
        """The ledger of the directory; without the audit key an error."""
        key = self.registry.engine.key
        signer = Signer(self.directory, key, self.settings.audit.signing_key_file)
        return Ledger(self.directory, key, signer=signer)

    def degraded(self) -> tuple[Degraded, ...]:
        """The fallbacks in use here."""
        since, files = self.registry.started, self.registry.engine.files
        of_erasures = (self.ledger().signer.degraded(since), degraded_by_drafts(self.directory, files, since))
        return (
            *degraded_by_first_keys(self.directory, since),
            *self.registry.degraded(),
            *(one for one in of_erasures if one is not None),
            *self.vectors.degraded(),
            *degraded_by_store(self.registry),
            *degraded_by_extraction(self.settings, None, since),
            *degraded_by_reading(self.settings, None, since),
        )


def author() -> Author:
    """Who writes: whoever sits at the command line."""
    return Author(ACTOR, journals.mint_id())


def outcome_of(future: "Future[Committed[T]]", seconds: float) -> Committed[T]:
    """What a write came to; LockTimeoutError when the scope stays busy, with nothing applied."""
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.cancel():
            raise LockTimeoutError("the scope was busy; nothing was applied", limit=f"{seconds:g} s") from None
        return future.result()
