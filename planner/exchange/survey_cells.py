"""The cells of a filled survey sheet as texts by row and column, from an Excel workbook or a Word document.

A formula without a result in the file has no text; its cell is kept apart, so that it can be named. In a Word document a
choice is a list of boxes (``□是　□否``): what counts is the one that was ticked, or what was written beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from planner.errors import ImportFailed
from planner.exchange import form_xml as x
from planner.exchange.form_address import address, corner
from planner.exchange.form_book import Book, Sheet
from planner.exchange.form_package import Package, open_package
from planner.exchange.form_text import Element
from planner.messages import Labelled, msg

MOST_ROWS = 5000
_BOXES, _TICKS = "□☐○", "■☑☒✓✔√●"
_BEFORE_BOX = re.compile(rf"(?=[{_BOXES}■☑☒●])|(?<=\s)(?=[✓✔√]\S)")  # a tick may stand in the box's stead
_STORED_DAY = re.compile(r"([1-9][0-9]{0,5})(?:\.[0-9]+)?")
_MARKS = re.compile(f"[{_BOXES}{_TICKS}]")
_TICK = re.compile(f"[{_TICKS}]")

Place = tuple[int, int]


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """A table: texts by row and column, formulas without a result, and what each cell is called."""

    texts: dict[Place, str]
    uncomputed: frozenset[Place] = frozenset()
    name: Callable[[int, int], str | Labelled]


def grids(path: Path) -> Iterator[Grid]:
    """Yield the tables of a workbook or a Word document.

    Raises:
        ImportFailed: the file is of another kind, or damaged; it says which kinds can be read.
    """
    if path.suffix.lower() == ".pdf":
        raise _unread(path)
    package = open_package(path)
    if "word/document.xml" in package.infos:
        yield from _tables(package)
        return
    book = Book(package)
    for sheet in book.sheets:
        yield _sheet(book, sheet)


def _unread(path: Path) -> ImportFailed:
    return ImportFailed(
        msg("survey.pdf", "A filled sheet is not read from a PDF: that one is for filling in on paper."),
        msg("survey.pdf.remedy", "Type the answers into the .xlsx or .docx sheet and read that."),
        str(path),
    )


def _sheet(book: Book, sheet: Sheet) -> Grid:
    texts: dict[Place, str] = {}
    uncomputed: set[Place] = set()
    for cell, at in book.cells(sheet):
        column, row = corner(at)
        if row <= MOST_ROWS and (typed := _text(book, cell)):
            texts[row, column] = typed
        elif any(x.local(part) == "f" for part in cell):
            uncomputed.add((row, column))
    return Grid(
        texts=texts,
        uncomputed=frozenset(uncomputed),
        name=lambda row, column: f"{sheet.name} {address(column, row)}",
    )


def _text(book: Book, cell: Element) -> str:
    """Return what a cell shows as text: a number as it is stored, the number of a date cell as its day."""
    parts = [part for part in cell if x.local(part) in ("v", "is")]
    if not parts:
        return ""
    if cell.get("t") == "s":
        number = int(parts[0].text or 0)
        return "".join(book.shared[number].itertext()).strip() if number < len(book.shared) else ""
    text = "".join(parts[0].itertext()).strip()
    return _day(book, text) if cell.get("t", "n") == "n" and book.format_of(cell).is_date else text


def _day(book: Book, text: str) -> str:
    """Return the day that a workbook keeps as a number; a time of the day is cut off, what is no day stays as it is."""
    number = _STORED_DAY.fullmatch(text)
    return book.day(int(number[1])).isoformat() if number is not None else text


def _tables(package: Package) -> Iterator[Grid]:
    root = x.parse(package, "word/document.xml")
    before = {(0, 1): " ".join(_paragraph(one) for one in x.below(root, "p"))}  # what stands around: the plan's number
    for number, table in enumerate(x.below(root, "tbl"), 1):
        texts: dict[Place, str] = dict(before)
        for row, line in enumerate(x.below(table, "tr"), 1):
            texts |= {(row, column): text for column, text in _line(line) if text and row <= MOST_ROWS}
        yield Grid(texts=texts, name=_row_name(number))


def _row_name(table: int) -> Callable[[int, int], Labelled]:
    return lambda row, _column: Labelled(zh=f"表{table}第{row}行", en=f"table {table}, row {row}")


def _line(line: Element) -> Iterator[tuple[int, str]]:
    column = 1
    for cell in x.below(line, "tc"):
        yield column, ticked("\n".join(_paragraph(one) for one in x.below(cell, "p")).strip())
        spans = [x.attribute(one, "val") or "1" for one in x.below(cell, "gridSpan")]
        column += int(spans[0]) if spans and spans[0].isdecimal() else 1


def _paragraph(paragraph: Element) -> str:
    return "".join(one.text or "" for one in x.below(paragraph, "t"))


def ticked(text: str) -> str:
    """Return the answer in a cell with boxes: the word that was ticked, else what was written beside them, '' for neither.

    More than one tick is no answer: the text stays as it is, so that it can be shown.
    """
    if not _MARKS.search(text):
        return text
    parts = [part for part in _BEFORE_BOX.split(text) if part.strip()]
    marked = [_MARKS.sub("", part).split() for part in parts if _TICK.search(part)]
    if len(marked) == 1 and marked[0]:
        return marked[0][0]
    beside = [word for part in parts for word in _MARKS.sub("", part).split()[1 if _MARKS.match(part) else 0 :]]
    return text if marked else " ".join(beside)
