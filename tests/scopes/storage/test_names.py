"""Names of files and items: any language, nothing that a file system or a link would take for something else."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import InvalidError
from scopes.storage import names


@pytest.mark.parametrize(
    "name", ["preferences", "饮食偏好", "a b", "Straße", "a~b", "a.b", "CON", "日記 2026", "é", "x" * 150]
)
def test_file_names_of_any_language_are_taken(name):
    assert names.check_file(name) == name and names.is_file(name)


@pytest.mark.parametrize(
    "name",
    [
        "", " ", " a", "a ", ".", "..", ".a", "-a", "~a", "a.", "a.md", "a/b", "a\\b", "a:b", "a*", "a?", 'a"', "a<",
        "a>", "a|", "a#b", "[a", "a]", "a\nb", "a\0", "a\u2028b", "a\u200bb", "a\u202eb", "\ud800", "2026-07-21",
        "a~2", "x" * 151, "长" * 51,
    ],
)  # fmt: skip
def test_file_names_that_would_be_read_otherwise_are_refused(name):
    assert not names.is_file(name)
    with pytest.raises(InvalidError) as refusal:
        names.check_file(name, "path")
    assert refusal.value.field == "path"


@pytest.mark.parametrize("name", ["likes-the-sea", "喜欢海边", "a: b / c", "# a", "## a", "<!-- a", "x" * 200, "[a]"])
def test_item_names_of_any_language_are_taken(name):
    assert names.check_item(name) == name


@pytest.mark.parametrize("name", ["", " a", "a\nb", "a\rb", "[[a", "a]]", "a\u2029", "a\u200b", "\ud800", "x" * 201])
def test_item_names_that_no_link_could_reach_are_refused(name):
    with pytest.raises(InvalidError):
        names.check_item(name)


@given(st.text(st.characters(codec="utf-8")))
def test_a_name_folds_alike_in_every_composition(name):
    assert len({names.fold(unicodedata.normalize(form, name)) for form in ("NFC", "NFD")}) == 1


def test_names_that_a_file_system_may_merge_fold_alike():
    assert names.fold("Straße") == names.fold("STRASSE")
    assert names.fold("É") == names.fold("é") != names.fold("e")


@pytest.mark.parametrize(("name", "is_day"), [("2026-07-21", True), ("2026-7-21", False), ("2026-07-21\n", False)])
def test_a_day_is_four_two_and_two_digits(name, is_day):
    assert bool(names.DIARY_DAY.match(name)) == is_day
