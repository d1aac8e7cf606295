"""HTML that would run or load something is escaped; code, prose and quotations are left byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.governance.markup import defuse
from scopes.governance.rewrite import Rewrite


def defused(text: str) -> str:
    return Rewrite(text, defuse(text)).text


@pytest.mark.parametrize(
    "text",
    [
        "a<b and b>c",
        "vector<int> v; map<string, vector<int>> m;",
        "#include <stdio.h>\n#include <x>",
        "《活着》 < 〈x〉 <3",
        "<think>so far</think> <br> <b>bold</b> <T> <forms> <imgs> </scripts>",
        "List<String> src = x; if (i <n; href = 3) dtype('<f4'), data = 1",
        "for (i=0;i<n;i++) { el.style = 1; }",
        "<p title='a'>x</p> and onclick = later",
        "[x](https://a.b/c?javascript=1) [[file:name]] [r]: https://a.b <https://a.b>",
        "javascript: is a scheme, data: too; dict[key]: data",
        "x <- 3 <= 4 << 5 <> 6 <!",
    ],
)
def test_text_that_no_browser_acts_on_is_untouched(text: str) -> None:
    assert defuse(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<script>x</script>", "&lt;script>x&lt;/script>"),
        ("<IMG SRC=x>", "&lt;IMG SRC=x>"),
        ("<svg/onload=x>", "&lt;svg/onload=x>"),
        ("<svg:script>", "&lt;svg:script>"),
        ("tail <script", "tail &lt;script"),
        ("<template><math><form><style>", "&lt;template>&lt;math>&lt;form>&lt;style>"),
        ("<!-- x --><!DOCTYPE html><![CDATA[x]]><?php", "&lt;!-- x -->&lt;!DOCTYPE html>&lt;![CDATA[x]]>&lt;?php"),
        ("<p onclick=x>", "&lt;p onclick=x>"),
        ("<p\nONCLICK = x", "&lt;p\nONCLICK = x"),
        ("<b style='x'>b</b>", "&lt;b style='x'>b</b>"),
        ('<a href="x">y</a>', '&lt;a href="x">y</a>'),
        ("<x a='>' onload=1>", "&lt;x a='>' onload=1>"),
        ("<x a='b'onload=1>", "&lt;x a='b'onload=1>"),
        ('<x a="<y" onload=1>', '&lt;x a="&lt;y" onload=1>'),
        ('<x a="<y onload=1>">', '&lt;x a="&lt;y onload=1>">'),
        ("<x( onload=1>", "&lt;x( onload=1>"),
        ("[x](javascript:y)", "[x](unsafe:javascript:y)"),
        ("![x]( <JAVASCRIPT:y>)", "![x]( <unsafe:JAVASCRIPT:y>)"),
        ("[x](java&#115;cript&colon;y)", "[x](unsafe:java&#115;cript&colon;y)"),
        ("[x](&Tab;javascript\\:y)", "[x](unsafe:&Tab;javascript\\:y)"),
        ("[x]: vbscript:y", "[x]: unsafe:vbscript:y"),
        ("<javascript:y>", "<unsafe:javascript:y>"),
        ("[x](data:text/html,y)", "[x](unsafe:data:text/html,y)"),
    ],
)
def test_what_would_run_or_load_is_made_inert(text: str, expected: str) -> None:
    assert defused(text) == expected


pieces = [
    "<",
    "<x ",
    "</",
    "script",
    "svg",
    "!--",
    "?x",
    " ",
    "/",
    ">",
    '"',
    "'",
    "=",
    "onload=",
    "href=",
    "](",
    "]: ",
    "javascript:",
    "a",
]


@given(st.lists(st.sampled_from(pieces), max_size=30).map("".join))
def test_defused_text_is_inert_and_only_openings_and_targets_change(text: str) -> None:
    once = defused(text)
    assert defuse(once) == []
    assert once.replace("&lt;", "<").replace("unsafe:", "") == text
