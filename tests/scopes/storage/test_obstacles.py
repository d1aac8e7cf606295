"""What stands by hand in a document's way never stops a scope: it gets another name, and the document its own."""

import errno
import os

import pytest

from scopes.errors import ConflictError
from scopes.governance import erase
from scopes.lines import files, workspace
from scopes.lines.precondition import Always
from scopes.storage import obstacles
from scopes.storage.files import Files
from scopes.storage.journal import Entry
from scopes.storage.places import skill_path

TEXT = "---\nname: two\ndescription: x\n---\n\nb\n"
DEEP = skill_path("two", "a/b.md")


def put(home, path=None, text=TEXT):
    path = path or skill_path("two")

    def change(batch):
        batch.put_text(path, text)
        batch.note(Entry("document", line="skill", doc=batch.documents.get(path).id, note={"file": path}))

    home.write(change)


def lives(home):
    """Whether the scope writes, and has nothing to complain of but what we put there and it has not taken in yet."""
    home.memorize("still here")
    home.scope.close()
    assert {finding.kind for finding in home.scope.verify().findings} <= TOLD
    return True


def file_for_folder(at):
    at.parent.mkdir(parents=True, exist_ok=True)
    at.write_text("by hand")


def folder_for_file(at):
    at.mkdir(parents=True)
    (at / "by-hand.md").write_text("by hand")


TOLD = {"stray", "document_unknown", "document_missing"}
PLACES = [
    (file_for_folder, "skill/skills/two", skill_path("two")),
    (file_for_folder, "skill/skills/two/a", DEEP),
    (folder_for_file, "skill/skills/two/SKILL.md", skill_path("two")),
    (file_for_folder, "skill/skills", skill_path("two")),
]


@pytest.mark.parametrize(("stand", "at", "path"), PLACES)
def test_what_stands_in_the_way_of_a_commit_is_given_another_name(home, stand, at, path):
    home.put("f", "a")
    stand(home.root / at)
    put(home, path)
    assert (home.root / path).read_text() == TEXT
    assert os.path.lexists(home.root / f"{at}{obstacles.ENDING}")
    assert lives(home)


@pytest.mark.parametrize(("stand", "at", "path"), PLACES)
def test_it_is_told_as_a_conflict_to_who_asks_first(home, stand, at, path):
    home.put("f", "a")
    stand(home.root / at)
    with pytest.raises(ConflictError, match="needed"):
        obstacles.refuse(home.scope.room, path, "skill")


def test_what_leaves_with_the_same_commit_is_in_nobodys_way(home):
    put(home, DEEP)
    obstacles.refuse(home.scope.room, skill_path("two", "a"), "resources", {DEEP})
    with pytest.raises(ConflictError):
        obstacles.refuse(home.scope.room, skill_path("two", "a"), "resources")


@pytest.mark.parametrize("folder", ["chat/wiki", "chat/sources", "chat/wiki/f.md"])
def test_the_other_lines_go_on_too(home, folder):
    home.write(lambda batch: batch.note(Entry("note")))
    stand = folder_for_file if folder.endswith(".md") else file_for_folder
    at = home.root / folder
    if at.is_dir():
        at.rmdir()
    stand(at)
    home.put("f", "a")
    assert lives(home) and home.item("f:a") is not None


class Blocked(Files):
    """Calls by which nothing is published: as it was when a folder's place was taken."""

    def place(self, ours, theirs):
        raise NotADirectoryError(errno.ENOTDIR, "in the way", theirs)


def both(batch):
    for path in (skill_path("two", "a"), DEEP):
        batch.put_text(path, TEXT)
        batch.note(Entry("document", line="skill", doc=batch.documents.get(path).id, note={"file": path}))


def drop(batch):
    batch.set_document(skill_path("two", "a"), None)
    batch.note(Entry("remove_document", line="skill"))


@pytest.mark.parametrize("broken", [Blocked(), None], ids=["recovered", "at once"])
def test_a_scope_that_holds_a_file_and_one_below_it_is_alive_and_says_what_is_missing(open_home, until, broken):
    home = open_home(files=broken)
    home.write(both)
    home.scope.close()
    again, aside = open_home(), skill_path("two", f"a{obstacles.ENDING}")
    assert lives(again) and (home.root / DEEP).read_text() == TEXT
    until(lambda: again.scope.snapshot().documents.keys() >= {DEEP, aside})
    assert [(one.kind, one.file) for one in again.scope.verify().findings] == [
        ("document_missing", skill_path("two", "a"))
    ]
    again.write(drop)
    again.scope.close()
    assert again.scope.verify().findings == () and (home.root / aside).read_text() == TEXT


def test_a_folder_among_what_an_erasure_sweeps_does_not_stop_it(home):
    home.put("f", "a")
    (home.root / "chat/wiki.new").mkdir()
    home.remove("f:a", hard=True)
    assert lives(home)


def test_a_skill_whose_folder_somebody_made_a_file_can_be_erased(home):
    put(home)
    put(home, DEEP)
    home.scope.close()
    (home.root / DEEP).unlink()
    (home.root / DEEP).parent.rmdir()
    (home.root / DEEP).parent.write_text("by hand")
    home.erase(lambda batch: erase.select_documents(batch, [skill_path("two")], apart=True))
    assert lives(home) and home.scope.snapshot().documents.get(skill_path("two")) is None


@pytest.mark.parametrize("stand", [folder_for_file, file_for_folder])
def test_a_page_of_the_workspace_comes_to_its_name_too(home, stand):
    home.put("g", "a")
    path = workspace.page_path("notes.md")
    stand(home.root / (path if stand is folder_for_file else path.rpartition("/")[0]))
    new = workspace.NewFile(
        "notes.md", workspace.digest_of(TEXT.encode()), len(TEXT), "text/markdown", "markdown", TEXT
    )
    home.write(lambda batch: workspace.put(batch, new, Always(), home.config))
    assert lives(home) and "description: x" in (home.root / path).read_text()


def test_a_document_is_not_written_over_a_folder_that_somebody_made(home):
    home.put("g", "a")
    folder_for_file(home.root / "chat/wiki/f.md")
    with pytest.raises(ConflictError, match="folder"):
        home.write(lambda batch: files.put(batch, "chat/wiki/f.md", "# f\n", Always(), home.config))
