"""A question that is asked while vectors are still being made says so."""

import numpy as np
import pytest

from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.vectors.view import VectorView


@pytest.fixture
def told(shelf, make):
    """What is told to be missing when so many of two items have a vector."""
    notes = shelf(make("adores felines", "cats"), make("plays the violin", "music"))

    def told(count, vector=(1.0, 0.0)):
        rows = {identity: np.array([1, 0], np.float32) for identity in list(notes.items)[:count]}
        notes.vectors = VectorView.of(notes.index, rows) if rows else None
        vector = None if vector is None else np.array(vector, np.float32)
        found = Retriever().retrieve(notes, notes.index, RetrieveQuery(query="kitten"), vector)
        return [(entry.component, entry.reason) for entry in found.degraded if entry.component == "vectors"]

    return told


def test_items_without_a_vector_are_counted(told):
    assert told(0) == [("vectors", "2 items have no vector yet")]
    assert told(1) == [("vectors", "1 items have no vector yet")]


def test_nothing_is_said_when_all_have_one_or_none_is_wanted(told):
    assert told(2) == []
    assert told(0, vector=None) == []
