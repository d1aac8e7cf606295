"""Replies kept for Idempotency-Keys: no text, honoured for their time, read by every process."""

import pytest

from scopes.errors import IdempotencyConflictError
from scopes.storage.batch import Author
from scopes.storage.journal import Entry
from scopes.writes import Idempotency


def ask(home, key, body=b"body"):
    """Ask once more; whether it was answered from what was kept."""
    change = Idempotency(key, body, lambda value: ("item", {"id": value}))
    future = home.scope.write(lambda batch: batch.note(Entry("x")) or "i", author=Author(), idempotency=change)
    return future.result(10).replayed is not None


def test_neither_key_nor_body_is_kept_in_plain(home):
    home.put("f", "x")
    ask(home, b"my-key", b"my-body")
    home.scope.close()
    files = [home.root / name for name in ("replies.jsonl", "pending.jsonl", "prev/pending.jsonl")]
    raw = b"".join(path.read_bytes() for path in files)
    assert b"my-" not in raw and files[0].read_bytes().count(b'"kind":"item"') == 1


def test_a_key_means_one_request(home):
    ask(home, b"k")
    with pytest.raises(IdempotencyConflictError):
        ask(home, b"k", b"other")
    assert ask(home, b"k") and not ask(home, b"other")


def test_replies_of_several_checkpoints_and_processes_are_all_known(open_home):
    one, other = open_home(), open_home()
    one.put("f", "x")
    for number in range(8):
        home = (one, other)[number % 2]
        assert not ask(home, f"k{number}".encode())
        if number % 3 == 0:
            home.scope.close()
    assert all(ask(home, f"k{number}".encode()) for home in (one, other, open_home()) for number in range(8))


def test_a_reply_past_its_time_is_a_new_request(open_home):
    home = open_home(reply_seconds=0.0)
    home.put("f", "x")
    assert not ask(home, b"k")
    home.scope.close()
    assert not ask(home, b"k")


def test_the_file_is_written_anew_when_most_of_it_is_too_old(open_home):
    home = open_home(reply_seconds=0.0)
    home.put("f", "x")
    for start in range(0, 150, 50):
        for number in range(start, start + 50):
            ask(home, f"k{number}".encode())
        home.scope.close()
    assert (home.root / "replies.jsonl").read_bytes().count(b"\n") < 60


def test_only_so_many_replies_are_kept(open_home):
    home = open_home(replies=5)
    home.put("f", "x")
    for number in range(120):
        ask(home, f"k{number}".encode())
    home.scope.close()
    assert ask(home, b"k119") and (home.root / "replies.jsonl").read_bytes().count(b"\n") < 12


def test_a_torn_line_and_one_that_is_none_cost_no_other_reply(open_home):
    home = open_home()
    home.put("f", "x")
    ask(home, b"k0")
    home.scope.close()
    path = home.root / "replies.jsonl"
    path.write_bytes(path.read_bytes() + b'not a reply\n{"key":"torn')
    other = open_home()
    assert ask(other, b"k0") and not ask(other, b"k1")
    other.scope.close()
    third = open_home()
    assert ask(third, b"k0") and ask(third, b"k1")


@pytest.mark.parametrize("raw", [b"", b"{}\n", b"\x80\n", None])
def test_without_its_key_a_file_of_replies_is_begun_anew(open_home, raw):
    home = open_home()
    home.put("f", "x")
    ask(home, b"k")
    home.scope.close()
    path = home.root / "replies.jsonl"
    path.unlink() if raw is None else path.write_bytes(raw)
    other = open_home()
    assert not ask(other, b"k") and ask(other, b"k")
