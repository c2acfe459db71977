"""Rows of Excel forms that are repeated, and everything of the workbook that must move with them.

Cells, formulas of all sheets, names (print area too), merged cells, formats and validations by area, links, filters,
page breaks, tables, comments, pictures and charts are moved or stretched; what has no safe answer is refused with its
cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import msgspec

from planner.errors import ImportFailed
from planner.exchange import form_xml as x
from planner.exchange.form_address import address as address_of
from planner.exchange.form_address import corner, corners, strange, whole
from planner.exchange.form_book import Book, Sheet, string_pieces
from planner.exchange.form_fields import Field, fields_in
from planner.exchange.form_references import MAX_ROW, Shift, copied, moved, refused
from planner.exchange.form_report import Filler, Repeated
from planner.exchange.form_text import Element, text_of
from planner.exchange.form_xlsx_areas import move_areas, refuse_unmovable
from planner.exchange.form_xml import local
from planner.messages import Message, msg

Places = dict[Element, Message]
Rows = dict[Element, tuple[str, int]]  # cell -> group, number of the row


class Block(msgspec.Struct, frozen=True):
    """Neighbouring rows with fields of one group: their numbers and elements, and the place to name."""

    group: str
    numbers: tuple[int, ...]
    elements: tuple[Element, ...]
    place: Message


def repeat_rows(book: Book, places: Places, filler: Filler) -> Rows:
    """Repeat the rows of the workbook that hold fields of rows; ``places`` gets the copies' cells too.

    Raises:
        ImportFailed: a row that cannot be repeated safely, with the cell and what to do.
    """
    rows: Rows = {}
    for sheet in book.sheets:
        for block in reversed(_blocks(book, sheet, places)):  # from below: places further up stay where they are
            count = filler.count(block.group)  # type: ignore[arg-type]  # a group's key from the table
            if not count:
                continue
            if count > 1:
                _insert(book, sheet, block, count, places, rows)
            rows |= {cell: (block.group, 0) for row in block.elements for cell in x.children(row, "c")}
            filler.repeated.append(Repeated(group=block.group, rows=count, place=block.place))  # type: ignore[arg-type]
    return rows


def _blocks(book: Book, sheet: Sheet, places: Places) -> list[Block]:
    found: list[Block] = []
    seen: set[str] = set()
    for number, row, fields, place in _rows_with_fields(book, sheet, places):
        groups = {field.group for field in fields}
        if len(groups) > 1:
            names = sorted({field.raw for field in fields})
            raise _at(
                place, msg("form.mixed", "One row holds fields of different tables: {names}.", names=names), _apart()
            )
        group, names_here = groups.pop(), {field.row.id for field in fields if field.row is not None}
        last = found[-1] if found else None
        if last is not None and last.group == group and number == last.numbers[-1] + 1:
            if names_here & seen:
                raise _at(place, _twice(), msg("form.twice.remedy", "Leave one such row; the program repeats it."))
            seen |= names_here
            found[-1] = Block(group, (*last.numbers, number), (*last.elements, row), last.place)
        else:
            seen = names_here
            found.append(Block(group, (number,), (row,), place))
    return found


def _apart() -> Message:
    return msg("form.mixed.remedy", "Give each table a row of its own.")


def _twice() -> Message:
    return msg("form.twice", "The row to repeat stands in the form more than once.")


def _at(place: Message, fault: Message, remedy: Message | None) -> ImportFailed:
    return ImportFailed(msg("form.at", "{place}: {fault}", place=place, fault=fault), remedy)


def _rows_with_fields(book: Book, sheet: Sheet, places: Places) -> Iterator[tuple[int, Element, list[Field], Message]]:
    """Yield (number, row, its fields of rows, place of the first) for each row that has any."""
    current: tuple[int, Element, list[Field], Message] | None = None
    for cell, address in book.cells(sheet):
        holder = book.text_holder(cell)
        matches = fields_in(text_of(string_pieces(holder))) if holder is not None else ()
        fields = [match.field for match in matches if match.field.group]
        row = cell.getparent()
        if fields and current is not None and current[1] is row:
            current[2].extend(fields)
        elif fields:
            if current is not None:
                yield current
            current = (corner(address)[1], row, fields, places[cell])
    if current is not None:
        yield current


# ------------------------------------------------------------------------------------------------ inserting
def _insert(book: Book, sheet: Sheet, block: Block, count: int, places: Places, rows: Rows) -> None:  # noqa: PLR0913
    """Put ``count - 1`` copies of the block below it and move everything below."""
    height = len(block.numbers)
    shift = Shift(sheet=sheet.name, first=block.numbers[0], last=block.numbers[-1], by=height * (count - 1))
    _name_places(book, sheet)
    data = x.child(book.root(sheet.part), "sheetData")
    if max(whole(one.get("r"), 0) for one in x.children(data, "row")) + shift.by > MAX_ROW:
        raise _at(block.place, msg("form.sheet_full", "The sheet has no room for {count} rows.", count=count), None)
    refuse_unmovable(book, sheet, shift, block.place)
    _unshare(book, sheet)
    _adjust_formulas(book, shift, places)
    hidden = move_areas(book, sheet, shift, count, block.place)
    _refuse_hidden(book, block, hidden, places)
    for row in x.children(data, "row"):
        _renumber(row, shift.row(whole(row.get("r"), 0)))
    last = block.elements[-1]
    for index in range(1, count):
        for element in block.elements:
            copy = _copy(element, shift, index, height, places, hidden)
            rows |= dict.fromkeys(x.children(copy, "c"), (block.group, index))
            last.addnext(copy)
            last = copy
    for cell in [cell for row in block.elements for cell in x.children(row, "c")]:
        formula = x.child(cell, "f")
        if formula is not None:
            formula.text = copied(formula.text or "", shift, 0, places[cell])
    _drop_calculation_order(book)
    book.changed.add(sheet.part)


def _refuse_hidden(book: Book, block: Block, hidden: frozenset[str], places: Places) -> None:
    """Make sure that no field of rows stands in a cell whose merge reaches beyond the block: copies would not show it."""
    for cell in (cell for row in block.elements for cell in x.children(row, "c")):
        holder = book.text_holder(cell) if cell.get("r").rstrip("0123456789") in hidden else None
        matches = fields_in(text_of(string_pieces(holder))) if holder is not None else ()
        if any(match.field.group for match in matches):
            fault = msg("form.merged", "The field stands in a merged cell that reaches beyond the row to repeat.")
            raise _at(
                places[cell], fault, msg("form.merged.remedy", "Split the merged cell, or move the field out of it.")
            )


def _name_places(book: Book, sheet: Sheet) -> None:
    """Give every row and cell its address in writing; some programs leave them out."""
    for cell, address in book.cells(sheet):
        cell.set("r", address)
        cell.getparent().set("r", str(corner(address)[1]))
    data, number = x.child(book.root(sheet.part), "sheetData"), 0
    for row in x.children(data, "row") if data is not None else ():
        number = whole(row.get("r"), number + 1)
        row.set("r", str(number))


def _renumber(row: Element, number: int) -> None:
    row.set("r", str(number))
    for cell in x.children(row, "c"):
        cell.set("r", cell.get("r").rstrip("0123456789") + str(number))


def _copy(  # noqa: PLR0913
    element: Element, shift: Shift, index: int, height: int, places: Places, hidden: frozenset[str]
) -> Element:
    copy = deepcopy(element)
    for old, new in zip(x.children(element, "c"), x.children(copy, "c"), strict=True):
        if old in places:  # an empty cell has none
            places[new] = places[old]
        formula = x.child(new, "f")
        if formula is not None:
            formula.text = copied(formula.text or "", shift, index, places[old])
            for value in list(x.children(new, "v")):
                new.remove(value)  # what the first row comes to is not what this one does
            new.attrib.pop("t", None)
        elif new.get("r").rstrip("0123456789") in hidden:
            for content in list(new):
                new.remove(content)
            new.attrib.pop("t", None)
    _renumber(copy, whole(element.get("r"), 0) + index * height)
    copy.tail = None
    return copy


# ------------------------------------------------------------------------------------------------ formulas
def _unshare(book: Book, target: Sheet) -> None:
    """Write shared formulas out cell by cell where they may refer to the sheet that grows."""
    for sheet in book.sheets:
        shared = [(cell, address, one) for cell, address, one in _formulas(book, sheet) if one.get("t") == "shared"]
        masters = {one.get("si"): (one.text, address) for _, address, one in shared if one.text}
        if sheet is not target and not any("!" in text for text, _ in masters.values()):
            continue
        for _, address, one in shared:
            text, origin = masters.get(one.get("si"), ("", address))
            one.text = _translated(text, origin, address) if text else one.text
            for name in ("t", "si", "ref"):
                one.attrib.pop(name, None)
            book.changed.add(sheet.part)


def _translated(text: str, origin: str, address: str) -> str:
    from openpyxl.formula.tokenizer import TokenizerError
    from openpyxl.formula.translate import Translator, TranslatorError

    try:
        found: str = Translator(f"={text}", origin).translate_formula(address)
    except (TokenizerError, TranslatorError, ValueError, IndexError) as error:
        raise strange(text) from error
    return found[1:]


def _formulas(book: Book, sheet: Sheet) -> Iterator[tuple[Element, str, Element]]:
    for cell, address in book.cells(sheet):
        formula = x.child(cell, "f")
        if formula is not None:
            yield cell, address, formula


def _adjust_formulas(book: Book, shift: Shift, places: Places) -> None:
    """Adjust the formulas of all sheets; those of the block itself are done with its copies."""
    for sheet in book.sheets:
        is_here = sheet.name == shift.sheet
        for cell, address, formula in _formulas(book, sheet):
            row = corner(address)[1]
            in_block = is_here and shift.holds(row)
            _adjust_array(formula, shift, in_block=in_block, is_here=is_here, place=places[cell])
            if in_block or not formula.text:
                continue
            adjusted = moved(formula.text, sheet.name, shift, places[cell])
            if adjusted != formula.text:
                formula.text = adjusted
                book.changed.add(sheet.part)


def _adjust_array(formula: Element, shift: Shift, *, in_block: bool, is_here: bool, place: Message) -> None:
    """Move an array formula's area with its cell; arrays and data tables in or over the block are refused."""
    kind, area = formula.get("t"), formula.get("ref")
    if kind == "dataTable" and is_here or (kind == "array" and in_block):
        raise refused(formula.text or kind or "", place)
    if kind != "array" or not is_here or not area:
        return
    first, last = corners(area)
    if first[1] <= shift.last and last[1] >= shift.first:
        raise refused(area, place)
    formula.set("ref", f"{address_of(first[0], shift.row(first[1]))}:{address_of(last[0], shift.row(last[1]))}")


def _drop_calculation_order(book: Book) -> None:
    """Take calcChain out: it lists cells that are elsewhere now, and every program makes it anew."""
    parts = [name for name, kind in book.types.items() if kind.endswith("calcChain+xml")]
    if not parts:
        return
    types = "[Content_Types].xml"
    for one in [
        one for one in x.children(book.root(types), "Override") if one.get("PartName", "").lstrip("/") in parts
    ]:
        x.drop(one)
    folder, _, file = book.part.rpartition("/")
    links = f"{folder}/_rels/{file}.rels".lstrip("/")
    for one in [one for one in book.root(links) if local(one) and one.get("Type", "").endswith("/calcChain")]:
        x.drop(one)
    book.changed |= {types, links}
    book.removed |= set(parts)
