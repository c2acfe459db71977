"""Supply truth: whether an item can be bought new in mainland China, and what can be bought in its place."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from operator import attrgetter
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
    """An item that can be bought instead of ``sought``: sizes in the unit of ``size_key``, ratios to the original."""

    sought: Item
    item: Item
    size_key: str
    size: float
    wanted: float
    rate_ratio: float | None
    bandwidth_ratio: float | None

    @property
    def domestic(self) -> bool | None:
        """Tell whether its maker is one of mainland China, None where it is not known."""
        return is_domestic(self.item)

    @property
    def reason(self) -> Message:
        """Return why it is near; said of the few that are shown."""
        unit = attribute(self.size_key, self.item.kind).unit
        return msg(
            "supply.substitute",
            "{name}: {size} against {wanted}, dense 16-bit rate x {rate}, bandwidth x {bandwidth}",
            name=self.item.name,
            size=self.item.figure(self.size_key, unit),
            wanted=self.sought.figure(self.size_key, unit),
            rate=_rounded(self.rate_ratio),
            bandwidth=_rounded(self.bandwidth_ratio),
        )


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
    return _nearest(
        item,
        _by_size(
            _traits(one)
            for one in items
            if one.kind == item.kind
            and supply_state(one) == "purchasable"
            and (include_assumed or not rests_on_memory(one))
            and (not domestic_only or is_domestic(one) is True)
        ),
        n,
    )


class Market:
    """The rows that substitutes are looked for in; what was found for an item is kept while the market is."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        """Keep the rows."""
        self.items = items
        self._ready: dict[tuple[str, bool], tuple[_Traits, ...]] = {}
        self._sorted: dict[tuple[str, bool], tuple[_Traits, ...]] = {}
        self._found: dict[tuple[int, int, bool], tuple[Item, tuple[Substitute, ...]]] = {}

    def nearest(self, item: Item, n: int = 3, domestic_only: bool = False) -> tuple[Substitute, ...]:
        """Return ``nearest_purchasable`` of these rows; the item is kept, so its identity names it."""
        key = (id(item), n, domestic_only)
        if key not in self._found:
            self._found[key] = (item, _nearest(item, self._smallest_first(item.kind, domestic_only), n))
        return self._found[key][1]

    def purchasable(self, kind: str) -> tuple[Item, ...]:
        """Return the rows of a kind that can be bought and whose values do not rest on memory."""
        return tuple([one.item for one in self._purchasable(kind, False)])

    def _smallest_first(self, kind: str, domestic_only: bool) -> tuple[_Traits, ...]:
        key = (kind, domestic_only)
        if key not in self._sorted:
            self._sorted[key] = _by_size(self._purchasable(kind, domestic_only))
        return self._sorted[key]

    def _purchasable(self, kind: str, domestic_only: bool) -> tuple[_Traits, ...]:
        """Return the rows of a kind that may stand in for others at all."""
        key = (kind, domestic_only)
        if key not in self._ready:
            if domestic_only:
                found = tuple(one for one in self._purchasable(kind, False) if is_domestic(one.item) is True)
            else:
                rows = (one for one in self.items if one.kind == kind and supply_state(one) == "purchasable")
                found = tuple(_traits(one) for one in rows if not rests_on_memory(one))
            self._ready[key] = found
        return self._ready[key]


class _Traits(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a row is compared by, looked up once for all that it may stand in for; ``size`` is 0 where it is not known."""

    item: Item
    size: float
    sort: str
    plugs_in: bool
    rate: float | None
    bandwidth: float | None


def _by_size(rows: Iterable[_Traits]) -> tuple[_Traits, ...]:
    return tuple(sorted(rows, key=attrgetter("size")))


def _traits(item: Item) -> _Traits:
    key = _SIZE.get(item.kind, "")
    return _Traits(
        item=item,
        size=(item.number(key) or 0.0) if key else 0.0,
        sort=_sort(item),
        plugs_in=item.text("form_factor") == "pcie",
        rate=_rate(item),
        bandwidth=item.number("bandwidth_gbs"),
    )


def _nearest(item: Item, rows: Iterable[_Traits], n: int) -> tuple[Substitute, ...]:
    """Return at most ``n`` of ``rows``, all of the item's kind and the smallest first, that stand in for it, nearest first."""
    sought = _traits(item)
    wanted = sought.size
    if not wanted:
        return ()

    def nearness(one: _Traits) -> tuple[float, float, float, str]:
        rate = _ratio(one.rate, sought.rate)
        bandwidth = _ratio(one.bandwidth, sought.bandwidth)
        return one.size / wanted, _distance(rate), _distance(bandwidth), one.item.id

    found: list[_Traits] = []
    for one in rows:
        if (
            one.size >= wanted
            and one.sort == sought.sort
            # A plug-in card is replaced by a plug-in card; what sat on a module board may be replaced by either.
            and (one.plugs_in or not sought.plugs_in)
            and one.item.id != item.id
        ):
            if 0 < n <= len(found) and one.size > found[n - 1].size:
                break  # what is larger is farther, whatever else
            found.append(one)
    return tuple(_substitute(sought, one) for one in sorted(found, key=nearness)[:n])


def _sort(item: Item) -> str:
    """Return what an item is a substitute for: its own narrow sort, or '' for ordinary cards and machines."""
    for key in ("subkind", "form_factor"):
        if item.text(key) in _OWN_SORT:
            return item.text(key)
    return "" if item.kind != "system" else item.text("subkind")


def _substitute(sought: _Traits, found: _Traits) -> Substitute:
    return Substitute(
        sought=sought.item,
        item=found.item,
        size_key=_SIZE[sought.item.kind],
        size=found.size,
        wanted=sought.size,
        rate_ratio=_ratio(found.rate, sought.rate),
        bandwidth_ratio=_ratio(found.bandwidth, sought.bandwidth),
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
