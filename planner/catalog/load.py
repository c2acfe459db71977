"""The bundled catalog: every row the program ships, read once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from planner.catalog.items import Item, ItemKind, PriceObservation
from planner.catalog.mapping import TABLES, item_from_row
from planner.catalog.prices import price_from_row
from planner.errors import UnknownIdError, unknown_id
from planner.figure import Quality
from planner.messages import msg
from planner.tables import rows

FOLDER = "catalog"


class MeasuredRun(msgspec.Struct, frozen=True, kw_only=True):
    """One metered run of a system: powers in W at the AC side, mean voltage in V."""

    id: str
    system_id: str
    workload: str
    scenario: str
    samples: int
    mean_w: float
    p95_w: float
    max_1s_w: float
    min_w: float
    mean_volts: float
    power_factor: float
    source: str
    source_date: str
    note: str


@lru_cache(maxsize=1)
def bundled_items() -> tuple[Item, ...]:
    """Return the items of all bundled tables in their order.

    Cells that cannot be read are absent from their item; ``planner.catalog.validation`` tells of them, and the
    packaging check keeps the bundled tables free of them.
    """
    return tuple(item for kind in TABLES for item in bundled_of(kind))


@lru_cache(maxsize=16)
def bundled_of(kind: ItemKind) -> tuple[Item, ...]:
    """Return the bundled items of one kind."""
    return tuple(item_from_row(kind, row, Quality.SECONDARY).item for row in rows(f"{FOLDER}/{TABLES[kind]}.csv"))


@lru_cache(maxsize=1)
def bundled_by_id() -> Mapping[str, Item]:
    """Return the bundled items by id."""
    return MappingProxyType({item.id: item for item in bundled_items()})


def bundled_item(item_id: str) -> Item:
    """Return the bundled item with this id; raises UnknownIdError with the nearest ids."""
    found = bundled_by_id().get(item_id)
    if found is None:
        raise _unknown(item_id)
    return found


@lru_cache(maxsize=1)
def bundled_prices() -> tuple[PriceObservation, ...]:
    """Return the bundled price observations."""
    return tuple(price_from_row(row) for row in rows(f"{FOLDER}/prices.csv"))


@lru_cache(maxsize=1)
def measured_runs() -> tuple[MeasuredRun, ...]:
    """Return the metered runs of systems."""
    return tuple(msgspec.convert(dict(row), MeasuredRun, strict=False) for row in rows(f"{FOLDER}/measured_power.csv"))


def _unknown(item_id: str) -> UnknownIdError:
    return unknown_id(msg("catalog.item", "catalog item"), item_id, tuple(bundled_by_id()))
