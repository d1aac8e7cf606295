"""Idempotency-Keys of the service's own routes: made once, over processes, crashes and time."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from ops.service_replies import FILE, Retry, ServiceReplies
from scopes.errors import IdempotencyConflictError, InvalidError

RETRY = Retry("admin", b"the key", b"the body")


@pytest.fixture
def shelf():
    """Things that were made, by id."""
    return {}


@pytest.fixture
def ask(tmp_path, shelf):
    """Ask a process of its own to make the thing `identity`."""

    def ask(identity, retry=RETRY, seconds=60.0, count=100, fails=None):
        def make():
            if fails is not None:
                raise fails
            shelf[identity] = f"thing {identity}"
            return shelf[identity]

        replies = ServiceReplies(str(tmp_path), seconds=seconds, count=count, lock_seconds=10)
        return replies.once(retry, identity, shelf.get, make)

    return ask


def test_a_retry_gets_what_was_made(ask, shelf):
    assert ask("a") == ("thing a", False)
    assert ask("b") == ("thing a", True)
    assert list(shelf) == ["a"]


def test_without_a_key_nothing_is_remembered(ask, tmp_path):
    assert ask("a", None) == ("thing a", False) and ask("b", None) == ("thing b", False)
    assert not os.path.exists(tmp_path / FILE)


def test_another_request_under_the_same_key_is_refused(ask):
    ask("a")
    with pytest.raises(IdempotencyConflictError):
        ask("b", Retry("admin", b"the key", b"another body"))
    assert ask("b", Retry("app x", b"the key", b"another body")) == ("thing b", False)


def test_what_was_not_made_is_made_by_the_retry(ask):
    with pytest.raises(InvalidError):
        ask("a", fails=InvalidError("no"))
    assert ask("b", Retry("admin", b"the key", b"mended")) == ("thing b", False)


def test_retries_at_once_make_one_thing(ask, shelf):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, "abcdefgh"))
    assert len(shelf) == 1 and len({thing for thing, _ in answers}) == 1
    assert [replayed for _, replayed in answers].count(False) == 1


def test_replies_are_dropped_in_time_and_above_their_number(ask):
    ask("a", seconds=0)
    assert ask("b", seconds=0) == ("thing b", False)
    for number in range(4):
        ask(f"n{number}", Retry("admin", b"%d" % number, b""), count=2)
    assert [ask("x", Retry("admin", b"%d" % number, b""))[1] for number in (3, 2, 1)] == [True, True, False]


def test_the_file_tells_neither_key_nor_body_and_may_be_lost(ask, tmp_path):
    ask("a")
    raw = (tmp_path / FILE).read_bytes()
    assert b"the key" not in raw and b"the body" not in raw
    assert os.stat(tmp_path / FILE).st_mode & 0o777 == 0o600
    for damage in (b"", b"{", b'{"secret": "zz"}'):
        (tmp_path / FILE).write_bytes(damage)
        assert ask("b")[1] is False and ask("c")[1] is True
