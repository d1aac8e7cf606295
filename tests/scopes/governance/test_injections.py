"""Injected markup is dead where it would be read: in an HTML parser, and in a CommonMark renderer in front of one."""

import warnings
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
import pytest
from markdown_it import MarkdownIt

from scopes.governance.notary import scrub

ELEMENTS = (
    "applet audio base bgsound embed form frame frameset iframe img input link marquee math meta noembed noframes "
    "noscript object plaintext portal script style svg template video xmp image"
)
ACTIVE = frozenset(ELEMENTS.split())
ATTRIBUTES = "href src srcset action formaction data poster background xlink:href srcdoc ping cite"
ADDRESSES = frozenset(ATTRIBUTES.split())
RUNS = ("javascript:", "vbscript:", "data:text", "data:image/svg", "data:application")

INJECTIONS = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//x.example/a.js></SCRIPT>",
    "<scr\u200bipt>alert(1)</scr\u200bipt>",
    "<s\u00adcript>alert(1)</s\u00adcript>",
    "<\u2060script>alert(1)</script>",
    "<script\x00>alert(1)</script>",
    "<script\n>alert(1)</script\n>",
    "<script/x>alert(1)</script>",
    "<script",
    "<<script>alert(1)//<</script>",
    "<img src=x onerror=alert(1)>",
    "<IMG SRC=x OnErRoR=alert(1)>",
    "<img/src=x/onerror=alert(1)>",
    "<img src='x'onerror='alert(1)'>",
    "<img src=x onerror\n=\nalert(1)",
    "<img\x0csrc=x\x0conerror=alert(1)>",
    "<im\u200dg src=x onerror=alert(1)>",
    "<image src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    "<math href=javascript:alert(1)>x</math>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=javascript:alert(1)>",
    "<base href=//x.example/>",
    "<link rel=stylesheet href=//x.example/a.css>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<style>@import '//x.example/a.css'</style>",
    "<form action=javascript:alert(1)><input type=submit></form>",
    "<input autofocus onfocus=alert(1)>",
    "<button formaction=javascript:alert(1)>x</button>",
    "<video><source onerror=alert(1)></video>",
    "<video poster=javascript:alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<body onload=alert(1)>",
    "<div onmouseover=alert(1)>x</div>",
    "<div style=background:url(javascript:alert(1))>x</div>",
    "<p style='x'>y</p>",
    "<x onclick=alert(1)>y</x>",
    '<x a="<y" onclick=alert(1)>z</x>',
    '<x a="\'" onclick="alert(1)">z</x>',
    "<a href=javascript:alert(1)>x</a>",
    '<a href="java&#115;cript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    "<a href=' javascript:alert(1)'>x</a>",
    "<a href=vbscript:msgbox(1)>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<table background=javascript:alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<xmp><script>alert(1)</script></xmp>",
    "<plaintext>",
    "<frameset onload=alert(1)>",
    "<!--><script>alert(1)</script>-->",
    "<!-- x --!><img src=x onerror=alert(1)>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version='1.0'?><script>alert(1)</script>",
    "<!DOCTYPE html><script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x]( javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](java&#115;cript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](&#x6A;avascript:alert(1))",
    "[x](javascript\\:alert(1))",
    "[x](java\u200bscript:alert(1))",
    "![x](javascript:alert(1))",
    "![x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html,x 'title')",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "[y]: <javascript:alert(1)>\n\n[y]",
    "<javascript:alert(1)>",
    "`` ` ``<img src=x onerror=alert(1)>",
    "> <script>alert(1)</script>",
    "- <svg onload=alert(1)>",
    "```\n</pre><script>alert(1)</script>\n```",
]

