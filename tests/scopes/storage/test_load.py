"""Opening a scope from its files: what is spoilt is refused or told, never guessed at."""

import shutil

import pytest

from scopes.errors import IntegrityError
from scopes.governance import proof
from scopes.model import ScopeIds
from scopes.storage import folders, load


@pytest.fixture
def closed(open_home):
    """A sealed scope, then a write that stands in pending alone; its engine is closed."""
    home = open_home()
    home.put("f", "x", "sealed")
    home.memorize("a turn", extract="none")
    home.scope.close()
    home.put("f", "y", "pending")
    home.engine.close()
    return home


@pytest.mark.parametrize("name", ["journal.jsonl", "pending.jsonl"])
def test_a_scope_whose_journal_or_redo_log_is_missing_is_not_opened(closed, open_home, name):
    (closed.root / name).unlink()
    with pytest.raises(IntegrityError) as refusal:
        open_home().scope.snapshot()
    assert refusal.value.field == name


@pytest.mark.parametrize("left", [0, 1, -1])
def test_a_journal_cut_behind_the_last_checkpoint_is_finished(closed, open_home, left):
    path = closed.root / "journal.jsonl"
    raw = path.read_bytes()
    start = raw.rstrip().rfind(b"\n") + 1
    path.write_bytes(raw[: start + left] if left >= 0 else raw[:left])
    home = open_home()
    home.put("g", "z")
    assert path.read_bytes().startswith(raw) and home.texts().keys() == {"f:x", "f:y", "g:z"}
    assert proof.verify(home.scope.room).valid


def test_a_journal_shorter_than_its_checkpoint_is_refused(closed, open_home):
    path = closed.root / "journal.jsonl"
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(IntegrityError):
        open_home().scope.snapshot()


def test_a_journal_with_other_lines_than_pending_recorded_takes_no_write(closed, open_home):
    path = closed.root / "journal.jsonl"
    raw = path.read_bytes()
    at = raw.rindex(b'"op"')
    path.write_bytes(raw[:at] + b"x" + raw[at + 1 :])
    home = open_home()
    with pytest.raises(IntegrityError):
        home.put("f", "z")


def test_a_redo_log_cut_off_in_its_last_record_loses_only_what_was_not_acknowledged(closed, open_home):
    path = closed.root / "pending.jsonl"
    path.write_bytes(path.read_bytes() + b'{"first":99,"la')
    home = open_home()
    assert home.texts() == {"f:x": "sealed", "f:y": "pending"}
    home.put("f", "z")
    assert b'"first":99' not in path.read_bytes() and proof.verify(home.scope.room).valid


def test_documents_that_a_crash_left_behind_are_brought_to_what_pending_recorded(closed, open_home):
    path, journal = closed.root / "chat/wiki/f.md", closed.root / "journal.jsonl"
    base = closed.root / "prev" / "base" / "chat%wiki%f.md"
    path.write_bytes(base.read_bytes())
    raw = journal.read_bytes()
    journal.write_bytes(raw[: raw.rstrip().rfind(b"\n") + 1])
    home = open_home()
    home.put("g", "z")
    assert b"pending" in path.read_bytes() and home.records("external_edit") == []
    assert proof.verify(home.scope.room).valid


def test_opening_shares_what_did_not_change(closed, open_home):
    room = open_home().scope.room
    first = load.load(room, load.Snapshot())
    before = first.state.freeze(first.position, uid=first.uid)
    again = load.load(room, before)
    after = again.state.freeze(again.position, uid=again.uid)
    assert after.documents["chat/wiki/f.md"].sections[1] is before.documents["chat/wiki/f.md"].sections[1]
    assert again.position == first.position


def test_a_scope_that_does_not_exist_loads_as_none(open_home):
    assert load.load(open_home().scope.room, load.Snapshot()) is None


def test_a_newer_format_is_refused(closed, open_home):
    path = closed.root / "scope.json"
    path.write_bytes(path.read_bytes().replace(b'"format": 1', b'"format": 2'))
    with pytest.raises(IntegrityError) as refusal:
        open_home().scope.snapshot()
    assert refusal.value.field == "format"


@pytest.mark.parametrize(
    ("path", "is_document"),
    [
        ("chat/wiki/a.md", True),
        ("chat/wiki/a~2.md", True),
        ("chat/wiki/饮食.md", True),
        ("chat/diary/2026-07-21.md", True),
        ("chat/diary/notes.md", False),
        ("chat/wiki/2026-07-21.md", False),
        ("chat/wiki/.hidden.md", False),
        ("chat/wiki/a:b.md", False),
        ("chat/MEMORY.md", False),
        ("workspace/pages/a.md", True),
        ("workspace/pages/A.md", False),
        ("skill/skills/pdf-forms/SKILL.md", True),
        ("skill/skills/pdf-forms/references/x.md", True),
        ("skill/skills/PDF/SKILL.md", False),
        ("skill/skills/pdf-forms/.env", False),
    ],
)
def test_names_are_checked_on_read_as_on_write(path, is_document):
    assert folders.acceptable(path) == is_document


def test_what_is_derived_may_be_deleted(closed, open_home):
    other = open_home()
    before = other.content()
    other.scope.close()
    shutil.rmtree(closed.root / "prev")
    (closed.root / "chat/MEMORY.md").unlink()
    home = open_home()
    assert home.content() == before
    home.put("f", "z")
    home.scope.close()
    assert (closed.root / "chat/MEMORY.md").exists() and proof.verify(home.scope.room).valid


def test_turns_that_are_not_as_sealed_are_served_and_said_to_be_so(home, open_home):
    home.memorize("I moved to Lisbon")
    home.scope.close()
    path = next((home.root / "chat/sources").iterdir())
    path.write_bytes(path.read_bytes().replace(b"Lisbon", b"London"))
    later = open_home()
    view = later.scope.read()
    assert "I moved to London" in later.texts("source").values()
    assert [one.component for one in view.degraded] == ["sources"] and str(path.name) in view.degraded[0].used
    assert open_home(ScopeIds("app", "other")).scope.read().degraded == ()
