"""Catalog rows to choose from: what is needed to tell them apart, and whether they are on sale."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from desktop_app.services.desk import Desk
from planner.catalog.choices import choice_text
from planner.catalog.supply import STATE_LABELS, supply_state
from planner.messages import Message, msg

KINDS: Mapping[str, Message] = {
    "": msg("picker.all", "All kinds"),
    "accelerator": msg("picker.accelerator", "Accelerators"),
    "system": msg("picker.system", "Machines"),
    "storage": msg("picker.storage", "Storage"),
    "network": msg("picker.network", "Network"),
    "ups": msg("picker.ups", "UPS"),
    "pdu": msg("picker.pdu", "PDU"),
    "cooling": msg("picker.cooling", "Cooling"),
    "rack": msg("picker.rack", "Racks"),
    "cloud_offer": msg("picker.cloud", "Rental"),
    "api_offer": msg("picker.api", "API"),
    "model": msg("picker.model", "Models"),
}
_STATUS = {
    "purchasable": "ok",
    "used_market": "warn",
    "export_restricted": "warn",
    "eol": "error",
    "cloud_only": "info",
    "unknown": "unknown",
}
_PAGE = 200


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A catalog row as a choice; memory in GB as sold, power in W at full load."""

    id: str
    name: str
    maker: str
    kind: str
    kind_word: str
    memory_gb: float | None
    power_w: float | None
    has_memory: bool
    has_power: bool
    supply_status: str
    supply_word: str


def candidates(desk: Desk, query: str, kind: str, language: str) -> tuple[tuple[Candidate, ...], int]:
    """Return the first page of rows that fit, and how many there are; models are no goods and left out where all kinds are asked for."""
    result = desk.store.catalog.search(query, kind=kind, limit=_PAGE)
    rows = [row for row in result.rows if row.kind != "model" or kind == "model"]
    return tuple(_candidate(desk, row.id, language) for row in rows), result.total


def _candidate(desk: Desk, row_id: str, language: str) -> Candidate:
    item = desk.store.catalog.get(row_id)
    state = supply_state(item)
    sold = item.kind in ("accelerator", "system")
    return Candidate(
        id=item.id,
        name=item.name,
        maker=item.maker,
        kind=item.kind,
        kind_word=choice_text("kind", item.kind, language),
        memory_gb=item.number("memory_gb"),
        power_w=item.number("max_power_w") or item.number("tdp_w"),
        has_memory=item.kind == "accelerator",
        has_power=sold,
        supply_status=_STATUS[state],
        supply_word=STATE_LABELS[state].label(language) if sold else "",
    )
