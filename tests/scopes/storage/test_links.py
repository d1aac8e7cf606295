"""Wiki-links are found once each, split at the first colon, and pointed elsewhere without touching other text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.storage import links

TEXTS = st.lists(st.sampled_from(["[[", "]]", "[[a:b]]", "[[a:c]]", ":", "a", "b", " ", "\n", "[", "]"])).map("".join)


def test_links_are_told_in_order_and_once():
    assert links.addresses("see [[b:x]], [[a:y]] and [[ b:x ]]") == ("b:x", "a:y")


@pytest.mark.parametrize(
    "text", ["[[a]]", "[[:a]]", "[[a:]]", "[[]]", "[[a:b]", "[a:b]", "[[a:\nb]]", "[[a:b[c]]", "plain"]
)
def test_what_names_no_file_and_item_is_no_link(text):
    assert links.addresses(text) == ()


def test_an_address_splits_at_its_first_colon():
    assert links.split("2026-07-21:14:30-2") == ("2026-07-21", "14:30-2")
    assert links.split(links.join("a", "b: c")) == ("a", "b: c")


@given(TEXTS)
def test_retargeting_changes_the_links_to_one_address_and_nothing_else(text):
    moved = links.retarget(text, "a:b", "z:new")
    assert "a:b" not in links.addresses(moved)
    assert ("z:new" in links.addresses(moved)) == ("a:b" in links.addresses(text))
    assert moved.replace("[[z:new]]", "[[a:b]]") == text
