"""Makes HTML in a text inert by escaping the `<` of what a browser would run or load, and nothing else.

Works on sifted text: a zero-width space inside `<script>` would otherwise come alive when it is removed later.
"""

import html
import re
from collections.abc import Iterator

from scopes.governance.rewrite import Edit, merged

_ACTIVE = (
    "applet audio base bgsound embed form frame frameset iframe image img input link marquee math meta noembed "
    "noframes noscript object plaintext portal script style svg template video xmp"
)
_ELEMENT = re.compile(
    rf"</?(?:[a-z][a-z0-9.-]{{0,30}}:)?(?:{'|'.join(_ACTIVE.split())})(?=[\s/>]|\Z)",
    re.IGNORECASE,
)
_DECLARATION = re.compile(r"<(?:!--|!doctype|!\[CDATA\[|\?[a-z])", re.IGNORECASE)

_TAG = re.compile("<[A-Za-z]")
# As a browser reads a tag: a quoted value hides `>` only after an equals sign.
_REST_OF_TAG = re.compile(r"""(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+""")
_HANDLER = re.compile(r"[\s/\"'](?:on[a-z]{2,40}|style)\s*=", re.IGNORECASE)
# An address does something only on an element that exists, and no element has other characters in its name.
_NAMED_TAG = re.compile(r"<[A-Za-z][A-Za-z0-9:._-]{0,60}(?=[\s/])")
_ADDRESS = re.compile(
    r"""[\s/"'](?:(?:xlink:)?href|src|srcset|srcdoc|action|formaction|data|poster|background|cite|longdesc|ping|"""
    r"""manifest|codebase|archive|classid|profile|usemap|icon|dynsrc|lowsrc)\s*=""",
    re.IGNORECASE,
)

_TARGET = re.compile(
    r"(?:\]\(\s{0,20}<?|\]:\s{0,20}<?|<(?=[A-Za-z&\\]))(?=([^\s<>()]{4,200}(?:[\t ][^<>()\n]{0,40})?))"
)
_UNSAFE = re.compile(r"(?:javascript|vbscript):|data:[a-z]{1,20}/[a-z]", re.IGNORECASE)
_BLANKS = re.compile(r"[\x00-\x20]+")
_MARKDOWN_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")


def touches(text: str) -> bool:
    """Whether the text has anything to look at; cheap, and never wrongly False."""
    return "<" in text or "](" in text or "]:" in text


def defuse(text: str) -> list[Edit]:
    """The escapes that make the text's active elements, attributes and link targets inert."""
    if not touches(text):
        return []
    edits = [Edit(at, at + 1, "&lt;", rule) for rule, at in _openings(text)] if "<" in text else []
    return merged([*edits, *_targets(text)])


def _openings(text: str) -> Iterator[tuple[str, int]]:
    for rule, pattern in (("html-element", _ELEMENT), ("html-declaration", _DECLARATION)):
        for match in pattern.finditer(text):
            yield rule, match.start()
    if _HANDLER.search(text) or _ADDRESS.search(text):
        yield from (("html-attribute", at) for at in _with_attributes(text))


def _with_attributes(text: str) -> Iterator[int]:
    """The openings inside every tag with an active attribute; each character is read once.

    What such a tag's quotes hide is escaped too: without the tag around it, it would be markup of its own.
    """
    tag = _TAG.search(text)
    while tag:
        rest = _REST_OF_TAG.match(text, tag.end())
        end = rest.end() if rest else tag.end()
        named = _NAMED_TAG.search(text, tag.start(), end)
        if _HANDLER.search(text, tag.end(), end) or (named and _ADDRESS.search(text, named.end(), end)):
            yield from (inner.start() for inner in _TAG.finditer(text, tag.start(), end))
        tag = _TAG.search(text, end)


def _targets(text: str) -> Iterator[Edit]:
    """Puts `unsafe:` before link targets whose scheme runs or embeds content, however they are spelt."""
    for match in _TARGET.finditer(text):
        target = html.unescape(_MARKDOWN_ESCAPE.sub("", match[1]))
        if _UNSAFE.match(_BLANKS.sub("", target)):
            yield Edit(match.end(), match.end(), "unsafe:", "link-scheme")
