"""HTML taken apart as a browser would, whatever of it is left open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction.parsers.html_parts import Tag, parts

PIECES = ["<", ">", "/", "a", "b ", "=", "'", '"', "!--", "--", "![CDATA[", "]]", "?", "script", "&", "#60;", " "]


def told(page):
    return [part if isinstance(part, str) else ("/" if part.is_end else "") + part.name for part in parts(page)]


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>one</p>two", ["p", "one", "/p", "two"]),
        ("<br/>a<BR />", ["br", "/br", "a", "br", "/br"]),
        ("<a title='x>y' href=z/>in</a>", ["a", "in", "/a"]),
        ("1 < 2 & 3 > 2", ["1 ", "<", " 2 & 3 > 2"]),
        ("if a<b and c", ["if a", "<b and c"]),
        ("<!-- <p> -->a<!doctype html>b<?x?>c</ >d", ["a", "b", "c", "d"]),
        ("<![CDATA[ x > y ]]>a", ["a"]),
        ("<script>if (a<b) '</p>'</script>a", ["script", "/script", "a"]),
        ("<script src=/x/>a<b</script>c", ["script", "/script", "c"]),
        ("<style>a", ["style"]),
        ("a&amp;b&lt;p&gt;", ["a&b<p>"]),
        (f"&#{'9' * 5_000};a", ["\ufffda"]),
    ],
)
def test_a_page_is_parted_into_its_texts_and_tags(page, found):
    assert told(page) == found


@pytest.mark.parametrize(
    ("page", "alt"),
    [("<img alt='a > b' src=x>", "a > b"), ("<img src=x alt=cat>", "cat"), ("<img title='alt=no'>", ""),
     ('<img ALT="&lt;x">', "<x"), ("<img alt>", "")],
)  # fmt: skip
def test_an_attribute_is_read_as_it_is_meant(page, alt):
    (tag,) = parts(page)
    assert isinstance(tag, Tag) and tag.attribute("alt") == alt


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_no_page_makes_reading_fail_and_words_without_markup_stay(page):
    assert all(isinstance(part, (str, Tag)) for part in parts(page))
    assert told("said " + page)[0].startswith("said ")
