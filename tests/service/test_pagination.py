"""Pages and their cursors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import InvalidError
from service.pagination import PageQuery, cut_page, page_size, read_cursor, write_cursor


@given(st.lists(st.integers(), unique=True), st.integers(1, 7))
def test_all_pages_together_are_the_list(values, size):
    values.sort()
    seen, cursor = [], None
    while True:
        after = read_cursor("n", cursor)
        rest = [value for value in values if after is None or value > after]
        page = cut_page(rest[: size + 1], size, "n", lambda value: value)
        seen.extend(page.items)
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == values


@pytest.mark.parametrize("position", ["小明/喜欢.md", 7, ["a", 2], None])
def test_a_position_comes_back(position):
    assert read_cursor("items", write_cursor("items", position)) == position
    assert write_cursor("items", position).replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("cursor", ["", "x", "====", "é", "AAAA", "bnVsbA"])
def test_anything_else_is_no_cursor(cursor):
    with pytest.raises(InvalidError) as caught:
        read_cursor("items", cursor)
    assert caught.value.field == "cursor"


def test_a_cursor_of_another_list_or_with_a_changed_character_is_refused():
    cursor = write_cursor("items", 7)
    with pytest.raises(InvalidError):
        read_cursor("files", cursor)
    for at in range(len(cursor)):
        with pytest.raises(InvalidError):
            read_cursor("items", cursor[:at] + ("A" if cursor[at] != "A" else "Q") + cursor[at + 1 :])


def test_the_size_has_a_default_and_a_limit():
    assert page_size(PageQuery(), 500) == 100
    assert page_size(PageQuery(), 20) == 20
    assert page_size(PageQuery(limit=500), 500) == 500
    for limit in (0, -1, 501):
        with pytest.raises(InvalidError) as caught:
            page_size(PageQuery(limit=limit), 500)
        assert (caught.value.field, caught.value.limit) == ("limit", 500)
