"""The seal of every truth file: it goes on where it was, blesses no tampering, gives no alarm when it is cut off."""

import os

import pytest

from scopes.storage import checkpoint, journal
from scopes.storage import seal as seals
from scopes.storage.batch import Author
from scopes.storage.journal import Entry
from scopes.writes import Idempotency


def sealed(home):
    return seals.read(home.scope.room)


def ask(home, key):
    retry = Idempotency(key, b"body", lambda value: ("item", {"id": value}))
    home.scope.write(lambda batch: batch.note(Entry("x")) or "i", author=Author(), idempotency=retry).result(10)


def kinds(home):
    return [finding.kind for finding in home.scope.verify().findings]


def test_journal_replies_operations_and_quarantine_are_sealed(home):
    home.set(hand_edits="refuse")
    home.memorize("a turn")
    home.scope.close()
    (home.root / "chat/diary").glob("*.md").__next__().write_text("typed")
    home.memorize("another turn")
    home.scope.close()
    assert {path.split("/")[0] for path in sealed(home).files} == {
        "journal.jsonl",
        "operations",
        "quarantine",
        "replies.jsonl",
    }
    assert kinds(home) == []


def test_a_closed_segment_keeps_what_was_sealed_of_it(open_home):
    home = open_home(journal_segment_bytes=300)
    for number in range(6):
        home.put("f", f"x{number}")
        home.scope.close()
    closed = sorted((home.root / "journal").iterdir(), key=lambda path: int(path.stem))
    assert {f"journal/{path.name}" for path in closed[:-1]} <= set(sealed(home).files)
    raw = closed[0].read_bytes()
    span = journal.note_span(raw.splitlines()[1])
    at = len(raw.splitlines()[0]) + 1 + span[0] + span[1] - 4
    closed[0].write_bytes(raw[:at] + b"#" + raw[at + 1 :])
    assert kinds(home) == ["note_changed"]


@pytest.mark.parametrize("name", ["replies.jsonl", "chat/sources/*.jsonl", "operations/*.jsonl"])
def test_a_write_after_a_tampering_does_not_bless_it(open_home, name):
    home = open_home()
    home.memorize("a turn that will be changed")
    ask(home, b"k")
    home.scope.close()
    (path,) = home.root.glob(name)
    raw = path.read_bytes()
    path.write_bytes(raw[:40] + bytes([raw[40] ^ 1]) + raw[41:])
    before = kinds(home)
    other = open_home()
    other.memorize("another turn")
    ask(other, b"l")
    other.scope.close()
    assert before and kinds(home) == before


def test_processes_that_seal_in_turns_agree(open_home):
    one, other = open_home(), open_home()
    for number in range(8):
        home = (one, other)[number % 2]
        home.memorize(f"turn {number}")
        home.scope.close()
        assert kinds(home) == []


def move_away(batch):
    """A commit that tells of operations written anew."""
    batch.rewritten = ["operations/"]
    batch.note(Entry("x"))


@pytest.mark.parametrize("step", ["_replace", "_sync", "_keep_copies", "_render_maps"])
def test_a_checkpoint_that_is_cut_off_gives_no_alarm(open_home, monkeypatch, step):
    home = open_home(reply_seconds=0.0, operation_seconds=0.0)
    home.memorize("one")
    home.scope.close()
    today = next((home.root / "operations").iterdir())  # as if it had been made long ago
    os.rename(today, today.with_name("2026-01-01.jsonl"))
    home.write(move_away)
    for number in range(120):
        ask(home, f"k{number}".encode())
    monkeypatch.setattr(checkpoint.Checkpoint, step, lambda *_: (_ for _ in ()).throw(OSError(5, "cut")))
    home.scope.close()
    assert kinds(home) == []
    monkeypatch.undo()
    other = open_home(reply_seconds=0.0, operation_seconds=0.0)
    other.memorize("two")
    assert kinds(other) == []
    other.scope.close()
    assert kinds(other) == [] and (other.root / "replies.jsonl").read_bytes().count(b"\n") < 60
