"""Putting a text at its name never loses what a person saved there meanwhile."""

import os
import time

import pytest

from scopes.storage import publish
from scopes.storage.documents import Document, Section

PATH = "chat/wiki/f.md"


@pytest.fixture
def room(open_home):
    """The room of a scope with one document that reads `ours`."""
    home = open_home(displaced_seconds=0.0)
    home.put("g", "x")
    home.scope.close()
    put(home.scope.room, b"ours")
    return home.scope.room


def put(room, raw, seq=5, seen=None):
    document = None if raw is None else Document(PATH, "d", (Section("", "", raw),), len(raw))
    return publish.publish(room, PATH, document, seq, seen)


def seen(room):
    return room.files.signature(room.layout.at(PATH))


def aside(room):
    return {one.path: room.files.read(one.path)[0] for one in publish.displaced(room) if one.document == PATH}


def test_the_text_that_was_merged_is_displaced_and_dropped(room):
    assert put(room, b"new", seen=seen(room)) == seen(room)
    assert room.files.read(room.layout.at(PATH))[0] == b"new" and list(aside(room).values()) == [b"ours"]
    assert all(publish.untouched(room, one) for one in publish.displaced(room))
    publish.tidy(room, publish.displaced(room))
    assert aside(room) == {}


@pytest.mark.parametrize("new", [b"new", None])
def test_a_save_between_reading_and_publishing_is_kept_aside(room, new):
    before = seen(room)
    with open(room.layout.at(PATH), "wb") as file:
        file.write(b"a person's")
    put(room, new, seen=before)
    assert room.files.read(room.layout.at(PATH))[0] == new
    publish.tidy(room, publish.displaced(room))
    assert list(aside(room).values()) == [b"a person's"]
    assert not any(publish.untouched(room, one) for one in publish.displaced(room))


def test_a_save_into_an_inode_that_was_moved_aside_is_seen(room):
    with open(room.layout.at(PATH), "r+b") as editor:
        put(room, b"new", seen=seen(room))
        assert all(publish.untouched(room, one) for one in publish.displaced(room))
        editor.write(b"late, and longer")
    assert list(aside(room).values()) == [b"late, and longer"]
    (one,) = [one for one in publish.displaced(room) if not publish.untouched(room, one)]
    publish.mark_merged(room, one, room.files.signature(one.path))
    assert all(publish.untouched(room, one) for one in publish.displaced(room))


def test_two_texts_displaced_by_one_commit_both_stay(room):
    for number in range(3):
        put(room, f"text {number}".encode())
    assert sorted(aside(room).values()) == [b"ours", b"text 0", b"text 1"]
    assert {(one.document, one.seq) for one in publish.displaced(room)} == {(PATH, 5)}


def test_a_folder_that_a_person_removed_is_made_again(room):
    os.unlink(room.layout.at(PATH))
    os.unlink(room.layout.at("chat/wiki/g.md"))
    os.rmdir(room.layout.at("chat/wiki"))
    put(room, b"new")
    assert room.files.read(room.layout.at(PATH))[0] == b"new"


def test_the_late_save_of_an_open_editor_is_adopted(open_home, until):
    home = open_home(displaced_seconds=5.0)
    home.put("f", "one", "before")
    home.put("f", "two", "before")
    path = home.root / PATH
    with open(path, "r+b") as editor:
        raw = editor.read()
        home.put("f", "two", "by service")
        editor.seek(0)
        editor.write(raw.replace(b"## one\n\nbefore", b"## one\n\nby hand"))
        editor.truncate()
    until(lambda: home.texts() == {"f:one": "by hand", "f:two": "by service"})
    time.sleep(0.05)
    home.scope.close()
    assert path.read_bytes().count(b"by hand") == 1 and len(home.records("external_edit")) == 1
