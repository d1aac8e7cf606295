"""HTML taken apart into its text and its tags, as a browser would (HTML standard, 13.2.5), in one pass.

Linear, whatever is left open: a tag that never ends makes the rest of the page text, and the end of a comment that was
sought in vain is not sought again.
"""

import html
import re
from collections.abc import Iterator

import msgspec

__all__ = ["Tag", "parts"]

# A quoted value hides `>` only after an equals sign.
_TAG = re.compile(
    r"""<(?P<end>/?)(?P<name>[A-Za-z][^\s/>]*+)(?P<rest>(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+)(?P<closed>>?)"""
)
_ATTRIBUTE = re.compile(r"""([^\s/>=]++)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s>]*+))?+""")
_ENDS_ITSELF = re.compile(r"(?:^|[\s\"'])/\Z")
_DECLARATIONS = (("<!--", "-->"), ("<![", "]]>"), ("<!", ">"), ("<?", ">"), ("</", ">"))
_RAW_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in ("script", "style")}
# Python refuses to read a number of thousands of digits; no character has one of nine.
_NO_CHARACTER = re.compile(r"&#(?:[0-9]{9,}+|[xX][0-9A-Fa-f]{9,}+);?")


class Tag(msgspec.Struct, frozen=True):
    """The start or the end of an element; one that ends itself is told as both."""

    name: str
    is_end: bool = False
    rest: str = ""

    def attribute(self, name: str) -> str:
        """The value of an attribute, empty where there is none."""
        found = (match[2] or "" for match in _ATTRIBUTE.finditer(self.rest) if match[1].lower() == name)
        value = next(found, "")
        return _resolved(value[1:-1] if value[:1] in ("'", '"') else value)


def parts(page: str) -> Iterator[str | Tag]:
    """The pieces of a page in order: texts with their references resolved, and tags with lower-case names."""
    position, missing = 0, set[str]()
    while (start := page.find("<", position)) != -1:
        if start > position:
            yield _resolved(page[position:start])
        tag = _TAG.match(page, start)
        if tag is None:
            end = _end_of_declaration(page, start, missing)
            if end is None:
                yield "<"
            position = end or start + 1
        elif not tag["closed"]:
            position = start
            break
        else:
            yield from _tags(tag)
            position = _behind(page, tag)
    if position < len(page):
        yield _resolved(page[position:])


def _tags(tag: re.Match[str]) -> Iterator[Tag]:
    name, is_end = tag["name"].lower(), bool(tag["end"])
    yield Tag(name, is_end, tag["rest"])
    if not is_end and _ends_itself(tag):
        yield Tag(name, is_end=True)


def _ends_itself(tag: re.Match[str]) -> bool:
    rest = tag["rest"]
    return _ENDS_ITSELF.search(rest, max(0, len(rest) - 2)) is not None


def _behind(page: str, tag: re.Match[str]) -> int:
    """Where to go on: what a script or a style holds is neither text nor tags."""
    raw_end = _RAW_ENDS.get(tag["name"].lower())
    if raw_end is None or tag["end"] or _ends_itself(tag):
        return tag.end()
    end = raw_end.search(page, tag.end())
    return len(page) if end is None else end.start()


def _end_of_declaration(page: str, start: int, missing: set[str]) -> int | None:
    """Where a comment or a declaration ends; None for a `<` that begins none. `missing`: ends once sought in vain."""
    for opening, closing in _DECLARATIONS:
        if closing not in missing and page.startswith(opening, start):
            end = page.find(closing, start + len(opening))
            if end != -1:
                return end + len(closing)
            missing.add(closing)
    return None


def _resolved(text: str) -> str:
    return html.unescape(_NO_CHARACTER.sub("\ufffd", text)) if "&" in text else text
