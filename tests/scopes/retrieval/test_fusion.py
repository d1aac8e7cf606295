"""Several signals to one score."""

import numpy as np
import pytest

from scopes.retrieval.fusion import fuse


def fused(weights, **judged):
    raw = {name: np.array(values, float) for name, values in judged.items()}
    scores, _ = fuse(raw, weights, 3, {})
    return scores.tolist()


def test_each_signal_is_scaled_from_least_to_most_and_weighted():
    assert fused({"a": 3, "b": 1}, a=[0, 5, 10], b=[8, 4, 0]) == [0.25, 0.5, 0.75]


def test_no_opinion_counts_as_least():
    assert fused({"a": 1}, a=[np.nan, 1, 2]) == [0, 0, 1]
    assert fused({"a": 1, "b": 1}, a=[0, 1, 2], b=[np.nan] * 3) == [0, 0.25, 0.5]


def test_equals_and_unweighted_signals():
    assert fused({"a": 1}, a=[7, 7, 7]) == [1, 1, 1]
    assert fused({"a": 1}, a=[0, 1, 2], unknown=[2, 1, 0]) == [0, 0.5, 1]
    assert fused({}) == [0, 0, 0]


def test_what_each_gave_is_kept():
    _, parts = fuse({"a": np.array([1.0, 3.0])}, {"a": 0.5}, 2, {})
    assert (parts["a"].raw.tolist(), parts["a"].scaled.tolist(), parts["a"].weight) == ([1, 3], [0, 1], 0.5)
    assert parts["a"].scaled == pytest.approx([0, 1])
