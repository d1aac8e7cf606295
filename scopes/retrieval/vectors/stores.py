"""Which store has the rows of a scope, and which is to have them."""

from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.generation import Generation
from scopes.retrieval.vectors.owing import scope_of
from scopes.retrieval.vectors.port import VectorIndex, kept_in
from scopes.storage.room import Room

__all__ = ["is_foreign", "outside_index", "store_of"]


def store_of(room: Room) -> str:
    """The name of the store that is to have the rows; empty for files."""
    return "" if room.outside is None else room.outside.name


def is_foreign(room: Room, model: str) -> bool:
    """Whether there are rows that this model did not make, or that another store than the present one has."""
    follower = Follower.newest(room)
    follower.to_end()
    if follower.generation is None or not follower.count:
        return False
    return follower.model != model or kept_in(room.files, follower.generation.path).store != store_of(room)


def outside_index(room: Room, generation: Generation) -> VectorIndex | None:
    """The rows of a generation that the present store has; None when it has none of them."""
    if room.outside is None or kept_in(room.files, generation.path).store != room.outside.name:
        return None
    return room.outside.index(scope_of(room), generation.path, generation.number)
