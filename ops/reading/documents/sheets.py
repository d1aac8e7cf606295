"""Workbooks: sheet after sheet under its name, its rows as tables. Formulas are told by their last value."""

import datetime as dt
from collections.abc import Iterator
from typing import BinaryIO

from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum

from ops.reading.documents.unreadable import UnreadableError
from ops.reading.markdown import heading, table

__all__ = ["blocks"]


def blocks(file: BinaryIO) -> Iterator[str]:
    """The pieces of a workbook. UnreadableError for an encrypted one."""
    try:
        workbook = CalamineWorkbook.from_filelike(file)
    except PasswordError:
        raise UnreadableError("it is encrypted") from None
    for sheet in workbook.sheets_metadata:
        if sheet.typ is SheetTypeEnum.WorkSheet:
            yield heading(2, sheet.name)
            rows = workbook.get_sheet_by_name(sheet.name).iter_rows()
            yield from table([_shown(cell) for cell in row] for row in rows)


def _shown(cell: object) -> str:
    """A cell as a person would write it."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, dt.datetime):
        return cell.isoformat(" ", "minutes") if cell.time() != dt.time() else cell.date().isoformat()
    return str(cell)
