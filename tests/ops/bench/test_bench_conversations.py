"""Reading conversation files and drawing questions from them."""

import json
from pathlib import Path
from typing import Any

import pytest

from ops.bench.conversations import Turn, draw, read_folders
from scopes.errors import InvalidError

TURN = {"id": "t0", "speaker": "Ana", "session": "S1", "text": "hello"}
QUESTION = {"id": "q0", "text": "who?", "category": "single-hop", "evidence": ["t0"]}


def _write(folder: Path, **changes: Any) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    value = {"name": "c", "turns": [TURN], "questions": [QUESTION], **changes}
    (folder / "one.json").write_text(json.dumps(value))


def test_folders_are_named_by_themselves_however_deep_they_lie(data: Path) -> None:
    folders = read_folders(str(data))
    assert {name: len(conversations) for name, conversations in folders.items()} == {"friends": 1, "zh": 1}


def test_the_directory_itself_may_hold_the_files(tmp_path: Path) -> None:
    _write(tmp_path / "locomo")
    assert list(read_folders(str(tmp_path / "locomo") + "/")) == ["locomo"]


def test_folders_of_one_name_go_by_their_paths(tmp_path: Path) -> None:
    _write(tmp_path / "a" / "set")
    _write(tmp_path / "b" / "set")
    assert list(read_folders(str(tmp_path))) == ["a/set", "b/set"]


def test_no_data_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("[]")
    with pytest.raises(InvalidError, match="no conversation file"):
        read_folders(str(tmp_path))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"turns": [{"id": "t0"}]}, "speaker"),
        ({"turns": [TURN, TURN]}, "two turns have the id t0"),
        ({"questions": [QUESTION, QUESTION]}, "two questions have the id q0"),
        ({"now": "yesterday"}, "ISO 8601"),
    ],
)
def test_a_malformed_conversation_is_refused_by_what_is_wrong(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    _write(tmp_path / "set", **changes)
    with pytest.raises(InvalidError, match=told):
        read_folders(str(tmp_path))


def test_a_caption_stands_below_the_text() -> None:
    turn = Turn(id="1", speaker="Ana", text="Look!", image_caption="a red kite")
    assert turn.content == "Look!\n[image: a red kite]"
    assert Turn(id="1", speaker="Ana", text=" ", image_caption="a red kite").content == "[image: a red kite]"
    assert Turn(id="1", speaker="Ana", text=" ").content == ""


def test_the_same_seed_draws_the_same_questions(data: Path) -> None:
    folders = read_folders(str(data))
    drawn = draw(folders, 2, seed=7)
    assert drawn == draw(folders, 2, seed=7)
    assert [len(one.questions) for one in drawn["friends"]] == [2]
    assert draw(folders, None, seed=7) == folders
