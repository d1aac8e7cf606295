"""Items and sections: each says the same as the other, in whatever language and with whatever comment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.model import Item, Provenance
from scopes.storage import items
from scopes.storage.documents import Section

PATH = "chat/wiki/f.md"
TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
LABEL = TEXT.filter(bool)
NAME = TEXT.map(lambda text: text.replace("\n", "").strip()).filter(bool)
JSON = st.dictionaries(TEXT, st.none() | st.booleans() | st.integers(-9, 9) | TEXT | st.lists(TEXT), max_size=3)
ITEMS = st.builds(
    Item,
    id=st.just("abc"),
    layer=st.just("wiki"),
    file=st.just("f"),
    name=NAME,
    address=st.just(""),
    content=TEXT,
    kind=st.none() | LABEL,
    tags=st.lists(LABEL, max_size=3).map(tuple),
    source=st.builds(Provenance, LABEL, st.lists(LABEL, max_size=3).map(tuple)) | st.just(Provenance()),
    owner=st.none() | LABEL,
    speaker=st.none() | LABEL,
    event_at=st.none() | st.just("2026-07-09"),
    confidence=st.none() | st.floats(0, 1),
    status=st.sampled_from(["pending", "approved", "rejected", "superseded"]),
    trust=st.none() | LABEL,
    supersedes=st.none() | st.just("def"),
    metadata=JSON,
)


@given(ITEMS)
def test_an_item_comes_back_from_its_section(item):
    found = items.parse(items.render(item), PATH)
    fields = ("id", "layer", "file", "name", "content", "kind", "tags", "source", "owner", "speaker", "event_at")
    fields += ("confidence", "status", "trust", "supersedes", "metadata", "other")
    assert [getattr(found, field) for field in fields] == [getattr(item, field) for field in fields]
    assert found.address == f"f:{item.name}"


def test_fields_of_another_version_are_kept_as_written():
    raw = b"## a\n\ntext\n\n<!-- muniment: id=x | mood=calm%20 | kind=note -->\n\n"
    found = items.parse(Section("x", "x", raw), PATH)
    assert found.other == {"mood": "calm%20"}
    assert b"mood=calm%20" in items.render(found).raw


@pytest.mark.parametrize("comment", ["confidence=high", "status=odd", "meta={", "meta=[1]", "tags=,,", "source=#"])
def test_a_field_a_person_spoilt_is_as_good_as_absent(comment):
    found = items.parse(Section("x", "x", f"## a\n\ntext\n\n<!-- id=x | {comment} -->\n".encode()), PATH)
    assert (found.confidence, found.status, found.metadata, found.tags, found.source) == (
        None, "approved", {}, (), Provenance(),
    )  # fmt: skip


def test_what_a_person_typed_passes_the_notary_where_our_own_bytes_do_not_have_to():
    raw = "## a\u200b\n\nb\u200bc \u200b\n".encode() + b"\x80\n"
    by_hand = items.parse(Section("x", "x", raw, hand=True), PATH)
    assert (by_hand.name, by_hand.content) == ("a", "bc \n\ufffd")


def test_text_before_the_first_section_is_the_document_s_own_item():
    found = items.parse(Section("", "x", b"# Title\n\nabout this file [[a:b]]\n"), PATH)
    assert (found.name, found.content, found.links) == ("f", "about this file [[a:b]]", ("a:b",))
    assert items.parse(Section("", "", b"# Title\n\n"), PATH) is None


def test_what_stands_outside_the_document_folders_is_no_item():
    assert items.parse(Section("x", "x", b"## a\n"), "chat/MEMORY.md") is None


def test_ids_are_remembered_taken_once_and_never_from_another_document():
    parts = [b"# f\n\n", b"## a\n", b"## b\n<!-- id=bbb -->\n", b"## c\n<!-- id=elsewhere -->\n", b"## a\n"]
    found = items.identify(parts, known={"name:a": "aaa"}, taken=lambda key: key == "elsewhere", ours=set(), former={})
    assert [one.id for one in found[:3]] == ["", "aaa", "bbb"]
    assert "elsewhere" not in {one.id for one in found} and len({one.id for one in found}) == 5
    assert all(one.hand for one in found)


def test_a_superseded_form_of_an_item_that_moved_keeps_its_id():
    raw = b"## c\n<!-- id=moved -->\n"
    former = {"moved": {Section("moved", "", raw).digest: 1.0}}
    found = items.identify([raw], known={}, taken=lambda key: key == "moved", ours=set(), former=former)
    assert found[0].id == "moved"
