"""The bench's figures against cases worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ops.bench.metrics import QUALITY, hit, judge, mean, ndcg, recall, reciprocal_rank

RANKED = ["a", "b", "c", "d"]


@pytest.mark.parametrize(("depth", "expected"), [(1, 0.0), (2, 0.0), (3, 1.0), (10, 1.0)])
def test_hit_wants_one_evidence_turn_in_the_first_positions(depth: int, expected: float) -> None:
    assert hit(RANKED, {"c", "z"}, depth) == expected


@pytest.mark.parametrize(("depth", "expected"), [(1, 0.0), (2, 1 / 3), (4, 2 / 3)])
def test_recall_is_the_share_of_the_evidence_found(depth: int, expected: float) -> None:
    assert recall(RANKED, {"b", "d", "z"}, depth) == pytest.approx(expected)


def test_reciprocal_rank_counts_the_first_evidence_only() -> None:
    assert reciprocal_rank(RANKED, {"d", "c"}) == pytest.approx(1 / 3)
    assert reciprocal_rank(RANKED, {"z"}) == 0


def test_ndcg_discounts_by_the_logarithm_of_the_position() -> None:
    found = 1 / math.log2(3) + 1 / math.log2(5)
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg(RANKED, {"b", "d", "z"}, 10) == pytest.approx(found / ideal)
    assert ndcg(RANKED, {"b", "d", "z"}, 3) == pytest.approx(1 / math.log2(3) / ideal)


def test_more_evidence_than_positions_can_still_be_perfect() -> None:
    assert ndcg(RANKED, {*RANKED, "e", "f"}, 4) == pytest.approx(1)


def test_a_repeated_turn_takes_its_position_and_gains_nothing() -> None:
    assert recall(["a", "a", "b"], ["a", "b"], 2) == 0.5
    assert ndcg(["a", "a"], ["a", "b"], 10) == pytest.approx(1 / (1 + 1 / math.log2(3)))


def test_the_list_stops_at_ten_turns() -> None:
    ranked = [str(number) for number in range(20)]
    assert judge(ranked, ["10"]) == dict.fromkeys(QUALITY, 0.0)
    assert judge(ranked, ["9"])["hit@10"] == 1


def test_mean_of_no_questions_has_no_figures() -> None:
    assert mean([]) == {}
    assert mean([{"mrr": 1.0}, {"mrr": 0.5}]) == {"mrr": 0.75}


@given(st.lists(st.sampled_from("abcdefghijklmnop"), max_size=15), st.sets(st.sampled_from("abcdxyz"), min_size=1))
def test_every_figure_is_a_share_and_grows_with_depth(ranked: list[str], evidence: set[str]) -> None:
    figures = judge(ranked, evidence)
    assert tuple(figures) == QUALITY
    assert all(0 <= value <= 1 + 1e-9 for value in figures.values())
    assert figures["hit@1"] <= figures["hit@5"] <= figures["hit@10"]
    assert figures["recall@5"] <= figures["recall@10"] <= figures["hit@10"]


@given(st.permutations("abcdefghij"), st.sets(st.sampled_from("abcdefghij"), min_size=1))
def test_evidence_in_front_is_a_perfect_answer(rest: list[str], evidence: set[str]) -> None:
    ranked = [*sorted(evidence), *(turn for turn in rest if turn not in evidence)]
    figures = judge(ranked, evidence)
    assert figures["mrr"] == figures["recall@10"] == 1
    assert figures["ndcg@10"] == pytest.approx(1)
