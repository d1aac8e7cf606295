"""The doctor mends what is derived and left behind, touches no truth, and seals anew only when told to."""

import os
from pathlib import Path

import pytest

from ops.doctor import mend, seal_anew
from scopes.config import EngineConfig
from scopes.lines import chat, wiki
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage.batch import Author


@pytest.fixture
def scope(tmp_path):
    registry = Registry(EngineConfig(data=str(tmp_path), checkpoint_seconds=60))
    found = registry.scope(ScopeIds("app", "alice"))
    item, config = wiki.NewItem("facts", "tea", "black"), registry.engine.config
    found.write(lambda batch: wiki.put(batch, item, config), author=Author()).result(10)
    request = chat.MemorizeRequest((chat.Message("user", "a turn"),), extract="none")
    found.write(chat.memorize(request, config, "op"), author=Author()).result(10)
    found.close()
    yield found
    registry.close()


@pytest.fixture
def root(scope):
    return Path(scope.room.layout.root)


def content(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def flipped(path):
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)


ACTS = {
    "prev/pending.jsonl": lambda root: flipped(root / "prev/pending.jsonl"),
    "chat/MEMORY.md": lambda root: (root / "chat/MEMORY.md").write_text("edited"),
    "prev/base/chat%wiki%facts.md": lambda root: (root / "prev/base/chat%wiki%facts.md").write_text("edited"),
    "seal.json.new": lambda root: (root / "seal.json.new").write_text("half"),
    "replies.jsonl": lambda root: os.write(os.open(root / "replies.jsonl", os.O_WRONLY | os.O_APPEND), b'{"key":"to'),
}


@pytest.mark.parametrize("file", ACTS)
def test_what_is_derived_or_left_behind_is_mended(scope, root, file):
    before = content(root)
    ACTS[file](root)
    damaged = content(root)
    assert [repair.file for repair in mend(scope, dry_run=True)] == [file]
    assert content(root) == damaged
    assert [repair.file for repair in mend(scope, dry_run=False)] == [file]
    assert mend(scope, dry_run=False) == []
    after = content(root)
    assert {name: raw for name, raw in before.items() if not name.startswith("prev/")}.items() <= after.items()
    assert scope.verify().valid


def test_a_whole_scope_needs_nothing(scope):
    assert mend(scope, dry_run=False) == []


def test_truth_is_left_alone(scope, root):
    (source,) = (root / "chat/sources").iterdir()
    source.write_bytes(source.read_bytes().replace(b"a turn", b"A turn"))
    before = content(root)
    assert mend(scope, dry_run=False) == [] and content(root) == before
    assert not scope.verify().valid


@pytest.mark.parametrize("name", ["seal.json", "replies.jsonl", "chat/sources"])
def test_files_that_are_lost_are_taken_as_they_are_when_told_to(scope, root, name):
    path = root / name
    for each in [path] if path.is_file() else list(path.iterdir()):
        each.unlink()
    assert not scope.verify().valid
    seal_anew(scope, Author("key"))
    verdict = scope.verify()
    assert verdict.valid, verdict.findings


def test_changed_files_are_taken_as_they_are_and_the_journal_says_so(scope, root):
    (source,) = (root / "chat/sources").iterdir()
    source.write_bytes(source.read_bytes().replace(b"a turn", b"a longer turn"))
    (root / "chat/wiki/facts.md").write_text("# facts\n\n## typed\n\nby hand\n")
    os.utime(root / "chat/wiki/facts.md", (1, 1))
    seal_anew(scope, Author("key"))
    journal = (root / "journal.jsonl").read_bytes()
    assert scope.verify().valid and b'"op":"reseal"' in journal and b'"op":"external_edit"' in journal
