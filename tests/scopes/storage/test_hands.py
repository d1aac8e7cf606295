"""A person's edits of the files: found whatever the editor, journalled once, and never blamed on another item."""

import time

import pytest

from scopes.governance import proof
from scopes.storage.journal import Entry

HOSTILE = [
    b"\xef\xbb\xbf# f\r\n\r\n## crlf\r\n\r\nfirst\r\nsecond\r\n\r\n",
    b"# f\n\n## bytes\n\n\xff\xfe\x00 latin: \xe9\n",
    b"# f\n\n\n\n##  spaced \n\n\n  text  \t\n\n\n",
    b"## no title\ntext\n## next\n",
    b"# f\n\n## unicode\n\na\xe2\x80\xa8## no heading\xc2\x85b\n\n",
    b"text without any heading",
    b"# f\n\n## same\n\none\n\n## same\n\ntwo\n",
]


@pytest.fixture
def document(home):
    """A document of three items, and how it looks."""
    for name in ("one", "two", "three"):
        home.put("f", name, f"{name} before")
    path = home.root / "chat/wiki/f.md"
    return path, path.read_bytes()


def test_an_edit_is_found_and_journalled_once_naming_what_the_person_touched(home, document, save, edits):
    path, raw = document
    touched = home.item("f:two").id
    save(path, raw.replace(b"two before", b"two by hand"))
    assert edits(home) == [("external_edit", touched, None)]
    assert home.texts() == {"f:one": "one before", "f:two": "two by hand", "f:three": "three before"}
    home.put("f", "four")
    home.scope.close()
    assert edits(home) == [("external_edit", touched, None)]
    assert b"two by hand" in path.read_bytes()


def test_an_edit_and_a_write_at_the_same_time_both_stand(home, document, save, edits):
    path, raw = document
    touched = home.item("f:one").id
    save(path, raw.replace(b"one before", b"one by hand"))
    home.put("f", "two", "two by service")
    assert edits(home) == [("external_edit", touched, None)]
    assert home.texts() == {"f:one": "one by hand", "f:two": "two by service", "f:three": "three before"}
    assert proof.verify(home.scope.room).valid


def test_a_buffer_older_than_a_write_does_not_undo_it(home, document, save, edits):
    path, raw = document
    touched, missed = home.item("f:one").id, home.item("f:two").id
    home.put("f", "two", "two by service")
    time.sleep(0.01)
    save(path, raw.replace(b"one before", b"one by hand"))
    assert set(edits(home, 2)) == {("external_edit", touched, None), ("kept", missed, None)}
    assert home.texts() == {"f:one": "one by hand", "f:two": "two by service", "f:three": "three before"}


def test_sections_a_person_adds_removes_and_renames_are_items_that_come_go_and_stay(home, document, edits):
    path, raw = document
    one, two, three = (home.item(f"f:{name}").id for name in ("one", "two", "three"))
    start, second, third = (raw.index(f"## {name}".encode()) for name in ("one", "two", "three"))
    kept = raw[:start] + b"## four\n\nby hand\n\n" + raw[third:]
    path.write_bytes(kept + raw[start:second].replace(b"## one", b"## first"))
    found = edits(home, 3)
    assert home.texts() == {"f:four": "by hand", "f:three": "three before", "f:first": "one before"}
    assert set(found) == {
        ("external_edit", home.item("f:four").id, None),
        ("external_edit", two, "removed"),
        ("external_edit", one, None),
    }
    assert (home.item("f:first").id, home.item("f:three").id) == (one, three)


@pytest.mark.parametrize("raw", HOSTILE)
def test_a_person_s_bytes_stay_byte_for_byte_when_a_neighbour_changes(home, raw, until):
    home.put("other", "x")
    path = home.root / "chat/wiki/f.md"
    path.write_bytes(raw)
    until(lambda: home.scope.snapshot().documents.get("chat/wiki/f.md") and not home.scope.unadopted())
    assert path.read_bytes() == raw
    home.put("f", "new", "one")
    home.put("f", "new", "two")
    home.scope.close()
    assert path.read_bytes().startswith(raw)
    home.remove("f:new", hard=True)
    assert path.read_bytes().rstrip() == raw.rstrip()


def test_a_file_made_by_hand_is_a_document_and_its_items_keep_their_ids(open_home, edits):
    home = open_home()
    home.put("other", "x")
    (home.root / "chat/wiki/饮食.md").write_text("# 饮食\n\n## 海鲜\n\n喜欢虾。[[other:x]]\n")
    assert len(edits(home)) == 1
    made = home.item("饮食:海鲜")
    assert made.content == "喜欢虾。[[other:x]]" and made.links == ("other:x",)
    home.scope.close()
    assert open_home().item("饮食:海鲜").id == made.id


