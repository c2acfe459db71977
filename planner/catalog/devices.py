"""Boards that are several devices: what one of them has. A model never takes the sum as one memory."""

from __future__ import annotations

from planner.catalog.items import Item
from planner.figure import Figure, Formula, Quality, constant, trace
from planner.messages import Labelled


def _share(board: float, devices: float) -> float:
    return board / devices


PER_DEVICE = Formula(
    key="catalog.per_device",
    label=Labelled(zh="单器件数值", en="value of one device"),
    text="board / devices",
    unit="",
    source="a board with several chips is several devices; makers print the sum",
    function=_share,
)


def devices_per_board(item: Item) -> int:
    """Return how many devices one board of an accelerator is; 1 where the catalog does not say otherwise."""
    return int(item.number("devices_per_board") or 1)


def per_device(item: Item, key: str) -> float | None:
    """Return a board's memory (GB), bandwidth (GB/s), rate (TFLOPS) or power (W) for one device, None if unknown."""
    found = item.number(key)
    return None if found is None else found / devices_per_board(item)


def per_device_figure(item: Item, key: str, unit: str) -> Figure:
    """Return ``per_device`` as a traced figure named ``<item id>/<key>/device``; a single device's is the value itself."""
    board, count = item.figure(key, unit), item.figure("devices_per_board", "1")
    if not board.known or not count.known or count.value == 1:
        return board
    formula = Formula(
        key=PER_DEVICE.key,
        label=PER_DEVICE.label,
        text=PER_DEVICE.text,
        unit=unit,
        source=PER_DEVICE.source,
        function=_share,
    )
    devices = constant(count.key, count.require(), "1", count.source) if count.quality is not Quality.ASSUMED else count
    return trace(formula, f"{item.id}/{key}/device", board=board, devices=devices)
