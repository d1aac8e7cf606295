"""Small files are replaced whole or not at all."""

import errno
import os

import pytest

from ops.private_files import make_private_directory, service_lock, write_private
from scopes.errors import DiskFullError, LockTimeoutError


def test_a_file_is_replaced_with_mode_0600_whatever_the_umask(tmp_path):
    path = str(tmp_path / "keys.json")
    before = os.umask(0)
    try:
        write_private(path, b"one")
        write_private(path, b"two")
    finally:
        os.umask(before)
    assert (tmp_path / "keys.json").read_bytes() == b"two"
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["keys.json"]


def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = str(tmp_path / "keys.json")
    write_private(path, b"old")

    def full(descriptor):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFullError):
        write_private(path, b"new")
    assert (tmp_path / "keys.json").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["keys.json"]


def test_directories_are_made_private(tmp_path):
    make_private_directory(str(tmp_path / "a" / "b"))
    assert os.stat(tmp_path / "a" / "b").st_mode & 0o777 == 0o700


def test_a_lock_that_is_held_is_not_had(tmp_path):
    again = service_lock(str(tmp_path), "keys", timeout=0.05)
    with service_lock(str(tmp_path), "keys"), pytest.raises(LockTimeoutError), again:
        pass
    assert os.path.exists(tmp_path / "locks" / "keys.lock")
