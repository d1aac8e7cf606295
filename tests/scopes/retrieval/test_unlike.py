"""In a scope of some size, a question that nothing is near to finds only what shares a word with it."""

import msgspec
import numpy as np
import pytest

from scopes.retrieval.policy import load_policy
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.vectors.view import VectorView

POLICY = msgspec.structs.replace(load_policy(), unlike={"in memory": 0.3})


@pytest.fixture
def found(shelf, make):
    """What sixty notes, all in one direction, answer to a question so near to them."""

    def found(text, cosine, policy=POLICY, notes=60, **fields):
        filed = shelf(*(make(f"note {number} of oak", f"n{number}") for number in range(notes)))
        filed.vectors = VectorView.of(
            filed.index, {identity: np.eye(2, dtype=np.float32)[0] for identity in filed.items}
        )
        vector = np.array([cosine, (1 - cosine**2) ** 0.5], np.float32)
        query = RetrieveQuery(query=text, limit=3, explain=True, **fields)
        return Retriever(policy).retrieve(filed, filed.index, query, vector)

    return found


def test_what_is_near_is_found_by_its_meaning_alone_and_what_is_far_is_kept_out_and_named(found):
    assert len(found("tungsten", 0.4).hits) == 3
    answer = found("tungsten", 0.2)
    assert not answer.hits and {dropped.reason for dropped in answer.dropped} == {"threshold"}


def test_what_shares_a_word_is_found_however_far(found):
    assert found("tungsten in note 7", 0.2).hits[0].name == "n7"
    assert {hit.name for hit in found("note", 0.2).hits} <= {f"n{number}" for number in range(60)}


def test_a_few_notes_a_threshold_of_ones_own_and_a_model_that_nothing_is_known_of_keep_nothing_out(found):
    assert found("tungsten", 0.2, notes=49).hits
    assert found("tungsten", 0.2, threshold=0.0).hits
    assert found("tungsten", 0.2, policy=load_policy()).hits
