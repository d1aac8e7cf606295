"""The committer: one commit for all that waits, each answered alone."""

import threading

import pytest

from scopes.lines import wiki
from scopes.writes import Idempotency
from tests.scopes.conftest import AUTHOR


def test_a_write_that_changes_nothing_keeps_its_key(home):
    retry = Idempotency(b"key", b"body", lambda written: ("item", {"action": written.action}))
    new = wiki.NewItem("f", "x", "text")
    home.put("f", "x", "text")
    assert home.write(lambda batch: wiki.put(batch, new, home.config), idempotency=retry).action == "unchanged"
    home.put("f", "x", "other")
    again = home.scope.write(lambda batch: wiki.put(batch, new, home.config), author=AUTHOR, idempotency=retry).result(
        10
    )
    assert again.replayed.ids == {"action": "unchanged"} and home.texts() == {"f:x": "other"}


@pytest.mark.parametrize("error", [KeyError, NameError, RecursionError, AssertionError])
def test_a_fault_in_one_change_answers_its_caller_and_the_scope_goes_on(home, error):
    def fail(batch):
        raise error("a fault")

    failed = home.scope.write(fail, author=AUTHOR)
    with pytest.raises(error):
        failed.result(10)
    home.put("f", "x")
    assert home.texts() == {"f:x": "text"}


def test_a_write_that_waits_for_a_save_is_not_failed_by_another_write(open_home):
    home = open_home(settle_seconds=0.4)
    home.put("f", "x", "before")
    path = home.root / "chat/wiki/f.md"
    path.write_bytes(path.read_bytes().replace(b"before", b"by hand"))
    waiting = threading.Thread(target=home.put, args=("f", "y"))
    waiting.start()
    with pytest.raises(NameError):
        home.write(lambda batch: undefined)  # noqa: F821
    waiting.join(10)
    assert home.texts() == {"f:x": "by hand", "f:y": "text"}
