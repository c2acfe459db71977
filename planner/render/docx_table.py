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
from planner.render.cell_text import alignment, cell_text, head_text
from planner.render.docx_page import points, text_height_mm, text_width_mm
from planner.render.docx_rows import TableCell, TableLook, TableRow, row_height, table_xml
from planner.render.docx_styles import (
    CELL_SIDE_TWIPS,
    COVER_FACT,
    COVER_LABEL,
    GROUP_FILL,
    SMALL_CELL,
    SMALL_HEAD,
    SMALL_LABEL,
    SMALL_LEADING,
    SMALL_SIZE,
)
from planner.render.docx_widths import column_twips, word_em
from planner.render.docx_xml import TWIPS_PER_PT, element, run
from planner.render.plain_text import plain

_SMALL_BELOW = 0.8
_SIGN_MM = 11.0
_FACT_MM = 12.0
_BORDER_TWIPS = 20
_BLANK = "\u3000" * 8
_DATE = {"zh": "\u3000\u3000年\u3000\u3000月\u3000\u3000日", "en": _BLANK}


class TableWriter:
    """Writes the tables of one document; ``link`` gives the bookmark of an anchor, '' where it has none."""

    def __init__(self, language: Language, labels: Mapping[str, str], link: Callable[[str], str]) -> None:
        self.language = language
        self.labels = labels
        self.link = link

    def table(self, table: Table, *, tied: bool) -> str:
        """Return a table; ``tied`` keeps its last row with what follows."""
        aligns = [alignment(column) for column in table.columns]
        titles = [head_text(column, self.language) for column in table.columns]
        texts = [[cell_text(cell, self.labels) for cell in row.cells] for row in table.rows if isinstance(row, Row)]
        look = _look([column.width_mm for column in table.columns], table.landscape, [titles, *texts])
        heads = [Text(title, bold=True) for title in titles]
        head = self._row(heads, ["center"] * len(heads), look, look.head)
        rows = [self._table_row(row, aligns, look) for row in table.rows]
        return table_xml(look, rows, head=head, repeat=table.repeat_head, tied=tied, caption=table.caption)

    def _table_row(self, row: Row | Group, aligns: Sequence[Align], look: TableLook) -> TableRow:
        if isinstance(row, Group):
            made = self._row([Text(row.title, bold=True)], ["left"], look)
            return replace(made, span=True, fill=GROUP_FILL)
        if len(row.cells) != len(aligns):
            raise ValueError(f"{len(row.cells)} cells for {len(aligns)} columns")
        made = self._row(row.cells, aligns, look, look.label if row.total else "")
        return replace(made, fill=GROUP_FILL) if row.total else made

    def key_values(self, block: KeyValues, *, tied: bool) -> str:
        """Return a table of labels and values."""
        look = _look(block.widths_mm, False)
        rows = [self._pair(item.key, item.value, look) for item in block.items]
        return table_xml(look, rows, tied=tied, labelled=True, caption=block.caption)

    def facts(self, pairs: Sequence[tuple[str, Cell]], widths_mm: Sequence[float]) -> str:
        """Return the facts on a cover as a table with high rows."""
        look = replace(_look(widths_mm, False), cell=COVER_FACT, label=COVER_LABEL, size=11, leading=16)
        rows = [self._pair(key, value, look) for key, value in pairs]
        rows = [replace(row, minimum_mm=_FACT_MM) for row in rows]
        return table_xml(look, rows, labelled=True)

    def _pair(self, key: str, value: Cell, look: TableLook) -> TableRow:
        """Return a row of label and value; an empty value is a line to write on."""
        aligns: tuple[Align, Align] = ("center", "left")
        row = self._row([Text(key, bold=True), value], aligns, look)
        if not isinstance(value, Input):
            return row
        line = _DATE[self.language] if value.kind == "date" else _BLANK
        blank = TableCell((run(line, self.language, underlined=True),), "left", look.cell)
        return replace(row, cells=(row.cells[0], blank))

    def signature(self, block: Signature) -> str:
        """Return a table that is signed, kept on one page."""
        look = _look(block.widths_mm, False)
        aligns: list[Align] = ["center"] * len(block.heads)
        head = self._row([Text(text, bold=True) for text in block.heads], aligns, look, look.head)
        rows = [self._row([Text(text) for text in row], aligns, look) for row in block.rows]
        rows = [replace(row, minimum_mm=_SIGN_MM) for row in rows]
        return table_xml(look, rows, head=head, repeat=False, whole=True)

    def _row(self, cells: Sequence[Cell], aligns: Sequence[Align], look: TableLook, style: str = "") -> TableRow:
        """Return a row; ``style`` is that of all its cells, '' takes what each cell asks for."""
        texts = [plain(cell_text(cell, self.labels)) for cell in cells]
        made = tuple(
            TableCell(self._contents(cell, text), align, style or _style(cell, look))
            for cell, text, align in zip(cells, texts, aligns, strict=True)
        )
        widths = look.widths if len(texts) == len(look.widths) else (sum(look.widths),)
        return TableRow(cells=made, height=row_height(texts, widths, look))

    def _contents(self, cell: Cell, text: str) -> tuple[str, ...]:
        runs = tuple(run(line, self.language) for line in text.split("\n"))
        name = self.link(cell.anchor) if isinstance(cell, Reference) else ""
        return tuple(element("hyperlink", part, anchor=name) for part in runs) if name else runs


def _style(cell: Cell, look: TableLook) -> str:
    return look.label if isinstance(cell, Text) and cell.bold else look.cell


def _look(widths_mm: Sequence[float], landscape: bool, cells: Sequence[Sequence[str]] = ()) -> TableLook:
    """Return the look of a table: in small type where its columns want much more than the page has.

    ``cells`` are rows of texts, the heads first, whose words should not be broken.
    """
    room = text_width_mm(landscape)
    look = TableLook(widths=column_twips(widths_mm, room), page=points(text_height_mm(landscape)))
    if room / sum(widths_mm) < _SMALL_BELOW:
        small = {"cell": SMALL_CELL, "head": SMALL_HEAD, "label": SMALL_LABEL}
        look = replace(look, **small, size=SMALL_SIZE, leading=SMALL_LEADING)
    if not cells:
        return look
    words = [0.0] * len(widths_mm)
    for row, texts in enumerate(cells):
        words = [max(most, word_em(text, sans=row == 0)) for most, text in zip(words, texts, strict=True)]
    least = [em * look.size * TWIPS_PER_PT + 2 * CELL_SIDE_TWIPS + _BORDER_TWIPS for em in words]
    return replace(look, widths=column_twips(widths_mm, room, least))
