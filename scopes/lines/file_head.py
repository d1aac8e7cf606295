"""The comment under a page's title: which of the client's files it was made of.

It is all that is kept of the file besides its text: the page is the truth, and the maps of the workspace are made of
these comments.
"""

import functools
from urllib.parse import unquote

import msgspec

from scopes.storage import markdown
from scopes.storage.documents import Document, Section, base_name
from scopes.storage.page_names import page_name, path_of

_KIND = "file"


class FileHead(msgspec.Struct, frozen=True):
    """A file as it was given: `at` is when, `why` says why no text could be read of it; None where it could.

    `slices`: into how many its text was cut; 0 where that is not known.
    """

    path: str
    sha256: str = ""
    bytes: int = 0
    media_type: str = ""
    format: str = ""
    at: str = ""
    why: str | None = None
    slices: int = 0

    @property
    def readable(self) -> bool:
        """Whether the page holds the file's text."""
        return self.why is None


def render(head: FileHead) -> Section:
    """What stands before a page's slices: the path as its title, then the comment. Its text has passed the notary."""
    fields = {
        "kind": _KIND,
        "source": markdown.quote(head.path, part=True),
        "sha256": head.sha256,
        "bytes": str(head.bytes),
        "media": markdown.quote(head.media_type),
        "format": markdown.quote(head.format),
        "slices": str(head.slices or ""),
        "ts": head.at,
        "why": None if head.why is None else markdown.quote(head.why),
    }
    comment = markdown.render_comment({name: value for name, value in fields.items() if value})
    return Section("", "", f"# {head.path}\n\n{comment}\n\n".encode())


def head_of(document: Document) -> FileHead:
    """The head of a page; where a person changed its path or took the comment out, what the page's name tells."""
    first = document.sections[0].raw if document.sections else b""
    found = _parse(b"" if first.startswith(b"## ") else first)
    name = base_name(document.path)
    return found if page_name(found.path) == name else msgspec.structs.replace(found, path=path_of(name))


@functools.lru_cache(maxsize=16_384)
def _parse(raw: bytes) -> FileHead:
    fields = {name: unquote(value) for name, value in markdown.parse_preamble(raw).fields.items()}
    return FileHead(
        path=fields.get("source", ""),
        sha256=fields.get("sha256", ""),
        bytes=_number(fields.get("bytes", "")),
        media_type=fields.get("media", ""),
        format=fields.get("format", ""),
        at=fields.get("ts", ""),
        why=fields.get("why"),
        slices=_number(fields.get("slices", "")),
    )


def _number(text: str) -> int:
    """A number as it stands in a comment, which a person may have changed."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
