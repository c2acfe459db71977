"""One text through every format and back: what stands in the cell beside P-001, read by another library than ours."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import msgspec
import openpyxl

from planner.documents.model import Cell, Column, ColumnKind, Document, Row, Section, Table, Text
from planner.messages import Message
from planner.render import render
from tests.documents.papers import small
from tests.documents.word import read as read_word

KINDS = ("xlsx", "pdf", "docx", "txt")


class Back(msgspec.Struct, frozen=True, kw_only=True):
    """A text as it came back, with the notices of the export and, in a workbook, the cell."""

    text: str
    notices: tuple[Message, ...]
    cell: Any = None

    @property
    def removed(self) -> int:
        """Return how many characters the export said it left out."""
        return sum(int(str(one.values["count"])) for one in self.notices if one.id == "export.removed")


def through(text: str, kind: str, folder: Path) -> Back:
    """Return ``text`` as the file of ``kind`` has it."""
    target = folder / f"a.{kind}"
    made = render(small(text, blocks=(Section(title="正文", blocks=(table_of(Text(text)),)),)), target, kind)
    content = target.read_bytes()
    assert [entry.name for entry in folder.iterdir()] == [target.name]
    target.unlink()
    if kind == "xlsx":
        cell = cell_beside(openpyxl.load_workbook(io.BytesIO(content)).worksheets[0])
        return Back(text=cell.value or "", notices=made.notices, cell=cell)
    read = {"pdf": _page, "docx": _word, "txt": _line}[kind]
    return Back(text=read(content), notices=made.notices)


def cell_beside(sheet: Any) -> Any:
    """Return the cell to the right of P-001."""
    return next(cell for row in sheet.iter_rows() for cell in row if cell.value == "P-001").offset(0, 1)


def table_of(cell: Cell, kind: ColumnKind = "text") -> Table:
    """Return a table whose only row is P-001 and ``cell``."""
    columns = (
        Column(key="id", title="编号", width_mm=20, kind="id"),
        Column(key="value", title="内容", width_mm=80, kind=kind),
    )
    return Table(columns=columns, rows=(Row((Text("P-001"), cell)),), caption="内容")


def paper_of(cell: Cell, kind: ColumnKind = "text") -> Document:
    """Return a paper with ``cell`` beside P-001."""
    return small("x", blocks=(table_of(cell, kind),))


def shown(document: Document, kind: str, folder: Path) -> str:
    """Return what ``document`` reads beside P-001 where it is printed."""
    target = folder / f"a.{kind}"
    render(document, target, kind)
    return {"pdf": _page, "docx": _word, "txt": _line}[kind](target.read_bytes())


def page_texts(content: bytes) -> list[str]:
    """Return the text of each page of a PDF without its blanks."""
    import pypdf

    return [re.sub(r"\s", "", page.extract_text()) for page in pypdf.PdfReader(io.BytesIO(content)).pages]


def _page(content: bytes) -> str:
    import pypdfium2

    with pypdfium2.PdfDocument(content) as pdf:
        whole = "\n".join(page.get_textpage().get_text_range() for page in pdf)
    return whole.replace("\r\n", "\n").partition("P-001")[2].partition("第 1 页")[0].strip(" \n")


def _word(content: bytes) -> str:
    return next(
        row.cells[1].text for table in read_word(content).tables for row in table.rows if row.cells[0].text == "P-001"
    )


def _line(content: bytes) -> str:
    line = next(one for one in content.decode().split("\r\n") if one.startswith("P-001"))
    return line.removeprefix("P-001").removeprefix(" 内容：")
