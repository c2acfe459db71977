"""Rows of catalog tables as items: which column means what, how a cell is read, how well it is known.

``maker`` is the column vendor, manufacturer, provider or maker; ``name`` is name or model; the table's own kind or
type is the attribute ``subkind``; every other column keeps its name. The row's source, date and confidence stand for
its values until ``value_quality`` (``key=quality;key=quality``) or ``provenance`` (JSON) says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from types import MappingProxyType

import msgspec

from planner.catalog.attributes import Attribute, find_attribute
from planner.catalog.items import Item, ItemKind, Value
from planner.figure import Quality
from planner.messages import Message, msg

TABLES: Mapping[ItemKind, str] = MappingProxyType(
    {
        "accelerator": "accelerators",
        "system": "systems",
        "storage": "storage",
        "network": "network",
        "ups": "ups",
        "pdu": "pdu",
        "cooling": "cooling",
        "rack": "racks",
        "cloud_offer": "cloud_offers",
        "api_offer": "api_offers",
        "model": "models",
    }
)
QUALITIES: Mapping[str, Quality] = MappingProxyType(
    {
        "datasheet": Quality.PUBLISHED,
        "A": Quality.PUBLISHED,
        "derived": Quality.COMPUTED,
        "secondary": Quality.SECONDARY,
        "database": Quality.SECONDARY,
        "B": Quality.SECONDARY,
        "C": Quality.SECONDARY,
        "memory": Quality.ASSUMED,
        "seed": Quality.ASSUMED,
        "typed": Quality.ENTERED,
        **{one.value: one for one in Quality},
    }
)
MAKER_COLUMNS = ("maker", "vendor", "manufacturer", "provider")
SUBKIND_COLUMNS = ("subkind", "kind", "type")
ROW_COLUMNS = ("id", "source", "source_date", "confidence", "value_quality", "provenance")
_FLAGS = MappingProxyType({"yes": True, "no": False, "true": True, "false": False, "是": True, "否": False})
_FLAG_TEXT = MappingProxyType({True: "yes", False: "no"})


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where one value comes from when it is not from where its row comes from."""

    source: str = ""
    source_date: str = ""
    quality: Quality = Quality.UNKNOWN


class CellProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A cell that cannot be taken: column, what stands there, what is wrong, what to do about it."""

    column: str
    value: str
    message: Message
    remedy: Message


class RowResult(msgspec.Struct, frozen=True, kw_only=True):
    """An item and what was wrong with its row; a cell with a problem has no value in the item."""

    item: Item
    problems: tuple[CellProblem, ...] = ()


def maker_column(columns: Sequence[str]) -> str:
    """Return the column that holds the maker, '' where there is none."""
    return next((one for one in MAKER_COLUMNS if one in columns), "")


def name_column(columns: Sequence[str]) -> str:
    """Return the column that holds the name: name, else model, else the SKU of an offer."""
    return next((one for one in ("name", "model", "sku") if one in columns), "")


def attribute_key(kind: ItemKind, column: str) -> str:
    """Return the attribute key of a column, '' where the column is not an attribute of this kind."""
    if column in ROW_COLUMNS or column in MAKER_COLUMNS:
        return ""
    if column == "name" or (column == "model" and find_attribute("model", kind) is None):
        return ""
    if column in SUBKIND_COLUMNS and find_attribute(column, kind) is None:
        return "subkind"
    return column


def model_id(name: str) -> str:
    """Return the id of a model: its name in lower case, ``/`` and spaces as ``-``."""
    return name.strip().lower().replace("/", "-").replace(" ", "-")


def item_from_row(kind: ItemKind, row: Mapping[str, str], default: Quality = Quality.ENTERED) -> RowResult:
    """Return the item of a row; ``default`` is the quality of rows that do not say how well they are known.

    Cells that cannot be read are told in ``problems`` and leave their attribute absent.
    """
    columns = tuple(row)
    name = row.get(name_column(columns), "").strip()
    maker = row.get(maker_column(columns), "").strip()
    origin = Origin(
        source=row.get("source", ""),
        source_date=row.get("source_date", ""),
        quality=_quality(row.get("confidence", ""), default),
    )
    apart = _origins(row, origin)
    values: dict[str, Value] = {}
    problems: list[CellProblem] = []
    for column, cell in row.items():
        key = attribute_key(kind, column) if cell else ""
        if not key:
            continue
        read = read_cell(key, kind, cell)
        if isinstance(read, CellProblem):
            problems.append(read)
            continue
        own = apart.get(key, origin)
        found = find_attribute(key, kind)
        values[key] = Value(
            value=read,
            unit=found.unit if found else "",
            source=own.source,
            source_date=own.source_date,
            quality=own.quality,
        )
    _derive(kind, values)
    shown = _offer_name(name, values) if kind == "cloud_offer" and "name" not in row else name
    identity = row.get("id") or (model_id(name) if kind == "model" else "")
    return RowResult(
        item=Item(id=identity, kind=kind, maker=maker, name=shown, attributes=values), problems=tuple(problems)
    )


def read_cell(key: str, kind: str, cell: str) -> float | str | bool | CellProblem:
    """Return what a cell says, or what is wrong with it. Numbers are plain decimals; yes and no are flags."""
    found = find_attribute(key, kind)
    if found is None or found.type in ("text", "choice", "date", "list"):
        return cell
    if found.type == "flag":
        flag = _FLAGS.get(cell.casefold())
        return (
            flag
            if flag is not None
            else _problem(key, cell, msg("catalog.flag", "{value} is neither yes nor no", value=cell))
        )
    return _number(found, cell)


def written_cell(value: float | str | bool) -> str:
    """Return the text of a value in a table; reading it again gives the same value."""
    if isinstance(value, bool):
        return _FLAG_TEXT[value]
    if isinstance(value, str):
        return value
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def _number(found: Attribute, cell: str) -> float | CellProblem:
    try:
        number = Decimal(cell)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        return _problem(found.key, cell, msg("catalog.number", "{value} is not a number", value=cell))
    return float(number)


def _problem(column: str, cell: str, message: Message) -> CellProblem:
    remedy = msg("catalog.cell.remedy", "Correct the cell, or leave it empty where the value is not known.")
    return CellProblem(column=column, value=cell, message=message, remedy=remedy)


def _quality(word: str, default: Quality) -> Quality:
    return QUALITIES.get(word.strip(), default) if word else default


def _origins(row: Mapping[str, str], origin: Origin) -> dict[str, Origin]:
    apart: dict[str, Origin] = {}
    for part in row.get("value_quality", "").split(";"):
        key, mark, word = part.partition("=")
        if mark:
            apart[key.strip()] = msgspec.structs.replace(origin, quality=_quality(word, origin.quality))
    if row.get("provenance"):
        apart.update(msgspec.json.decode(row["provenance"], type=dict[str, Origin]))
    return apart


def _derive(kind: ItemKind, values: dict[str, Value]) -> None:
    """Add the memory of one device; a board with several chips is several devices (they never share one memory)."""
    memory = values.get("memory_gb")
    if kind != "accelerator" or memory is None or "memory_per_device_gb" in values:
        return
    devices = values.get("devices_per_board")
    count = float(devices.value) if devices is not None else 1.0
    quality = memory.quality if count == 1 or memory.quality is Quality.ASSUMED else Quality.COMPUTED
    values["memory_per_device_gb"] = msgspec.structs.replace(memory, value=float(memory.value) / count, quality=quality)


def _offer_name(name: str, values: Mapping[str, Value]) -> str:
    """Name an offer by its SKU and what is in it: a SKU alone (``1x``, ``serverless``) tells nothing."""
    found = values.get("accelerator_name")
    shown = str(found.value) if found else ""
    return f"{name} · {shown}" if shown and shown not in name else name
