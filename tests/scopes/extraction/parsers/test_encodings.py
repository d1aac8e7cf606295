"""JSON in any of Unicode's encodings, with a mark and without, is the same text in UTF-8."""

import codecs
import io
import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction.parsers.detection import detect
from scopes.extraction.parsers.encodings import as_utf8, encoding_of
from scopes.extraction.parsers.formats import FORMATS
from scopes.extraction.parsers.parsed import Conversation

WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
MARKS = dict(
    zip(WIDE, (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), strict=True)
)
TALK = [{"title": f"Sea {at}", "messages": [{"role": "user", "content": "喜欢海边 🌊 " * 50}]} for at in range(40)]


def bodies(text):
    for encoding in WIDE:
        yield text.encode(encoding)
        yield MARKS[encoding] + text.encode(encoding)
    yield text.encode("utf-8-sig")


@pytest.mark.parametrize("indent", [None, 2])
def test_an_export_is_read_whatever_its_encoding(indent):
    text = json.dumps(TALK, ensure_ascii=False, indent=indent)
    for raw in (text.encode(), *bodies(text)):
        assert detect(raw[: 64 * 1024], "talk.json") == "messages"
        found = list(FORMATS["messages"].parse(io.BytesIO(raw), "talk.json"))
        assert [one.title for one in found if isinstance(one, Conversation)] == [one["title"] for one in TALK]


def test_lines_of_json_are_read_whatever_their_encoding():
    text = "".join(json.dumps(one, ensure_ascii=False) + "\r\n" for one in TALK)
    for raw in bodies(text):
        assert len(list(FORMATS["messages"].parse(io.BytesIO(raw), "talk.jsonl"))) == len(TALK)


# The mark of UTF-16 with a NUL behind it is that of UTF-32.
@given(st.text(min_size=2).filter(lambda text: text[0] != "\0"), st.sampled_from(WIDE), st.integers(1, 7))
def test_a_text_is_the_same_however_it_is_read(text, encoding, size):
    file = as_utf8(io.BytesIO(MARKS[encoding] + text.encode(encoding, "replace")))
    expected = text.encode(encoding, "replace").decode(encoding).encode()
    assert b"".join(iter(lambda: file.read(size), b"")) == expected
    file.seek(0)
    assert file.read() == expected
    file.seek(0, os.SEEK_END)
    assert file.read() == b""


def test_a_text_that_breaks_off_in_a_character_is_read_to_there():
    assert as_utf8(io.BytesIO(codecs.BOM_UTF16_LE + "ab".encode("utf-16-le")[:-1])).read().decode() == "a�"


@pytest.mark.parametrize(("head", "encoding"), [(b"", "utf-8"), (b"{}", "utf-8"), ("{中".encode("gb18030"), "gb18030")])
def test_what_is_in_no_wide_encoding_is_left_as_it_is(head, encoding):
    file = io.BytesIO(head)
    assert (encoding_of(head), as_utf8(file) is file) == (encoding, True)
