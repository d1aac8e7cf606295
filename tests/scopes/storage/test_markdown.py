"""Markdown: whatever a text is, it comes back as it was given, and a person's bytes stay as they are."""

from urllib.parse import unquote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scopes.storage import markdown

PIECES = [
    "#", "## ", "### x", "\\", "\\#", "\\\\#", "<!--", "-->", "<!-- muniment: id=a -->", "<!-- id=a | kind=b -->",
    "\\<!--", "\n", "\n\n", "\r", "\r\n", "\u2028", "\u0085", "\x0b", "\x0c", "\x1c", "\ufeff", " ", "\t", "|", "=",
    "%", "a", "喜欢", "```",
]  # fmt: skip
TEXTS = st.text(st.characters(codec="utf-8")) | st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
NAMES = TEXTS.map(lambda text: text.replace("\n", "").strip()).filter(bool)
BYTES = st.binary() | TEXTS.map(str.encode)


@given(TEXTS, NAMES)
@example("# title\n## heading\n\\# escaped\n<!-- id=x -->", "a")
@example("\n\n\\\n \n", "# a")
@example("\r\n## x\r\n", "<!-- id=a -->")
@example("a\u2028## b\u0085## c", "\u2028".join("ab"))
def test_any_text_comes_back_from_a_section_as_it_was_given(content, name):
    raw = markdown.render_section(name, content, {"id": "abc"})
    assert markdown.parse_section(raw) == markdown.Parsed(name, content, {"id": "abc"})


@given(TEXTS, TEXTS)
def test_no_text_opens_a_section_of_its_own(one, other):
    sections = [markdown.render_section("a", one, {"id": "a"}), markdown.render_section("b", other, {"id": "b"})]
    assert markdown.split(b"".join(sections)) == [b"", *sections]


@given(BYTES)
@example(b"\xef\xbb\xbf## a\r\n## b\x80")
def test_splitting_loses_no_byte(raw):
    parts = markdown.split(raw)
    assert b"".join(parts) == raw
    assert all(part.removeprefix(b"\xef\xbb\xbf").startswith(b"## ") for part in parts[1:])


@given(BYTES)
def test_nothing_a_person_types_makes_reading_fail(raw):
    for part in markdown.split(raw):
        markdown.parse_section(part)
        markdown.parse_preamble(part)


@given(TEXTS)
def test_a_field_value_comes_back_and_stays_inside_its_comment(value):
    comment = f"<!-- muniment: id=a | kind={markdown.quote(value)} -->"
    assert "\n" not in comment
    assert unquote(markdown.parse_comment(comment)["kind"]) == value


@given(st.lists(TEXTS.filter(bool)).map(tuple))
def test_a_list_of_values_comes_back(values):
    assert markdown.unquote_list(markdown.quote_list(values)) == values


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("<!-- muniment: id=a | tags=x,y -->", {"id": "a", "tags": "x,y"}),
        ("<!-- memory: source_conv=c | timestamp=t -->", {"source": "c", "ts": "t"}),
        ("<!-- kind: note|id = b -->\r", {"kind": "note", "id": "b"}),
        ("<!-- id=a | unknown=1 -->", {"id": "a", "unknown": "1"}),
        ("<!-- id=a | id=b -->", {"id": "a"}),
        ("<!-- a remark -->", {}),
        ("<!-- unknown=1 -->", {}),
        ("<!-- id=a | a remark -->", {}),
        ("<!-- id=a", {}),
    ],
)
def test_a_comment_is_metadata_when_all_of_it_is_fields_and_one_is_known(line, fields):
    assert markdown.parse_comment(line) == fields


def test_the_last_comment_with_fields_is_the_section_s():
    parsed = markdown.parse_section(b"## a\n\n<!-- id=one -->\ntext\n<!-- id=two -->\n\n<!-- a remark -->\n")
    assert parsed.fields == {"id": "two"}
    assert parsed.content == "<!-- id=one -->\ntext\n\n<!-- a remark -->"


def test_lines_that_only_look_like_comments_cost_no_more_than_their_length():
    parsed = markdown.parse_section(b"## a\n\n" + b"<!-- a remark -->\n" * 100_000)
    assert parsed.fields == {}
    assert len(parsed.content) == 18 * 100_000 - 1


def test_a_first_title_is_no_content_of_the_preamble():
    assert markdown.parse_preamble(b"\xef\xbb\xbf\n# Title\n\ntext\n").content == "text"
    assert markdown.parse_preamble(b"text\n# not a title\n") == markdown.Parsed("", "text\n# not a title", {})
