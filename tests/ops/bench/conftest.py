"""A tiny set of conversations, written to files as the bench reads them."""

import json
from pathlib import Path
from typing import Any

import pytest

ENGLISH = [
    ("Ana", "S1", "I adopted a puppy called Biscuit from the shelter.", "2023-05-08T10:00:00"),
    ("Ben", "S1", "Great! My sister bakes bread every Sunday.", "2023-05-08T10:00:00"),
    ("Ana", "S2", "Look at my garden, the tomatoes are ripe.", "2023-06-01T10:00:00"),
    ("Ben", "S2", "I am learning to play the violin.", "2023-06-01T10:00:00"),
]
ENGLISH_QUESTIONS = [
    ("q0", "Who adopted a puppy?", "single-hop", ["t0"]),
    ("q1", "What does Ben's sister bake?", "single-hop", ["t1"]),
    ("q2", "Which instrument is Ben learning to play?", "temporal", ["t3"]),
    ("q3", "What did Ana bake on Sunday?", "adversarial", ["t1"]),
    ("q4", "Nothing answers this", "single-hop", []),
]
CHINESE = [
    ("小明", "2023-04-27", "我喜欢弹钢琴和品茶。", "2023-04-27T00:00:00"),
    ("AI", "2023-04-27", "很高兴认识你。", "2023-04-27T00:00:00"),
    ("小明", "2023-04-28", "昨天我在公园跑了五公里。", "2023-04-28T00:00:00"),
]
CHINESE_QUESTIONS = [
    ("q0", "我喜欢什么乐器？钢琴吗", "undated", ["t0"]),
    ("q1", "我在公园跑了多久？", "undated", ["t2"]),
]


def conversation(turns: list[Any], questions: list[Any], name: str = "c") -> dict[str, Any]:
    """A conversation as its file holds it."""
    return {
        "name": name,
        "now": "2023-07-01T00:00:00",
        "turns": [
            {"id": f"t{number}", "speaker": speaker, "session": session, "text": text, "at": at}
            for number, (speaker, session, text, at) in enumerate(turns)
        ],
        "questions": [dict(zip(("id", "text", "category", "evidence"), one, strict=True)) for one in questions],
    }


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two folders with a conversation each, and files that are none."""
    root = tmp_path_factory.mktemp("data")
    for folder, value in (
        ("friends", conversation(ENGLISH, ENGLISH_QUESTIONS)),
        ("deep/zh", conversation(CHINESE, CHINESE_QUESTIONS)),
    ):
        (root / folder).mkdir(parents=True)
        (root / folder / "one.json").write_text(json.dumps(value))
    (root / "friends" / "manifest.json").write_text('{"files": 1}')
    (root / "README.md").write_text("not data")
    return root
