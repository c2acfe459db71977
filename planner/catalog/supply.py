"""Supply truth: whether an item can be bought new in mainland China, and what can be bought in its place."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from typing import Literal

import msgspec

from planner.catalog.attributes import attribute
from planner.catalog.items import Item
from planner.catalog.makers import maker_named
from planner.figure import Quality
from planner.messages import Labelled, Message, msg

SupplyState = Literal["purchasable", "export_restricted", "used_market", "eol", "cloud_only", "unknown"]
_STATES: dict[str, SupplyState] = {
    "yes": "purchasable",
    "export_restricted": "export_restricted",
    "used_market": "used_market",
    "eol": "eol",
    "cloud_only": "cloud_only",
}
STATE_LABELS: dict[SupplyState, Labelled] = {
    "purchasable": Labelled(zh="可采购", en="purchasable"),
    "export_restricted": Labelled(zh="受限", en="restricted"),
    "used_market": Labelled(zh="二手", en="second-hand"),
    "eol": Labelled(zh="停产", en="discontinued"),
    "cloud_only": Labelled(zh="仅可租用", en="rental only"),
    "unknown": Labelled(zh="待核实", en="to be verified"),
}
_SERVICES = ("cloud_offer", "api_offer")
# Things of these sorts only stand in for their own sort: a module or a whole computer is no substitute for a card.
_OWN_SORT = ("edge", "soc", "appliance", "wse")
_RATES = ("bf16_dense_tflops", "fp16_dense_tflops")
_SIZE = {"accelerator": "memory_per_device_gb", "system": "max_accelerators", "ups": "rated_va", "rack": "u_height"}


class Substitute(msgspec.Struct, frozen=True, kw_only=True):
    """An item that can be bought instead, and why it is near: sizes in the unit of ``size_key``, ratios to the original."""

    item: Item
    size_key: str
    size: float
    wanted: float
    rate_ratio: float | None
    bandwidth_ratio: float | None
    domestic: bool | None
    reason: Message


def supply_state(item: Item, today: dt.date | None = None) -> SupplyState:
    """Return how an item can be had in mainland China; with ``today``, services past their withdrawal are eol."""
    if item.kind in _SERVICES:
        return "eol" if today is not None and _withdrawn(item, today) else "cloud_only"
    return _STATES.get(item.text("purchasable"), "unknown")


def is_domestic(item: Item) -> bool | None:
    """Tell whether the maker is one of mainland China, None where it is not known."""
    return maker_named(item.maker).domestic


def rests_on_memory(item: Item) -> bool:
    """Tell whether the values an item is chosen by are assumed: such rows are offered only when asked for."""
    key = _SIZE.get(item.kind, "")
    return item.quality(key) is Quality.ASSUMED or item.quality("purchasable") is Quality.ASSUMED


def nearest_purchasable(
    item: Item, items: Iterable[Item], n: int = 3, include_assumed: bool = False, domestic_only: bool = False
) -> tuple[Substitute, ...]:
    """Return at most ``n`` purchasable items of the same kind that are not smaller, nearest first.

    Nearest is by size (memory of one device for accelerators), then dense 16-bit rate, then bandwidth. Empty where
    the size of ``item`` is not known.
    """
    key = _SIZE.get(item.kind, "")
    wanted = item.number(key) if key else None
    if wanted is None:
        return ()
    sought = _Sought(item, key, wanted)
    found = [
        one
        for one in items
        if sought.has(one)
        and supply_state(one) == "purchasable"
        and (include_assumed or not rests_on_memory(one))
        and (not domestic_only or is_domestic(one) is True)
    ]
    nearest = sorted(found, key=sought.nearness)[:n]
    return tuple(_substitute(item, one, key, wanted) for one in nearest)


class Market:
    """The rows that substitutes are looked for in; what was found for an item is kept while the market is."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        """Keep the rows."""
        self.items = items
        self._ready: dict[str, tuple[Item, ...]] = {}
        self._found: dict[tuple[int, int, bool], tuple[Item, tuple[Substitute, ...]]] = {}

    def nearest(self, item: Item, n: int = 3, domestic_only: bool = False) -> tuple[Substitute, ...]:
        """Return ``nearest_purchasable`` of these rows; the item is kept, so its identity names it."""
        key = (id(item), n, domestic_only)
        if key not in self._found:
            rows = self._purchasable(item.kind)
            self._found[key] = (item, nearest_purchasable(item, rows, n, domestic_only=domestic_only))
        return self._found[key][1]

    def _purchasable(self, kind: str) -> tuple[Item, ...]:
        """Return the rows of a kind that may stand in for others at all."""
        if kind not in self._ready:
            rows = (one for one in self.items if one.kind == kind and supply_state(one) == "purchasable")
            self._ready[kind] = tuple(one for one in rows if not rests_on_memory(one))
        return self._ready[kind]


class _Sought:
    """What is looked for in place of an item; what it says of itself is looked up once for all rows."""

    def __init__(self, item: Item, key: str, wanted: float) -> None:
        self._item, self._key, self._wanted = item, key, wanted
        self._sort = _sort(item)
        # A plug-in card is replaced by a plug-in card; what sat on a module board may be replaced by either.
        self._plugs_in = item.text("form_factor") == "pcie"
        self._rate, self._bandwidth = _rate(item), item.number("bandwidth_gbs")

    def has(self, one: Item) -> bool:
        """Tell whether a row stands in for the item."""
        if one.kind != self._item.kind or one.id == self._item.id:
            return False
        size = one.number(self._key)
        if size is None or size < self._wanted or _sort(one) != self._sort:
            return False
        return not self._plugs_in or one.text("form_factor") == "pcie"

    def nearness(self, one: Item) -> tuple[float, float, float, str]:
        """Return how far a row is from the item: in size, dense 16-bit rate and bandwidth."""
        rate = _ratio(_rate(one), self._rate)
        bandwidth = _ratio(one.number("bandwidth_gbs"), self._bandwidth)
        return (one.number(self._key) or 0.0) / self._wanted, _distance(rate), _distance(bandwidth), one.id


def _sort(item: Item) -> str:
    """Return what an item is a substitute for: its own narrow sort, or '' for ordinary cards and machines."""
    for key in ("subkind", "form_factor"):
        if item.text(key) in _OWN_SORT:
            return item.text(key)
    return "" if item.kind != "system" else item.text("subkind")


def _substitute(item: Item, one: Item, key: str, wanted: float) -> Substitute:
    size = one.number(key) or 0.0
    named_unit = attribute(key, item.kind).unit
    return Substitute(
        item=one,
        size_key=key,
        size=size,
        wanted=wanted,
        rate_ratio=_ratio(_rate(one), _rate(item)),
        bandwidth_ratio=_ratio(one.number("bandwidth_gbs"), item.number("bandwidth_gbs")),
        domestic=is_domestic(one),
        reason=msg(
            "supply.substitute",
            "{name}: {size} against {wanted}, dense 16-bit rate x {rate}, bandwidth x {bandwidth}",
            name=one.name,
            size=one.figure(key, named_unit),
            wanted=item.figure(key, named_unit),
            rate=_rounded(_ratio(_rate(one), _rate(item))),
            bandwidth=_rounded(_ratio(one.number("bandwidth_gbs"), item.number("bandwidth_gbs"))),
        ),
    )


def _distance(ratio: float | None) -> float:
    """Return how far a ratio is from 1, twice and half alike; unknown is farther than anything known."""
    return math.inf if ratio is None or ratio <= 0 else abs(math.log(ratio))


def _rate(item: Item) -> float | None:
    rate = next((rate for key in _RATES if (rate := item.number(key)) is not None), None)
    devices = item.number("devices_per_board") or 1.0
    return None if rate is None else rate / devices


def _ratio(above: float | None, below: float | None) -> float | None:
    return above / below if above is not None and below else None


def _rounded(ratio: float | None) -> float | None:
    return None if ratio is None else round(ratio, 2)


def _withdrawn(item: Item, today: dt.date) -> bool:
    text = item.text("deprecation_date")
    return bool(text) and dt.date.fromisoformat(text) <= today
