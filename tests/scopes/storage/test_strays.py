"""Links, pipes and other people's files among a scope's documents: never read, never written through, always told."""

import contextlib
import os
import socket
import time

import pytest

from scopes.errors import IntegrityError, MunimentError
from scopes.governance import proof
from scopes.storage import folders

SECRET = "## quokka\n\nof another\n"
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="giving a file away needs root")


@pytest.fixture
def elsewhere(tmp_path):
    """A text that is not this scope's."""
    path = tmp_path / "elsewhere.md"
    path.write_text(SECRET, encoding="utf-8")
    return path


@pytest.fixture
def closed(open_home):
    """A scope that nobody has open."""
    home = open_home()
    home.put("f", "a", "kept")
    home.put("f", "b", "kept too")
    home.memorize("hello")
    home.scope.close()
    return home


def symlink(path, elsewhere):
    path.symlink_to(elsewhere)


def dangling_link(path, elsewhere):
    path.symlink_to(elsewhere.with_name("nothing"))


def link_to_itself(path, elsewhere):
    path.symlink_to(path)


def hard_link(path, elsewhere):
    os.link(elsewhere, path)


def pipe(path, elsewhere):
    os.mkfifo(path)


def unix_socket(path, elsewhere):
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path.name)
    os.chdir(here)


def folder(path, elsewhere):
    path.mkdir()


def of_another_owner(path, elsewhere):
    path.write_text(SECRET, encoding="utf-8")
    os.chown(path, 12345, 12345)


KINDS = [symlink, dangling_link, link_to_itself, hard_link, pipe, unix_socket, folder]
KINDS.append(pytest.param(of_another_owner, marks=AS_ROOT))


def named(verdict):
    return {finding.file for finding in verdict.findings if finding.kind == "stray"}


@pytest.mark.parametrize("make", KINDS)
def test_what_is_no_document_is_not_read_and_told(home, make, elsewhere):
    home.put("f", "a", "kept")
    home.scope.snapshot()
    make(home.root / "chat/wiki/evil.md", elsewhere)
    deadline = time.monotonic() + 2 * home.config.missing_seconds
    while time.monotonic() < deadline:
        assert home.texts() == {"f:a": "kept"}
    home.put("f", "b", "goes on")
    assert folders.ignored_files(home.scope.room) == ["chat/wiki/evil.md"]
    verdict = proof.verify(home.scope.room)
    assert named(verdict) == {"chat/wiki/evil.md"} and len(verdict.findings) == 1
    assert home.records("external_edit") == []


@pytest.mark.parametrize("make", KINDS)
def test_what_takes_a_documents_place_is_no_edit_of_it(home, make, elsewhere):
    home.put("f", "a", "kept")
    home.scope.snapshot()
    path = home.root / "chat/wiki/f.md"
    path.unlink()
    make(path, elsewhere)
    deadline = time.monotonic() + 2 * home.config.missing_seconds
    while time.monotonic() < deadline:
        assert home.texts() == {"f:a": "kept"}
        home.scope.tend()
    assert home.records("external_edit") == []
    assert named(proof.verify(home.scope.room)) == {"chat/wiki/f.md"}


@pytest.mark.parametrize("make", KINDS)
def test_a_write_takes_its_document_back(home, make, elsewhere):
    home.put("f", "a", "kept")
    path = home.root / "chat/wiki/f.md"
    path.unlink()
    make(path, elsewhere)
    home.put("f", "b", "new")
    assert home.texts() == {"f:a": "kept", "f:b": "new"}
    assert path.is_file() and not path.is_symlink() and b"quokka" not in path.read_bytes()
    assert elsewhere.read_text(encoding="utf-8") == SECRET


@pytest.mark.parametrize("make", KINDS)
def test_a_scope_opens_beside_what_took_a_documents_place(closed, open_home, make, elsewhere):
    path = closed.root / "chat/wiki/f.md"
    path.unlink()
    make(path, elsewhere)
    home = open_home()
    began = time.monotonic()
    assert "quokka" not in str(home.content())
    assert time.monotonic() - began < 3
    home.put("g", "b", "new")
    assert home.texts()["g:b"] == "new"


def test_a_text_of_ours_is_ours_whoever_has_another_name_of_its_file(closed, open_home, tmp_path):
    before = {path.name: path.read_bytes() for path in (closed.root / "chat/wiki").iterdir()}
    for path in (closed.root / "chat/wiki").iterdir():
        os.link(path, tmp_path / path.name)  # as `cp -al` does
    home = open_home()
    assert home.texts() == closed.texts() and home.texts()
    assert {path.name: path.read_bytes() for path in (home.root / "chat/wiki").iterdir()} == before
    assert named(proof.verify(home.scope.room))


@pytest.mark.parametrize("name", ["chat", "chat/wiki", "chat/sources", "prev"])
def test_nothing_is_read_or_written_through_a_folder_that_is_a_link(home, tmp_path, name):
    home.put("f", "a", "kept")
    home.memorize("hello")
    home.scope.close()
    moved = tmp_path / "moved"
    folder = home.root / name
    folder.mkdir(exist_ok=True)
    os.rename(folder, moved)
    folder.symlink_to(moved)
    (moved / "evil.md").write_text(SECRET, encoding="utf-8")
    before = {path: path.stat().st_mtime_ns for path in moved.rglob("*")}
    assert "quokka" not in str(home.content())
    with pytest.raises(IntegrityError) as refused:
        home.put("f", "b")
    assert refused.value.field == name
    assert {path: path.stat().st_mtime_ns for path in moved.rglob("*")} == before
    assert name in folders.ignored_files(home.scope.room) and name in named(proof.verify(home.scope.room))
    folder.unlink()
    os.rename(moved, folder)
    home.put("f", "b")


def test_a_pipe_under_a_name_of_ours_holds_up_nobody(home):
    home.put("f", "a", "kept")
    home.scope.close()
    for name in ("prev/chat%wiki%f.md.new", "pending.jsonl.new", "seal.json.new"):
        (home.root / name).parent.mkdir(exist_ok=True)
        (home.root / name).unlink(missing_ok=True)
        os.mkfifo(home.root / name)
        began = time.monotonic()
        with contextlib.suppress(MunimentError, OSError):
            home.put("f", "b", name)
            home.scope.close()
        assert time.monotonic() - began < 5
        (home.root / name).unlink(missing_ok=True)
    assert home.texts()["f:a"] == "kept"
