"""Looking at many texts at once."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.texts import Texts

PATTERNS = ["a", "a+b", "(?<![a-z])b", r"\bb", "a(?!b)", "(?<=b)a"]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(texts=st.lists(st.text(st.sampled_from("ab \n"), max_size=6), max_size=6))
def test_what_is_found_in_texts_together_is_what_is_found_in_each(pattern, texts):
    looked_for = re.compile(pattern)
    found = [number for number, text in enumerate(texts) if looked_for.search(text)]
    assert Texts(texts).holding(looked_for) == found


def test_they_are_had_one_by_one_too():
    texts = Texts(("one", "two"))
    assert texts[1] == "two" and list(texts) == ["one", "two"]
