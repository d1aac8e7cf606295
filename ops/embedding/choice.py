"""Which model makes the vectors, by the settings; and what is lacking where there is none."""

import logging

from ops.embedding.endpoint import EndpointEmbedder
from ops.embedding.local import LOCAL, QUALITY, LocalEmbedder, Recipe
from ops.embedding.queries import QueryVectors, TimedEmbedder
from ops.embedding.settings import Embedding, read_key
from ops.settings import Settings, notary_rules
from scopes.errors import UnavailableError
from scopes.model import Degraded
from scopes.observer import Observer

__all__ = ["embedder_of", "preload", "query_vectors"]

_LOG = logging.getLogger(__name__)


def embedder_of(settings: Settings, observer: Observer | None = None) -> EndpointEmbedder | LocalEmbedder | None:
    """The process's embedder, None where there is none. InvalidError for an endpoint's key that can't be had.

    Nothing is loaded and nothing is asked yet. Made after the fork, and once: it keeps connections and a breaker.
    """
    section = settings.embedding
    if section.provider == "endpoint":
        return EndpointEmbedder(section, read_key(section), notary_rules(settings), observer)
    recipe = _recipe(section)
    return None if recipe is None or not recipe.is_installed() else LocalEmbedder(recipe, observer)


def preload(settings: Settings) -> None:
    """Load a local model before the fork, so that the workers share its memory; one that can't be is logged."""
    embedder = embedder_of(settings)
    if isinstance(embedder, LocalEmbedder):
        try:
            embedder.load()
        except UnavailableError as error:
            _LOG.error("the embedding model can't be loaded", extra={"detail": error.detail})


def query_vectors(
    settings: Settings, embedder: TimedEmbedder | None, since: str, observer: Observer | None = None
) -> QueryVectors:
    """What makes the vectors of queries, with that embedder or without one."""
    without = None if embedder is not None else _lacking(settings, since)
    return QueryVectors(embedder, without, settings.embedding.query_deadline_ms, observer)


def _lacking(settings: Settings, since: str) -> Degraded:
    section = settings.embedding
    recipe = _recipe(section)
    missing = "" if recipe is None else f", and the extra muniment[{recipe.extra}] is not installed"
    return Degraded(
        component="embedder",
        wanted="an embedding model",
        used="lexical ranking",
        reason=f"embedding.provider is {section.provider}{missing}",
        since=since,
        remedy=(recipe or LOCAL).remedy + ("" if section.provider != "none" else "; set embedding.provider to auto"),
    )


def _recipe(section: Embedding) -> Recipe | None:
    return {"auto": LOCAL, "local": LOCAL, "quality": QUALITY}.get(section.provider)
