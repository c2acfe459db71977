"""Excel forms: fields in cells, page headers, comments and text boxes.

A field alone in a cell becomes a real number where its value is one, shown in the cell's own format; every other text
is a string, so that nothing typed can become a formula. Cells with formulas are never written to.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from decimal import Decimal

from planner.errors import ImportFailed
from planner.exchange import form_xml as x
from planner.exchange.form_address import address, corners, whole
from planner.exchange.form_book import Book, Sheet, string_pieces
from planner.exchange.form_fields import Field, fields_in, is_torn
from planner.exchange.form_format import cell_number
from planner.exchange.form_report import Filler, Spot
from planner.exchange.form_text import Element, fill, text_of
from planner.exchange.form_xlsx_rows import repeat_rows
from planner.exchange.form_xml import local
from planner.messages import Message, msg

MAX_CELL = 32_767
MAX_HEADER = 255
_EXACT_DIGITS = 15  # what a double keeps: more than these stay text
_LONG_TEXT = 12
_A_DATE = "2026-11-30"
_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_HEADERS = ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter")
_PROMPTS = ("prompt", "promptTitle", "error", "errorTitle")
_BOXES = re.compile(r"(drawing|chart|chartshapes)\+xml$")
Places = dict[Element, Message]
Wanted = Callable[[Field], str | None]


def spots(book: Book) -> Iterator[Spot | Message]:
    """Yield every field of the form with its place, and notices about what cannot be filled."""
    for sheet in book.sheets:
        heads = _table_heads(book, sheet)
        for cell, at in book.cells(sheet):
            holder = book.text_holder(cell)
            if holder is not None:
                fault = _heading() if at in heads else None
                yield from _spots_of(text_of(string_pieces(holder)), cell_place(sheet, at), fault)
        yield from _sheet_notices(book, sheet)
        for element in x.below(book.root(sheet.part), *_HEADERS):
            yield from _spots_of(element.text or "", _header_place(sheet))
    for holder, place, _ in _boxes(book):
        yield from _spots_of(text_of(string_pieces(holder)), place)


def _table_heads(book: Book, sheet: Sheet) -> frozenset[str]:
    """Return the cells that head a column of an Excel table: the table's definition repeats their texts."""
    found: set[str] = set()
    for part in book.lead(sheet.part, "table"):
        table = book.root(part)
        (left, top), (right, _) = corners(table.get("ref", ""))
        if whole(table.get("headerRowCount"), 1):
            found |= {address(column, top) for column in range(left, right + 1)}
    return frozenset(found)


def _heading() -> Message:
    return msg("form.table_head", "The cell heads a column of an Excel table, which must not change.")


def _spots_of(text: str, place: Message, fault: Message | None = None) -> Iterator[Spot | Message]:
    remedy = msg("form.table_head.remedy", "Turn the table into a plain range in Excel, or move the field.")
    for match in fields_in(text):
        yield Spot(field=match.field, place=place, fault=fault, remedy=remedy if fault else None)
    if is_torn(text):
        yield msg("form.torn", "{place}: double braces that belong to no field were left as they are.", place=place)


def _sheet_notices(book: Book, sheet: Sheet) -> Iterator[Message]:
    if fields_in(sheet.name):
        yield msg(
            "form.sheet_name",
            "The name of sheet {sheet} holds a field; names of sheets are not filled.",
            sheet=sheet.name,
        )
    prompts = " ".join(
        one.get(name, "") for one in x.below(book.root(sheet.part), "dataValidation") for name in _PROMPTS
    )
    if fields_in(prompts):
        yield msg(
            "form.prompt", "Sheet {sheet}: fields in the prompts of a drop-down are not filled.", sheet=sheet.name
        )


def cell_place(sheet: Sheet, cell: str) -> Message:
    """Return the words for a cell."""
    return msg("form.place.sheet_cell", "sheet {sheet}, cell {cell}", sheet=sheet.name, cell=cell)


def _header_place(sheet: Sheet) -> Message:
    return msg("form.place.sheet_header", "sheet {sheet}, page header or footer", sheet=sheet.name)


