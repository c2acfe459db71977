"""The market a threshold is held against: which chip makers are known to have a card that passes.

Only rows that can be bought count (or whose supply nobody has marked), and only values that do not rest on an
assumption. Unknown is neither pass nor fail: it is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from planner.catalog.devices import per_device
from planner.catalog.items import Item
from planner.catalog.makers import maker_named
from planner.catalog.supply import is_domestic, supply_state
from planner.figure import Quality
from planner.tender.library import frameworks_of

# These are no cards for a machine of one's own choice: computers, modules and services of their own kind.
_OWN_SORT = frozenset({"soc", "appliance", "cloud_only", "socket"})
_OWN_KIND = frozenset({"edge", "wse"})

# Whole machines; kits, racks of many machines and computers without cards are things of their own.
_MACHINES = frozenset({"server", "workstation", "appliance"})

Test = Callable[[Item], bool | None]


def is_known(item: Item, key: str) -> bool:
    """Tell whether a value is there and does not rest on an assumption."""
    return key in item.attributes and item.quality(key) not in (Quality.ASSUMED, Quality.UNKNOWN)


def device_value(item: Item, keys: Iterable[str]) -> float | None:
    """Return the greatest known value of one device among ``keys`` in its registered unit, None where none is known."""
    found = [_one_device(item, key) for key in keys if is_known(item, key)]
    return max((value for value in found if value is not None), default=None)


def _one_device(item: Item, key: str) -> float | None:
    return item.number(key) if key == "memory_per_device_gb" else per_device(item, key)


def competitors(market: Iterable[Item], domestic_only: bool = False) -> tuple[Item, ...]:
    """Return the accelerator cards and modules of ``market`` that can be bought or whose supply is not marked."""
    return tuple(item for item in market if _competes(item) and (not domestic_only or is_domestic(item) is True))


def _competes(item: Item) -> bool:
    if item.kind != "accelerator" or item.text("form_factor") in _OWN_SORT or item.text("subkind") in _OWN_KIND:
        return False
    return supply_state(item) in ("purchasable", "unknown") and item.quality("purchasable") is not Quality.ASSUMED


def at_least(keys: tuple[str, ...], threshold: float) -> Test:
    """Return the test whether a card has ``threshold`` or more; None for one whose value is not known."""

    def test(item: Item) -> bool | None:
        value = device_value(item, keys)
        return None if value is None else value >= threshold

    return test


def runs(frameworks: frozenset[str]) -> Test:
    """Return the test whether a card's software is known to run all ``frameworks``; None where that is not known."""

    def test(item: Item) -> bool | None:
        return True if frameworks <= frameworks_of(item.text("software_stack")) else None

    return test


def makers_passing(market: Iterable[Item], tests: Iterable[Test]) -> frozenset[str]:
    """Return the makers with a card that is known to pass all ``tests``."""
    wanted = tuple(tests)
    return frozenset(item.maker for item in market if all(test(item) for test in wanted))


def machine_makers(
    systems: Iterable[Item], cards: Iterable[Item], tests: Iterable[Test], count: int, domestic_only: bool = False
) -> frozenset[str]:
    """Return the makers of a whole machine that is known to take ``count`` of a card that passes all ``tests``.

    A machine with slots takes every card of that form; modules fit only the machine they are listed with. Power and
    safety are not among the tests: suppliers commit to them.
    """
    wanted = tuple(tests)
    passing = [card for card in cards if all(test(card) for test in wanted)]
    return frozenset(
        item.maker
        for item in systems
        if _is_offered(item, domestic_only) and any(_takes(item, card, count) for card in passing)
    )


def _is_offered(item: Item, domestic_only: bool) -> bool:
    maker = maker_named(item.maker)
    is_firm = bool(maker.country) or maker.domestic is not None
    can_be_had = supply_state(item) in ("purchasable", "unknown") and item.quality("purchasable") is not Quality.ASSUMED
    return (
        is_firm and can_be_had and item.text("subkind") in _MACHINES and (not domestic_only or maker.domestic is True)
    )


def _takes(item: Item, card: Item, count: int) -> bool:
    most = item.number("max_accelerators") if is_known(item, "max_accelerators") else None
    if most is None or most < count:
        return False
    slots = card.text("form_factor") == "pcie" and "pcie" in item.text("supported_accel_forms").split("|")
    return slots or item.text("fitted_accelerator_id") == card.id


def makers_with(market: Iterable[Item], keys: tuple[str, ...], value: float) -> frozenset[str]:
    """Return the makers whose card has exactly ``value``."""
    return frozenset(item.maker for item in market if device_value(item, keys) == value)
