"""A wikimem directory: a category a file, an item a `##` section, a day's events under `diary/`. Its links are ours."""

import os
import re
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import unquote

from scopes.extraction.parsers.bounds import DOCUMENT_BYTES
from scopes.extraction.parsers.lines import whole
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Event, Note, Parsed, Skipped
from scopes.storage import markdown
from scopes.storage.names import DIARY_DAY

DERIVED = ("MEMORY.md", "INDEX.md")
_CLOCK = re.compile(r"(?P<clock>\d{1,2}:\d{2})(?:\b.*)?")


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The items of a category, or the entries of a day."""
    text = whole(file)
    if text is None:
        yield Skipped("", f"longer than {DOCUMENT_BYTES} bytes")
        return
    category = os.path.basename(name).removesuffix(".md")
    day = category if DIARY_DAY.match(category) else None
    for number, raw in enumerate(markdown.split(text.encode())):
        section = markdown.parse_section(raw) if raw.startswith(b"## ") else markdown.parse_preamble(raw)
        if number and not section.content:
            yield Skipped(f"section {number}", "it is empty")
        elif section.content:
            yield _event(section, day) if day else _note(section, category)


def _note(section: markdown.Parsed, category: str) -> Note:
    fields = {key: unquote(value) for key, value in section.fields.items()}
    return Note(
        platform="wikimem",
        file=category,
        name=section.name or category,
        content=section.content,
        kind=fields.get("kind"),
        tags=markdown.unquote_list(section.fields.get("tags", "")),
        owner=fields.get("owner"),
        at=moment(fields.get("event") or fields.get("ts")),
    )


def _event(section: markdown.Parsed, day: str) -> Event:
    clock = _CLOCK.fullmatch(section.name)
    told = moment(f"{day} {clock['clock']}") if clock else None
    return Event(platform="wikimem", content=section.content, at=told or day, kind=section.fields.get("kind"))
