"""How sure an answer is, from what its best candidates hold."""

import msgspec
import numpy as np
import pytest

from scopes.retrieval.features.meaning import MEANING
from scopes.retrieval.features.neighbourhood import NEIGHBOURHOOD
from scopes.retrieval.features.words import WORDS
from scopes.retrieval.policy import Relevance, load_policy
from scopes.retrieval.relevance import evidence, is_far, is_whole, sureness


def measured(candidates):
    """Values of each signal that rise with the candidate's place."""
    return {
        name: np.tile(np.arange(candidates, dtype=np.float64), (len(features), 1))
        for name, features in (("words", WORDS), ("neighbourhood", NEIGHBOURHOOD), ("meaning", MEANING))
    }


def test_only_the_ten_best_candidates_are_evidence():
    found = evidence(measured(30), -np.arange(30.0), np.arange(30))
    assert found == {"best_sum": 0, "most_pairs": 9, "most_window_3": 9, "most_nearness": 9}


def test_no_candidate_is_no_evidence():
    assert evidence(measured(0), np.empty(0), np.empty(0, np.intp)) == {}


def test_a_signal_that_is_missing_gives_no_evidence():
    values = measured(3)
    del values["meaning"]
    assert "most_nearness" not in evidence(values, np.zeros(3), np.arange(3))


@pytest.mark.parametrize(
    ("signals", "whole"),
    [(("words", "neighbourhood"), True), (("words", "meaning"), False), ((), False)],
)
def test_an_answer_is_judged_only_where_words_and_neighbourhood_spoke(signals, whole):
    assert is_whole(signals) == whole


def test_the_ten_best_are_far_where_none_of_their_cosines_reaches_what_unlike_texts_have():
    values = measured(30)["meaning"] / 100
    assert is_far(values, np.arange(30), 0.1) and not is_far(values, np.arange(30), 0.09)
    assert not is_far(values, np.arange(30)[::-1], 0.1) and is_far(values[:, :0], np.arange(0), 0.1)


def test_sureness_is_a_weighted_sum_and_what_is_unknown_counts_nothing():
    assert sureness({"known": 0.5}, Relevance(bias=-1, weights={"known": 4, "most_pairs": 9})) == 1


@pytest.mark.parametrize("mode", ["lexical", "meaning"])
def test_the_shipped_weights_are_for_what_is_measured(mode):
    relevance = msgspec.structs.asdict(load_policy())[mode].relevance
    seen = evidence(measured(2), np.zeros(2), np.arange(2)).keys() | {"known", "heaviest"}
    assert relevance.weights.keys() == seen - ({"most_nearness"} if mode == "lexical" else set())
    assert relevance.threshold == 0  # what shares a word with the query can be found
