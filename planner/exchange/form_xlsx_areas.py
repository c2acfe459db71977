"""What of a workbook is bound to rows beside the cells: areas of rules, merges, names, tables, comments, pictures, charts.

Each is moved or stretched with the rows of a ``Shift``; kinds that have no safe answer are refused before anything is
touched.
"""

from __future__ import annotations

from collections.abc import Iterator

from planner.errors import ImportFailed
from planner.exchange import form_xml as x
from planner.exchange.form_address import address, column_letters, corner, corners, strange, whole
from planner.exchange.form_book import Book, Sheet
from planner.exchange.form_references import Shift, area, moved
from planner.exchange.form_text import Element
from planner.exchange.form_xml import local
from planner.messages import Labelled, Message, msg

_UNMOVABLE = {
    "scenarios": Labelled(zh="方案管理器", en="scenarios"),
    "customSheetViews": Labelled(zh="自定义视图", en="custom views"),
    "dataConsolidate": Labelled(zh="合并计算", en="a consolidation"),
    "cellWatches": Labelled(zh="监视单元格", en="watched cells"),
    "oleObjects": Labelled(zh="嵌入对象", en="embedded objects"),
    "controls": Labelled(zh="表单控件", en="form controls"),
    "pivotTable": Labelled(zh="数据透视表", en="a pivot table"),
    "pivotCacheDefinition": Labelled(zh="数据透视表的数据源", en="the source of a pivot table"),
    "queryTable": Labelled(zh="外部数据查询", en="a query of outside data"),
    "tableSingleCells": Labelled(zh="XML 映射", en="an XML map"),
}
_LEADS = ("pivotTable", "queryTable", "tableSingleCells")
_AREAS = ("ref", "sqref")
_POSITIONS = ("activeCell", "topLeftCell")
_RULES = ("formula", "formula1", "formula2")
_ANCHOR_ROWS = (2, 6)  # LeftColumn, LeftOffset, TopRow, ..., RightColumn, RightOffset, BottomRow, ...


def refuse_unmovable(book: Book, sheet: Sheet, shift: Shift, place: Message) -> None:
    """Make sure that the sheet has nothing that cannot follow its rows; raises ImportFailed, naming what."""
    found = [local(one) for one in _outside_cells(book.root(sheet.part)) if local(one) in _UNMOVABLE]
    found += [kind for kind in _LEADS if book.lead(sheet.part, kind)]
    for part, kind in book.types.items():
        if kind.endswith("pivotCacheDefinition+xml"):
            sources = x.below(book.root(part), "worksheetSource")
            found += [
                "pivotCacheDefinition" for one in sources if one.get("sheet", "").casefold() == sheet.name.casefold()
            ]
    if found:
        raise ImportFailed(
            msg(
                "form.unmovable",
                "{place}: rows cannot be put in, the sheet has {what}.",
                place=place,
                what=_UNMOVABLE[found[0]],
            ),
            msg(
                "form.unmovable.remedy", "Move the table to repeat to a sheet of its own, or to the end of a plain one."
            ),
        )
    for table in book.lead(sheet.part, "table"):
        _check_table(book.root(table), shift, place)


def _check_table(table: Element, shift: Shift, place: Message) -> None:
    (_, top), (_, bottom) = corners(table.get("ref", ""))
    first_data = top + whole(table.get("headerRowCount"), 1)
    last_data = bottom - whole(table.get("totalsRowCount"), 0)
    overlaps = shift.first <= bottom and shift.last >= top
    if overlaps and not (first_data <= shift.first and shift.last <= last_data):
        raise _covers(place, table.get("ref", ""))


def _covers(place: Message, what: str) -> ImportFailed:
    return ImportFailed(
        msg("form.covers", "{place}: {area} covers only a part of the row to repeat.", place=place, area=what),
        msg("form.covers.remedy", "Let it cover the whole row, or end above it."),
    )


def move_areas(book: Book, sheet: Sheet, shift: Shift, count: int, place: Message) -> frozenset[str]:
    """Move everything bound to rows and return the columns whose cells in the copies lie hidden under a merge."""
    root = book.root(sheet.part)
    hidden = _move_merges(root, shift, count, place)
    _move_attributes(root, shift, place)
    _move_breaks(root, shift)
    _move_rules(book, shift, place)
    _move_names(book, shift)
    for table in book.lead(sheet.part, "table"):
        _move_attributes(book.root(table), shift, place, with_root=True)
        book.changed.add(table)
    _move_comments(book, sheet, shift, place)
    _move_pictures(book, sheet, shift)
    return hidden


# ------------------------------------------------------------------------------------------------ areas
def _move_merges(root: Element, shift: Shift, count: int, place: Message) -> frozenset[str]:
    holder = x.child(root, "mergeCells")
    hidden: set[str] = set()
    for merge in list(x.children(holder, "mergeCell")) if holder is not None else ():
        ref = merge.get("ref", "")
        first, last = corners(ref)
        if shift.first <= first[1] and last[1] <= shift.last:
            for index in range(1, count):
                copy = x.like(merge, "mergeCell")
                down = index * (shift.last - shift.first + 1)
                copy.set("ref", f"{address(first[0], first[1] + down)}:{address(last[0], last[1] + down)}")
                holder.append(copy)  # type: ignore[union-attr]
            continue
        moved_area = area(ref, shift)
        if moved_area is None:
            raise _covers(place, ref)
        merge.set("ref", moved_area)
        if first[1] <= shift.first and last[1] >= shift.last:
            hidden |= {column_letters(column) for column in range(first[0], last[0] + 1)}
    if holder is not None:
        holder.set("count", str(len(list(x.children(holder, "mergeCell")))))
    return frozenset(hidden)


