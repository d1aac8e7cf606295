"""The project's own labelled statements: nearly all are found, and nothing is made of the distractors."""

from pathlib import Path

import pytest

from ops.bench.extraction import measure
from ops.bench.statements import read_labelled

SETS = Path(__file__).parents[2] / "extraction"
CHATS = Path(__file__).parents[2] / "extraction_chat"


@pytest.fixture(scope="module")
def report():
    return measure({}, read_labelled(str(SETS)))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_precision_and_recall_hold(report, language):
    figures = report.labelled[language]
    assert figures["precision"] >= 0.95 and figures["recall"] >= 0.95
    assert figures["on_distractors"] == 0


def test_the_sets_are_large_enough_to_say_something():
    turns = list(read_labelled(str(SETS)))
    assert sum(bool(one.expect) for one in turns) >= 150 and sum(not one.expect for one in turns) >= 100


def test_messages_by_a_writer_who_did_not_know_the_rules_are_mostly_found():
    figures = measure({}, read_labelled(str(CHATS))).labelled
    for language, recall in (("en", 0.78), ("zh", 0.83)):
        assert figures[language]["precision_any"] >= 0.90 and figures[language]["recall_any"] >= recall
        assert figures[language]["on_distractors"] <= 12
