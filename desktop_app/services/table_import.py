"""A table of offers from a file, step by step: its sheets, the heading row and columns as guessed, faults by cell, what it adds.

The rows that are taken are read as a pasted list is, so that a line from a file is the same as the same line pasted.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from db.store import Store
from desktop_app.services.line_heads import Head, read_heads, tax_of
from desktop_app.services.line_numbers import read_amount, read_count
from desktop_app.services.pasted import Pasted
from desktop_app.services.pasting import pasted
from planner.errors import ImportFailed, InputError
from planner.messages import Message, msg
from planner.plan.document import Alternative, Plan

FIELDS: tuple[tuple[str, Message], ...] = (
    ("name", msg("import.name", "Name")),
    ("model", msg("import.model", "Model, specification")),
    ("quantity", msg("import.quantity", "Quantity")),
    ("price", msg("import.price", "Unit price")),
    ("total", msg("import.total", "Amount")),
    ("note", msg("import.note", "Remark")),
)
_HEADS = {"name": "名称", "model": "型号", "quantity": "数量", "price": "单价", "total": "金额", "note": "备注"}
_MOST_ROWS, _HEAD_WITHIN, _MOST_BYTES = 500, 30, 20_000_000
_SUMS = ("合计", "总计", "小计", "total", "subtotal", "sum")
_AROUND = " ：:（）()"
_UNCOMPUTED = "\ufffc"  # stands for a formula that the file has no result of


class SheetTable(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet as rows of texts, as wide as its widest row; the first row is row 1 of the file."""

    name: str
    rows: tuple[tuple[str, ...], ...]


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Which row holds the heads (from 0, -1 for none) and which column each field is in."""

    head: int = -1
    columns: Mapping[str, int] = msgspec.field(default_factory=dict)


class PreviewRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the file: its number there, its cells by field, faults by field, and whether it is a sum and left out."""

    row: int
    cells: Mapping[str, str]
    faults: Mapping[str, Message]
    left_out: bool = False

    @property
    def takes(self) -> bool:
        """Tell whether the row becomes a line."""
        return not self.left_out and not self.faults


def read_tables(path: Path) -> tuple[SheetTable, ...]:
    """Return the tables of a workbook (.xlsx) or a text table (.csv, .tsv), those that hold something.

    Raises:
        ImportFailed: a file of another kind, damaged, too large or empty; it says what can be read.
    """
    if path.suffix.casefold() in (".csv", ".tsv", ".txt"):
        found: tuple[SheetTable, ...] = (_text_table(path),)
    else:
        from planner.exchange.survey_cells import grids

        found = tuple(
            SheetTable(name=str(grid.name(1, 1)).rpartition(" ")[0] or str(at), rows=_rows(grid.texts, grid.uncomputed))
            for at, grid in enumerate(grids(path), 1)
        )
    filled = tuple(one for one in found if one.rows)
    if filled:
        return filled
    raise ImportFailed(
        msg("import.empty", "There is no table in the file."),
        msg("import.empty.remedy", "Give a workbook or text table with rows of names, quantities and prices."),
        path.name,
    )


def _rows(texts: Mapping[tuple[int, int], str], uncomputed: frozenset[tuple[int, int]]) -> tuple[tuple[str, ...], ...]:
    whole = {**dict.fromkeys(uncomputed, _UNCOMPUTED), **texts}
    if not texts:
        return ()
    last, width = max(row for row, _ in whole), max(column for _, column in whole)
    return tuple(tuple(whole.get((row, at), "") for at in range(1, width + 1)) for row in range(1, last + 1))


def _text_table(path: Path) -> SheetTable:
    content = _content(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("gb18030", errors="replace")
    mark = "\t" if text.count("\t") > text.count(",") else ","
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text, newline=""), delimiter=mark)]
    width = max((len(row) for row in rows), default=0)
    filled = any(cell for row in rows for cell in row)
    return SheetTable(name=path.stem, rows=tuple((*row, *[""] * (width - len(row))) for row in rows) if filled else ())


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size <= _MOST_BYTES:
            return path.read_bytes()
    except OSError as error:
        raise ImportFailed(
            msg("import.unread", "The file cannot be read."),
            msg("import.unread.remedy", "Look whether it is there and may be opened, then choose it again."),
            str(path),
        ) from error
    raise ImportFailed(
        msg("import.large", "The file is too large."),
        msg("import.large.remedy", "Keep the rows that are wanted in a file of their own."),
        path.name,
    )


