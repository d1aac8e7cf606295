"""Notes of basic-memory: markdown with frontmatter, observations (`- [category] …`) and relations (`- how [[Title]]`).

All notes become items of one file, so that a link needs no more than the title of the other note.
"""

import os
import re
from collections.abc import Iterator
from typing import BinaryIO

from scopes.extraction.parsers import frontmatter
from scopes.extraction.parsers.bounds import DOCUMENT_BYTES
from scopes.extraction.parsers.lines import whole
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.naming import item_name
from scopes.extraction.parsers.parsed import Note, Parsed, Skipped

_FILE = "notes"
_LINK = re.compile(r"\[\[(?P<title>[^\[\]\n|#]{1,300})(?:[|#][^\[\]\n]{0,300})?\]\]")
_TAG = re.compile(r"(?:^|\s)#(?P<tag>[\w/-]{1,60})")


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The note of a file; its folder is a tag."""
    text = whole(file)
    if text is None:
        yield Skipped("", f"longer than {DOCUMENT_BYTES} bytes")
        return
    fields, body = frontmatter.split(text)
    title = frontmatter.one(fields, "title") or os.path.basename(name).removesuffix(".md")
    content = _linked(_without_title(body.strip(), title))
    if not content:
        yield Skipped("", "it says nothing")
        return
    observed = [tag for line in content.split("\n") if line.startswith("- [") for tag in _TAG.findall(line)]
    folder = os.path.basename(os.path.dirname(name))
    yield Note(
        platform="basic-memory",
        file=_FILE,
        name=title,
        content=content,
        kind=frontmatter.one(fields, "type"),
        tags=tuple(dict.fromkeys(filter(None, (*frontmatter.several(fields, "tags"), *observed, folder)))),
        at=moment(frontmatter.one(fields, "created") or frontmatter.one(fields, "date")),
    )


def _without_title(body: str, title: str) -> str:
    first, _, rest = body.partition("\n")
    return rest.strip() if first.startswith("# ") and first[2:].strip() == title.strip() else body


def _linked(body: str) -> str:
    """The text with its links as ours."""
    return _LINK.sub(lambda link: f"[[{_FILE}:{item_name(os.path.basename(link['title'].strip()))}]]", body)
