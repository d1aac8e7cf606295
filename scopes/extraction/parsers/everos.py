"""A memory root of EverOS: days of entries between `<!-- entry:… -->` marks, and documents of several kinds.

Episodes go to the diary; facts, foresights and cases are notes.
"""

import os
import re
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from scopes.extraction.parsers import frontmatter
from scopes.extraction.parsers.bounds import DOCUMENT_BYTES
from scopes.extraction.parsers.lines import whole
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.naming import title_of
from scopes.extraction.parsers.parsed import Event, Note, Parsed, Skipped

_ENTRY = re.compile(
    r"<!-- entry:(?P<id>[\w-]{1,100}) -->\n(?P<body>.*?)(?=^<!-- /?entry:|\Z)", re.DOTALL | re.MULTILINE
)
_FIELD = re.compile(r"\*\*(?P<name>[\w ]+)\*\*[:：][ \t]*(?P<value>.*)")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_KINDS = {"atomic_fact": ("facts", "fact"), "foresight": ("foresights", "plan"), "agent_case": ("cases", "case")}


class _Entry(msgspec.Struct, frozen=True):
    fields: dict[str, str]
    parts: dict[str, str]


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The entries of a day, or a document's sections."""
    text = whole(file)
    if text is None:
        yield Skipped("", f"longer than {DOCUMENT_BYTES} bytes")
        return
    fields, body = frontmatter.split(text)
    found = list(_ENTRY.finditer(body))
    if not found:
        yield from _document(body, fields, name)
    for number, match in enumerate(found, 1):
        entry = _taken_apart(match["body"])
        yield _told(entry, fields, name) or Skipped(f"entry {number}", "it says nothing")


def _taken_apart(body: str) -> _Entry:
    """Fields as `**name**: value`, parts under `### Name`; text under neither is the part without a name."""
    fields, parts, part = dict[str, str](), dict[str, str](), ""
    for line in body.split("\n"):
        if line.startswith("### "):
            part = line[4:].strip().lower()
        elif not part and (field := _FIELD.fullmatch(line)) is not None:
            fields[field["name"].strip().lower()] = field["value"].strip()
        elif not line.startswith("## "):
            parts[part] = f"{parts.get(part, '')}{line}\n"
    return _Entry(fields, {name: text.strip() for name, text in parts.items() if text.strip()})


def _told(entry: _Entry, document: frontmatter.Fields, name: str) -> Event | Note | None:
    subject = entry.parts.get("subject") or entry.fields.get("title", "")
    said = [text for part, text in entry.parts.items() if part not in ("subject", "summary")]
    content = "\n\n".join(said) or entry.parts.get("summary", "")
    if not content:
        return None
    prefix = os.path.basename(name).partition("-")[0]
    at = moment(entry.fields.get("timestamp")) or _day(document, name)
    if prefix in _KINDS or at is None:
        file, kind = _KINDS.get(prefix, ("entries", "note"))
        return Note(platform="everos", file=file, name=title_of(subject or content), content=content, kind=kind, at=at)
    return Event(platform="everos", content=f"{subject}\n\n{content}" if subject else content, at=at, kind="episode")


def _day(document: frontmatter.Fields, name: str) -> str | None:
    given = frontmatter.one(document, "date") or next(iter(_DAY.findall(os.path.basename(name))), None)
    return moment(given)


def _document(body: str, fields: frontmatter.Fields, name: str) -> Iterator[Parsed]:
    """A profile, a skill or a page of knowledge: one note, named by its folder where all files are called alike."""
    stem = os.path.basename(name).removesuffix(".md")
    alike = stem.lower() in ("skill", "index", "user", "agent")
    folder = os.path.basename(os.path.dirname(name))
    called = frontmatter.one(fields, "title") or frontmatter.one(fields, "name") or (folder if alike else stem) or stem
    kind = {"user": "profile", "agent": "profile", "skill": "skill"}.get(stem.lower(), "note")
    if body.strip():
        file = {"profile": "profile", "skill": "skills"}.get(kind, "knowledge")
        yield Note(platform="everos", file=file, name=called, content=body.strip(), kind=kind)
    else:
        yield Skipped("", "it says nothing")
