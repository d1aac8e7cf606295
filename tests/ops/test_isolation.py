"""Scopes are apart, and what breaks that is named; the word that is sought leaves no trace."""

import os
import time
from pathlib import Path

import pytest

from ops import canary
from ops.isolation import check_isolation
from scopes.config import EngineConfig
from scopes.lines import wiki
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage.batch import Author


@pytest.fixture
def registry(tmp_path):
    made = Registry(EngineConfig(data=str(tmp_path / "data")))
    for user in ("alice", "bob"):
        item = wiki.NewItem("facts", "tea", f"{user} likes tea")
        change = made.scope(ScopeIds("app", user)).write(
            lambda batch, item=item: wiki.put(batch, item, made.engine.config), author=Author()
        )
        change.result(10)
    yield made
    made.close()


@pytest.fixture
def root(registry):
    return Path(registry.scope(ScopeIds("app", "alice")).room.layout.root)


def names(registry):
    """All that lies in the data directory, but for the figures that a check leaves in each scope."""
    besides = ("trash", "metrics.jsonl")
    return sorted(path for path in Path(registry.engine.config.data).rglob("*") if path.name not in besides)


def kinds(registry):
    return {finding.kind: finding.file for finding in check_isolation(registry).findings}


def loose(registry):
    return [finding.file for finding in check_isolation(registry).findings if finding.kind == "loose_mode"]


def test_scopes_as_the_service_makes_them_are_apart(registry):
    before = names(registry)
    found = check_isolation(registry)
    assert (found.valid, found.scopes, found.findings, found.strays) == (True, 2, (), ())
    assert found.searched > 0 and found.files > 10
    assert names(registry) == before


def test_the_word_s_scope_goes_also_when_the_search_fails(registry, monkeypatch):
    before = names(registry)
    monkeypatch.setattr(canary, "_files", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        check_isolation(registry)
    assert names(registry) == before


ACTS = {
    "link": lambda root: (root / "chat/wiki/link.md").symlink_to("/etc/hostname"),
    "loose_mode": lambda root: (root / "scope.json").chmod(0o644),
    "nested": lambda root: (os.mkdir(root / "in", 0o700), os.link(root / "scope.json", root / "in/scope.json")),
    "misplaced": lambda root: (root / "scope.json").write_bytes(
        (root / "scope.json").read_bytes().replace(b"alice", b"carol")
    ),
    "identity_missing": lambda root: (root / "scope.json").unlink(),
    "stray": lambda root: (root.parent / "file").touch(0o600),
}


@pytest.mark.parametrize("kind", ACTS)
def test_what_breaks_isolation_is_named(registry, root, kind):
    ACTS[kind](root)
    assert "scopes/app/" in kinds(registry)[kind]


@pytest.mark.parametrize(("mode", "loose"), [(0o644, False), (0o640, False), (0o664, True), (0o602, True)])
def test_a_document_made_by_hand_counts_when_others_may_write_it(registry, root, mode, loose):
    (root / "chat/wiki/mine.md").touch()
    (root / "chat/wiki/mine.md").chmod(mode)
    assert ("loose_mode" in kinds(registry)) is loose


def test_a_document_that_others_may_read_counts_when_every_folder_lets_them_in(registry, root):
    (root / "chat/wiki/mine.md").touch()
    (root / "chat/wiki/mine.md").chmod(0o644)
    folder = root / "chat/wiki"
    while folder != Path(registry.engine.config.data).parent:
        assert not any(file.endswith("mine.md") for file in loose(registry))
        folder.chmod(0o711)
        folder = folder.parent
    assert any(file.endswith("mine.md") for file in loose(registry))


def test_a_folder_and_the_service_s_own_files_are_nobody_else_s(registry, root):
    (root / "journal.jsonl").chmod(0o640)
    (root / "chat/archive").mkdir(0o750)
    (root / "chat/archive").chmod(0o750)
    assert {os.path.basename(file) for file in loose(registry)} == {"journal.jsonl", "archive"}


def test_every_file_of_the_other_scopes_is_read_for_the_word(registry):
    registry.close()
    scopes = Path(registry.engine.config.data, "scopes")
    there = [path for path in scopes.rglob("*") if path.is_file()]
    old = time.time() - 3600
    for path in there:
        os.utime(path, (old, old))
    again = Registry(EngineConfig(data=registry.engine.config.data))
    found = check_isolation(again)
    again.close()
    assert (found.scopes, found.searched) == (2, len(there))


def test_a_word_across_two_pieces_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(canary, "_PIECE", 5)
    (tmp_path / "file").write_bytes(b"abcdefghijkl")
    assert canary._holds(str(tmp_path / "file"), b"defg") and not canary._holds(str(tmp_path / "file"), b"dfge")


def test_a_second_name_is_a_link_and_a_pipe_is_one_too(registry, root, tmp_path):
    os.link(root / "journal.jsonl", tmp_path / "elsewhere")
    os.mkfifo(root / "chat/wiki/pipe.md", 0o600)
    found = [finding.file for finding in check_isolation(registry).findings if finding.kind == "link"]
    assert {os.path.basename(file) for file in found} == {"journal.jsonl", "pipe.md"}


def test_another_s_file_is_told(registry, root):
    if os.geteuid() != 0:
        pytest.skip("only root gives files away")
    os.chown(root / "scope.json", 12345, -1)
    assert kinds(registry)["foreign_owner"].endswith("scope.json")


def test_a_file_that_is_none_of_the_service_s_is_listed_and_no_finding(registry, root):
    (root / ".git").mkdir(0o700)
    (root / ".git/config").touch(0o600)
    found = check_isolation(registry)
    assert found.valid and [os.path.basename(path) for path in found.strays] == ["config"]


def test_a_word_that_gets_out_is_found(registry, monkeypatch):
    data = Path(registry.engine.config.data)
    written = canary._write

    def leak(scope, word):
        written(scope, word)
        (data / "leak.log").write_text(f"somebody said {word}")

    monkeypatch.setattr(canary, "_write", leak)
    assert kinds(registry) == {"canary_found": "leak.log"}
