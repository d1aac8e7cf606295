"""PDF: the text of page after page, under the headings of its outline, or else under the pages' numbers."""

import importlib
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from ops.reading.documents.unreadable import UnreadableError
from ops.reading.markdown import heading, one_line, plain

__all__ = ["blocks"]

_PASSWORD, _SECURITY = 4, 5  # FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY
_BOOKMARKS = 10_000
_HYPHEN = re.compile("[\ufffe\x02]\r?\n?")
_HAN = "\u3001-\u303f\u3400-\u9fff\uff01-\uff60"
# Chinese has no blanks, so that a word goes on in the next line; the last line of a paragraph is mostly shorter.
_WRAPPED = re.compile(f"(?<=[^\n]{{14}}[{_HAN}])\n(?=[{_HAN}])")


def blocks(file: BinaryIO) -> Iterator[str]:
    """The pieces of a document. UnreadableError for one that asks for a password."""
    pdfium: Any = importlib.import_module("pypdfium2")  # it carries no types
    try:
        document = pdfium.PdfDocument(file)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) in (_PASSWORD, _SECURITY):
            raise UnreadableError("it is encrypted") from None
        raise UnreadableError("it is damaged, or no PDF") from None
    outline = _outline(document)
    for index in range(len(document)):
        text = _text_of(document, index)
        if text and not outline:
            yield heading(2, f"Page {index + 1}")
        yield from _under(outline.get(index, []), text)


def _outline(document: Any) -> dict[int, list[tuple[int, str]]]:
    """The level and title of each bookmark, by the page that it leads to."""
    found: dict[int, list[tuple[int, str]]] = {}
    for bookmark, _ in zip(document.get_toc(), range(_BOOKMARKS), strict=False):
        target, title = bookmark.get_dest(), one_line(bookmark.get_title())
        index = None if target is None else target.get_index()
        if index is not None and title:
            found.setdefault(index, []).append((bookmark.level + 1, title))
    return found


def _text_of(document: Any, index: int) -> str:
    page = document[index]
    try:
        text: str = page.get_textpage().get_text_bounded()
    finally:
        page.close()
    text = _HYPHEN.sub("", text).replace("\r\n", "\n").strip()
    return _WRAPPED.sub("", text)


def _under(headings: list[tuple[int, str]], text: str) -> Iterator[str]:
    """A page's text, cut where a line of it says what a heading does; one that no line says goes before the rest."""
    lines = text.split("\n")
    start = 0
    for level, title in headings:
        at = next((n for n in range(start, len(lines)) if one_line(lines[n]) == title), None)
        if at is not None:
            yield plain("\n".join(lines[start:at]))
            start = at + 1
        yield heading(level, title)
    yield plain("\n".join(lines[start:]))
