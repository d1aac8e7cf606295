"""Pages and their cursors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import InvalidError
from service.pagination import Listing, PageQuery


class TagQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    tag: str | None = None


def listing(name="items", limit=None, cursor=None, kind=int, tag=None):
    return Listing(name, TagQuery(limit=limit, cursor=cursor, tag=tag), 500, kind)


def cursor_behind(position, kind=int, **more):
    page = listing(limit=1, kind=kind, **more).cut([position, position], lambda value: value)
    assert page.next_cursor is not None
    return page.next_cursor


@given(st.lists(st.integers(-(2**53), 2**53), unique=True), st.integers(1, 7))
def test_all_pages_together_are_the_list_in_order(values, size):
    seen, cursor = [], None
    while True:
        page = listing(limit=size, cursor=cursor).take(iter(values), lambda value: value)
        seen.extend(page.items)
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == sorted(values)


@pytest.mark.parametrize(("position", "kind"), [("小明/喜欢.md", str), (7, int), (("a", "b"), tuple[str, str])])
def test_a_position_comes_back(position, kind):
    cursor = cursor_behind(position, kind)
    assert listing(cursor=cursor, kind=kind).after() == position
    assert cursor.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("cursor", ["", "x", "====", "é", "AAAA", "bnVsbA"])
def test_anything_else_is_no_cursor(cursor):
    with pytest.raises(InvalidError) as caught:
        listing(cursor=cursor).after()
    assert caught.value.field == "cursor"


def test_a_cursor_of_another_list_filter_or_kind_or_with_a_changed_character_is_refused():
    cursor = cursor_behind(7)
    others = [listing("files", cursor=cursor), listing(cursor=cursor, tag="t"), listing(cursor=cursor, kind=str)]
    changed = [cursor[:at] + ("A" if cursor[at] != "A" else "Q") + cursor[at + 1 :] for at in range(len(cursor))]
    for other in [*others, *(listing(cursor=one) for one in changed)]:
        with pytest.raises(InvalidError):
            other.after()


def test_a_cursor_does_not_tell_a_filter_back():
    cursor = cursor_behind(7, tag="a secret")
    assert len(cursor) == len(cursor_behind(7, tag="b"))


def test_the_size_has_a_default_and_a_limit():
    assert listing().size == 100
    assert Listing("items", PageQuery(), 20, int).size == 20
    assert listing(limit=500).size == 500
    for limit in (0, -1, 501):
        with pytest.raises(InvalidError) as caught:
            _ = listing(limit=limit).size
        assert (caught.value.field, caught.value.limit) == ("limit", 500)
