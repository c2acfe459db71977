"""An Excel form in memory: its sheets by name, shared texts, cell formats, and which parts were changed.

Parts are parsed when they are first asked for. Source of the format: ECMA-376 part 1, chapter 18.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from planner.errors import ImportFailed
from planner.exchange import form_xml as x
from planner.exchange.form_address import address, corner, whole
from planner.exchange.form_package import Package
from planner.exchange.form_text import Element, Piece, barrier
from planner.exchange.form_xlsx_widths import Widths
from planner.exchange.form_xml import local
from planner.messages import msg

_TEXT_FORMAT = 49  # "@", ECMA-376 part 1, 18.8.30
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_PERCENT_FORMATS = frozenset((9, 10))
_PLAIN_ADDRESS = re.compile("[A-Z]{1,3}[1-9][0-9]{0,6}")
_LITERAL = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.')
_EPOCH, _EPOCH_1904 = dt.date(1899, 12, 30), dt.date(1904, 1, 1)


class Sheet(msgspec.Struct, frozen=True):
    """A worksheet: its name and part."""

    name: str
    part: str


class CellFormat(msgspec.Struct, frozen=True):
    """What a cell's number format makes of a number, whether its text wraps, and whether its font strikes it out."""

    is_text: bool = False
    is_date: bool = False
    is_percent: bool = False
    is_general: bool = False
    wraps: bool = False
    is_struck: bool = False


class Book:
    """A workbook that is being read or filled."""

    def __init__(self, package: Package) -> None:
        """Find the workbook part; raises ImportFailed where there is none."""
        self.package = package
        self.types = x.content_types(package)
        self.changed: set[str] = set()
        self.removed: set[str] = set()
        self._roots: dict[str, Element] = {}
        self._widths: dict[str, Widths] = {}
        found = [name for name, kind in self.types.items() if "sheet" in kind and kind.endswith("main+xml")]
        if not found:
            raise ImportFailed(msg("form.damaged", "The file is damaged."), None, package.name)
        self.part = found[0]

    def root(self, part: str) -> Element:
        """Return the parsed part."""
        if part not in self._roots:
            self._roots[part] = x.parse(self.package, part)
        return self._roots[part]

    def widths(self, sheet: Sheet) -> Widths:
        """Return the column widths of a sheet as they are when first asked for."""
        if sheet.part not in self._widths:
            self._widths[sheet.part] = Widths(self.root(sheet.part))
        return self._widths[sheet.part]

    def result(self) -> dict[str, bytes]:
        """Return the changed parts as bytes."""
        return {part: x.serialised(self._roots[part]) for part in self.changed if part not in self.removed}

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        """Return the worksheets in the order of their tabs; chart sheets have no cells."""
        leads = x.relations(self.package, self.part)
        found = []
        for one in x.below(self.root(self.part), "sheet"):
            kind, part = leads.get(x.attribute(one, "id") or "", ("", ""))
            if kind == "worksheet" and part in self.package.infos:
                found.append(Sheet(one.get("name", ""), part))
        return tuple(found)

    @cached_property
    def shared(self) -> tuple[Element, ...]:
        """Return the shared texts by number."""
        leads = x.relations(self.package, self.part).values()
        part = next((part for kind, part in leads if kind == "sharedStrings" and part in self.package.infos), "")
        return tuple(x.children(self.root(part), "si")) if part else ()

    @cached_property
    def _shared_with_braces(self) -> tuple[Element | None, ...]:
        return tuple(one if _has_braces(one) else None for one in self.shared)

    @cached_property
    def formats(self) -> tuple[CellFormat, ...]:
        """Return the cell formats by style number."""
        leads = x.relations(self.package, self.part).values()
        part = next((part for kind, part in leads if kind == "styles" and part in self.package.infos), "")
        if not part:
            return ()
        root = self.root(part)
        codes = {whole(one.get("numFmtId"), 0): one.get("formatCode", "") for one in x.below(root, "numFmt")}
        cells, fonts = x.child(root, "cellXfs"), x.child(root, "fonts")
        struck = [x.is_struck(one) for one in x.children(fonts, "font")] if fonts is not None else []
        return tuple(_format(one, codes, struck) for one in x.children(cells, "xf")) if cells is not None else ()

    def format_of(self, cell: Element) -> CellFormat:
        """Return the format of a cell."""
        number = whole(cell.get("s"), 0)
        return self.formats[number] if number < len(self.formats) else CellFormat()

    def cells(self, sheet: Sheet) -> Iterator[tuple[Element, str]]:
        """Yield every cell of a sheet that is there, with its address; an address that is left out is counted."""
        data = x.child(self.root(sheet.part), "sheetData")
        row_number = 0
        for row in x.children(data, "row") if data is not None else ():
            row_number = whole(row.get("r"), row_number + 1)
            at = ""
            for cell in x.children(row, "c"):
                given = cell.get("r")
                if given is None:
                    at = address(corner(at)[0] + 1 if at else 1, row_number)
                else:
                    at = given if _PLAIN_ADDRESS.fullmatch(given) else address(*corner(given))
                yield cell, at

    def text_holder(self, cell: Element) -> Element | None:
        """Return the element that holds a cell's text (shared or its own) where that can have a field, else None.

        Numbers, blanks and formulas have none: a formula is never written to.
        """
        kind = cell.get("t")
        if kind not in ("s", "inlineStr", "str") or x.child(cell, "f") is not None:
            return None
        value = x.child(cell, "is" if kind == "inlineStr" else "v")
        if value is None:
            return None
        if kind == "s":
            number = whole(value.text or "0", 0)
            return self._shared_with_braces[number] if number < len(self.shared) else None
        held = value if kind == "inlineStr" else _own_text(cell, value.text or "")
        return held if _has_braces(held) else None

    def serial(self, day: dt.date) -> int:
        """Return a day as the number a date cell holds, in the calendar of this workbook."""
        return (day - self._epoch()).days

    def day(self, serial: int) -> dt.date:
        """Return the day that a date cell with this number shows, in the calendar of this workbook.

        Raises OverflowError for a number that is no day.
        """
        return dt.date.fromordinal(self._epoch().toordinal() + serial)

    def _epoch(self) -> dt.date:
        is_1904 = any(one.get("date1904") in ("1", "true") for one in x.below(self.root(self.part), "workbookPr"))
        return _EPOCH_1904 if is_1904 else _EPOCH

    def lead(self, part: str, kind: str) -> list[str]:
        """Return the parts that ``part`` leads to by relations of a kind."""
        found = x.relations(self.package, part).values()
        return [target for own, target in found if own == kind and target in self.package.infos]


