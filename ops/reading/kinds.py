"""What kind of file some bytes are. The bytes decide; only among kinds of text the name and the media type do."""

import re
from typing import Literal

import msgspec

__all__ = ["BINARY", "Kind", "kind_of"]


class Kind(msgspec.Struct, frozen=True):
    """A kind: the `format` it is told by, how it is read, and the media type that its bytes show, if they do."""

    format: str
    way: Literal["text", "rows", "parsed", "caption", "refused"]
    media_type: str = ""
    why: str = ""


_ARCHIVE = "an archive: put the files in it one by one"
BINARY = Kind("binary", "refused", why="not a format that can be read")
_OLD_OFFICE = Kind("ole", "refused", why="an old Office format, or encrypted: save it as docx, xlsx or pptx")
_RTF = Kind("rtf", "refused", why="rich text is not read: save it as docx")
_HEAD = 1024  # behind as much else a PDF's mark is accepted of old; but a text about PDF is none

# What the first bytes are, as a pattern, and which kind begins so.
_MARKS = [
    (re.compile(pattern, re.DOTALL), kind)
    for pattern, kind in (
        (rb"PK(\x03\x04|\x05\x06)", Kind("zip", "parsed")),
        (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OLD_OFFICE),
        (rb"\{\\rtf", _RTF),
        (rb"\x89PNG\r\n\x1a\n", Kind("png", "caption", "image/png")),
        (rb"\xff\xd8\xff", Kind("jpeg", "caption", "image/jpeg")),
        (rb"GIF8[79]a", Kind("gif", "caption", "image/gif")),
        (rb"RIFF....WEBP", Kind("webp", "caption", "image/webp")),
        (rb"BM....\0\0\0\0", Kind("bmp", "caption", "image/bmp")),
        (rb"II\*\0|MM\0\*", Kind("tiff", "caption", "image/tiff")),
        (rb"....ftyp(hei|mif|msf)", Kind("heic", "caption", "image/heic")),
        (rb"....ftypavi", Kind("avif", "caption", "image/avif")),
        (rb"....ftypM4A", Kind("m4a", "caption", "audio/mp4")),
        (rb"....ftyp", Kind("mp4", "caption", "video/mp4")),
        (rb"ID3[\x02-\x04]|\xff[\xfb\xf3\xf2]", Kind("mp3", "caption", "audio/mpeg")),
        (rb"RIFF....WAVE", Kind("wav", "caption", "audio/wav")),
        (rb"RIFF....AVI ", Kind("avi", "caption", "video/x-msvideo")),
        (rb"OggS", Kind("ogg", "caption", "audio/ogg")),
        (rb"fLaC", Kind("flac", "caption", "audio/flac")),
        (rb"\x1aE\xdf\xa3", Kind("webm", "caption", "video/webm")),
        (rb"\x00\x00\x01[\xb3\xba]", Kind("mpeg", "caption", "video/mpeg")),
        (
            rb"\x1f\x8b\x08|BZh[1-9]1AY|\xfd7zXZ\0|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|\x28\xb5\x2f\xfd",
            Kind("archive", "refused", why=_ARCHIVE),
        ),
    )
]
_TEXTS = {
    "markdown": Kind("markdown", "text"),
    "html": Kind("html", "parsed"),
    "csv": Kind("csv", "rows"),
    "tsv": Kind("tsv", "rows"),
    "text": Kind("text", "text"),
}
_ENDINGS = {
    "md": "markdown",
    "markdown": "markdown",
    "html": "html",
    "htm": "html",
    "xhtml": "html",
    "csv": "csv",
    "tsv": "tsv",
    "tab": "tsv",
}
_MEDIA_TYPES = {
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
}
# Files that begin as a page does and are none: programs that make pages.
_TEMPLATES = frozenset(("php", "jsp", "erb", "j2", "jinja", "jinja2", "vue", "svelte", "py", "js", "ts", "txt"))
_PAGE = re.compile(rb"(\xef\xbb\xbf)?\s*(<!--.{0,500}?-->\s*)?<(!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)


def kind_of(name: str, media_type: str | None, data: bytes) -> Kind:
    """The kind of a file; `text` for whatever shows no other."""
    head = data[:_HEAD]
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    media = (media_type or "").partition(";")[0].strip().lower()
    if b"%PDF-" in (head if ending == "pdf" or media == "application/pdf" else head[:8]):
        return Kind("pdf", "parsed")
    for mark, kind in _MARKS:
        if mark.match(head):
            return kind
    known = _ENDINGS.get(ending) or _MEDIA_TYPES.get(media)
    if known is None and _PAGE.match(head) and ending not in _TEMPLATES:
        known = "html"
    return _TEXTS[known or "text"]
