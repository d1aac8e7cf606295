"""What there is of vectors, for `describe`."""

from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.vectors.closeness import AnyView
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.outside import OutsideView
from scopes.retrieval.vectors.port import kept_in
from scopes.storage.room import Room

__all__ = ["counts_on_disk", "counts_shown"]

Counts = dict[str, int | str]


def counts_shown(index: ScopeIndex, view: AnyView) -> Counts:
    """Of a scope that is searched: rows on disk, items that have a current one, and items that have none."""
    missing = len(view.missing(index))
    return {
        "store": view.store if isinstance(view, OutsideView) else "directory",
        "model": view.model,
        "dim": view.dim,
        "rows": view.count if isinstance(view, OutsideView) else view.matrix.count,
        "items": len(index) - missing,
        "missing": missing,
    }


def counts_on_disk(room: Room) -> Counts:
    """Of one that is not, or has rows of another model: which of them are current is not known."""
    follower = Follower.newest(room)
    follower.to_end()
    if follower.generation is None or not follower.count:
        return {"rows": 0}
    store = kept_in(room.files, follower.generation.path).store or "directory"
    return {"store": store, "model": follower.model, "dim": follower.dim, "rows": follower.count}
