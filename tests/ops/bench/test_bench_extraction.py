"""What the rules make of turns is counted, and judged against labels."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ops.bench.command import bench
from ops.bench.extraction import measure
from ops.bench.statements import Expected, Labelled, read_labelled
from scopes.errors import InvalidError


def judged(text: str, *expect: Expected) -> dict[str, float]:
    return measure({}, [Labelled(text=text, expect=expect)]).labelled["en"]


def test_an_item_of_the_right_kind_with_the_words_is_right() -> None:
    figures = judged("I love the sea.", Expected("preference|interest", "The Sea"))
    assert (figures["precision"], figures["recall"], figures["false"]) == (1.0, 1.0, 0)


def test_an_item_of_another_kind_is_right_by_its_words_alone() -> None:
    figures = judged("I love the sea.", Expected("goal", "sea"))
    assert (figures["precision"], figures["recall"]) == (0.0, 0.0)
    assert (figures["precision_any"], figures["recall_any"]) == (1.0, 1.0)


def test_whatever_comes_of_a_distractor_is_false() -> None:
    report = measure({}, [Labelled(text="I love the sea.")])
    assert report.labelled["en"]["on_distractors"] == report.labelled["en/preference"]["false"] == 1
    assert report.wrong[0].false == ("preference: I love the sea",)


def test_conversations_are_counted(data: Path) -> None:
    found = CliRunner().invoke(bench, ["extraction", "--data", str(data), "--json"])
    assert found.exit_code == 0
    counts = json.loads(found.stdout)["conversations"]["friends"]
    assert counts["turns"] == 4 and counts["items"] == counts["action added"] > 0


def test_a_table_names_what_went_wrong(tmp_path: Path) -> None:
    labelled = {"statements": [{"text": "Hm.", "expect": [{"kind": "goal", "contains": "x"}]}], "distractors": []}
    (tmp_path / "set.json").write_text(json.dumps(labelled))
    found = CliRunner().invoke(bench, ["extraction", "--data", str(tmp_path), "--wrong"])
    assert found.stdout.splitlines()[0].startswith("language/kind")
    assert found.stdout.splitlines()[-1] == "missed goal: x | false - | Hm."


def test_a_malformed_set_is_refused(tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text('{"statements": [{}], "distractors": []}')
    with pytest.raises(InvalidError, match=r"set\.json"):
        list(read_labelled(str(tmp_path)))
