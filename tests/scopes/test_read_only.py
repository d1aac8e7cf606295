"""A failed sync ends writing in this process until the scope is verified; room is left for what makes room."""

import errno
import os

import pytest

from scopes.errors import DiskFullError, ReadOnlyError
from scopes.storage.files import Files, SyncError


class Failing(Files):
    """Syncs of files with a certain name fail once."""

    def __init__(self):
        self.name = None

    def sync(self, path):
        if self.name is not None and self.name in path:
            self.name = None
            raise SyncError(errno.EIO, os.strerror(errno.EIO), path)
        super().sync(path)


@pytest.mark.parametrize("name", ["chat/wiki/a.md", "journal.jsonl", "seal.json.new", "pending.jsonl.new", "/locks/"])
def test_a_sync_that_fails_in_a_checkpoint_is_not_tried_again_until_the_scope_is_verified(open_home, name):
    files = Failing()
    home = open_home(files=files)
    home.put("a", "x")
    files.name = name
    home.scope.close()
    for _ in range(2):
        with pytest.raises(ReadOnlyError):
            home.put("a", "y")
    assert not home.scope.idle() and home.texts().keys() == {"a:x"}
    assert home.scope.verify().valid
    home.put("a", "z")
    assert home.texts().keys() == {"a:x", "a:z"} == open_home().texts().keys()


def test_it_stays_read_only_while_verify_finds_something(open_home):
    files = Failing()
    home = open_home(files=files)
    home.put("a", "x")
    files.name = "chat/wiki/a.md"
    home.scope.close()
    (home.root / "chat/wiki/b.md").write_text("## by hand\n\nmine\n")
    assert not home.scope.verify().valid
    with pytest.raises(ReadOnlyError):
        home.put("a", "y")


def test_below_the_reserve_only_what_makes_room_is_done(open_home):
    open_home(reserve_bytes=0).put("a", "x")
    home = open_home(reserve_bytes=1 << 62)
    with pytest.raises(DiskFullError):
        home.put("a", "y")
    home.remove("a:x", hard=True)
    assert home.texts() == {} and home.scope.verify().valid