def guessed(table: SheetTable) -> Choice:
    """Return the first row that reads as heads with the columns it names; none of both where no row does."""
    for at, cells in enumerate(table.rows[:_HEAD_WITHIN]):
        heads = read_heads(cells)
        if heads is not None:
            return Choice(head=at, columns={key: heads[key].at for key, _ in FIELDS if key in heads})
    return Choice()


def with_head(table: SheetTable, head: int) -> Choice:
    """Return the columns that a chosen heading row names."""
    heads = read_heads(table.rows[head]) if 0 <= head < len(table.rows) else None
    named = {} if heads is None else {key: heads[key].at for key, _ in FIELDS if key in heads}
    return Choice(head=head, columns=named)


def preview(
    table: SheetTable, choice: Choice, mended: Mapping[tuple[int, str], str] | None = None
) -> tuple[PreviewRow, ...]:
    """Return the rows below the heads with the faults of their cells; ``mended`` are cells typed anew, by row and field."""
    head = _price_head(table, choice)
    found = []
    for at, cells in enumerate(table.rows[choice.head + 1 :], choice.head + 2):
        told = {field: cells[column].strip() for field, column in choice.columns.items() if column < len(cells)}
        told |= {field: text for (row, field), text in (mended or {}).items() if row == at}
        if any(told.values()):
            is_sum = any(cell.casefold().strip(_AROUND) in _SUMS for cell in cells)
            found.append(_row(at, told, head, is_sum=is_sum))
    return tuple(found)


def _price_head(table: SheetTable, choice: Choice) -> dict[str, Head]:
    if choice.head < 0:
        return {}
    return dict(read_heads(table.rows[choice.head]) or {})


def _row(number: int, told: Mapping[str, str], heads: Mapping[str, Head], *, is_sum: bool) -> PreviewRow:
    name = told.get("name", "")
    if is_sum or not (name or told.get("price") or told.get("quantity")):
        return PreviewRow(row=number, cells=told, faults={}, left_out=True)
    faults = {field: fault for field, text in told.items() if (fault := _fault(field, text, heads)) is not None}
    if not name:
        faults["name"] = msg("import.no_name", "Without a name; type one")
    return PreviewRow(row=number, cells=told, faults=faults)


def _fault(field: str, text: str, heads: Mapping[str, Head]) -> Message | None:
    """Return what is wrong with a cell and what to write; None for a good or an empty one, which is unknown."""
    if not text:
        return None
    if text == _UNCOMPUTED:
        return msg("import.uncomputed", "A formula without a result; type the value")
    if field == "quantity":
        try:
            read_count(text)
        except InputError:
            return msg("import.no_count", "{typed} is no whole number from 1; type one", typed=text[:24])
    if field in ("price", "total") and read_amount(text, heads.get(field)) is None:
        return msg("import.no_price", "{typed} is no amount; type one, or empty it: unknown", typed=text[:24])
    return None


def take(
    plan: Plan, one: Alternative, table: SheetTable, choice: Choice, rows: Sequence[PreviewRow], store: Store
) -> Pasted:
    """Return the one edit that adds the rows without faults as lines at the end, and what is said of it.

    Raises:
        InputError: no row is left to take, or there are too many.
    """
    taken = [row for row in rows if row.takes]
    if not taken or len(taken) > _MOST_ROWS:
        raise InputError(
            msg("import.rows", "{count} rows can be imported.", count=len(taken)),
            msg(
                "import.rows.remedy",
                "At least 1 and at most {most}: choose name and prices, or mend the cells.",
                most=_MOST_ROWS,
            ),
        )
    fields = [field for field, _ in FIELDS if field in choice.columns]
    heads = tuple(_head_text(table, choice, field) for field in fields)
    return pasted(
        plan, one, [heads, *(tuple(row.cells.get(field, "") for field in fields) for row in taken)], "", (), store
    )


def _head_text(table: SheetTable, choice: Choice, field: str) -> str:
    """Return the head of a column: its own where it says unit or tax of a price, else the plain name of the field."""
    own = table.rows[choice.head][choice.columns[field]] if choice.head >= 0 else ""
    if field in ("price", "total") and own:
        heads = read_heads(("名称", own))
        if (
            heads is not None
            and field in heads
            and (heads[field].scale != 1 or heads[field].currency != "CNY" or tax_of(own))
        ):
            return own
    return _HEADS[field]
