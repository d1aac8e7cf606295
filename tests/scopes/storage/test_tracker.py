"""Following another process: over its checkpoints, at every moment of them, and when the scope is another one."""

import shutil

from scopes.governance import proof
from scopes.storage.files import Files


class Watched(Files):
    """Lets someone look in before a name is changed."""

    def __init__(self):
        self.look = lambda path: None

    def renameat2(self, old, new, flags):
        self.look(new)
        return super().renameat2(old, new, flags)

    def rename(self, old, new):
        self.look(new)
        super().rename(old, new)


def test_a_checkpoint_of_another_process_is_followed_without_opening_anew(open_home):
    one, other = open_home(), open_home()
    one.put("f", "x")
    one.memorize("hello", extract="none")
    before = other.scope.snapshot()
    one.put("g", "y")
    one.scope.close()
    one.put("g", "z")
    after = other.scope.snapshot()
    assert after.documents["chat/wiki/f.md"] is before.documents["chat/wiki/f.md"]
    assert len(before.operations) == 1 and len(after.operations) == 0
    assert other.texts() == one.texts() and after.seq == one.scope.snapshot().seq


def test_two_checkpoints_at_once_are_followed_too(open_home):
    one, other = open_home(), open_home()
    for number in range(3):
        one.put("f", f"x{number}")
        other.scope.snapshot()
        one.scope.close()
        one.put("f", f"y{number}")
        one.scope.close()
        assert other.content() == one.content()


def test_who_reads_amid_a_checkpoint_writes_to_the_right_log_behind_it(open_home):
    files = Watched()
    one, other = open_home(files=files), open_home()
    one.put("f", "x")
    files.look = lambda path: other.scope.snapshot() if path.endswith(("pending.jsonl", "seal.json")) else None
    one.scope.close()
    files.look = lambda path: None
    other.put("f", "y")
    one.put("f", "z")
    assert open_home().texts().keys() == {"f:x", "f:y", "f:z"}
    assert proof.verify(one.scope.room).valid


def test_a_directory_removed_under_an_open_handle_is_a_scope_that_is_gone(open_home):
    home = open_home()
    home.put("f", "old")
    shutil.rmtree(home.root)
    assert not home.scope.snapshot().exists and home.texts() == {}
    home.put("f", "new")
    assert home.texts().keys() == {"f:new"} and home.scope.snapshot().seq == 2
    home.scope.close()
    assert proof.verify(home.scope.room).valid and home.scope.idle()


def test_a_scope_made_anew_in_the_same_place_is_never_taken_for_the_old_one(open_home):
    one, other = open_home(), open_home()
    for number in range(5):
        one.put("f", "x", f"life {number}")
        assert other.texts() == {"f:x": f"life {number}"}
        shutil.rmtree(one.root)
        one = open_home()