# ------------------------------------------------------------------------------------------------ filling
def fill_xlsx(book: Book, filler: Filler) -> None:
    """Fill the workbook; raises ImportFailed where a row cannot be repeated safely or a text is too long for a cell."""
    places: Places = {}
    for sheet in book.sheets:
        places.update((cell, cell_place(sheet, at)) for cell, at in book.cells(sheet) if len(cell))
    rows = repeat_rows(book, places, filler)
    for sheet in book.sheets:
        for cell, _ in list(book.cells(sheet)):
            group, index = rows.get(cell, ("", None))
            if cell in places and _fill_cell(book, cell, places[cell], group, index, filler):
                book.changed.add(sheet.part)
                _look_at_width(book, sheet, cell, places[cell], filler)
        for element in x.below(book.root(sheet.part), *_HEADERS):
            if _fill_header(element, _header_place(sheet), filler):
                book.changed.add(sheet.part)
    for holder, place, part in _boxes(book):
        if fill(string_pieces(holder), _wanted(filler, place), _put):
            book.changed.add(part)


def _wanted(filler: Filler, place: Message, group: str = "", index: int | None = None) -> Wanted:
    """Return what to write for a field of a cell or comment: what reads like an escape (_x000D_) is escaped."""

    def wanted(field: Field) -> str | None:
        text = filler.text(field, place, index if field.group == group else None)
        return None if text is None else _ESCAPED.sub("_x005F_", text)

    return wanted


def _fill_cell(book: Book, cell: Element, place: Message, group: str, index: int | None, filler: Filler) -> bool:  # noqa: PLR0913
    """Fill one cell and tell whether it changed."""
    holder = book.text_holder(cell)
    pieces = string_pieces(holder) if holder is not None else []
    text = text_of(pieces)
    matches = fields_in(text)
    if not matches:
        return False
    if len(matches) == 1 and matches[0].field.raw == text.strip():
        field = matches[0].field
        number = _number(book, cell, field, filler, index if field.group == group else None)
        if number is not None and filler.text(field, place, index if field.group == group else None) is not None:
            _set_number(cell, number)
            return True
    own = x.like(cell, "is")
    own.extend(deepcopy(one) for one in holder if local(one) not in ("rPh", "phoneticPr"))  # type: ignore[union-attr]
    if not fill(string_pieces(own), _wanted(filler, place, group, index), _put):
        return False
    _set_text(cell, own, place)
    return True


def _number(book: Book, cell: Element, field: Field, filler: Filler, row: int | None) -> Decimal | None:
    """Return what a cell with this field alone holds as a number; None where it is a text."""
    value, style = filler.value(field, row), book.format_of(cell)
    if value is None or style.is_text:
        return None
    if isinstance(value, dt.date):
        return Decimal(book.serial(value)) if style.is_date and not field.format else None
    number = cell_number(field, value)
    is_percent = field.row is not None and field.row.type == "percent"
    if number is None or style.is_date or is_percent != style.is_percent:
        return None
    return number if len(number.normalize().as_tuple().digits) <= _EXACT_DIGITS else None


def _look_at_width(book: Book, sheet: Sheet, cell: Element, place: Message, filler: Filler) -> None:
    """Note the cell where its number is wider than its column: on paper it would be ####."""
    value, style = x.child(cell, "v"), book.format_of(cell)
    if value is None or not cell.get("r") or filler.last_text is None:
        return
    shown = _A_DATE if style.is_date else filler.last_text
    if book.widths(sheet).is_narrow(cell.get("r"), Decimal(value.text), shown, is_general=style.is_general):
        filler.narrow.append(place)


def _set_number(cell: Element, number: Decimal) -> None:
    _empty(cell)
    value = x.like(cell, "v")
    value.text = f"{number.normalize():f}"
    cell.insert(0, value)


