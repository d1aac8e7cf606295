"""A conversation that was taken up anew at several points is a tree; what its user kept is one way through it."""

from collections.abc import Mapping


def way_to(leaf: str, parents: Mapping[str, str | None]) -> list[str]:
    """The nodes from the root to a leaf. Where a parent is missing, or comes a second time, the way begins."""
    way: list[str] = []
    seen: set[str] = set()
    node: str | None = leaf
    while node is not None and node in parents and node not in seen:
        seen.add(node)
        way.append(node)
        node = parents[node]
    return way[::-1]
