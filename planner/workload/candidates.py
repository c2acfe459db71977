"""Which cards are worth setting entries against when nobody has chosen any: a few on sale in each class of memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from planner.catalog.devices import per_device
from planner.catalog.items import Item
from planner.catalog.supply import rests_on_memory, supply_state

TIERS_GB = (16, 24, 32, 48, 80)
_TOP_GB = 10_000
_FORMS = ("pcie", "oam", "sxm")
_EDGE = ("edge", "edge_kit", "soc")


def default_cards(market: Iterable[Item], priced: Collection[str] = (), edge: bool = False) -> tuple[str, ...]:
    """Return ids of cards on sale, one for each class of memory from small to large: the fastest reader of its class.

    Those of which a price is known (``priced``) go before the others.

    Cards that are bought for a machine; with ``edge`` the modules of edge boxes come first.
    """
    cards = [one for one in market if one.kind == "accelerator" and supply_state(one) == "purchasable"]
    whole = [
        one for one in cards if one.number("bandwidth_gbs") and one.number("memory_gb") and not rests_on_memory(one)
    ]
    found: list[str] = []
    if edge:
        modules = [one for one in whole if one.text("subkind") in _EDGE]
        found += [_best(modules, priced).id] if modules else []
    built_in = [one for one in whole if one.text("form_factor") in _FORMS and one.text("subkind") not in _EDGE]
    for low, high in zip(TIERS_GB, (*TIERS_GB[1:], _TOP_GB), strict=True):
        tier = [one for one in built_in if low <= (per_device(one, "memory_gb") or 0) < high and _rated(one)]
        found += [_best(tier, priced).id] if tier else []
    return tuple(found)


def _rated(one: Item) -> bool:
    return bool(one.number("bf16_dense_tflops") or one.number("fp16_dense_tflops"))


def _best(cards: list[Item], priced: Collection[str]) -> Item:
    """Return the card with the highest bandwidth of one device, by id where two have the same."""
    return max(cards, key=lambda one: (one.id in priced, per_device(one, "bandwidth_gbs") or 0.0, one.id))
