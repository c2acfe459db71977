"""What stands in a Word paper, in order: the flow of the document, its tables turned or in parts where they are too wide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from planner.documents.model import Document, Language, Row, Table
from planner.documents.numbering import Heading, Placed, flow, labels
from planner.render.cell_text import cell_text, head_text
from planner.render.docx_looks import CELL, HEAD, Looks, looks
from planner.render.docx_page import text_width_mm
from planner.render.docx_widths import least_twips
from planner.render.docx_xml import TWIPS_PER_MM
from planner.render.plain_text import plain
from planner.render.wide_tables import Columns, Rooms, arranged, table_parts

Part = Heading | Placed


def paper_flow(document: Document) -> tuple[Part, ...]:
    """Return the headings and blocks of ``document`` as they are set."""
    names = labels(document, "paper")
    return tuple(_arranged(document, names, looks(document)))


def _arranged(document: Document, names: Mapping[str, str], styles: Looks) -> Iterator[Part]:
    cell = styles[CELL]
    latin = (cell.latin, styles[HEAD].latin)
    rooms = Rooms(upright=text_width_mm(False), turned=text_width_mm(True))
    for part in flow(document, "paper"):
        if isinstance(part, Heading) or not isinstance(part.block, Table):
            yield part
            continue
        table = part.block
        rows = table_texts(table, names, document.language)
        words = least_twips(rows, cell.size, document.language, latin)[0]
        columns = Columns(
            wanted=tuple(column.width_mm for column in table.columns),
            least=tuple(width / TWIPS_PER_MM for width in words),
            keys=table.key_columns,
        )
        found = arranged(columns, rooms, landscape=table.landscape)
        for one in table_parts(table, found, document.language):
            yield replace(part, block=one)


def table_texts(table: Table, names: Mapping[str, str], language: Language) -> list[list[str]]:
    """Return the heads of ``table`` and the texts of its rows.

    Raises:
        ValueError: a row with another number of cells than the table has columns.
    """
    heads = [plain(head_text(column, language)) for column in table.columns]
    rows = [[plain(cell_text(cell, names)) for cell in row.cells] for row in table.rows if isinstance(row, Row)]
    for row in rows:
        if len(row) != len(heads):
            raise ValueError(f"{len(row)} cells for {len(heads)} columns")
    return [heads, *rows]
