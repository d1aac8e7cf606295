"""Space is set aside, given up for an erasure when the disk is full, and set aside again."""

import os

import pytest

from ops import ballast
from ops.ballast import freed_ballast, keep_ballast
from scopes.model import ScopeIds


def set_aside(path):
    file = path / "ballast"
    return file.stat().st_size if file.exists() else 0


def test_so_many_bytes_are_set_aside_and_given_back_with_0(tmp_path):
    for size in (8192, 8192, 4096, 0):
        assert keep_ballast(str(tmp_path), size)
        assert set_aside(tmp_path) == size
    assert keep_ballast(str(tmp_path), 4096) and (tmp_path / "ballast").stat().st_blocks > 0


def test_what_the_disk_has_no_room_for_is_not_half_made(tmp_path):
    state = os.statvfs(tmp_path)
    assert not keep_ballast(str(tmp_path), 2 * state.f_blocks * state.f_frsize)
    assert set_aside(tmp_path) == 0


@pytest.mark.parametrize(("free", "meanwhile"), [(10_000, 4096), (100, 0)])
def test_it_is_given_up_only_when_there_is_no_room(tmp_path, monkeypatch, free, meanwhile):
    keep_ballast(str(tmp_path), 4096)
    monkeypatch.setattr(ballast, "_free_bytes", lambda directory: free)
    with freed_ballast(str(tmp_path)):
        assert set_aside(tmp_path) == meanwhile
    assert set_aside(tmp_path) == 4096


def test_an_erasure_frees_it_and_leaves_it_set_aside(home, monkeypatch):
    home.write()
    keep_ballast(str(home.path), 4096)
    monkeypatch.setattr(ballast, "_free_bytes", lambda directory: 0)
    assert home.erase("user", ScopeIds("default", "alice-wonder")).complete
    assert set_aside(home.path) == 4096
