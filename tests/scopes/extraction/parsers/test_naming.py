"""Names of other systems as names of ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction.parsers import frontmatter
from scopes.extraction.parsers.naming import file_name, item_name, title_of
from scopes.storage import names


@pytest.mark.parametrize(
    ("given", "file", "item"),
    [
        ("Auth Design", "Auth Design", "Auth Design"),
        ("饮食/偏好", "饮食-偏好", "饮食/偏好"),
        ("2026-07-21", "other", "2026-07-21"),
        ("../../etc/passwd", "etc-passwd", "../../etc/passwd"),
        ("a [[b]] c", "a -b- c", "a b c"),
        ("x\u202e\n\ty\u200b", "x y", "x y"),
        ("", "other", "imported"),
        ("...", "other", "..."),
        ("猫" * 100, "猫" * 50, "猫" * 64),
    ],
)
def test_a_name_stays_as_close_as_it_may(given, file, item):
    assert (file_name(given, "other"), item_name(given)) == (file, item)


@given(st.text(max_size=300))
def test_whatever_is_named_may_be_named_so(given):
    names.check_file(file_name(given, "other"))
    names.check_item(item_name(given))
    names.check_item(item_name(title_of(given)))
    assert item_name(item_name(given)) == item_name(given)


@given(st.text(alphabet="-:[]'\" \n\tab#,", max_size=80))
def test_any_text_has_fields_and_a_rest(given):
    fields, rest = frontmatter.split("---\n" + given)
    assert given.endswith(rest) or not fields
    for name in fields:
        frontmatter.several(fields, name)
