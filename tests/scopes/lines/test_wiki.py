"""Wiki items: the same name replaces, what stood there is kept, links follow."""

import pytest

from scopes.errors import ConflictError, InvalidError, NotFoundError, PreconditionFailedError
from scopes.lines import wiki
from scopes.lines.precondition import Always


class Refuse:
    """A precondition that nothing meets."""

    def check(self, etag):
        raise PreconditionFailedError("changed")


def archived(home):
    return sorted(home.texts("archive").values())


def test_a_new_item_is_added_and_the_same_again_changes_nothing(home):
    added = home.put("f", "x", "one", tags=("t",))
    again = home.put("f", "x", "one", tags=("t",))
    assert (added.action, again.action, again.item.id) == ("added", "unchanged", added.item.id)
    assert len(home.records("add")) == 1 and archived(home) == []


def test_former_versions_form_a_chain_in_the_archive(home):
    identity = home.put("f", "x", "one").item.id
    home.put("f", "x", "two")
    home.patch("f:x", content="three")
    now = home.item("f:x")
    assert (now.id, now.content) == (identity, "three")
    items, chain = home.scope.snapshot().items, []
    while now.supersedes:
        now = items[now.supersedes]
        chain.append((now.content, now.layer, now.status, now.superseded_by))
    assert chain == [(text, "archive", "superseded", identity) for text in ("two", "one")]


def test_a_patch_changes_what_it_names_and_nothing_else(home):
    home.put("f", "x", "one", tags=("t",), kind="note", metadata={"a": 1})
    home.patch("f:x", kind=None, confidence=0.5)
    item = home.item("f:x")
    assert (item.content, item.tags, item.kind, item.confidence, item.metadata) == ("one", ("t",), None, 0.5, {"a": 1})
    assert home.patch("f:x", confidence=0.5).action == "unchanged"


def test_a_renamed_item_keeps_its_id_and_links_follow_it(home):
    home.put("f", "x", "target")
    home.put("g", "y", "see [[f:x]] and [[f:other]]")
    home.enter("met [[f:x]]", at="2026-07-10T03:00:00Z")
    moved = home.patch("f:x", file="h", name="z").item
    assert home.item("h:z").id == moved.id and home.item("f:x") is None
    assert home.item("g:y").content == "see [[h:z]] and [[f:other]]"
    assert home.item("2026-07-10:03:00").content == "met [[h:z]]"
    assert len(home.records("repair")) == 2


def test_an_item_is_not_renamed_onto_another(home):
    home.put("f", "x", "one")
    home.put("f", "y", "two")
    with pytest.raises(ConflictError):
        home.patch("f:x", name="y", content="lost?")
    assert home.texts() == {"f:x": "one", "f:y": "two"} and archived(home) == []


def test_a_file_whose_name_differs_only_in_case_or_composition_is_a_conflict(home):
    home.put("Café", "x")
    for name in ("café", "Cafe\u0301", "CAFÉ"):
        with pytest.raises(ConflictError):
            home.put(name, "y")
    home.put("Cafe", "y")


@pytest.mark.parametrize("hard", [True, False])
def test_a_removed_item_goes_to_the_archive_or_away(home, hard):
    home.put("f", "x", "one")
    home.put("f", "y", "two")
    home.remove("f:x", hard=hard)
    assert home.texts() == {"f:y": "two"} and archived(home) == ([] if hard else ["one"])
    home.put("f", "x", "anew")
    assert home.texts()["f:x"] == "anew"


def test_what_can_not_be_changed_or_removed_says_so(home):
    home.memorize("a turn", extract="none")
    home.put("f", "x", "one")
    home.put("f", "x", "two")
    fixed = [item for item in home.scope.snapshot().items.values() if item.layer != "wiki"]
    assert {item.layer for item in fixed} == {"source", "archive"}
    patch = wiki.ItemPatch(content="x")
    for item in fixed:
        with pytest.raises(ConflictError):
            home.write(lambda batch, one=item.id: wiki.archive(batch, one, None, home.config))
        with pytest.raises(ConflictError):
            home.write(lambda batch, one=item.id: wiki.patch(batch, one, patch, Always(), home.config))
    with pytest.raises(NotFoundError):
        home.write(lambda batch: wiki.get(batch, "absent"))


def test_a_version_that_the_caller_did_not_see_is_not_changed(home):
    identity = home.put("f", "x", "one").item.id
    patch = wiki.ItemPatch(content="two")
    with pytest.raises(PreconditionFailedError):
        home.write(lambda batch: wiki.patch(batch, identity, patch, Refuse(), home.config))
    assert home.texts() == {"f:x": "one"}


def test_a_document_that_is_full_goes_on_in_a_continuation(open_home):
    home = open_home(document_bytes=600)
    for number in range(9):
        home.put("f", f"n{number}", "x" * 150)
    names = sorted(path.name for path in (home.root / "chat/wiki").iterdir())
    assert names[:2] == ["f.md", "f~2.md"] and len(names) > 2
    assert home.item("f:n8").file == "f" and len(home.texts()) == 9
    assert home.put("f", "n0", "changed").action == "updated" and len(home.texts()) == 9
    assert open_home(document_bytes=600).content() == home.content()


def test_the_name_is_scrubbed_before_it_is_looked_up(home):
    one = home.put("f", "a <b>bold</b> name", "one").item
    assert home.put("f", "a <b>bold</b> name", "two").item.id == one.id
    assert len(home.texts()) == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"file": "a/b"}, "file"),
        ({"file": "a~2"}, "file"),
        ({"file": "2026-07-21"}, "file"),
        ({"name": "a\nb"}, "name"),
        ({"content": " "}, "content"),
        ({"content": "\u200b"}, "content"),
        ({"content": "x" * 65_537}, "content"),
        ({"tags": ("x",) * 33}, "tags"),
        ({"kind": ""}, "kind"),
        ({"confidence": 1.5}, "confidence"),
        ({"event_at": "2026-13-01"}, "event_at"),
    ],
)
def test_an_item_that_can_not_be_is_refused_by_field(home, fields, field):
    with pytest.raises(InvalidError) as refusal:
        home.put(**{"file": "f", "name": "x", "content": "text", **fields})
    assert refusal.value.field == field and home.texts() == {}


@pytest.mark.parametrize(
    "content", ["# a\n## b", "<!-- muniment: id=x -->", "\\# a", "\n edge \n", "a\u2028b\r\nc", "[[f:x]]"]
)
def test_content_that_looks_like_structure_is_content(open_home, content):
    home = open_home()
    home.put("f", "x", content)
    home.put("f", "y", "next")
    assert home.texts() == open_home().texts()
    assert set(home.texts()) == {"f:x", "f:y"}
    assert home.put("f", "x", content).action == "unchanged"
