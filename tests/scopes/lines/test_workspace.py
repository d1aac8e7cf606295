"""Files of the client's as pages and slices."""

import os

import pytest

from scopes.errors import InvalidError
from scopes.lines import workspace
from scopes.lines.precondition import Always
from scopes.model import ScopeIds
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever

GUIDE = "intro\n\n# Setup\n\nInstall the anchor.\n\n## Use\n\nThe lighthouse keeper starts it at dawn.\n"
MAPS = ("workspace/INDEX.md", "chat/MEMORY.md")


def put(home, path, text, why=None, format="markdown"):
    data = (text or why or "").encode()
    new = workspace.NewFile(path, workspace.digest_of(data), len(data), "text/markdown", format, text, why)
    return home.write(lambda batch: workspace.put(batch, new, Always(), home.config))


def remove(home, *paths):
    return home.erase(lambda batch: workspace.select(batch, paths))


def files(home, *without):
    """Every file below the scope's directory with its bytes and times."""
    apart = ("prev/", "journal", "pending", "seal", "replies", *without)
    found = (path for path in home.root.rglob("*") if path.is_file())
    named = {str(path.relative_to(home.root)): path for path in found}
    return {
        name: (path.read_bytes(), path.stat().st_mtime_ns) for name, path in named.items() if not name.startswith(apart)
    }


def slices(home, path):
    items = home.scope.snapshot().items.values()
    return {item.name: item for item in items if item.layer == "page" and item.file == path}


def retrieve(home, query, **more):
    view = home.scope.read()
    return Retriever().retrieve(view, view.index, RetrieveQuery(query=query, **more)).hits


def checkpoint(home):
    home.scope.close()


def test_a_file_is_a_page_whose_slices_are_named_by_its_headings(home):
    done = put(home, "docs/guide.md", GUIDE)
    assert (done.outcome, done.created, done.slices) == ("stored", True, 3)
    assert {name: item.content for name, item in slices(home, "docs/guide.md").items()} == {
        "guide.md": "intro",
        "Setup": "Install the anchor.",
        "Use": "The lighthouse keeper starts it at dawn.",
    }
    [hit] = retrieve(home, "lighthouse keeper", limit=1)
    assert (hit.line, hit.layer, hit.address) == ("workspace", "page", "workspace/docs/guide.md:Use")
    assert hit.provenance.source_id == "docs/guide.md"


def test_the_same_bytes_are_a_duplicate_and_write_nothing(home):
    put(home, "a.md", GUIDE)
    before = home.records()
    assert put(home, "a.md", GUIDE).outcome == "duplicate"
    assert home.records() == before


def test_a_changed_file_keeps_the_slices_that_did_not_change(home):
    put(home, "a.md", GUIDE)
    put(home, "b.md", GUIDE.replace("anchor", "sail"))
    checkpoint(home)
    before, others = slices(home, "a.md"), files(home, "workspace/INDEX", "workspace/manifest")
    done = put(home, "a.md", GUIDE.replace("dawn", "dusk"))
    checkpoint(home)
    after = slices(home, "a.md")
    assert (done.added, done.removed) == (1, 1)
    assert after["Setup"] == before["Setup"] and after["Use"].id != before["Use"].id
    now = files(home, "workspace/INDEX", "workspace/manifest")
    assert {name for name in {*now, *others} if now.get(name) != others.get(name)} == {"workspace/pages/a.md.md"}


def test_maps_are_the_same_bytes_in_whatever_order_files_came(open_home):
    paths, found = ["b.md", "A.md", "a.md", "笔记/一.md", "deep/er.md", "scan.png"], []
    for user, order in (("one", 1), ("two", -1)):
        home = open_home(ScopeIds("app", user))
        for path in paths[::order]:
            put(home, path, None if path == "scan.png" else GUIDE, "an image")
        home.put("w", "x")
        checkpoint(home)
        found.append([(home.root / name).read_bytes() for name in MAPS])
    assert found[0] == found[1] and found[0][0].count(b"\n- ") == len(paths)


def test_a_change_in_one_line_touches_no_file_of_the_others(home):
    home.put("a", "x")
    put(home, "a.md", GUIDE)
    checkpoint(home)
    before = files(home, "workspace")
    put(home, "b.md", GUIDE)
    remove(home, "a.md")
    checkpoint(home)
    assert files(home, "workspace") == before
    before = files(home, "chat")
    home.put("a", "x", "see [[workspace/b.md:Use]]")
    checkpoint(home)
    assert files(home, "chat") == before


