"""The file calls: nothing follows a link, and nobody's bytes are written over."""

import errno
import os

import pytest

from scopes.storage import files as module
from scopes.storage.files import Files

files = Files()


class NoExchange(Files):
    """A file system that knows no renameat2 flags."""

    def renameat2(self, old, new, flags):
        return errno.EINVAL


SYSTEMS = pytest.mark.parametrize("system", [Files(), NoExchange()], ids=["renameat2", "links"])


def test_what_is_no_file_is_read_as_none(tmp_path):
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("absent", "link", "folder", "pipe", "file/below"):
        path = str(tmp_path / name)
        assert files.read(path) == (None, None)
        assert files.read_from(path, 0) is files.signature(path) is files.fresh_signature(path) is None
        assert files.names(path) == []


def test_bytes_are_written_where_they_are_told_and_read_from_there(tmp_path):
    path = str(tmp_path / "a")
    files.write_at(path, 0, b"hello")
    files.write_at(path, 3, b"p!!!", sync=True)
    assert files.read(path)[0] == b"help!!!"
    assert files.read_from(path, 4) == (b"!!!", files.signature(path))
    assert files.read_from(path, 99)[0] == b""
    assert files.fresh_signature(path) == files.signature(path)


def test_nothing_is_written_through_a_link(tmp_path):
    (tmp_path / "target").write_bytes(b"x")
    (tmp_path / "link").symlink_to("target")
    for write in (files.put, lambda path, data: files.write_at(path, 0, data)):
        with pytest.raises(OSError):
            write(str(tmp_path / "link"), b"spoilt")
    assert (tmp_path / "target").read_bytes() == b"x"


def test_a_file_of_ours_is_for_its_owner_alone(tmp_path):
    files.put(str(tmp_path / "a"), b"x")
    files.make_folder(str(tmp_path / "b" / "c"))
    assert [os.stat(tmp_path / name).st_mode & 0o777 for name in ("a", "b", "b/c")] == [0o600, 0o700, 0o700]


@SYSTEMS
def test_what_stood_at_a_name_is_kept_when_ours_is_put_there(tmp_path, system):
    ours, theirs = str(tmp_path / "ours"), str(tmp_path / "theirs")
    files.put(ours, b"ours")
    files.put(theirs, b"theirs")
    system.place(ours, theirs)
    assert (files.read(theirs)[0], files.read(ours)[0]) == (b"ours", b"theirs")
    assert sorted(os.listdir(tmp_path)) == ["ours", "theirs"]


@SYSTEMS
def test_ours_is_put_at_a_name_that_is_free(tmp_path, system):
    ours, theirs = str(tmp_path / "ours"), str(tmp_path / "theirs")
    files.put(ours, b"ours")
    assert not system.exchange(ours, theirs)
    system.place(ours, theirs)
    assert os.listdir(tmp_path) == ["theirs"]


@SYSTEMS
def test_a_new_name_is_never_one_that_exists(tmp_path, system):
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    files.put(one, b"1")
    files.put(other, b"2")
    assert not system.rename_new(one, other)
    assert files.read(other)[0] == b"2"
    files.unlink(other)
    files.unlink(other)
    assert system.rename_new(one, other) and os.listdir(tmp_path) == ["other"]


def test_a_file_that_is_open_for_writing_is_not_final(tmp_path):
    path = str(tmp_path / "a")
    files.put(path, b"x")
    with open(path, "ab"):
        assert module.final_signature(path) is None
    assert module.final_signature(path) == files.signature(path)
    assert module.final_signature(str(tmp_path / "absent")) is None
