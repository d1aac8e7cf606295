"""`muniment import-chats`: from a file, a folder or a pipe."""

import json

import pytest

TALK = [{"title": "Sea", "messages": [{"role": "user", "content": "喜欢海边"}, {"role": "assistant", "content": "ok"}]}]


@pytest.fixture
def talk(tmp_path):
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([*TALK, 5]))
    return str(path)


def test_a_file_is_imported_once(run, told, talk):
    done = told("import-chats", talk, "--user", "alice")
    assert (done["status"], done["counts"]["turns"]) == ("done", 2)
    said = run("import-chats", talk, "--user", "alice", "--progress")
    counted = "conversations 0, turns 0, notes 0, events 0, items 0, diary 0, duplicates 1, erased 0, skipped 1"
    assert f"messages: {counted}" in said.stdout
    assert "left out: element 2: it can't be read as one" in said.stdout
    assert told("verify", "--user", "alice")["valid"]


def test_a_folder_is_imported_as_it_lies(told, tmp_path):
    (tmp_path / "memory/diary").mkdir(parents=True)
    (tmp_path / "memory/preferences.md").write_text("## sea\n\nlikes it [[daily:beach]]\n")
    (tmp_path / "memory/diary/2026-07-10.md").write_text("## 14:30\n\nwent\n")
    (tmp_path / "memory/link.md").symlink_to("/etc/passwd")
    done = told("import-chats", str(tmp_path / "memory"), "--user", "alice")
    assert (done["source"]["format"], done["counts"]["notes"], done["counts"]["events"]) == ("wikimem", 1, 1)


def test_a_pipe_is_imported_in_the_format_that_is_named(told):
    done = told("import-chats", "-", "--user", "alice", "--format", "text", input="我：喜欢海边\n助手：好\n")
    assert done["counts"]["turns"] == 2


def test_what_can_not_be_imported_is_told(run, tmp_path):
    (tmp_path / "x.bin").write_bytes(b"\0\1")
    assert run("import-chats", str(tmp_path / "x.bin"), "--user", "a", code=65).stderr.startswith("error: invalid: ")
    assert run("import-chats", str(tmp_path / "none"), "--user", "a", code=65).stderr.startswith("error: invalid: ")
    told = json.dumps([5] * 10_001)
    failed = run("import-chats", "-", "--user", "a", "--format", "messages", code=69, input=told)
    assert "given up" in failed.stderr
