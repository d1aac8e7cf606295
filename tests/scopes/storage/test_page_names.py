"""The name of a file's page: readable, one for each path, on any file system."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.storage.names import MAX_FILE_BYTES, fold
from scopes.storage.page_names import is_page_name, page_name, path_of
from scopes.storage.places import flat, unflat

PATHS = st.text(st.sampled_from("aAbBßé\u0301e%/2Ff~.-: 海"), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("notes.md", "notes.md"),
        ("docs/guide.md", "docs%2Fguide.md"),
        ("100% sure", "100%25 sure"),
        ("笔记/一.md", "笔记%2F一.md"),
        (".env", "%2Eenv"),
        ("-x", "%2Dx"),
        ("a~b", "a%7Eb"),
    ],
)
def test_a_name_reads_as_its_path_does(path, name):
    assert page_name(path) == name and path_of(name) == path


@given(PATHS, PATHS)
def test_two_paths_have_names_that_no_file_system_merges(one, other):
    assert (fold(page_name(one)) == fold(page_name(other))) == (one == other)


@given(PATHS)
def test_a_name_gives_its_path_back(path):
    name = page_name(path)
    assert is_page_name(name) and path_of(name) == path
    assert unflat(flat(f"workspace/pages/{name}.md")) == f"workspace/pages/{name}.md"


@given(st.text(st.sampled_from("aB%/海é"), min_size=100, max_size=600))
def test_a_long_name_is_cut_and_stays_one_of_its_own(path):
    name = page_name(path)
    assert len(name.encode()) <= MAX_FILE_BYTES and is_page_name(name)
    assert page_name(path + "x") != name


@pytest.mark.parametrize("name", ["", "A", "a/b", "a~b", ".a", "a%2f", "a~aaaaaaaaaa"])
def test_other_names_are_none_of_the_services(name):
    assert not is_page_name(name)
