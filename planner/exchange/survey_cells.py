"""The cells of a filled survey sheet as texts by row and column, from an Excel workbook or a Word document.

A formula without a result in the file has no text; its cell is kept apart, so that it can be named. In a Word document a
choice is a list of boxes (``□是　□否``): what counts is the one that was ticked, or what was written beside them. What was
crossed out does not count; a cell with nothing else is kept apart too.
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
    """A table: texts by row and column, formulas without a result, crossed-out texts, and what each cell is called."""

    texts: dict[Place, str]
    uncomputed: frozenset[Place] = frozenset()
    struck: frozenset[Place] = frozenset()
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
    struck: set[Place] = set()
    for cell, at in book.cells(sheet):
        column, row = corner(at)
        typed, standing = _text(book, cell)
        if row <= MOST_ROWS and typed:
            texts[row, column] = standing or typed
            struck |= set() if standing else {(row, column)}
        elif any(x.local(part) == "f" for part in cell):
            uncomputed.add((row, column))
    return Grid(
        texts=texts,
        uncomputed=frozenset(uncomputed),
        struck=frozenset(struck),
        name=lambda row, column: f"{sheet.name} {address(column, row)}",
    )


def _text(book: Book, cell: Element) -> tuple[str, str]:
    """Return what a cell shows as text, and what of it is not crossed out: a number as it is stored, a date as its day."""
    parts = [part for part in cell if x.local(part) in ("v", "is")]
    if not parts:
        return "", ""
    form, holder = book.format_of(cell), parts[0]
    if cell.get("t") == "s":
        number = int(holder.text or 0)
        if number >= len(book.shared):
            return "", ""
        holder = book.shared[number]
    text = "".join(holder.itertext()).strip()
    if cell.get("t", "n") == "n" and form.is_date:
        text = _day(book, text)
    runs = list(x.children(holder, "r"))
    if not runs:
        return text, "" if form.is_struck else text
    return text, "".join("".join(one.itertext()) for one in runs if not _is_struck(one, own=form.is_struck)).strip()


def _is_struck(run: Element, *, own: bool) -> bool:
    """Tell whether a run is crossed out: by its own font where it has one."""
    properties = x.child(run, "rPr")
    return own if properties is None else x.is_struck(properties)


def _day(book: Book, text: str) -> str:
    """Return the day that a workbook keeps as a number; a time of the day is cut off, what is no day stays as it is."""
    number = _STORED_DAY.fullmatch(text)
    return book.day(int(number[1])).isoformat() if number is not None else text


def _tables(package: Package) -> Iterator[Grid]:
    root = x.parse(package, "word/document.xml")
    before = {
        (0, 1): " ".join(_paragraph(one)[0] for one in x.below(root, "p"))
    }  # what stands around: the plan's number
    for number, table in enumerate(x.below(root, "tbl"), 1):
        texts: dict[Place, str] = dict(before)
        struck: set[Place] = set()
        for row, line in enumerate(x.below(table, "tr"), 1):
            for column, typed, standing in _line(line):
                if typed and row <= MOST_ROWS:
                    texts[row, column] = standing or typed
                    struck |= set() if standing else {(row, column)}
        yield Grid(texts=texts, struck=frozenset(struck), name=_row_name(number))


def _row_name(table: int) -> Callable[[int, int], Labelled]:
    return lambda row, _column: Labelled(zh=f"表{table}第{row}行", en=f"table {table}, row {row}")


def _line(line: Element) -> Iterator[tuple[int, str, str]]:
    """Yield of each cell its column, its text, and what of that is not crossed out."""
    column = 1
    for cell in x.below(line, "tc"):
        parts = [_paragraph(one) for one in x.below(cell, "p")]
        whole, standing = ("\n".join(one[number] for one in parts).strip() for number in (0, 1))
        yield column, ticked(whole), ticked(standing)
        spans = [x.attribute(one, "val") or "1" for one in x.below(cell, "gridSpan")]
        column += int(spans[0]) if spans and spans[0].isdecimal() else 1


def _paragraph(paragraph: Element) -> tuple[str, str]:
    """Return the text of a paragraph, and what of it is not crossed out."""
    texts = list(x.below(paragraph, "t"))
    standing = (one for one in texts if not _is_struck(one.getparent(), own=False))
    return "".join(one.text or "" for one in texts), "".join(one.text or "" for one in standing)


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
