"""Files that are text: whatever their encoding, told from what is none."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ops.reading.decoding import decode
from ops.reading.markdown import plain
from scopes.lines.slices import slices

CHINESE = "航海日志：灯塔看守人在黎明点灯，潮水退去以后才回家。\n第二天他写了一封信。\n"
WESTERN = "Le café où l'été s'arrête, déjà vu à côté de la forêt.\nEin großer Bär läuft über die Straße.\n"
DECLARED = [
    ("燈塔看守人在黎明點燈", "big5"),
    ("灯台守は灯をともす", "shift_jis"),
    ("Смотритель", "koi8-r"),
    (WESTERN, "latin-1"),
]
MARKS = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE,
         "utf-32-le": codecs.BOM_UTF32_LE, "utf-32-be": codecs.BOM_UTF32_BE}  # fmt: skip


@pytest.mark.parametrize("encoding", MARKS)
def test_a_mark_tells_the_encoding(read, encoding):
    assert read("a.txt", MARKS[encoding] + CHINESE.encode(encoding)).text == CHINESE


@pytest.mark.parametrize(("text", "encoding"), [(CHINESE, "gb18030"), (CHINESE, "gbk"), (WESTERN, "cp1252")])
def test_what_no_mark_tells_is_guessed_where_the_guess_is_sound(read, text, encoding):
    assert read("a.txt", text.encode(encoding)).text == text


@pytest.mark.parametrize(("text", "charset"), DECLARED)
def test_a_declared_charset_is_believed(read, text, charset):
    assert read("a.txt", text.encode(charset), f'text/plain; charset="{charset}"').text == text


@pytest.mark.parametrize("charset", ["unicode_escape", "rot13", "utf-7", "idna", "zip", "no-such", "../x"])
def test_a_charset_that_is_none_of_documents_is_passed_over(read, charset):
    assert read("a.txt", b"+ADw-\\u0041", f"text/plain; charset={charset}").text == "+ADw-\\u0041"


@pytest.mark.parametrize("data", [b"\x00\x01\x02", bytes(range(256)) * 4, b"\x7fELF\x02\x01\x01" + b"\0" * 50,
                                  "灯台守は夜明けに灯をともす".encode("shift_jis"), b"\xff\xfe\x00"])  # fmt: skip
def test_what_is_no_text_or_in_a_strange_encoding_is_refused(read, data):
    found = read("a.txt", data)
    assert (found.text, found.format, found.why) == (None, "binary", "not a format that can be read")


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])))
def test_text_in_utf_8_is_always_read_as_it_is(text):
    assert decode(text.encode()) == text.removeprefix("\ufeff")


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_none(data):
    assert isinstance(decode(data), str | None)


@given(st.lists(st.sampled_from(["# a", "## b", "```", "~~~~", "   # c", "words", "#tag", "", "#"])))
def test_plain_text_makes_no_heading_and_no_fence(lines):
    assert {one.name.partition("-")[0] for one in slices(plain("\n".join(lines)), "title")} <= {"title"}


@pytest.mark.parametrize("name", ["a.py", "a.json", "a.yaml", "a.toml", "Makefile", "a.log", "a.xml", "a.svg"])
def test_code_and_data_are_text_in_which_nothing_is_a_heading(read, name):
    found = read(name, b"# not a heading\nvalue = 1\n")
    assert (found.format, found.text) == ("text", "# not a heading\nvalue = 1\n")


@pytest.mark.parametrize(
    ("name", "media"), [("a.md", None), ("A.MARKDOWN", None), ("a", "text/markdown; charset=utf-8")]
)
def test_markdown_is_known_by_its_ending_or_its_media_type(read, name, media):
    assert read(name, b"# A\r\n", media) == read("b.md", b"# A\n")
    assert read(name, b"# A\r\n", media).format == "markdown"
