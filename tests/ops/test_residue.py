"""What is left of a text is found in every form that a file may hold it in; other texts are not."""

import json
from urllib.parse import quote

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ops.residue import DigestSearch, WordSearch, files_below, find_ids
from ops.text_digests import TextDigests, normalise, salt_proof, side_texts, tells
from scopes.model import Item
from scopes.storage import items, markdown

TEXT = "The white Rabbit  is late\nand carries a pocket watch\nso."
CHINESE = "我不喜欢吃香菜，尤其是早上"


def item(content, name="a-rabbit-of-white-fur", **more):
    return Item(id="x" * 16, layer="wiki", file="f", name=name, address=f"f:{name}", content=content, **more)


def digests_of(*contents, **more):
    digests = TextDigests(1000)
    for content in contents:
        digests.add(item(content, **more))
    return digests


def kinds(search, tmp_path, content, name="file"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [found.kind for found in search.find(str(path), name)]


FORMS = {
    "plain": TEXT,
    "a line among others": "before\n- the WHITE rabbit is   late\nafter",
    "section": markdown.render_section("n", TEXT, {"id": "y"}).decode(),
    "paragraph": f"first\n\n{TEXT}\n\nlast",
    "turn": json.dumps({"id": "t", "content": TEXT}),
    "turn, not escaped": json.dumps({"id": "t", "content": CHINESE}, ensure_ascii=False),
    "turn, escaped": json.dumps({"id": "t", "content": CHINESE}),
    "a record in a record": json.dumps({"lines": [json.dumps({"note": {"text": CHINESE}}), TEXT]}),
    "metadata": markdown.render_section("n", "c", {"meta": markdown.quote(json.dumps({"a": CHINESE}))}).decode(),
    "not text": b"\xff\xfe\x00\n" + TEXT.encode() + b"\n\xff",
}


@pytest.mark.parametrize("form", FORMS)
def test_digests_find_a_text_in_each_form(form, tmp_path):
    digests = digests_of(TEXT, CHINESE)
    assert kinds(DigestSearch(digests, digests.texts), tmp_path, FORMS[form]) == ["text"]


@pytest.mark.parametrize("form", [TEXT.upper(), json.dumps(CHINESE), quote(CHINESE), json.dumps(json.dumps(CHINESE))])
def test_words_are_found_in_each_form_and_in_a_name(form, tmp_path):
    assert kinds(WordSearch([TEXT, CHINESE]), tmp_path, f"x {form} y") == ["words"]
    assert kinds(WordSearch(["hiv-status"]), tmp_path, "", "hiv-status.md") == ["words"]


def test_other_texts_are_not_found(tmp_path):
    digests = digests_of(TEXT, CHINESE)
    other = "The white Rabbit is early\n我喜欢吃香菜\n## a-rabbit\n"
    assert kinds(DigestSearch(digests, digests.texts), tmp_path, other) == []
    assert kinds(WordSearch([CHINESE]), tmp_path, other) == []


def test_a_short_text_and_a_name_are_told_apart_from_a_text_that_tells(tmp_path):
    digests = digests_of("ok")
    listed = digests.listed()
    for weak in ("well\nOK\n", "## a-rabbit-of-white-fur\n\nother\n"):
        assert kinds(DigestSearch(digests, listed["texts"], listed["weak"]), tmp_path, weak) == ["weak"]
    assert tells("我喜欢吃香菜呢") is False and tells("我不喜欢吃香菜呢")


def test_ids_are_found_as_whole_words(tmp_path):
    (tmp_path / "f").write_text("id=aaaaaaaaaaaaaaaa | xbbbbbbbbbbbbbbbbx")
    ids = frozenset({"a" * 16, "b" * 16})
    assert [one.count for one in find_ids(str(tmp_path / "f"), "f", ids)] == [1]


def test_links_are_not_followed_and_names_can_be_left_out(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a").write_text("")
    (tmp_path / "in/b").symlink_to(tmp_path / "out")
    (tmp_path / "out/c").write_text("")
    assert list(files_below(str(tmp_path), without=["out"])) == [f"{tmp_path}/in/a"]


def test_digests_end_at_their_bound_and_say_so():
    digests = TextDigests(2)
    digests.add(item(TEXT))
    listed = digests.listed()
    assert len(listed["texts"]) + len(listed["weak"]) == 2 and digests.omitted == 2


def test_another_salt_gives_other_digests_and_another_proof():
    one, other = digests_of(TEXT), digests_of(TEXT)
    assert not set(one.texts) & set(other.texts)
    assert salt_proof(one.salt) != salt_proof(other.salt)


@given(st.text(max_size=80))
def test_normalising_twice_is_normalising_once(text):
    assert normalise(normalise(text)) == normalise(text)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60), min_size=1, max_size=4))
def test_an_item_is_found_in_the_section_it_is_rendered_as(tmp_path_factory, parts):
    content = "\n".join(parts)
    digests = digests_of(content, name="n")
    path = tmp_path_factory.mktemp("residue") / "f.md"
    path.write_bytes(b"# title\n\n" + items.render(item(content, name="n")).raw)
    found = [one.count for one in DigestSearch(digests, digests.texts).find(str(path), "f")]
    assert found == ([len(digests.texts)] if digests.texts else [])


def test_a_turn_has_no_name_that_says_something():
    told = item("c", metadata={"role": "user", "topic": ["sea", {"deep": "blue"}]})
    assert list(side_texts(told)) == [told.name, "sea", "blue"]
    assert list(side_texts(msgspec.structs.replace(told, layer="source", name="t1", metadata={}))) == []
