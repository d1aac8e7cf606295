"""Texts cut into slices: nothing is lost, nothing is too long, and no two slices are called alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.lines.slices import MOST_SLICES, Slice, slices

TEXTS = st.text(st.sampled_from("ab #\n`.。 海[]-12"), max_size=400)


def words(text):
    return "".join(text.split())


def test_headings_name_slices_and_fenced_ones_do_not():
    text = "before\n\n# One\n\n```\n# not one\n```\n\n### Two ##\n\ntwo\n"
    assert slices(text, "t") == [Slice("t", "before"), Slice("One", "```\n# not one\n```"), Slice("Two", "two")]


def test_a_second_of_a_name_is_numbered_past_those_that_are_taken():
    text = "# A\n1\n# A-2\n2\n# A\n3\n# A\n4\n"
    assert [one.name for one in slices(text, "t")] == ["A", "A-2", "A-3", "A-4"]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a heading", "## \n# \n"])
def test_a_text_without_words_has_no_slices(text):
    assert not slices(text, "t")


def test_a_long_part_is_cut_at_paragraphs_then_sentences():
    text = "one. " * 30 + "\n\n" + "two. " * 60
    found = slices(text, "t", 200)
    assert all(len(one.content) <= 200 for one in found) and found[0].content == ("one. " * 30).strip()
    assert all(one.content.endswith(".") for one in found)


def test_a_text_of_more_headings_than_there_may_be_slices_is_cut_by_its_length():
    found = slices("# a\nb\n" * (MOST_SLICES + 1), "t", 1_000)
    assert len(found) < 100 and found[0].name == "t"


@given(TEXTS)
def test_nothing_is_lost_but_headings_and_names_are_unique(text):
    found = slices(text, "t", 40)
    names = [one.name for one in found]
    assert len(names) == len(set(names)) and all(0 < len(one.content) <= 40 for one in found)
    plain = slices(text, "t", 40, headings=False)
    assert words("".join(one.content for one in plain)) == words(text)
