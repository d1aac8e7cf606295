"""How much of the question's words the session of a candidate holds."""

from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.scores import Values

__all__ = ["SESSION", "session"]

SESSION = ("session_best",)


def session(near: Surroundings) -> Values:
    """BM25 of the best turn of its session; what lies in no session is one of its own."""
    return near.best_in_session(near.own)[None]