def _has_braces(holder: Element) -> bool:
    text = "".join(holder.itertext())
    return "{" in text or "｛" in text


def _own_text(cell: Element, text: str) -> Element:
    """Return a string item for a text that some programs write straight into the cell's value."""
    own, inner = x.like(cell, "is"), x.like(cell, "t")
    inner.text = text
    own.append(inner)
    return own


def string_pieces(holder: Element) -> list[Piece]:
    """Return the text of a string item, comment or drawing paragraph in pieces, without phonetic readings."""
    found = []
    for one in holder.iter():
        if any(local(up) == "rPh" for up in one.iterancestors()):
            continue
        if local(one) == "t":
            found.append(Piece(one, one.text or ""))
        elif local(one) == "br":
            found.append(barrier())
    return found


def _format(style: Element, codes: Mapping[int, str], struck: Sequence[bool]) -> CellFormat:
    number, font = whole(style.get("numFmtId"), 0), whole(style.get("fontId"), 0)
    code = _LITERAL.sub("", codes.get(number, ""))
    alignment = x.child(style, "alignment")
    return CellFormat(
        is_text=number == _TEXT_FORMAT or code.strip() == "@",
        is_date=number in _DATE_FORMATS or bool(re.search("[yd年月日]", code, re.IGNORECASE)),
        is_general=number == 0,
        is_percent=number in _PERCENT_FORMATS or "%" in code,
        wraps=alignment is not None and alignment.get("wrapText") in ("1", "true"),
        is_struck=font < len(struck) and struck[font],
    )
