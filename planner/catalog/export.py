"""Items and prices as CSV and back, without a difference: the file a user edits, mails, or keeps.

One table for each kind; values whose source, date or quality differ from their row's stand in ``provenance``. Text
and bytes only: who writes them to a file is ``planner.exchange``.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

import msgspec

from planner.catalog.attributes import attributes_of
from planner.catalog.guards import Problem, cell_problem
from planner.catalog.items import Item, ItemKind, PriceObservation
from planner.catalog.mapping import TABLES, Origin, item_from_row, written_cell
from planner.catalog.prices import PRICE_COLUMNS, price_from_row, row_from_price
from planner.errors import InputError
from planner.figure import Quality
from planner.messages import Message, msg

PRICES = "prices.csv"
_FIRST = ("id", "maker", "name")
_LAST = ("source", "source_date", "confidence", "provenance")
_SPARE = "\0spare"
# A spreadsheet would compute what begins like this; an apostrophe before it makes it words. Numbers are left alone.
_COMPUTED = re.compile("'*[=+@\t\r-]")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_EPOCH = (1980, 1, 1, 0, 0, 0)  # a zip needs a date; a fixed one keeps the bytes the same


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """What a table or an archive holds, and the cells that could not be read."""

    items: tuple[Item, ...] = ()
    prices: tuple[PriceObservation, ...] = ()
    problems: tuple[Problem, ...] = ()


def items_csv(kind: ItemKind, items: Iterable[Item]) -> str:
    """Return the CSV of the items of one kind, in the order given; columns in the order of the registry."""
    chosen = [item for item in items if item.kind == kind]
    used = {key for item in chosen for key in item.attributes}
    known = [one.key for one in attributes_of(kind) if one.key in used]
    columns = (*_FIRST, *known, *sorted(used.difference(known)), *_LAST)
    return _csv(columns, [_row(item) for item in chosen])


def prices_csv(prices: Iterable[PriceObservation]) -> str:
    """Return the CSV of price observations in the order given."""
    return _csv(PRICE_COLUMNS, [row_from_price(one) for one in prices])


def catalog_zip(items: Iterable[Item], prices: Iterable[PriceObservation]) -> bytes:
    """Return a zip of one CSV for each kind that has items, and the prices; the same input gives the same bytes."""
    every = tuple(items)
    texts = {
        f"{table}.csv": items_csv(kind, every)
        for kind, table in TABLES.items()
        if any(one.kind == kind for one in every)
    }
    texts[PRICES] = prices_csv(prices)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), text.encode("utf-8-sig"))
    return buffer.getvalue()


def read_items_csv(kind: ItemKind, text: str, file: str = "") -> Exported:
    """Return the items of a CSV of one kind; cells that cannot be read are told as problems."""
    items: list[Item] = []
    problems: list[Problem] = []
    for row in _rows(text):
        spare = row.pop(_SPARE, "")
        result = item_from_row(kind, row)
        items.append(result.item)
        problems.extend(cell_problem(one, file, result.item.id) for one in result.problems)
        if spare:
            problems.append(_spare_cells(file, result.item.id, spare))
    return Exported(items=tuple(items), problems=tuple(problems))


def read_prices_csv(text: str) -> tuple[PriceObservation, ...]:
    """Return the observations of a CSV; raises InputError for a price that is not an amount or a row too long."""
    prices = []
    for row in _rows(text):
        spare = row.pop(_SPARE, "")
        if spare:
            raise InputError(_spare_message(spare), _SPARE_REMEDY, f"{PRICES} {row.get('id', '')}")
        prices.append(price_from_row(row))
    return tuple(prices)


def read_catalog_zip(data: bytes) -> Exported:
    """Return what ``catalog_zip`` wrote; raises zipfile.BadZipFile for other bytes."""
    kinds = {f"{table}.csv": kind for kind, table in TABLES.items()}
    items: list[Item] = []
    problems: list[Problem] = []
    prices: tuple[PriceObservation, ...] = ()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            text = archive.read(name).decode("utf-8-sig")
            if name == PRICES:
                prices = read_prices_csv(text)
            elif name in kinds:
                part = read_items_csv(kinds[name], text, name)
                items.extend(part.items)
                problems.extend(part.problems)
    return Exported(items=tuple(items), prices=prices, problems=tuple(problems))


def _row(item: Item) -> dict[str, str]:
    origins = [
        Origin(source=one.source, source_date=one.source_date, quality=one.quality) for one in item.attributes.values()
    ]
    common = Counter(origins).most_common(1)[0][0] if origins else Origin(quality=Quality.ENTERED)
    apart = {key: own for key, own in zip(item.attributes, origins, strict=True) if own != common}
    row = {key: written_cell(one.value) for key, one in item.attributes.items()}
    row |= {"id": item.id, "maker": item.maker, "name": item.name}
    row |= {"source": common.source, "source_date": common.source_date, "confidence": common.quality.value}
    row["provenance"] = msgspec.json.encode(apart, order="deterministic").decode() if apart else ""
    return row


def _csv(columns: Sequence[str], table: Iterable[dict[str, str]]) -> str:
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: guarded(cell) for key, cell in row.items()} for row in table)
    return buffer.getvalue()


def guarded(cell: str) -> str:
    """Return ``cell`` as a spreadsheet takes it for words, with an apostrophe where it would compute it."""
    return f"'{cell}" if _COMPUTED.match(cell) and not _NUMBER.fullmatch(cell) else cell


def unguarded(cell: str) -> str:
    """Return what ``guarded`` was given."""
    return cell[1:] if cell.startswith("'") and _COMPUTED.match(cell) else cell


def _cells(text: str) -> Iterator[tuple[list[str], list[str]]]:
    lines = csv.reader(io.StringIO(text))
    try:
        headings = next(lines, [])
        for cells in lines:
            yield headings, cells
    except csv.Error as error:  # a cell of more than 128 KiB: mostly a quote that is never closed
        raise InputError(
            msg(
                "catalog.csv_row",
                "Row {row} of the table cannot be read ({reason}).",
                row=lines.line_num,
                reason=str(error),
            ),
            msg("catalog.csv_row.remedy", "Look for a double quote without its second one in the rows before."),
        ) from error


def _rows(text: str) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV; cells beyond the last heading are joined under ``_SPARE``."""
    for headings, cells in _cells(text):
        row = {
            key: unguarded(cell.strip()) for key, cell in zip_longest(headings, cells[: len(headings)], fillvalue="")
        }
        yield row | {_SPARE: ",".join(cells[len(headings) :])}


def _spare_cells(file: str, row: str, value: str) -> Problem:
    return Problem(
        file=file, row=row, column="", value=value, rule="cell", message=_spare_message(value), remedy=_SPARE_REMEDY
    )


def _spare_message(value: str) -> Message:
    return msg("catalog.spare_cells", "The row has more cells than the table has headings: {value}", value=value)


_SPARE_REMEDY = msg("catalog.spare_cells.remedy", "Put texts with commas between double quotes.")
