"""How near items are to a query, over vectors in memory."""

import numpy as np
import pytest

from scopes.errors import UnavailableError
from scopes.retrieval.features.nearness import Nearness
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.vectors.meaning import Meaning, Rerank
from scopes.retrieval.vectors.view import VectorView


def clustered(count, dim, seed=0, clusters=20):
    draw = np.random.default_rng(seed)
    centres = draw.standard_normal((clusters, dim)) + 1.0
    rows = centres[draw.integers(0, clusters, count)] + 0.5 * draw.standard_normal((count, dim))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def meaning(make):
    """A query over items that have these rows, in this order."""

    def meaning(rows, query, exact_rows=1_024, without=(), removed=()):
        items = [make("word", f"n{number}") for number in range(len(rows))]
        index = ScopeIndex.empty().apply(items).apply([], [items[number].id for number in removed])
        vectors = {
            item.id: row for number, (item, row) in enumerate(zip(items, rows, strict=True)) if number not in without
        }
        return Meaning(index, VectorView.of(index, vectors, exact_rows=exact_rows), query)

    return meaning


@pytest.mark.parametrize("exact_rows", [1_024, 10])
def test_cosines_are_exact_and_nan_where_an_item_has_no_row(meaning, exact_rows):
    rows = clustered(50, 70)
    found = meaning(rows, rows[3], exact_rows, without=(7,)).cosines(np.arange(50))
    assert np.isnan(found[7])
    assert np.allclose(np.delete(found, 7), np.delete(rows @ rows[3], 7), atol=1e-6)


@pytest.mark.parametrize("exact_rows", [1_024, 10])
def test_the_nearest_are_open_and_allowed_and_come_in_exact_order(meaning, exact_rows):
    rows = clustered(60, 64)
    allowed = np.ones(60, np.bool_)
    allowed[5] = False
    found = meaning(rows, rows[0], exact_rows, without=(9,), removed=(4,)).nearest(10, allowed)
    best = [slot for slot in np.argsort(-(rows @ rows[0])) if slot not in (4, 5, 9)]
    assert found.tolist() == best[:10]


@pytest.mark.parametrize("exact_rows", [1_024, 10])
def test_how_far_above_the_noise_they_lie_changes_no_cosine(meaning, exact_rows):
    rows = clustered(50, 70)
    found = meaning(rows, rows[3], exact_rows)
    before = found.estimates().copy()
    nearness = Nearness(found).estimated(np.arange(50))
    assert np.array_equal(found.estimates(), before) and abs(nearness.mean()) < 1e-9


def test_estimates_from_signatures_lie_close_to_the_cosines(meaning):
    rows = clustered(2_000, 384)
    asked = meaning(rows, rows[0], without=(8,))
    estimates, exact = asked.estimates(), rows @ rows[0]
    assert np.isnan(estimates[8])
    assert np.abs(np.delete(estimates - exact, 8)).mean() < 0.05


def test_signatures_let_the_best_through(meaning):
    rows = clustered(5_000, 256)
    first, hits = meaning(rows, rows[0]), 0
    for query in rows[:20]:
        found = Meaning(first._index, first._vectors, query).nearest(10)
        hits += len(set(found.tolist()) & set(np.argsort(-(rows @ query))[:10].tolist()))
    assert hits >= 0.97 * 200


def test_a_thousand_equal_rows_are_found_by_slot(meaning):
    rows = np.repeat(clustered(1, 64), 1_500, axis=0)
    assert meaning(rows, rows[0]).nearest(3).tolist() == [0, 1, 2]


def test_as_many_are_compared_exactly_as_is_said(meaning):
    rows = clustered(3_000, 64, clusters=1)
    asked = meaning(rows, rows[0])
    asked._rerank = Rerank(least=10, times=1)
    assert len(asked.nearest(500)) == 500 and len(asked.nearest(3)) == 3


@pytest.mark.parametrize("query", [np.zeros(3, np.float32), np.full(70, np.nan, np.float32)])
def test_a_query_that_does_not_fit_is_unavailable(meaning, query):
    with pytest.raises(UnavailableError):
        meaning(clustered(5, 70), query)
