"""What is asked of one line of the build: the fields of its kind of goods, and what the catalog says where nobody typed a value."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from planner.catalog.items import Item
from planner.messages import Message, format_number, msg
from planner.plan.document import Alternative, Line, LineRole, Plan

_SIZE = ("rack_u", "weight_kg", "noise_db")
_TERMS = ("warranty_years", "delivery_days")
_KEYS: Mapping[LineRole, tuple[str, ...]] = {
    "compute": (
        *("ram_gb", "cpu_cores", "disk_tb", "nic_ports", "nic_gbps"),
        *("psu_count", "psu_w", "max_power_w", *_SIZE, *_TERMS),
    ),
    "storage": ("capacity_tb", "usable_tb", "bays", "network_gbps", "throughput_gb_s", "max_power_w", *_SIZE, *_TERMS),
    "network": ("port_count", "port_gbps", "uplink_ports", "max_power_w", *_SIZE, *_TERMS),
    "ups": ("rated_va", "rated_w", "runtime_min", "battery_wh", "rack_u", "weight_kg", *_TERMS),
    "cooling": ("total_kw", "sensible_kw", "airflow_m3h", "noise_db", *_TERMS),
    "pdu": ("inlet", "rack_u", *_TERMS),
    "rack": ("weight_kg", *_TERMS),
    "service": _TERMS,
    "software": _TERMS,
    "works": _TERMS,
    "other": ("max_power_w", *_SIZE, *_TERMS),
}
# Columns of the catalog that stand for a value while nobody typed one, the first that is known.
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "max_power_w": ("max_power_w", "power_max_w"),
    "rack_u": ("rack_u", "u_height"),
    "port_gbps": ("fastest_gbps",),
}
_NOTE = msg("line.note", "Note")
_CHOSEN_SOURCE = msg("line.chosen_source", "Price quoted by")


class Detail(msgspec.Struct, frozen=True, kw_only=True):
    """One field: its place, its name (None takes the attribute's), and what holds while nothing stands in it."""

    path: str
    name: Message | None = None
    instead: str = ""


def details(plan: Plan, one: Alternative, line: Line) -> tuple[Detail, ...]:
    """Return the fields of a line in their order; the last is its note."""
    path = f"alternatives/{one.id}/lines/{line.id}"
    item = plan.item_of(line.item)
    fields = tuple(
        Detail(path=f"{path}/facts/{key}", instead=_of_catalog(item, key)) for key in _KEYS.get(line.role, ())
    )
    source = Detail(path=f"{path}/price/chosen_source", name=_CHOSEN_SOURCE)
    return (*fields, source, Detail(path=f"{path}/note", name=_NOTE))


def _of_catalog(item: Item | None, key: str) -> str:
    """Return what the catalog row says of ``key``, '' where it says nothing."""
    if item is None:
        return ""
    for column in _COLUMNS.get(key, (key,)):
        number = item.number(column)
        said = format_number(number) if number is not None else item.text(column)
        if said:
            return said
    return ""