def test_a_removed_file_leaves_nothing_in_any_file(home):
    put(home, "secret-plans/harbour.md", "# Heliotrope\n\nThe heliotrope ledger is blue.\n")
    put(home, "b.md", GUIDE)
    checkpoint(home)
    remove(home, "secret-plans/harbour.md")
    left = [path for path in home.root.rglob("*") if path.is_file() and b"eliotrope" in path.read_bytes()]
    named = [path for path in home.root.rglob("*") if "harbour" in str(path)]
    assert (left, named) == ([], []) and not slices(home, "secret-plans/harbour.md")
    assert b"harbour" not in b"".join(path.read_bytes() for path in home.root.rglob("*") if path.is_file())
    assert home.scope.verify().findings == ()


def test_a_file_that_could_not_be_read_is_listed_with_why(home):
    done = put(home, "scan.png", None, "an image: no captioner is set")
    checkpoint(home)
    assert done.slices == 0 and "not readable: an image" in (home.root / "workspace/INDEX.md").read_text()
    assert remove(home, "scan.png") and not (home.root / "workspace/INDEX.md").exists()


def test_another_process_sees_pages_and_opens_them_from_disk(home, open_home):
    put(home, "a.md", GUIDE)
    other = open_home()
    assert slices(other, "a.md") == slices(home, "a.md")
    put(other, "a.md", "# New\n\ntext\n")
    assert list(slices(home, "a.md")) == ["New"]
    checkpoint(other)
    assert slices(open_home(), "a.md") == slices(home, "a.md")


def test_a_hand_edit_of_a_page_is_adopted_and_stays_until_the_file_changes(home, until):
    put(home, "a.md", GUIDE)
    checkpoint(home)
    page = home.root / "workspace/pages/a.md.md"
    page.write_text(page.read_text().replace("anchor", "compass"))
    until(lambda: slices(home, "a.md")["Setup"].content == "Install the compass.")
    home.scope.tend()
    assert put(home, "a.md", GUIDE).outcome == "duplicate"
    put(home, "a.md", GUIDE + "more\n")
    assert slices(home, "a.md")["Setup"].content == "Install the anchor."


def test_a_file_that_can_be_read_by_now_is_read_though_its_bytes_are_the_same(home):
    put(home, "a.md", None, GUIDE)
    again = put(home, "a.md", GUIDE)
    assert (again.outcome, again.slices) == ("stored", 3) and put(home, "a.md", GUIDE).outcome == "duplicate"


@pytest.mark.parametrize("path", ["a.md", "README.md"])
def test_a_page_whose_comment_a_person_took_out_is_still_that_files(home, until, path):
    put(home, path, GUIDE)
    checkpoint(home)
    [page] = (home.root / "workspace/pages").iterdir()
    page.write_text(f"# mine\n\n{page.read_text().partition('-->')[2]}")
    until(lambda: home.scope.tend() or home.records("external_edit"))
    assert put(home, path, GUIDE).outcome == "stored" and len(slices(home, path)) == 3
    remove(home, path)
    assert not slices(home, path) and home.scope.verify().findings == ()


def test_what_a_file_says_between_brackets_brings_no_memory_with_it(home):
    home.put("private", "plan", "the surprise party")
    put(home, "a.md", "# Lure\n\nthe lighthouse [[private:plan]]\n")
    assert [hit.line for hit in retrieve(home, "lighthouse")] == ["workspace"]


def test_tampering_with_a_page_is_named(home):
    put(home, "a.md", GUIDE)
    checkpoint(home)
    page = home.root / "workspace/pages/a.md.md"
    page.write_text(page.read_text().replace("anchor", "compass"))
    [finding] = home.scope.verify().findings
    assert (finding.kind, finding.file) == ("document_changed", "workspace/pages/a.md.md")


@pytest.mark.parametrize(
    "path", ["../a", "a/../b", "/etc/passwd", "a//b", "a/", ".", "a\0b", "a\nb", "a" * 2_000, "", " a", "a\u200b.md"]
)
def test_hostile_paths_are_refused(home, path):
    with pytest.raises(InvalidError):
        put(home, path, GUIDE)


@pytest.mark.parametrize(
    "path",
    [
        "a/b.md",
        "%2F..%2F",
        "..\\..\\x",
        "笔记.md",
        "🧭/map.md",
        "README.md",
        "readme.md",
        "a:b*?.md",
        "x/" * 400 + "y",
        ".env",
        "-a",
    ],
)
def test_any_other_path_has_a_page_of_its_own_inside_the_folder(home, path):
    put(home, path, "# One\n\ntext\n")
    checkpoint(home)
    [page] = os.listdir(home.root / "workspace/pages")
    [item] = slices(home, path).values()
    assert (item.file, item.address) == (path, f"workspace/{path}:One")
    assert len(page.encode()) < 200 and page[0] not in ".-"
    assert home.scope.verify().findings == ()