def _set_text(cell: Element, own: Element, place: Message) -> None:
    _empty(cell)
    text = "".join(piece.text for piece in string_pieces(own))
    if len(text) > MAX_CELL:
        long = msg(
            "export.cell_length",
            "The text has {length} characters; a spreadsheet cell holds at most {most}.",
            length=len(text),
            most=MAX_CELL,
        )
        raise ImportFailed(
            msg("form.at", "{place}: {fault}", place=place, fault=long),
            msg(
                "form.cell_length.remedy",
                "Use {field} in a row of its own instead of one cell for all.",
                field="{{参数.要求}}",
            ),
        )
    if text:
        cell.set("t", "inlineStr")
        cell.insert(0, own)
    row = cell.getparent()
    if ("\n" in text or len(text) > _LONG_TEXT) and row.get("customHeight") not in ("1", "true"):
        row.attrib.pop("ht", None)  # the height the text had: left out, it is measured anew


def _empty(cell: Element) -> None:
    cell.attrib.pop("t", None)
    for one in [one for one in cell if local(one) in ("v", "is")]:
        cell.remove(one)


def _put(element: Element, lines: list[str]) -> None:
    element.text = "\n".join(lines)
    if "spreadsheetml" in x.namespace(element):
        element.set(x.XML_SPACE, "preserve")


def _fill_header(element: Element, place: Message, filler: Filler) -> bool:
    """Fill a page header: & is doubled, and a number does not run into a font size before it."""
    text = element.text or ""
    planned = [(match, filler.text(match.field, place)) for match in fields_in(text)]
    for match, value in reversed(planned):
        if value is not None:
            plain = value.replace("&", "&&")
            gap = " " if plain[:1].isdecimal() and re.search(r"&[0-9]+$", text[: match.start]) else ""
            text = text[: match.start] + gap + plain + text[match.end :]
    if len(text) > MAX_HEADER:
        long = msg(
            "form.header_length",
            "The page header would have {length} characters; {most} are possible.",
            length=len(text),
            most=MAX_HEADER,
        )
        raise ImportFailed(
            msg("form.at", "{place}: {fault}", place=place, fault=long),
            msg("form.header_length.remedy", "Take a shorter field for the header."),
        )
    is_changed = text != (element.text or "")
    element.text = text
    return is_changed


def _boxes(book: Book) -> Iterator[tuple[Element, Message, str]]:
    """Yield what holds text beside the cells: comments, text boxes, titles of charts; with place and part."""
    for part, kind in book.types.items():
        if kind.endswith("comments+xml") and "spreadsheetml" in kind:
            for comment in x.below(book.root(part), "comment"):
                for holder in x.children(comment, "text"):
                    yield holder, msg("form.place.comment", "comment at {cell}", cell=comment.get("ref", "")), part
        elif _BOXES.search(kind):
            for paragraph in x.below(book.root(part), "p"):
                if "drawingml" in x.namespace(paragraph):
                    text = "".join(piece.text for piece in string_pieces(paragraph))
                    yield paragraph, msg("form.place.drawing", "text box “{excerpt}”", excerpt=text[:24]), part


def has_formulas(book: Book) -> bool:
    """Tell whether any sheet has a formula."""
    return any(next(x.below(book.root(sheet.part), "f"), None) is not None for sheet in book.sheets)


def recalculate_on_open(book: Book) -> None:
    """Have the program that opens the workbook calculate every formula anew."""
    root = book.root(book.part)
    found = x.child(root, "calcPr")
    if found is None:
        found = x.like(root, "calcPr")
        after = [one for one in root if local(one) in _BEFORE_CALC]
        root.insert(list(root).index(after[-1]) + 1 if after else 0, found)
    found.set("fullCalcOnLoad", "1")
    book.changed.add(book.part)


_BEFORE_CALC = frozenset(
    {
        *("fileVersion", "fileSharing", "workbookPr", "AlternateContent", "workbookProtection", "bookViews", "sheets"),
        *("functionGroups", "externalReferences", "definedNames", "revisionPtr", "absPath"),
    }
)


def is_filled(kind: str) -> bool:
    """Tell whether parts of a content type are filled beside the sheets."""
    return bool(_BOXES.search(kind)) or kind.endswith("comments+xml")
