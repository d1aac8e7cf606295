"""Hits by their lines, documents and sources."""

import pytest

from scopes.model import Provenance


@pytest.fixture
def mixed(shelf, make):
    """Items of three lines and three layers, all of them on the sea."""
    return shelf(
        make("the sea is cold", "t1", layer="source", file="talk", kind="turn", source=Provenance("talk", ("t1",))),
        make("We were at the sea.", "10:00", layer="diary", file="2026-07-01", source=Provenance("talk", ("t1", "t2"))),
        make("Likes the sea", "sea", file="likes", source=Provenance("talk", ("t3", "t1"))),
        make("Likes sea salt", "salt", file="likes"),
        make("The sea chart is on page 4", "chart", file="likes", line="workspace"),
        make("Reads a sea map", "map", file="maps", line="skill"),
    )


def test_hits_roll_up_to_documents_of_each_line_and_layer_with_their_best_score(mixed):
    answer = mixed.ask("sea")
    scores = {hit.id: hit.score for hit in answer.hits}
    found = {(one.line, one.layer, one.file): one for one in answer.documents}
    assert set(found) == {
        ("chat", "diary", "2026-07-01"),
        ("chat", "wiki", "likes"),
        ("workspace", "wiki", "likes"),
        ("skill", "wiki", "maps"),
    }
    likes = found["chat", "wiki", "likes"]
    assert set(likes.hits) == {"wiki/likes/sea", "wiki/likes/salt"}
    assert likes.score == max(scores[identity] for identity in likes.hits) == scores[likes.hits[0]]


def test_hits_roll_up_to_sources_with_every_turn_that_one_of_them_came_from(mixed):
    answer = mixed.ask("sea")
    (talk,) = answer.sources
    assert (talk.source_id, set(talk.turns), len(talk.turns)) == ("talk", {"t1", "t2", "t3"}, 3)
    from_talk = [hit.id for hit in answer.hits if hit.provenance.source_id == "talk"]
    assert list(talk.hits) == from_talk and len(from_talk) == 3


def test_a_line_keeps_to_its_budget_and_leaves_the_rest_to_the_others(mixed):
    free = mixed.ask("sea")
    skill = sum(hit.tokens for hit in free.hits if hit.line == "skill")
    answer = mixed.ask("sea", line_budgets={"chat": 4, "skill": 50}, explain=True)
    used = {line: sum(hit.tokens for hit in answer.hits if hit.line == line) for line in ("chat", "workspace", "skill")}
    assert 0 < used["chat"] <= 4 and used["workspace"] > 4 and used["skill"] == skill
    assert {line: (one.limit, one.used) for line, one in answer.budget.lines.items()} == {
        "chat": (4, used["chat"]),
        "skill": (50, skill),
    }
    assert answer.budget.used == sum(used.values())
    assert {one.reason for one in answer.dropped} == {"budget"}
    assert {hit for one in answer.documents for hit in one.hits} <= {hit.id for hit in answer.hits}


def test_budgets_of_lines_lie_inside_that_of_all(mixed):
    answer = mixed.ask("sea", budget_tokens=9, line_budgets={"chat": 8, "workspace": 100})
    assert answer.budget.used <= 9 and answer.budget.lines["chat"].used <= 8


def test_one_pass_over_lines_and_layers_is_what_the_request_names(mixed):
    def found(**fields):
        return {(hit.line, hit.layer) for hit in mixed.ask("sea", **fields).hits}

    assert found(lines=("workspace", "skill")) == {("workspace", "wiki"), ("skill", "wiki")}
    assert found(lines=("chat",), layers=("diary", "sources")) == {("chat", "diary"), ("chat", "source")}
    assert len(found()) == 5
