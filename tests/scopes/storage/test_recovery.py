"""A writer that died between its commit and its end: readers go on, nothing is half, and somebody finishes it."""

import time

import pytest

from scopes.governance import proof
from scopes.storage.files import Files


class Death(BaseException):
    """Ends a committer as a signal would: nothing behind it is done."""


class Dying(Files):
    """Dies at the first call on a file whose path ends in `at`."""

    at = None

    def _die(self, path):
        if self.at is not None and path.endswith(self.at):
            raise Death

    def write_at(self, path, offset, data, *, sync=False):
        if self.at == "half a record" and path.endswith("pending.jsonl"):
            super().write_at(path, offset, data[: len(data) // 2])
            raise Death
        self._die(path)
        super().write_at(path, offset, data, sync=sync)

    def put(self, path, data):
        if self.at is not None and path.endswith(self.at):
            super().put(path, data[: len(data) // 2])
        self._die(path)
        return super().put(path, data)

    def renameat2(self, old, new, flags):
        self._die(new)
        return super().renameat2(old, new, flags)


def die(home, at, *changes):
    home.engine.files.at = at
    for change in changes or (lambda: home.put("f", "pair", "2"),):
        with pytest.raises(Death):
            change()
    home.engine.files.at = None


@pytest.fixture(params=["journal.jsonl", "wiki/f.md", "prev/chat%wiki%f.md.new"])
def dead(request, open_home):
    """A scope whose writer died in the second version of an item, its copies long dropped."""
    home = open_home(files=Dying())
    home.put("f", "pair", "1")
    home.scope.close()
    for copy in (home.root / "prev/base").iterdir():
        copy.unlink()
    die(home, request.param)
    return home


def test_a_reader_that_opens_neither_waits_nor_sees_half(dead, open_home):
    reader, started = open_home(), time.monotonic()
    shown = {(item.layer, item.content) for item in reader.scope.snapshot().items.values()}
    assert shown in ({("wiki", "1")}, {("wiki", "2"), ("archive", "1")})
    assert time.monotonic() - started < 0.5


def test_it_is_finished_though_nobody_writes(dead, open_home, until):
    reader = open_home()
    until(lambda: reader.texts()["f:pair"] == "2" and reader.texts("archive") == {"f:pair": "1"})
    until(lambda: b"\n\n2\n" in (reader.root / "chat/wiki/f.md").read_bytes())
    assert [record.op for record in reader.records()][:4] == ["create", "add", "seal", "archive"]
    assert not reader.records("external_edit")


def test_half_a_text_of_ours_is_never_taken_for_a_persons(dead, open_home):
    other = open_home()
    other.put("f", "another")
    other.scope.close()
    assert other.texts() == {"f:pair": "2", "f:another": "text"}
    assert not other.records("external_edit") and proof.verify(other.scope.room).valid


def test_half_a_record_was_never_acknowledged_and_is_no_more(open_home):
    home = open_home(files=Dying())
    home.put("f", "x")
    die(home, "half a record", lambda: home.put("f", "lost"))
    other = open_home()
    assert other.texts().keys() == {"f:x"}
    other.put("f", "y")
    assert home.texts().keys() == other.texts().keys() == {"f:x", "f:y"}
    assert proof.verify(home.scope.room).valid


@pytest.mark.parametrize("at", ["seal.json.new", "pending.jsonl.new", "pending.jsonl", "prev/base/chat%wiki%f.md.new"])
def test_a_checkpoint_that_died_anywhere_is_made_again(open_home, at):
    home = open_home(files=Dying())
    home.put("f", "x")
    home.engine.files.at = at
    with pytest.raises(Death):
        home.scope.close()
    home.engine.files.at = None
    other = open_home()
    other.put("f", "y")
    other.scope.close()
    assert open_home().texts().keys() == {"f:x", "f:y"} and proof.verify(other.scope.room).valid
