"""Fewer dimensions keep what is near near, and directions stay once there are words enough."""

import numpy as np

from scopes.retrieval.kin.projection import DIM, Projection

RANDOM = np.random.default_rng(5)


def themes(words, dim=512, count=20):
    """Words of some themes: those of one are alike."""
    theme = np.arange(words) % count
    rows = np.random.default_rng(1).standard_normal((count, dim))[theme] + 0.7 * RANDOM.standard_normal((words, dim))
    return theme, (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_words_of_one_theme_stay_nearer_than_others_whenever_they_came():
    theme, rows = themes(600)
    made = Projection()
    for start in range(0, 600, 100):
        made.append(rows[start : start + 100])
    vectors, _ = made.shown()
    assert vectors.shape == (601, DIM) and not vectors[0].any()
    near = vectors[1:] @ vectors[1:].T - 2 * np.eye(600)
    assert (theme[near.argmax(axis=1)] == theme).mean() > 0.95


def test_directions_stay_once_there_are_words_enough_and_what_they_were_found_by_is_dropped():
    _, rows = themes(900)
    made = Projection()
    made.append(rows[:300])
    directions, size = made.directions, made.nbytes
    made.append(rows[300:])
    assert made.directions is directions and made.nbytes - size == 600 * DIM * 2


def test_rows_of_few_dimensions_and_no_rows_at_all_are_borne():
    made = Projection()
    made.append(np.empty((0, 0), np.float32))
    assert made.shown()[0].shape == (1, 0)
    made.append(themes(3, dim=8)[1])
    assert made.shown()[0].shape == (4, 8)
