"""A document as a workbook: a sheet for each table, set for A4, real numbers; the same document, the same bytes."""

from __future__ import annotations

import datetime as dt
import io
from typing import Any

from planner.documents.model import Document
from planner.documents.numbering import labels
from planner.render.xlsx_formats import Formats, look_of, workbook_options
from planner.render.xlsx_names import sheet_names
from planner.render.xlsx_parts import parts
from planner.render.xlsx_sheet import SheetWriter

_LONGEST_PROPERTY = 255  # a longer one is left out by the library


def render_xlsx(document: Document) -> bytes:
    """Return ``document`` as an xlsx file.

    Raises:
        ExportError: a text too long for a cell or a number that a spreadsheet cannot hold, with its place.
    """
    from xlsxwriter import Workbook

    stream = io.BytesIO()
    workbook = Workbook(stream, workbook_options(document.language))
    formats = Formats(workbook, look_of(document.style, document.language))
    sheets = parts(document)
    names = sheet_names(part.name for part in sheets)
    numbers = labels(document, "sheet")
    if document.one_sheet:
        from planner.render.xlsx_stacked import write_stacked

        write_stacked(workbook.add_worksheet(names[0]), sheets, document, formats, numbers)
        sheets = []
    for at, (part, name) in enumerate(zip(sheets, names, strict=False)):
        SheetWriter(workbook.add_worksheet(name), part, document, formats, numbers, first=at == 0).write()
    _describe(workbook, document)
    workbook.close()
    return stream.getvalue()


def _describe(workbook: Any, document: Document) -> None:
    """Set the properties from the document alone: no clock, no user, no company."""
    workbook.set_properties(
        {
            "title": document.title,
            "subject": document.subtitle or document.title,
            "author": document.organisation,
            "keywords": ", ".join(document.keywords),
            "created": dt.datetime.combine(document.date, dt.time(0)),
        }
    )
    for name, value in (("number", document.number), ("version", document.version)):
        if value:
            workbook.set_custom_property(name, value[:_LONGEST_PROPERTY])
