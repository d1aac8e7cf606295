"""Hits that say the same as others step back."""

import numpy as np

from scopes.retrieval.diversity import diverse


def test_what_nearly_repeats_an_earlier_hit_goes_behind_the_next_one():
    contents = ["we sailed to the small island", "We sailed to the small island", "the boat has a leak"]
    assert list(diverse(np.array([0.9, 0.8, 0.75]), contents, 3, 0.2)) == [0, 2, 1]
    assert list(diverse(np.array([0.9, 0.8, 0.3]), contents, 3, 0.2)) == [0, 1, 2]
    assert list(diverse(np.array([0.9, 0.8, 0.75]), contents, 3, 0.0)) == [0, 1, 2]


def test_han_text_is_compared_by_characters_and_different_texts_keep_their_order():
    contents = ["我们去海边玩了一天", "我们去海边玩了一天。", "小猫生病了"]
    assert list(diverse(np.array([0.9, 0.8, 0.79]), contents, 3, 0.1)) == [0, 2, 1]
    assert list(diverse(np.array([]), [], 3, 0.1)) == []
