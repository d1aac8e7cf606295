"""The graph of wiki-links: who links whom, and what is linked but missing."""

from scopes.lines import graph


def test_links_make_edges_and_missing_targets_are_marked(home):
    home.put("f", "x", "see [[f:y]] and [[f:gone]]")
    home.put("f", "y", "back to [[f:x]]")
    home.put("f", "alone", "nothing")
    home.enter("met [[f:y]]", at="2026-07-10T03:00:00Z")
    shown = graph.graph(home.scope.snapshot())
    assert [(node.address, node.layer, node.exists) for node in shown.nodes] == [
        ("2026-07-10:03:00", "diary", True), ("f:gone", None, False), ("f:x", "wiki", True), ("f:y", "wiki", True),
    ]  # fmt: skip
    edges = {(edge.source, edge.target, edge.dangling) for edge in shown.edges}
    assert edges == {
        ("f:x", "f:y", False), ("f:x", "f:gone", True), ("f:y", "f:x", False), ("2026-07-10:03:00", "f:y", False),
    }  # fmt: skip


def test_mermaid_shows_every_edge_and_lets_no_name_out_of_its_quotes(home):
    home.put("f", 'a "quoted" & b', "see [[g:missing]]")
    text = graph.mermaid(graph.graph(home.scope.snapshot()))
    assert text.splitlines()[0] == "flowchart LR"
    assert "n0 -.-> n1" in text and "class n1 missing" in text
    assert text.count('"') == 4 and "&quot;quoted&quot; &amp; b" in text


def test_a_scope_without_links_has_an_empty_graph(home):
    assert graph.mermaid(graph.graph(home.scope.snapshot())) == "flowchart LR\n"
