"""The verbs of `muniment bench`."""

import json
from pathlib import Path

from click.testing import CliRunner

from ops.bench.command import bench


def test_quality_prints_one_json_document(data: Path) -> None:
    found = CliRunner().invoke(bench, ["quality", "--data", str(data), "--json", "--limit-questions", "2"])
    assert found.exit_code == 0
    report = json.loads(found.stdout)
    assert report["figures"]["zh"]["muniment"]["questions"] == 2
    assert isinstance(report["figures"]["zh"]["bm25s"]["ndcg@10"], float)


def test_quality_prints_a_table(data: Path) -> None:
    found = CliRunner().invoke(bench, ["quality", "--data", str(data)])
    assert found.exit_code == 0
    assert found.stdout.splitlines()[0].split()[:3] == ["folder/category", "system", "questions"]


def test_quality_wants_a_directory_that_exists(tmp_path: Path) -> None:
    found = CliRunner().invoke(bench, ["quality", "--data", str(tmp_path / "none")])
    assert found.exit_code == 2


def test_speed_prints_its_figures() -> None:
    found = CliRunner().invoke(bench, ["speed", "--quick"])
    assert found.exit_code == 0
    assert "times_faster_than_fts5" in found.stdout


def test_speed_is_quick_or_huge() -> None:
    assert CliRunner().invoke(bench, ["speed", "--quick", "--huge"]).exit_code == 2
