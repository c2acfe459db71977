"""A document as plain text for the boxes of web forms: numbered lines, nothing that a box would lose.

A table of requirements becomes one numbered line for each row, with its mark and its sentence; what proves and what
tests it stays in the other formats. Any other table becomes a line for each row that names its columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from planner.documents.furniture import furniture
from planner.documents.model import (
    MARKS,
    Cell,
    Column,
    Document,
    Group,
    Input,
    KeyValues,
    Language,
    Mark,
    Note,
    PageBreak,
    Paragraph,
    Picture,
    Row,
    Signature,
    Table,
)
from planner.documents.numbering import Heading, Placed, flow, labels
from planner.render.cell_text import cell_text, head_text
from planner.render.plain_text import caption_text, one_line
from planner.render.xlsx_parts import line_text

_LINE_END = "\r\n"
_BLANK = "____"
_ENDS = {"zh": ("；", "。"), "en": (";", ".")}
_JOINT = {"zh": "；", "en": "; "}
_END_MARKS = "。；;. "


def render_text(document: Document, *, tabs: bool = False) -> bytes:
    """Return ``document`` as UTF-8 text with CRLF; ``tabs`` writes all tables with tabs, for pasting into a sheet."""
    lines = _Lines(document, tabs)
    return (_LINE_END.join(lines.all()) + _LINE_END).encode()


def line_lengths(content: bytes) -> tuple[int, ...]:
    """Return the number of characters of each line: a web form says how many it takes."""
    return tuple(len(line) for line in content.decode().removesuffix(_LINE_END).split(_LINE_END))


def shown_texts(document: Document) -> Iterator[str]:
    """Yield what must be found in the text, in order: title, headings, sentences, cells."""
    lines = _Lines(document, False)
    yield one_line(document.title)
    for part in lines.parts:
        if isinstance(part, Heading):
            yield one_line(part.text)
        elif isinstance(part.block, Table):
            yield from lines.table_texts(part.block)
        elif isinstance(part.block, KeyValues):
            yield from (one_line(text) for item in part.block.items for text in (item.key, lines.shown(item.value)))
        elif isinstance(part.block, Paragraph | Note):
            yield one_line(part.block.text)


def requirement_column(table: Table) -> int | None:
    """Return which column of ``table`` holds the requirements: the widest of words where a column holds marks."""
    words = [at for at, column in enumerate(table.columns) if column.kind == "text"]
    if not words or not any(column.kind == "mark" for column in table.columns):
        return None
    return max(words, key=lambda at: table.columns[at].width_mm)


class _Lines:
    """The lines of one document."""

    def __init__(self, document: Document, tabs: bool) -> None:
        self.document = document
        self.tabs = tabs
        self.language: Language = document.language
        self.words = furniture(document.language)
        self.labels: Mapping[str, str] = labels(document, "paper")
        self.parts = flow(document, "paper")

    def all(self) -> Iterator[str]:
        """Yield every line."""
        yield from self._head()
        for part in self.parts:
            if isinstance(part, Heading):
                yield ""
                yield one_line(part.text)
            else:
                yield from self._block(part)
        if self.document.signature:
            yield ""
            yield from self._signature(self.document.signature)

    def _head(self) -> Iterator[str]:
        document, words = self.document, self.words
        yield one_line(document.title)
        facts = [words.pair.format(key=item.key, value=self.shown(item.value)) for item in document.meta]
        marks = [words.internal] if document.audience == "internal" else []
        marks += [words.draft] if document.draft else []
        for text in (document.subtitle, document.organisation, words.facts_gap.join([*marks, *facts])):
            if text:
                yield one_line(text)

    def _block(self, part: Placed) -> Iterator[str]:
        block = part.block
        match block:
            case Table():
                yield from self._caption(block.caption, part.label)
                yield from self._table(block)
            case KeyValues():
                yield from self._caption(block.caption, part.label)
                yield from (self._pair(item.key, self.shown(item.value)) for item in block.items)
            case Picture():
                yield from self._caption(block.caption, part.label)
                yield one_line(block.words)
            case Signature():
                yield from self._signature(block)
            case Paragraph() | Note():
                yield one_line(line_text(block, self.document))
            case PageBreak():
                pass

    def _caption(self, caption: str, label: str) -> Iterator[str]:
        if caption:
            yield one_line(caption_text(self.language, caption, label))

    # ------------------------------------------------------------------------------------------ tables
    def _table(self, table: Table) -> Iterator[str]:
        wanted = requirement_column(table)
        if self.tabs:
            yield from self._tabbed(table)
        elif wanted is None:
            yield from self._records(table)
        else:
            yield from self._requirements(table, wanted)

    def _tabbed(self, table: Table) -> Iterator[str]:
        yield "\t".join(one_line(head_text(column, self.language)) for column in table.columns)
        for row in table.rows:
            yield one_line(row.title) if isinstance(row, Group) else "\t".join(map(self.shown, row.cells))

    def _requirements(self, table: Table, wanted: int) -> Iterator[str]:
        left = sum(isinstance(row, Row) for row in table.rows)
        between, last = _ENDS[self.language]
        number = 0
        for row in table.rows:
            if isinstance(row, Group):
                yield one_line(row.title)
                continue
            number += 1
            yield f"{number}. {self._requirement(table, row, wanted)}{last if number == left else between}"

    def _requirement(self, table: Table, row: Row, wanted: int) -> str:
        """Return mark, id and sentence of a requirement; the sentence ends the line's way, not its own."""
        marks = "".join(MARKS[cell.level] for cell in row.cells if isinstance(cell, Mark))
        codes = [self.shown(cell) for column, cell in zip(table.columns, row.cells, strict=True) if column.kind == "id"]
        return marks + " ".join([*codes, self.shown(row.cells[wanted]).rstrip(_END_MARKS)])

    def _records(self, table: Table) -> Iterator[str]:
        firsts = [self.shown(row.cells[0]) for row in table.rows if isinstance(row, Row)]
        counted = len(set(firsts)) == len(firsts)  # else the first column is no number of the line
        for row in table.rows:
            yield one_line(row.title) if isinstance(row, Group) else self._record(table.columns, row, counted)

    def _record(self, columns: Sequence[Column], row: Row, counted: bool) -> str:
        """Return the cells of a row with their heads; a full stop in the middle of the line gives way to the joint."""
        cells = list(zip(columns, map(self._told, row.cells), strict=True))
        number = ""
        if counted and cells[0][0].kind == "id" and cells[0][1]:
            number = cells[0][1] + (". " if cells[0][1].isdecimal() else " ")
            cells = cells[1:]
        told = [self._pair(head_text(column, self.language), text) for column, text in cells if text]
        return (number + _JOINT[self.language].join(told)).rstrip()

    def table_texts(self, table: Table) -> Iterator[str]:
        """Yield the texts of a table that the lines show."""
        wanted = requirement_column(table)
        for row in table.rows:
            if isinstance(row, Group):
                yield one_line(row.title)
            elif wanted is None:
                yield from map(self._told, row.cells)
            else:
                yield self._requirement(table, row, wanted)

    # ------------------------------------------------------------------------------------------ cells
    def _signature(self, block: Signature) -> Iterator[str]:
        for row in block.rows:
            told = [self._pair(head, text or _BLANK) if head else one_line(text) for head, text in zip(block.heads, row, strict=True)]  # fmt: skip
            yield self.words.gap.join(told)

    def _pair(self, key: str, value: str) -> str:
        return self.words.pair.format(key=one_line(key), value=value)

    def _told(self, cell: Cell) -> str:
        return self.shown(cell).rstrip("。")

    def shown(self, cell: Cell) -> str:
        """Return what a cell says, on one line."""
        return _BLANK if isinstance(cell, Input) else one_line(cell_text(cell, self.labels)).rstrip()
