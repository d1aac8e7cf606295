"""Documents in memory: what differs between two, where a section stands, what a file is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.storage.documents import (
    Document,
    Section,
    base_name,
    changed_sections,
    difference,
    key_of,
    layer_of,
    new_document,
    part_path,
)
from scopes.storage.markdown import Parsed, parse_section

PATH = "chat/wiki/a.md"
POOL = [Section(str(number), str(number), f"## {number}\n".encode()) for number in range(6)]
LISTS = st.lists(st.sampled_from(POOL), max_size=9)


def document(sections):
    return Document(PATH, "d", tuple(sections), sum(len(section.raw) for section in sections))


@given(LISTS, LISTS)
def test_the_difference_of_two_documents_makes_one_into_the_other(before, after):
    old, new = document(before), document(after)
    at, gone, came = difference(old, new)
    assert old.splice(at, len(gone), came) == new
    assert old.sections[at : at + len(gone)] == gone


@given(LISTS)
def test_a_document_does_not_differ_from_itself_nor_by_order(sections):
    unique = list(dict.fromkeys(sections, None))
    assert difference(document(sections), document(sections))[1:] == ((), ())
    assert changed_sections(document(unique), document(unique[::-1])) == ([], [])


def test_all_of_a_document_comes_or_goes_with_it():
    one = document(POOL)
    assert difference(None, one) == (0, (), one.sections)
    assert difference(one, None) == (0, one.sections, ())


def test_a_last_line_left_open_is_closed_before_a_section_is_appended():
    left_open = document([Section("x", "x", b"## x\n\nno newline")])
    grown = left_open.append(POOL[0])
    assert grown.raw == b"## x\n\nno newline\n\n## 0\n" and grown.size == len(grown.raw)
    assert left_open.raw.endswith(b"no newline")


def test_a_digest_ignores_blank_space_at_the_end_and_nothing_else():
    digests = {Section("k", "i", raw).digest for raw in (b"## a\nb", b"## a\nb\n\n", b"## a\nb \r\n")}
    assert len(digests) == 1
    assert Section("k", "i", b"## a\n\nb").digest not in digests


def test_an_etag_tells_any_two_texts_apart():
    assert document(POOL).etag != document(POOL[:-1]).etag == document(POOL[:-1]).etag


def test_a_section_is_found_by_its_item():
    assert document(POOL).position("3") == 3
    with pytest.raises(KeyError):
        document(POOL).position("gone")


def test_a_section_s_key_is_its_id_or_its_heading():
    assert key_of(Parsed("a", "", {"id": "x"})) == "x"
    assert key_of(parse_section(b"## a\n")) == "name:a"


@pytest.mark.parametrize(
    ("path", "name", "layer"),
    [
        ("chat/wiki/a.md", "a", "wiki"),
        ("chat/wiki/a~2.md", "a", "wiki"),
        ("chat/archive/a~b.md", "a~b", "archive"),
        ("chat/diary/2026-07-21.md", "2026-07-21", "diary"),
        ("chat/wiki/~2.md", "~2", "wiki"),
        ("chat/wiki/.md", "", None),
        ("chat/wiki/a/b.md", "b", None),
        ("chat/MEMORY.md", "MEMORY", None),
        ("chat/wiki/a.txt", "a.txt", None),
    ],
)
def test_a_path_gives_a_name_and_a_layer(path, name, layer):
    assert (base_name(path), layer_of(path)) == (name, layer)


def test_a_continuation_has_the_name_of_its_document():
    assert [part_path(PATH, part) for part in (1, 2)] == [PATH, "chat/wiki/a~2.md"]
    assert base_name(part_path(PATH, 12)) == "a"
    assert new_document(part_path(PATH, 2), "d").raw == b"# a\n\n"
