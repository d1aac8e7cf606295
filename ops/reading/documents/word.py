"""Word documents: paragraphs, headings, tables and notes, in their order. Macros are never looked at.

The parts are found by python-docx; the body is walked here, because what stands in content controls, tracked insertions
and text boxes is text too, and what was deleted is none.
"""

import importlib
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.package import OpcPackage
from docx.oxml.parser import parse_xml

from ops.reading.markdown import heading, plain, table

__all__ = ["blocks"]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_PARAGRAPH, _TABLE, _ROW, _CELL = f"{_W}p", f"{_W}tbl", f"{_W}tr", f"{_W}tc"
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", _PARAGRAPH: "\n", f"{_W}noBreakHyphen": "-"}
_LEVELS = re.compile(r"heading (\d)", re.IGNORECASE)  # Word writes the names of its own styles in English
_NOTES = (RELATIONSHIP_TYPE.FOOTNOTES, RELATIONSHIP_TYPE.ENDNOTES)
_BASES = 20

# lxml carries no types.
_etree: Any = importlib.import_module("lxml.etree")
_Element = Any


def blocks(file: BinaryIO) -> Iterator[str]:
    """The pieces of a document."""
    main: Any = OpcPackage.open(file).main_document_part
    levels = _Levels(_related(main, RELATIONSHIP_TYPE.STYLES))
    yield from _walk(parse_xml(main.blob), levels)
    for relationship in _NOTES:
        yield from _walk(_related(main, relationship), levels)


def _related(main: Any, relationship: str) -> _Element:
    """The root of a part that the main part has one of; an empty element if it has none."""
    found = (rel.target_part for rel in main.rels.values() if rel.reltype == relationship and not rel.is_external)
    part = next(found, None)
    return _etree.Element("none") if part is None else parse_xml(part.blob)


class _Levels:
    """What level of heading a paragraph has, by its outline level, its style or what that is based on."""

    def __init__(self, styles: _Element) -> None:
        self._styles = {style.get(f"{_W}styleId"): style for style in styles.iter(f"{_W}style")}
        self._known: dict[str | None, int] = {None: 0}

    def of(self, paragraph: _Element) -> int:
        """1 to 6, 0 for no heading."""
        properties = paragraph.find(f"{_W}pPr")
        if properties is None:
            return 0
        own = _outline(properties)
        return self._of_style(_value(properties, "pStyle")) if own is None else own

    def _of_style(self, name: str | None) -> int:
        if name not in self._known:
            self._known[name] = self._looked_up(name)
        return self._known[name]

    def _looked_up(self, name: str | None) -> int:
        for _ in range(_BASES):  # a chain may lead back to itself
            style = self._styles.get(name)
            if style is None:
                return 0
            shown = _value(style, "name") or ""
            if shown.lower() == "title":
                return 1
            if match := _LEVELS.fullmatch(shown):
                return min(int(match[1]), 6)
            level = _outline(style.find(f"{_W}pPr"))
            if level is not None:
                return level
            name = _value(style, "basedOn")
        return 0


def _outline(properties: _Element) -> int | None:
    """An outline level of 0 to 8 as a level of heading; 9 is body text."""
    level = None if properties is None else _value(properties, "outlineLvl")
    if level is None or not level.isdecimal():
        return None
    return 0 if int(level) > 8 else min(int(level) + 1, 6)


def _value(element: _Element, name: str) -> str | None:
    found = element.find(f"{_W}{name}")
    return None if found is None else found.get(f"{_W}val")


def _walk(root: _Element, levels: _Levels) -> Iterator[str]:
    walker = _etree.iterwalk(root, events=("start",), tag=(_PARAGRAPH, _TABLE, _FALLBACK))
    for _, element in walker:
        walker.skip_subtree()
        if element.tag == _TABLE:
            yield from table([_text(cell) for cell in _inside(row, _CELL)] for row in _inside(element, _ROW))
        elif element.tag == _PARAGRAPH and (text := _text(element).strip()):
            level = levels.of(element)
            yield heading(level, text) if level else plain(text)


def _inside(element: _Element, tag: str) -> Iterator[_Element]:
    """The rows of a table or the cells of a row; those of a table inside a cell belong to that cell."""
    return (found for found in element.iter(tag) if next(found.iterancestors(element.tag)) is element)


def _text(root: _Element) -> str:
    """The words of a paragraph or a cell, with those of text boxes in it, once."""
    words: list[str] = []
    walker = _etree.iterwalk(root, events=("start",))
    for _, element in walker:
        if element.tag == _FALLBACK:
            walker.skip_subtree()
        elif element.tag == f"{_W}t":
            words.append(element.text or "")
        elif element is not root:
            words.append(_BREAKS.get(element.tag, ""))
    return "".join(words)
