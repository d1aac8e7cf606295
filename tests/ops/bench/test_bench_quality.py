"""Quality, measured through the real engine on a tiny set."""

from pathlib import Path

import pytest

from ops.bench.conversations import read_folders
from ops.bench.metrics import QUALITY
from ops.bench.quality import Report, measure
from ops.bench.systems import require
from ops.bench.tables import quality_lines
from scopes.errors import UnavailableError


@pytest.fixture(scope="module")
def report(data: Path) -> Report:
    """The report of the tiny set."""
    return measure(read_folders(str(data)))


def test_the_report_has_every_system_and_metric_of_each_folder_and_category(report: Report) -> None:
    assert list(report) == [
        "friends",
        "friends/adversarial",
        "friends/single-hop",
        "friends/temporal",
        "zh",
        "zh/undated",
    ]
    for systems in report.values():
        assert list(systems) == ["muniment", "bm25s", "fts5"]
        assert all({*QUALITY, "questions", "tokens"} <= figures.keys() for figures in systems.values())


def test_adversarial_and_unlabelled_questions_are_not_in_the_folders_total(report: Report) -> None:
    counts = {name: systems["muniment"]["questions"] for name, systems in report.items()}
    assert counts == {
        "friends": 3,
        "friends/adversarial": 1,
        "friends/single-hop": 2,
        "friends/temporal": 1,
        "zh": 2,
        "zh/undated": 2,
    }


def test_questions_that_share_words_with_their_evidence_are_answered(report: Report) -> None:
    for folder in ("friends", "zh"):
        for figures in report[folder].values():
            assert figures["recall@10"] == 1
            assert figures["tokens"] > 0


def test_the_table_has_a_row_for_each_system_and_stars_the_best(report: Report) -> None:
    lines = list(quality_lines(report))
    assert len(lines) == 1 + 3 * len(report) + 1
    assert lines[1].startswith("friends") and "1.000*" in lines[1]
    assert any("bm25s (k1 " in line for line in lines)


def test_a_missing_library_is_told_with_the_command_that_installs_it() -> None:
    with pytest.raises(UnavailableError, match=r"pip install 'muniment\[bench\]'"):
        require("no_such_library_at_all", "nosuch")
