"""Two texts say the same whatever their small words are, but not with another number or a denial."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction.sameness import covers, is_near, sense


@pytest.mark.parametrize(
    ("old", "new", "covered"),
    [
        ("I really love the sea", "I love the sea", True),
        ("I love the sea in winter", "I love the sea", True),
        ("I love the sea", "I love the sea in winter", False),
        ("I like coffee", "I don't like coffee", False),
        ("我每次住5天", "我每次住15天", False),
        ("我每次住五天", "我每次住5天", True),
        ("我喜欢喝茶", "我真的很喜欢喝茶", True),
        ("我喜欢喝茶", "我不喜欢喝茶", False),
        ("I have three cats", "I have four cats", False),
    ],
)
def test_the_old_covers_the_new(old, new, covered):
    assert covers(sense(old), sense(new)) is covered


def test_near_is_hardly_a_word_apart_and_no_number():
    long = "we decided to move the weekly planning meeting of the design team to the small room on the second floor"
    assert is_near(sense(long), sense(long + " upstairs"))
    assert not is_near(sense(f"{long} 5"), sense(f"{long} 15"))


@given(st.text(max_size=80))
def test_every_text_says_the_same_as_itself(text):
    assert covers(sense(text), sense(text))
