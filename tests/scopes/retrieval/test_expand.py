"""One hop along wiki-links."""

from scopes.retrieval.expand import expand


def hop(ranked, others=(), admits=lambda item: True, most=10):
    shelf = {item.address: item for item in (*ranked, *others)}
    found = expand(ranked, shelf.get, admits, most)
    return [(placed.item.name, placed.linked_from) for placed in found.placed], found


def test_a_linked_item_stands_right_behind_its_referrer(make):
    a, b, far = make("", "a", links=("notes:far",)), make("", "b"), make("", "far", links=("notes:further",))
    placed, found = hop([a, b], [far, make("", "further")])
    assert placed == [("a", None), ("far", a.id), ("b", None)]
    assert found.unresolved == []


def test_an_item_appears_once_and_where_it_was_ranked(make):
    a = make("", "a", links=("notes:b", "notes:c", "notes:a"))
    b, c = make("", "b", links=("notes:c",)), make("", "c")
    assert hop([a, b], [c])[0] == [("a", None), ("c", a.id), ("b", None)]


def test_a_dangling_link_is_listed_and_no_error(make):
    a = make("", "a", links=("notes:nowhere",))
    found = hop([a])[1]
    assert [(link.address, link.linked_from) for link in found.unresolved] == [("notes:nowhere", a.id)]


def test_items_that_may_not_be_shown_are_not_brought_in(make):
    a, b = make("", "a", links=("notes:b",)), make("", "b")
    assert hop([a], [b], admits=lambda item: item is not b)[0] == [("a", None)]


def test_links_past_the_limit_are_dropped_and_named(make):
    a = make("", "a", links=("notes:b", "notes:c"))
    placed, found = hop([a], [make("", "b"), make("", "c")], most=1)
    assert [name for name, _ in placed] == ["a", "b"]
    assert [(dropped.address, dropped.reason) for dropped in found.dropped] == [("notes:c", "too_many_links")]
