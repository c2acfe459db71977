"""Rows taller than a spreadsheet allows: the cell holds the whole text, a print shows its beginning, so it is told."""

from __future__ import annotations

from collections.abc import Iterator

from planner.documents.model import Document, KeyValues, Row, Signature, Table, Text
from planner.messages import Message, msg
from planner.render.xlsx_formats import look_of
from planner.render.xlsx_lines import HIGHEST_ROW_PT, height_of, line_count
from planner.render.xlsx_parts import Part, line_text, parts

TEXT_ONLY_MM = 170.0
_SHORT = 100  # characters that fit a row however narrow its column is
_NAMED = 3


def tall_rows(document: Document) -> tuple[Message, ...]:
    """Return a notice if rows of the workbook of ``document`` cannot be as high as their texts, else nothing."""
    size = look_of(document.style, document.language).cell_pt
    found = [
        place
        for part in parts(document)
        for place, text, width_mm in _texts(part, document)
        if len(text) > _SHORT and height_of(line_count(text, width_mm, document.language, size), size) >= HIGHEST_ROW_PT
    ]
    if not found:
        return ()
    return (
        msg(
            "export.tall_rows",
            "{count} texts are longer than a spreadsheet row is high: the cells hold them, a print shows only their beginning ({places}). Print the PDF.",
            count=len(found),
            places=tuple(found[:_NAMED]),
        ),
    )


def _texts(part: Part, document: Document) -> Iterator[tuple[str, str, float]]:
    """Yield place, text and width in mm of the texts of a sheet."""
    grid, wide = part.grid, TEXT_ONLY_MM
    if isinstance(grid, Table):
        wide = sum(column.width_mm for column in grid.columns)
        for number, row in enumerate(grid.rows, 1):
            for column, cell in zip(grid.columns, row.cells, strict=True) if isinstance(row, Row) else ():
                if isinstance(cell, Text):
                    yield f"{part.title} / {number} / {column.title}", cell.text, column.width_mm
    elif isinstance(grid, KeyValues):
        wide = sum(grid.widths_mm)
        yield from (
            (f"{part.title} / {item.key}", item.value.text, grid.widths_mm[1])
            for item in grid.items
            if isinstance(item.value, Text)
        )
    lines = (*part.above, *(one for one in part.below if not isinstance(one, Signature)))
    yield from ((part.title, line_text(line, document), wide) for line in lines)
