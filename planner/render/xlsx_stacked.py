"""All parts of a paper below each other on one sheet, as a form is: each table's cells over as many narrow columns as it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from planner.documents.model import Document, Picture, Table
from planner.render.xlsx_address import address
from planner.render.xlsx_formats import Formats, pixels
from planner.render.xlsx_page import Pages, page_room_pt, set_up_page
from planner.render.xlsx_parts import Part
from planner.render.xlsx_sheet import SheetWriter, columns_of

_NEAR_MM = 3.0  # edges of columns nearer than that become one
_GAP_PT, _HEADING_PT = 9.0, 3.0


def write_stacked(
    sheet: Any, parts: Sequence[Part], document: Document, formats: Formats, labels: Mapping[str, str]
) -> None:
    """Write ``parts`` on ``sheet``, one page wide and as many pages long as they take."""
    tables = [[column.width_mm for column in columns_of(part, formats.look)] for part in parts]
    total = max(sum(widths) for widths in tables)
    tables = [[width * total / sum(widths) for width in widths] for widths in tables]
    edges = common_edges(tables)
    for at, (left, right) in enumerate(zip(edges, edges[1:], strict=False)):
        sheet.set_column_pixels(at, at, pixels(right - left))
    heights: list[float] = []
    starts: list[int] = []
    for at, (part, widths) in enumerate(zip(parts, tables, strict=True)):
        spread = Spread(sheet, spans_on(edges, widths))
        writer = _PartWriter(spread, part, document, formats, labels, first=at == 0)
        starts.append(len(heights))
        writer.begin(heights, widths, is_named=at == 0 or part.title != parts[at - 1].title)
        writer.write()
    turned = any(isinstance(part.grid, Table | Picture) and part.grid.landscape for part in parts)
    set_up_page(sheet, Pages(turned=turned, first=len(edges) - 1, keys=0), document, formats.look)
    sheet.set_h_pagebreaks(breaks_before(starts, heights, page_room_pt(turned=turned)))
    last = max(len(heights) - 1, 0)
    sheet.print_area(0, 0, last, len(edges) - 2)
    sheet.ignore_errors({"number_stored_as_text": f"{address(0, 0)}:{address(last, len(edges) - 2)}"})
    if document.locked:
        sheet.protect("", {"format_columns": True, "format_rows": True})


def breaks_before(starts: Sequence[int], heights: Sequence[float], room: float) -> list[int]:
    """Return the parts (their first rows) that go on a new page, so that a short one is not torn; heights in points."""
    found, used = [], 0.0
    for start, end in zip(starts, (*starts[1:], len(heights)), strict=True):
        size = sum(heights[start:end])
        if used and used + size > room and size <= room / 2:
            found.append(start)
            used = 0.0
        used = (used + size) % room
    return found


def common_edges(tables: Sequence[Sequence[float]]) -> list[float]:
    """Return the edges (mm from the left) that columns of these widths share, near ones taken as one."""
    edges = [0.0]
    for edge in sorted(edge for widths in tables for edge in _edges(widths)):
        if edge - edges[-1] > _NEAR_MM:
            edges.append(edge)
    return edges


def spans_on(edges: Sequence[float], widths: Sequence[float]) -> tuple[tuple[int, int], ...]:
    """Return the first and last of the narrow columns that each column of ``widths`` covers; at least one each."""
    spans, first = [], 0
    for at, edge in enumerate(_edges(widths)):
        spare = len(edges) - 1 - (len(widths) - at - 1)
        nearest = min(range(len(edges)), key=lambda place: abs(edges[place] - edge))
        after = len(edges) - 1 if at == len(widths) - 1 else max(first + 1, min(nearest, spare))
        spans.append((first, after - 1))
        first = after
    return tuple(spans)


def _edges(widths: Sequence[float]) -> list[float]:
    return [sum(widths[: at + 1]) for at in range(len(widths))]


class Spread:
    """A sheet as one table sees it: its column 0 is the first of its own columns, whatever that covers on the paper."""

    def __init__(self, sheet: Any, spans: Sequence[tuple[int, int]]) -> None:
        self._sheet = sheet
        self._spans = spans
        self._merged: set[tuple[int, int]] = set()

    def _at(self, row: int, column: int, form: Any) -> int:
        """Return the column on the paper, its cells made one."""
        first, last = self._spans[column]
        if last > first and (row, first) not in self._merged:
            self._merged.add((row, first))
            self._sheet.merge_range(row, first, row, last, "", form)
        return first

    def merge_range(self, row: int, first: int, _row: int, last: int, data: str, form: Any) -> None:
        """Make one cell of several of the table's columns."""
        left, right = self._spans[first][0], self._spans[last][1]
        if right > left:
            self._merged.add((row, left))
            self._sheet.merge_range(row, left, row, right, data, form)

    def write_string(self, row: int, column: int, text: str, form: Any) -> None:
        """Write a text."""
        self._sheet.write_string(row, self._at(row, column, form), text, form)

    def write_blank(self, row: int, column: int, _nothing: None, form: Any) -> None:
        """Write an empty cell."""
        self._sheet.write_blank(row, self._at(row, column, form), None, form)

    def write_number(self, row: int, column: int, value: float, form: Any) -> None:
        """Write a number."""
        self._sheet.write_number(row, self._at(row, column, form), value, form)

    def write_datetime(self, row: int, column: int, day: Any, form: Any) -> None:
        """Write a day."""
        self._sheet.write_datetime(row, self._at(row, column, form), day, form)

    def set_row(self, row: int, height: float) -> None:
        """Give a row its height in points."""
        self._sheet.set_row(row, height)

    def insert_image(self, row: int, column: int, name: str, options: Mapping[str, Any]) -> None:
        """Place an image."""
        self._sheet.insert_image(row, self._spans[column][0], name, options)

    def data_validation(self, row: int, column: int, last_row: int, last: int, rule: Mapping[str, Any]) -> None:
        """Say what may be entered."""
        self._sheet.data_validation(row, self._spans[column][0], last_row, self._spans[last][0], rule)


class _PartWriter(SheetWriter):
    """Writes one part below those before it; pages, panes and filters are the sheet's as a whole."""

    def begin(self, heights: list[float], widths: Sequence[float], *, is_named: bool) -> None:
        """Go on below ``heights``, in columns of ``widths``; the next part of a section is not named again."""
        self.is_named = is_named
        self.heights = heights
        columns = tuple(replace(one, width_mm=width) for one, width in zip(self.columns, widths, strict=True))
        self.resize(columns)

    def _pages(self) -> Pages:
        return Pages(turned=False, first=len(self.columns), keys=0)

    def _set_columns(self) -> None:
        """Leave the columns: they are the sheet's."""

    def _title(self) -> None:
        if self.first:
            super()._title()
            return
        self._end_row(_GAP_PT)
        if self.is_named:
            self._wide(self.part.title, self.formats.heading(), self.look.line_pt + _HEADING_PT)

    def _hold(self, table: Table, head: int, span: tuple[int, int]) -> None:
        """Leave panes, repeated heads and filters: there are several tables on the sheet."""

    def _finish(self) -> None:
        self.cells.finish()