HARMLESS = [
    "a<b and b>c",
    "if (a < b && c > d) return a<b ? a : b;",
    "std::vector<int> v; std::map<std::string, std::vector<int>> m;",
    "template<typename T> T max(T a, T b) { return a < b ? b : a; }",
    "#include <iostream>\n#include <x>\nstd::cout << x << std::endl;",
    "List<String> names = new ArrayList<>();",
    "Map<String, List<Integer>> byName;",
    "fn largest<T: PartialOrd>(list: &[T]) -> &T",
    "let x: Option<Box<dyn Fn(i32) -> i32>> = None;",
    "const a: Array<string> = [], b: Promise<void>;",
    "Dictionary<int, string> d; Func<int, bool> f;",
    "x <- c(1, 2); y <<- 3",
    "1 < 2 <= 3 <> 4 << 5",
    "∀x<ε: |f(x)| < δ",
    "$a<b$ and $$\\langle x, y \\rangle$$",
    "《活着》和《百年孤独》",
    "〈前言〉「引号」『书名』",
    "<think>so far so good</think>",
    "<thinking>a</thinking><answer>b</answer>",
    "<user>hello</user><assistant>hi</assistant>",
    "<|im_start|>system<|im_end|>",
    "<tool_call>{}</tool_call>",
    "I <3 you, <sarcasm>sure</sarcasm>",
    "<b>bold</b> <i>it</i> <br> <hr> <p>x</p>",
    "<table><tr><td>1</td></tr></table>",
    "<ul><li>a</li></ul> <code>x</code> <pre>y</pre>",
    "<T> <K, V> <E extends Comparable<E>>",
    "<forms> <imgs> <scripts> <linker> <metadata>",
    "cat < in.txt > out.txt 2>&1 << EOF",
    "diff <(sort a) <(sort b)",
    "git log --pretty=format:'%h %an <%ae>'",
    "Bob <bob at example dot com>",
    "<https://example.com/a?b=c&d=e>",
    "[link](https://example.com) ![pic](https://example.com/a.png)",
    "[[file:name]] [x](#anchor) [y](./a.md) [z](mailto:a@example.com)",
    "[r]: https://example.com 'title'",
    "javascript: is a scheme, and data: one too",
    "he said: [javascript](https://developer.mozilla.org/javascript:guide)",
    "dict[key]: data/x; arr[i]: javascript",
    "on = True; onload = later; style = 'x'",
    "for (i=0;i<n;i++) { el.style = 1; }",
    "dtype('<f4') and '<i8', struct.unpack('<I', b)",
    'printf("%d < %d\\n", a, b);',
    "SELECT * FROM t WHERE a<5 AND b>3 AND c<>4",
    "x = <-ch; ch <- 1",
    "-> => <= >= <=> |> <|",
    "<!> <!! <? <% <$> <*> <&>",
    "f :: (a -> b) -> f a -> f b; (<$>), (<*>)",
    "a <b href cheap; a <c style of it",
    "2 < x < 5, 価格<1000円>",
    "温度<0℃，湿度>80%",
    "&lt;script&gt; &amp; &#60;b&#62;",
    "```html\n&lt;script>\n```",
    "R&D, AT&T, a && b, a & b",
]


def nodes(tree: Any) -> Iterator[Element]:
    """The elements of a parsed fragment; comments have no name."""
    return (node for node in tree.iter() if isinstance(node.tag, str))


def alive(page: str) -> list[str]:
    """What a browser would run or load of a page."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = html5lib.parseFragment(page, namespaceHTMLElements=False)
    found: list[str] = []
    for node in nodes(tree):
        name = str(node.tag).rpartition("}")[2].lower()
        found += [name] if name in ACTIVE else []
        for attribute, value in node.attrib.items():
            plain = "".join(value.split()).lower()
            if value and (str(attribute).lower().startswith("on") or str(attribute) == "style"):
                found.append(f"{name} {attribute}")
            if str(attribute).rpartition("}")[2] in ADDRESSES and plain.startswith(RUNS):
                found.append(f"{name} {attribute}={plain[:20]}")
    return found


def rendered(text: str) -> str:
    """The text as CommonMark; links of any scheme are rendered, as a renderer without a check does."""
    renderer = MarkdownIt("commonmark", {"html": True})
    renderer.validateLink = lambda _: True  # type: ignore[method-assign]
    return str(renderer.render(text))


def test_there_are_enough_of_both() -> None:
    assert len(INJECTIONS) >= 60 and len(HARMLESS) >= 50


def test_the_judge_sees_most_injections_alive_before_they_are_scrubbed() -> None:
    seen = [text for text in INJECTIONS if alive(text) or alive(rendered(text))]
    assert len(seen) >= 60


@pytest.mark.parametrize("around", ["{}", "before {} after", "a\n\n{}\n\nb", "“{}”，", "<p>{}</p>", "<x y='{}'>"])
@pytest.mark.parametrize("text", INJECTIONS)
def test_an_injection_is_dead_in_html_and_in_rendered_markdown(text: str, around: str) -> None:
    clean = scrub(around.format(text), "content").text
    assert alive(clean) == []
    others = [found for found in alive(rendered(clean)) if found != "img"]  # markdown makes images itself
    assert others == []
    assert scrub(clean, "content").text == clean


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless_text_is_byte_for_byte_the_same(text: str) -> None:
    assert scrub(text, "content").text == text
