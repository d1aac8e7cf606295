"""An editor's buffer that was loaded before the service wrote: what it lacks stays, what it still shows stays gone."""

import pytest

from scopes import applying
from scopes.lines import files
from scopes.lines.precondition import Always

PATH = "chat/wiki/f.md"


@pytest.fixture
def loaded(home):
    """Two items, and the document as an editor has loaded it."""
    home.put("f", "one")
    home.put("f", "two")
    return (home.root / PATH).read_bytes()


def put_file(home, text):
    home.write(lambda batch: files.put(batch, PATH, text, Always(), home.config))


def test_an_item_archived_meanwhile_does_not_come_back(home, loaded, edits):
    home.remove("f:one")
    (home.root / PATH).write_bytes(loaded)
    assert [op for op, _, _ in edits(home)] == ["kept"]
    assert home.texts().keys() == {"f:two"} and b"## one" not in (home.root / PATH).read_bytes()


def test_a_document_removed_meanwhile_does_not_come_back(home, loaded, edits, until):
    home.write(lambda batch: files.archive(batch, PATH, Always(), home.config))
    (home.root / PATH).write_bytes(loaded)
    edits(home, 2)
    until(lambda: not (home.root / PATH).exists())
    assert home.texts() == {}


def test_a_section_without_a_comment_that_we_rewrote_is_known_by_its_old_text(home, edits):
    put_file(home, "# f\n\n## one\n\nbefore\n")
    loaded = (home.root / PATH).read_bytes()
    home.patch("f:one", content="after")
    (home.root / PATH).write_bytes(loaded)
    assert [op for op, _, _ in edits(home)] == ["kept"]
    assert home.texts() == {"f:one": "after"}


def test_a_buffer_with_nothing_new_leaves_our_order_of_sections(home, loaded, edits):
    home.patch("f:one", name="renamed")
    ours = (home.root / PATH).read_bytes()
    (home.root / PATH).write_bytes(loaded)
    edits(home)
    assert (home.root / PATH).read_bytes() == ours


def test_text_that_stands_again_as_it_once_did_does_not_make_the_rest_look_removed(home, edits):
    put_file(home, "# f\n\n## same\n\n1\n")
    loaded = (home.root / PATH).read_bytes()
    home.write(lambda batch: files.archive(batch, PATH, Always(), home.config))
    put_file(home, "# f\n\n## new\n\n2\n\n## same\n\n1\n")
    (home.root / PATH).write_bytes(loaded + b"## mine\n\n3\n")
    edits(home)
    assert home.texts() == {"f:new": "2", "f:same": "1", "f:mine": "3"}


def test_a_removal_shown_by_an_old_buffer_still_counts(home, loaded, edits):
    home.patch("f:two", content="after")
    (home.root / PATH).write_bytes(b"# f\n\n" + loaded[loaded.index(b"## two") :])
    assert {(op, action) for op, _, action in edits(home, 2)} == {("external_edit", "removed"), ("kept", None)}
    assert home.texts() == {"f:two": "after"}


def test_a_write_does_not_wait_for_ever_and_still_loses_no_save(open_home, monkeypatch, edits):
    monkeypatch.setattr(applying, "_SAVE_PATIENCE", 0.2)
    home = open_home(settle_seconds=0.6)
    home.put("f", "x", "before")
    path = home.root / PATH
    path.write_bytes(path.read_bytes().replace(b"before", b"by hand"))
    home.put("f", "y")
    assert home.texts() == {"f:x": "before", "f:y": "text"}
    edits(home)
    assert home.texts() == {"f:x": "by hand", "f:y": "text"}
