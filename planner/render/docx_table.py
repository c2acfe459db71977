"""Tables of a Word paper: fixed widths, repeated heads, labels and values, signers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from planner.documents.model import (
    Align,
    Cell,
    Group,
    Input,
    KeyValues,
    Language,
    Reference,
    Row,
    Signature,
    Table,
    Text,
)
from planner.render.cell_text import alignment, cell_text
from planner.render.docx_flow import table_texts
from planner.render.docx_looks import (
    CELL,
    COVER_FACT,
    COVER_LABEL,
    COVER_TABLE,
    GROUP_FILL,
    HEAD,
    SMALL_CELL,
    SMALL_HEAD,
    SMALL_LABEL,
    Looks,
)
from planner.render.docx_measure import code_lines
from planner.render.docx_page import points, text_height_mm, text_width_mm
from planner.render.docx_rows import Grid, TableCell, TableLook, TableRow, head_inset, row_height, table_xml
from planner.render.docx_widths import column_twips, least_twips
from planner.render.docx_xml import element, run
from planner.render.plain_text import plain
from planner.render.wide_tables import READABLE

_LINE_END = "<w:r><w:br/></w:r>"
_SIGN_MM = 11.0
_FACT_MM = 10.6
_BLANK = "\u3000" * 8
_DATE = {"zh": "\u3000\u3000年\u3000\u3000月\u3000\u3000日", "en": _BLANK}


class TableWriter:
    """Writes the tables of one document; ``link`` gives the bookmark of an anchor, '' where it has none."""

    def __init__(self, language: Language, looks: Looks, labels: Mapping[str, str], link: Callable[[str], str]) -> None:
        self.language = language
        self.looks = looks
        self.labels = labels
        self.link = link

    def table(self, table: Table, *, tied: bool) -> Grid:
        """Return a table; ``tied`` keeps its last row with what follows."""
        aligns = [alignment(column) for column in table.columns]
        texts = table_texts(table, self.labels, self.language)
        look = self._look([column.width_mm for column in table.columns], table.landscape, texts)
        head = self._row([Text(title, bold=True) for title in texts[0]], ["center"] * len(aligns), look, look.head)
        insets = [head_inset(title, width, look) for title, width in zip(texts[0], look.widths, strict=True)]
        cells = tuple(replace(cell, inset=inset) for cell, inset in zip(head.cells, insets, strict=True))
        rows = [self._table_row(row, aligns, look) for row in table.rows]
        return table_xml(
            look, rows, head=replace(head, cells=cells), repeat=table.repeat_head, tied=tied, caption=table.caption
        )

    def _table_row(self, row: Row | Group, aligns: Sequence[Align], look: TableLook) -> TableRow:
        if isinstance(row, Group):
            made = self._row([Text(row.title, bold=True)], ["left"], look)
            return replace(made, span=True, fill=GROUP_FILL)
        made = self._row(row.cells, aligns, look, look.label if row.total else "")
        return replace(made, fill=GROUP_FILL) if row.total else made

    def key_values(self, block: KeyValues, *, tied: bool) -> Grid:
        """Return a table of labels and values."""
        look = self._look(block.widths_mm, False)
        rows = [self._pair(item.key, item.value, look) for item in block.items]
        return table_xml(look, rows, tied=tied, labelled=True, caption=block.caption)

    def facts(self, pairs: Sequence[tuple[str, Cell]], widths_mm: Sequence[float]) -> Grid:
        """Return the facts on a cover as a table with high rows and without a frame, in the middle of the page."""
        look = self._own_width(widths_mm, COVER_FACT)
        look = replace(look, cell=COVER_FACT, label=COVER_LABEL, table=COVER_TABLE)
        rows = [replace(self._pair(key, value, look), minimum_mm=_FACT_MM) for key, value in pairs]
        return table_xml(look, rows)

    def _pair(self, key: str, value: Cell, look: TableLook) -> TableRow:
        """Return a row of label and value; an empty value is a line to write on."""
        aligns: tuple[Align, Align] = ("center", "left")
        row = self._row([Text(key, bold=True), value], aligns, look)
        if not isinstance(value, Input):
            return row
        line = _DATE[self.language] if value.kind == "date" else _BLANK
        blank = TableCell((run(line, self.language, underlined=True),), "left", look.cell)
        return replace(row, cells=(row.cells[0], blank))

    def signature(self, block: Signature, *, stretched: bool = True) -> Grid:
        """Return a table that is signed, kept on one page; as wide as the text, or in its own width in the middle."""
        look = self._look(block.columns_mm, False) if stretched else self._own_width(block.columns_mm, CELL)
        aligns: list[Align] = ["center"] * len(block.heads)
        head = self._row([Text(text, bold=True) for text in block.heads], aligns, look, look.head)
        rows = [self._row([Text(text) for text in row], aligns, look) for row in block.rows]
        rows = [replace(row, minimum_mm=_SIGN_MM) for row in rows]
        return table_xml(look, rows, head=head, repeat=False, whole=True)

    def _row(self, cells: Sequence[Cell], aligns: Sequence[Align], look: TableLook, style: str = "") -> TableRow:
        """Return a row; ``style`` is that of all its cells, '' takes what each cell asks for."""
        widths = look.widths if len(cells) == len(look.widths) else (sum(look.widths),)
        made, texts = [], []
        for cell, align, width in zip(cells, aligns, widths, strict=True):
            lines = [
                code_lines(line, look.latin_room_em(width), self.language)
                for line in plain(cell_text(cell, self.labels)).split("\n")
            ]
            made.append(TableCell(self._contents(cell, lines), align, style or _style(cell, look)))
            texts.append("\n".join(part for line in lines for part in line))
        return TableRow(cells=tuple(made), height=row_height(texts, made, widths, look))

    def _contents(self, cell: Cell, lines: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """Return what the paragraphs of a cell hold, one for each of ``lines``; its parts stand below each other."""
        runs = tuple(_LINE_END.join(run(part, self.language) for part in line) for line in lines)
        name = self.link(cell.anchor) if isinstance(cell, Reference) else ""
        return tuple(element("hyperlink", part, anchor=name) for part in runs) if name else runs

    def _look(self, widths_mm: Sequence[float], landscape: bool, rows: Sequence[Sequence[str]] = ()) -> TableLook:
        """Return the look of a table: in small type where its columns want much more than the page has.

        ``rows`` are the texts, the heads first, whose words should not be broken.
        """
        room = text_width_mm(landscape)
        small = room / sum(widths_mm) < READABLE
        style = self.looks[SMALL_CELL if small else CELL]
        latin = (style.latin, self.looks[HEAD].latin)
        leasts = least_twips(rows, style.size, self.language, latin) if rows else ()
        look = TableLook(
            widths=column_twips(widths_mm, room, *leasts),
            language=self.language,
            size=style.size,
            latin=style.latin,
            leading=style.line,
            page=points(text_height_mm(landscape)),
        )
        return replace(look, cell=SMALL_CELL, head=SMALL_HEAD, label=SMALL_LABEL) if small else look

    def _own_width(self, widths_mm: Sequence[float], style: str) -> TableLook:
        """Return the look of a table on a cover: in the middle, no wider than it asks to be."""
        room = min(sum(widths_mm), text_width_mm(False))
        cell = self.looks[style]
        return TableLook(
            widths=column_twips(widths_mm, room),
            language=self.language,
            size=cell.size,
            leading=cell.line,
            page=points(text_height_mm(False)),
            centred=True,
        )


def _style(cell: Cell, look: TableLook) -> str:
    return look.label if isinstance(cell, Text) and cell.bold else look.cell