@pytest.mark.parametrize("sealed", [True, False])
def test_edits_made_while_nothing_ran_are_journalled_when_the_scope_is_next_used(open_home, sealed, edits):
    before = open_home()
    before.put("f", "one", "before")
    before.put("f", "two", "before")
    if sealed:
        before.scope.close()
    before.engine.close()
    path = before.root / "chat/wiki/f.md"
    path.write_bytes(path.read_bytes().replace(b"## two\n\nbefore", b"## two\n\nby hand"))
    home = open_home()
    assert edits(home) == [("external_edit", home.item("f:two").id, None)]
    assert home.texts() == {"f:one": "before", "f:two": "by hand"}


def test_a_file_made_while_nothing_ran_is_read_and_its_ids_last(open_home):
    before = open_home()
    before.put("f", "one")
    before.scope.close()
    (before.root / "chat/wiki/new.md").write_text("## made\n\nby hand\n")
    home = open_home()
    made = home.item("new:made")
    home.put("new", "other")
    home.scope.close()
    assert home.item("new:made").id == open_home().item("new:made").id == made.id


@pytest.mark.parametrize("running", [True, False])
def test_a_file_removed_by_hand_takes_its_items_with_it(open_home, running, edits):
    home = open_home()
    home.put("f", "one")
    home.put("g", "two")
    gone = home.item("f:one").id
    if not running:
        home.scope.close()
    (home.root / "chat/wiki/f.md").unlink()
    if not running:
        home = open_home()
    assert edits(home) == [("external_edit", gone, "removed")]
    assert home.texts().keys() == {"g:two"}
    assert not (home.root / "chat/wiki/f.md").exists()


def test_a_section_copied_to_another_document_gets_an_id_of_its_own(home, document, edits):
    path, raw = document
    own = home.item("f:one").id
    (path.parent / "copy.md").write_bytes(raw[: raw.index(b"## two")])
    assert len(edits(home)) == 1
    assert home.item("f:one").id == own and home.item("copy:one").id != own
    assert home.item("copy:one").content == "one before"


def test_where_hand_edits_are_refused_ours_is_put_back_and_theirs_is_kept(home, document, save, edits):
    path, raw = document
    home.set(hand_edits="refuse")
    home.scope.close()
    theirs = raw.replace(b"two before", b"two by hand")
    save(path, theirs)
    assert edits(home) == [("refused_edit", None, None)]
    assert path.read_bytes() == raw and home.texts()["f:two"] == "two before"
    assert [kept.read_bytes() for kept in (home.root / "quarantine").iterdir()] == [theirs]


def test_a_removed_file_comes_back_where_hand_edits_are_refused(home, document, edits):
    path, raw = document
    home.set(hand_edits="refuse")
    home.scope.close()
    path.unlink()
    assert len(edits(home)) == 1
    assert path.read_bytes() == raw


def test_what_is_no_document_of_ours_is_left_alone(home, document):
    folder = document[0].parent
    (folder / "notes.txt").write_text("x")
    (folder / "a:b.md").write_text("## x\n")
    (folder / "link.md").symlink_to(folder / "f.md")
    (folder / "folder.md").mkdir()
    (folder.parent / "diary").mkdir()
    (folder.parent / "diary" / "not-a-day.md").write_text("## x\n")
    time.sleep(0.1)
    assert len(home.texts()) == 3 and not home.scope.unadopted()
    home.put("f", "four")
    assert (folder / "notes.txt").read_text() == "x" and (folder / "link.md").is_symlink()


def test_what_a_person_typed_passes_the_notary_on_its_way_to_readers_and_stays_in_the_file(home, document, edits):
    path, raw = document
    typed = raw + "## hidden\n\nse\u200bcret <script>x</script>\n".encode()
    path.write_bytes(typed)
    edits(home)
    shown = home.item("f:hidden").content
    assert "\u200b" not in shown and "<script>" not in shown
    assert path.read_bytes() == typed


def test_an_edit_is_shown_before_it_is_journalled(home, document, until):
    path, raw = document
    home.write(lambda batch: batch.note(Entry("x")))
    path.write_bytes(raw.replace(b"one before", b"one by hand"))
    until(lambda: home.texts()["f:one"] == "one by hand", 2)
    until(lambda: home.scope.read().resolve("f:one").content == "one by hand", 2)
