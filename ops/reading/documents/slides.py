"""PowerPoint: slide after slide under its title, with tables and the speaker's notes. Macros are never looked at."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from pptx import Presentation

from ops.reading.markdown import heading, one_line, plain, table

__all__ = ["blocks"]

# Shapes are of many classes, of which only some have text, a table or shapes in them.
_Shape = Any


def blocks(file: BinaryIO) -> Iterator[str]:
    """The pieces of a presentation."""
    for number, slide in enumerate(Presentation(file).slides, 1):
        title: _Shape = slide.shapes.title
        name = "" if title is None else one_line(title.text_frame.text)
        yield heading(2, name or f"Slide {number}")
        body = [piece for shape in slide.shapes if not _is(shape, title) for piece in _of_shape(shape)]
        if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None:
            body += _of_text(notes.text)
        yield from body or [plain(name)]  # what has nothing under it is no slice of its own


def _is(shape: _Shape, title: _Shape) -> bool:
    return title is not None and shape.shape_id == title.shape_id


def _of_shape(shape: _Shape) -> Iterator[str]:
    if hasattr(shape, "shapes"):
        for inner in shape.shapes:
            yield from _of_shape(inner)
    elif getattr(shape, "has_table", False):
        yield from table([cell.text for cell in row.cells] for row in shape.table.rows)
    elif shape.has_text_frame:
        yield from _of_text(shape.text_frame.text)


def _of_text(text: str) -> Iterator[str]:
    if stripped := text.replace("\v", "\n").strip():
        yield plain(stripped)
