"""The wiki-link graph of a scope, derived from the items' links; a link whose target is missing is marked."""

import msgspec

from scopes.storage.state import Snapshot


class Node(msgspec.Struct, frozen=True):
    """An item, or the missing target of a link."""

    address: str
    layer: str | None
    exists: bool = True


class Edge(msgspec.Struct, frozen=True):
    """A link from one item to an address."""

    source: str
    target: str
    dangling: bool


class Graph(msgspec.Struct, frozen=True):
    """Items that link or are linked, and the links between them."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def graph(snapshot: Snapshot) -> Graph:
    """The graph, in the order of addresses."""
    linking = [item for item in snapshot.items.values() if item.links and item.layer in ("wiki", "diary")]
    nodes: dict[str, Node] = {item.address: Node(item.address, item.layer) for item in linking}
    edges: list[Edge] = []
    for item in sorted(linking, key=lambda one: one.address):
        for address in item.links:
            target = snapshot.resolve(address)
            nodes.setdefault(address, Node(address, target.layer if target else None, target is not None))
            edges.append(Edge(item.address, address, target is None))
    return Graph(tuple(nodes[address] for address in sorted(nodes)), tuple(edges))


def mermaid(shown: Graph) -> str:
    """The graph as a Mermaid flowchart; missing targets are dashed."""
    names = {node.address: f"n{number}" for number, node in enumerate(shown.nodes)}
    lines = ["flowchart LR"]
    lines += [f'  {names[node.address]}["{_label(node.address)}"]' for node in shown.nodes]
    lines += [
        f"  {names[edge.source]} {'-.->' if edge.dangling else '-->'} {names[edge.target]}" for edge in shown.edges
    ]
    missing = [names[node.address] for node in shown.nodes if not node.exists]
    if missing:
        lines += ["  classDef missing stroke-dasharray: 5 5", f"  class {','.join(missing)} missing"]
    return "\n".join(lines) + "\n"


def _label(address: str) -> str:
    return address.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
