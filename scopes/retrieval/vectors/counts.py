"""What there is of vectors, for `describe`."""

from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.vectors.closeness import AnyView
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.outside import OutsideView
from scopes.retrieval.vectors.port import kept_in
from scopes.retrieval.vectors.several import SeveralViews
from scopes.storage.places import LINES
from scopes.storage.room import Room

__all__ = ["counts_on_disk", "counts_shown"]

Counts = dict[str, int | str]


def counts_shown(index: ScopeIndex, view: AnyView) -> Counts:
    """Of a scope that is searched: rows on disk, items that have a current one, and items that have none."""
    missing = len(view.missing(index))
    parts = view.parts if isinstance(view, SeveralViews) else (view,)
    return {
        "store": parts[0].store if isinstance(parts[0], OutsideView) else "directory",
        "model": view.model,
        "dim": view.dim,
        "rows": sum(part.count if isinstance(part, OutsideView) else part.matrix.count for part in parts),
        "items": len(index) - missing,
        "missing": missing,
    }


def counts_on_disk(room: Room) -> Counts:
    """Of one that is not, or has rows of another model: which of them are current is not known."""
    followers = [Follower.newest(room.of(line)) for line in LINES]
    for follower in followers:
        follower.to_end()
    first = next((one for one in followers if one.generation is not None and one.count), None)
    if first is None or first.generation is None:
        return {"rows": 0}
    store = kept_in(room.files, first.generation.path).store or "directory"
    rows = sum(one.count for one in followers if one.model == first.model)
    return {"store": store, "model": first.model, "dim": first.dim, "rows": rows}
