"""Fitting weights and calibration."""

import numpy as np
import pytest

from ops.bench import listwise, logistic
from ops.bench.listwise import Lists


@pytest.fixture
def lists():
    """Two hundred questions, each answered by the candidate with the highest first feature."""
    draw = np.random.default_rng(0)
    features = [draw.standard_normal((20, 3)).astype(np.float32) for _ in range(200)]
    return Lists(features, [one[:, 0] == one[:, 0].max() for one in features])


def test_the_feature_that_decides_gets_the_weight(lists):
    weights = listwise.fit(lists, 1e-2, np.zeros(3))
    assert weights[0] > 2
    assert np.abs(weights[1:]).max() < 0.5


def test_a_strong_penalty_keeps_the_weights_where_they_started(lists):
    prior = np.array([0.0, 1.0, -1.0])
    assert listwise.fit(lists, 1e4, prior) == pytest.approx(prior, abs=0.01)


def test_a_logistic_tells_the_odds():
    draw = np.random.default_rng(0)
    values = draw.standard_normal((4_000, 2))
    yes = draw.random(4_000) < 1 / (1 + np.exp(-(2 * values[:, 0] - 1)))
    weights, bias = logistic.fit(values, yes, 1e-4)
    assert weights == pytest.approx([2, 0], abs=0.25)
    assert bias == pytest.approx(-1, abs=0.2)
