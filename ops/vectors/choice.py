"""Which store keeps the rows, by the settings."""

from ops.endpoint.address import read_key
from ops.settings import Settings
from ops.vectors.guarding import GuardedBackend
from ops.vectors.qdrant import QdrantBackend
from ops.vectors.sqlite import SqliteBackend
from scopes.observer import Observer

__all__ = ["backend_of"]


def backend_of(settings: Settings, observer: Observer | None = None) -> GuardedBackend | None:
    """The process's store, None for files of the scopes. InvalidError for a key that can't be had.

    Nothing is opened and nothing is asked yet. Made after the fork, and once: it keeps connections and a breaker.
    """
    section = settings.vectors
    if section.store == "sqlite-vec":
        return GuardedBackend(SqliteBackend(section.query_deadline_ms, section.timeout_seconds), observer)
    if section.store == "qdrant":
        return GuardedBackend(QdrantBackend(section, read_key("vectors", section.key_file, None)), observer)
    return None
