"""The bundled tables as a whole: every cell readable, every guard kept, every reference alive, every unknown said so.

Known exceptions stand with their reason in ``resources/catalog/exceptions.csv``; one that no longer applies is
itself a problem, so the list cannot go stale.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from planner.catalog.attributes import find_attribute
from planner.catalog.guards import Problem, cell_problem, item_problems
from planner.catalog.items import Item, ItemKind
from planner.catalog.mapping import MAKER_COLUMNS, QUALITIES, ROW_COLUMNS, TABLES, attribute_key, item_from_row
from planner.catalog.prices import price_from_row
from planner.errors import InputError
from planner.figure import Quality
from planner.messages import Message, msg
from planner.tables import rows

_FOLDER = "catalog"
_UNSURE = re.compile(r"unverified, from memory", re.IGNORECASE)
_REMARK = ("note", "notes", "source", "params_basis")
_FIX = msg("catalog.fix", "Correct the row, or enter a reasoned exception.")
_MARK = msg("catalog.mark", "Name the columns in value_quality (column=assumed), or remove the remark.")


def catalog_problems() -> tuple[Problem, ...]:
    """Return every problem of the bundled tables that is not a reasoned exception."""
    found = list(_all())
    excepted = {(row["file"], row["row"], row["rule"]): row for row in rows(f"{_FOLDER}/exceptions.csv")}
    hit = {(one.file, one.row, one.rule) for one in found}
    left = [one for one in found if (one.file, one.row, one.rule) not in excepted]
    return (*left, *_stale(key for key in excepted if key not in hit))


def item_row_problems(kind: ItemKind, row: Mapping[str, str], file: str) -> tuple[Problem, ...]:
    """Return what is wrong with one row of a table of ``kind``: cells, guards, and remarks without a mark."""
    read = item_from_row(kind, row, Quality.UNKNOWN)
    cells = tuple(cell_problem(one, file, read.item.id) for one in read.problems)
    return (
        *cells,
        *item_problems(read.item, file),
        *_unknown_quality(read.item, row, file),
        *_unmarked(read.item, row, file),
    )


def _all() -> Iterator[Problem]:
    items: dict[str, Item] = {}
    counted: Counter[str] = Counter()
    for kind, table in TABLES.items():
        yield from _columns(kind, table)
        for row in rows(f"{_FOLDER}/{table}.csv"):
            yield from item_row_problems(kind, row, f"{table}.csv")
            item = item_from_row(kind, row).item
            counted[item.id] += 1
            if counted[item.id] > 1:
                yield _problem(
                    f"{table}.csv",
                    (item.id, "id", item.id),
                    "duplicate",
                    msg("catalog.duplicate", "This id stands twice."),
                )
            items[item.id] = item
    yield from _references(items)
    yield from _prices(items)
    yield from _measured(items)
    yield from _makers(items)


def _columns(kind: ItemKind, table: str) -> Iterator[Problem]:
    first = rows(f"{_FOLDER}/{table}.csv")[0]
    for column in first:
        structural = column in ROW_COLUMNS or column in MAKER_COLUMNS
        key = attribute_key(kind, column)
        if not structural and key and find_attribute(key, kind) is None:
            text = msg("catalog.column", "The column {column} is in no registry.", column=column)
            yield _problem(f"{table}.csv", ("", column, ""), "column", text)


def _references(items: Mapping[str, Item]) -> Iterator[Problem]:
    for item in items.values():
        for key in ("accelerator_id", "fitted_accelerator_id"):
            target = item.text(key)
            if target and target not in items:
                yield _dead(f"{TABLES[item.kind]}.csv", item.id, key, target)


def _prices(items: Mapping[str, Item]) -> Iterator[Problem]:
    seen: set[str] = set()
    for row in rows(f"{_FOLDER}/prices.csv"):
        if row["id"] in seen:
            yield _problem(
                "prices.csv",
                (row["id"], "id", row["id"]),
                "duplicate",
                msg("catalog.duplicate", "This id stands twice."),
            )
        seen.add(row["id"])
        if row["item_id"] and row["item_id"] not in items:
            yield _dead("prices.csv", row["id"], "item_id", row["item_id"])
        yield from _price_row(row)


def _price_row(row: Mapping[str, str]) -> Iterator[Problem]:
    try:
        price = price_from_row(row, Quality.UNKNOWN)
    except InputError as error:
        yield _problem("prices.csv", (row["id"], "low", row["low"]), "cell", error.message)
        return
    if price.low is not None and price.high is not None and price.low > price.high:
        yield _problem(
            "prices.csv",
            (row["id"], "low", row["low"]),
            "order",
            msg("catalog.price_order", "The lowest price is above the highest."),
        )
    if price.low is None and price.high is None:
        yield _problem(
            "prices.csv",
            (row["id"], "low", ""),
            "empty",
            msg("catalog.no_price", "There is neither a lowest nor a highest price."),
        )
    if price.quality is Quality.UNKNOWN:
        yield _problem("prices.csv", (row["id"], "confidence", row["confidence"]), "quality", _NO_QUALITY)
    if _UNSURE.search(row["note"]) and price.quality is not Quality.ASSUMED:
        yield _problem("prices.csv", (row["id"], "note", row["note"]), "unmarked", _UNMARKED)


def _measured(items: Mapping[str, Item]) -> Iterator[Problem]:
    for row in rows(f"{_FOLDER}/measured_power.csv"):
        if row["system_id"] not in items:
            yield _dead("measured_power.csv", row["id"], "system_id", row["system_id"])
        low, mean, p95, top = (float(row[key]) for key in ("min_w", "mean_w", "p95_w", "max_1s_w"))
        if not low <= mean <= p95 <= top:
            text = msg("catalog.measured", "Minimum, mean, 95th percentile and maximum are not in order.")
            yield _problem("measured_power.csv", (row["id"], "mean_w", row["mean_w"]), "order", text)


def _makers(items: Mapping[str, Item]) -> Iterator[Problem]:
    known = {row["maker"] for row in rows(f"{_FOLDER}/makers.csv")}
    for item in items.values():
        if item.maker and item.maker not in known:
            text = msg("catalog.maker", "The maker {maker} is not in the table of makers.", maker=item.maker)
            yield _problem(f"{TABLES[item.kind]}.csv", (item.id, "maker", item.maker), "maker", text)


_NO_QUALITY = msg("catalog.no_quality", "The confidence is none of the known words.")
_UNMARKED = msg("catalog.unmarked", "The remark says from memory, but no value of the row is marked assumed.")


def _unknown_quality(item: Item, row: Mapping[str, str], file: str) -> Iterator[Problem]:
    if row.get("confidence", "") not in QUALITIES:
        yield _problem(file, (item.id, "confidence", row.get("confidence", "")), "quality", _NO_QUALITY)


def _unmarked(item: Item, row: Mapping[str, str], file: str) -> Iterator[Problem]:
    """Rows that say "from memory" must have at least one value marked assumed."""
    column = next((one for one in _REMARK if _UNSURE.search(row.get(one, ""))), "")
    if column and not any(one.quality is Quality.ASSUMED for one in item.attributes.values()):
        yield Problem(
            file=file, row=item.id, column=column, value=row[column], rule="unmarked", message=_UNMARKED, remedy=_MARK
        )


def _stale(keys: Iterable[tuple[str, str, str]]) -> Iterator[Problem]:
    for file, row, rule in keys:
        text = msg("catalog.stale_exception", "The exception for {file} {row} is no longer needed.", file=file, row=row)
        yield _problem("exceptions.csv", (row, "rule", rule), "stale", text)


def _dead(file: str, row: str, column: str, target: str) -> Problem:
    return _problem(
        file, (row, column, target), "reference", msg("catalog.reference", "There is no item {target}.", target=target)
    )


def _problem(file: str, cell: tuple[str, str, str], rule: str, message: Message) -> Problem:
    row, column, value = cell
    return Problem(file=file, row=row, column=column, value=value, rule=rule, message=message, remedy=_FIX)
