"""Quality, measured through the real engine on a tiny set."""

from pathlib import Path

import msgspec
import pytest

from ops.bench.conversations import LabelledQuestion, read_folders
from ops.bench.metrics import QUALITY
from ops.bench.quality import QualityReport, measure
from ops.bench.systems import require
from ops.bench.tables import quality_lines
from scopes.errors import UnavailableError


@pytest.fixture(scope="module")
def report(data: Path) -> QualityReport:
    """The report of the tiny set."""
    return measure(read_folders(str(data)))


def test_the_report_has_every_system_and_metric_of_each_folder_and_category(report: QualityReport) -> None:
    answered = {name: systems for name, systems in report.figures.items() if "returns" not in systems["muniment"]}
    assert list(answered) == [
        "friends",
        "friends/adversarial",
        "friends/single-hop",
        "friends/temporal",
        "zh",
        "zh/undated",
    ]
    for systems in answered.values():
        assert {"muniment", "bm25s", "fts5", "wikimem"} == systems.keys() - {"tantivy"}
        assert all({*QUALITY, "questions", "tokens"} <= figures.keys() for figures in systems.values())


def test_adversarial_and_unlabelled_questions_are_not_in_the_folders_total(report: QualityReport) -> None:
    counts = {
        name: systems["muniment"]["questions"]
        for name, systems in report.figures.items()
        if "returns" not in systems["muniment"]
    }
    assert counts == {
        "friends": 3,
        "friends/adversarial": 1,
        "friends/single-hop": 2,
        "friends/temporal": 1,
        "zh": 2,
        "zh/undated": 2,
    }


def test_of_questions_without_an_answer_it_is_told_which_share_is_answered(data: Path) -> None:
    talk = read_folders(str(data))["friends"][0]
    asked = LabelledQuestion(id="none", text="zyxw?", category="unanswerable", evidence=())
    report = measure({"talk": [msgspec.structs.replace(talk, questions=(*talk.questions, asked))]})
    assert report.figures["talk/unanswerable"] == {"muniment": {"questions": 1, "returns": 0}}
    assert "talk/unanswerable: muniment returns something for 0.000 of 1" in quality_lines(report)


def test_questions_that_share_words_with_their_evidence_are_answered(report: QualityReport) -> None:
    for folder in ("friends", "zh"):
        for figures in report.figures[folder].values():
            assert figures["recall@10"] == 1
            assert figures["tokens"] > 0


def test_the_table_has_a_row_for_each_system_and_stars_the_best(report: QualityReport) -> None:
    lines = list(quality_lines(report))
    answered = [name for name, systems in report.figures.items() if "returns" not in systems["muniment"]]
    systems = sum(len(report.figures[name]) for name in answered)
    told = 2 * sum("/" not in name for name in answered) + len(report.figures) - len(answered)
    assert len(lines) == 1 + systems + 1 + told + len(report.skipped) + 1
    assert lines[1].startswith("friends") and "1.000*" in lines[1]
    assert any("bm25s (k1 " in line for line in lines)


def test_the_report_tells_the_configuration_and_what_was_left_out(report: QualityReport) -> None:
    assert {"hash", "policy", "embedder"} <= report.configuration.keys()
    compared = "tantivy" in report.figures["friends"]
    assert compared != ("tantivy" in report.skipped)


def test_a_missing_library_is_told_with_the_command_that_installs_it() -> None:
    with pytest.raises(UnavailableError, match=r"pip install 'muniment\[bench\]'"):
        require("no_such_library_at_all", "nosuch")