def _outside_cells(root: Element) -> Iterator[Element]:
    for one in root:
        if local(one) not in ("sheetData", "mergeCells", ""):
            yield from one.iter()


def _move_attributes(root: Element, shift: Shift, place: Message, *, with_root: bool = False) -> None:
    """Move the areas that attributes name: filters, validations, formats, links, protected ranges, the view."""
    for one in (*((root,) if with_root else ()), *_outside_cells(root)):
        for name in _AREAS:
            if one.get(name):
                one.set(name, _areas(one.get(name), shift, place))
        for name in _POSITIONS:
            if one.get(name):
                one.set(name, _moved_cell(one.get(name), shift))
        if local(one) == "sqref" and one.text:
            one.text = _areas(one.text, shift, place)


def _areas(listed: str, shift: Shift, place: Message) -> str:
    found = []
    for one in listed.split():
        moved_area = area(one, shift)
        if moved_area is None:
            raise _covers(place, one)
        found.append(moved_area)
    return " ".join(found)


def _moved_cell(cell: str, shift: Shift) -> str:
    column, row = corner(cell)
    return address(column, shift.row(row))


def _move_breaks(root: Element, shift: Shift) -> None:
    for breaks in x.children(root, "rowBreaks"):
        for one in x.children(breaks, "brk"):
            row = whole(one.get("id"), 0)
            one.set("id", str(row + shift.by if row >= shift.last else row))


def _move_rules(book: Book, shift: Shift, place: Message) -> None:
    """Adjust the formulas of formats, validations, sparklines and charts on all sheets, and where links lead."""
    for sheet in book.sheets:
        for one in list(_outside_cells(book.root(sheet.part))):
            is_formula = local(one) in _RULES or (local(one) == "f" and "office/excel" in x.namespace(one))
            if is_formula and one.text:
                _adjust(book, sheet.part, one, sheet.name, shift, place)
            if local(one) == "hyperlink" and "!" in one.get("location", ""):
                one.set("location", moved(one.get("location"), "", shift, place, lenient=True))
    for part, kind in book.types.items():
        if kind.endswith("chart+xml"):
            for one in x.below(book.root(part), "f"):
                _adjust(book, part, one, "", shift, place)
        elif kind.endswith("spreadsheetml.table+xml"):
            for one in x.below(book.root(part), "calculatedColumnFormula", "totalsRowFormula"):
                _adjust(book, part, one, "", shift, place)


def _adjust(book: Book, part: str, element: Element, sheet: str, shift: Shift, place: Message) -> None:  # noqa: PLR0913
    adjusted = moved(element.text or "", sheet, shift, place, lenient=True)
    if adjusted != element.text:
        element.text = adjusted
        book.changed.add(part)


def _move_names(book: Book, shift: Shift) -> None:
    for name in x.below(book.root(book.part), "definedName"):
        if name.text and "!" in name.text and "#REF!" not in name.text:
            place = msg("form.place.name", "name {name}", name=name.get("name", ""))
            adjusted = moved(name.text, "", shift, place)
            if adjusted != name.text:
                name.text = adjusted
                book.changed.add(book.part)


# ------------------------------------------------------------------------------------------------ things on the sheet
def _move_comments(book: Book, sheet: Sheet, shift: Shift, place: Message) -> None:
    for part in (*book.lead(sheet.part, "comments"), *book.lead(sheet.part, "threadedComment")):
        for one in x.below(book.root(part), "comment", "threadedComment"):
            if one.get("ref"):
                one.set("ref", _moved_cell(one.get("ref"), shift))
        book.changed.add(part)
    for part in book.lead(sheet.part, "vmlDrawing"):
        for one in x.below(book.root(part), "ClientData"):
            _move_note(one, shift)
        book.changed.add(part)


def _move_note(data: Element, shift: Shift) -> None:
    """Move the box of a comment with its cell; rows count from 0 here."""
    row, anchor = x.child(data, "Row"), x.child(data, "Anchor")
    if row is None or not row.text:
        return
    before = whole(row.text, 0)
    by = shift.row(before + 1) - before - 1
    row.text = str(before + by)
    if anchor is not None and anchor.text:
        parts = [part.strip() for part in anchor.text.split(",")]
        if len(parts) <= max(_ANCHOR_ROWS):
            raise strange(anchor.text)
        for at in _ANCHOR_ROWS:
            parts[at] = str(whole(parts[at], 0) + by)
        anchor.text = ", ".join(parts)


def _move_pictures(book: Book, sheet: Sheet, shift: Shift) -> None:
    for part in book.lead(sheet.part, "drawing"):
        for anchor in book.root(part):
            start, end = x.child(anchor, "from"), x.child(anchor, "to")
            if start is None or anchor.get("editAs") == "absolute":
                continue
            by = _move_corner(start, shift, None)
            if end is not None:
                _move_corner(end, shift, by if anchor.get("editAs") == "oneCell" else None)
        book.changed.add(part)


def _move_corner(corner: Element, shift: Shift, by: int | None) -> int:
    """Move one corner of a picture by its row, or by what the other corner moved; return by how many rows."""
    row = x.child(corner, "row")
    before = whole(row.text, 0) if row is not None else 0
    moved_by = shift.row(before + 1) - before - 1 if by is None else by
    if row is not None:
        row.text = str(before + moved_by)
    return moved_by
