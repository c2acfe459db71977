"""Catalog rows to choose from: what is needed to tell them apart, and whether they are on sale."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from db.catalog import SortKey
from db.listing import ListRow
from desktop_app.services.desk import Desk
from desktop_app.services.model_words import has_model, model_groups
from desktop_app.services.row_names import row_name, shown_maker
from planner.catalog.choices import choice_text
from planner.catalog.supply import STATE_LABELS, supply_state
from planner.messages import Message, format_number, msg

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
_ORDER = {kind: at for at, kind in enumerate(KINDS)}
_SORTS: Mapping[str, SortKey] = {
    "name": "name",
    "kind": "kind",
    "memory": "memory",
    "power": "power",
    "supply": "purchasable",
    "price": "price",
}
_SIGNS = {"CNY": "¥", "USD": "US$", "EUR": "€"}


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A catalog row as a choice; memory in GB as sold, power in W at full load, ``price`` of one piece as text."""

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
    price: str


def candidates(  # noqa: PLR0913 - what is asked for and how it is shown
    desk: Desk, query: str, kind: str, language: str, column: str = "", descending: bool = False
) -> tuple[tuple[Candidate, ...], int]:
    """Return the first page of rows that fit, and how many there are; models are no goods and left out where all kinds are asked for.

    ``column`` of the list sorts all that fit before the page is cut; '' is the best match first.
    """
    catalog = desk.store.catalog
    ids = catalog.find(query, kind, _SORTS.get(column, "best"), descending)
    browsing = not query.strip() and not kind and not column
    rows = list(catalog.rows(ids if browsing else ids[:_PAGE]))
    if browsing:  # nothing is asked for: goods come first, what is rented last
        rows.sort(key=_rank)
    elif not column and (models := model_groups(query)):  # H20 before H200, which has its letters
        rows.sort(key=lambda row: not any(has_model(row.name, model) for model in models))
    rows = [row for row in rows if row.kind != "model" or kind == "model"][:_PAGE]
    return tuple(_candidate(desk, row, language) for row in rows), len(ids)


def _rank(row: ListRow) -> int:
    return _ORDER.get(row.kind, len(_ORDER))


def _price(row: ListRow) -> str:
    ends = [end for end in dict.fromkeys((row.price_low, row.price_high)) if end is not None]
    if not ends:
        return ""
    return f"{_SIGNS.get(row.price_currency, row.price_currency + ' ')}{'–'.join(format_number(end) for end in ends)}"


def _candidate(desk: Desk, row: ListRow, language: str) -> Candidate:
    item = desk.store.catalog.get(row.id)
    state = supply_state(item)
    sold = item.kind in ("accelerator", "system")
    return Candidate(
        id=item.id,
        name=row_name(item.id, item.name, language),
        maker=shown_maker(item.maker, language),
        kind=item.kind,
        kind_word=choice_text("kind", item.kind, language),
        memory_gb=item.number("memory_gb"),
        power_w=item.number("max_power_w") or item.number("tdp_w"),
        has_memory=item.kind == "accelerator",
        has_power=sold,
        supply_status=_STATUS[state],
        supply_word=STATE_LABELS[state].label(language) if sold else "",
        price=_price(row),
    )
