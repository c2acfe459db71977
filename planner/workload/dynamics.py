"""Scientific computing: simulated time of molecular dynamics from published runs, and the double-precision rate as a ceiling.

Programs for molecular dynamics work in mixed precision on cards; what double precision gives a code of one's own is only
bounded by the printed rate until it is measured.
"""

from __future__ import annotations

from planner import tables
from planner.catalog.devices import per_device_figure
from planner.catalog.items import Item
from planner.figure import Figure, Formula, Quality, leaf, trace, unknown
from planner.messages import Labelled
from planner.workload.bands import banded

NS_DAY = Formula(
    key="dynamics.ns_day",
    label=Labelled(zh="每天模拟时长（每卡）", en="Simulated time a day on each card"),
    text="published_ns_day * published_atoms / atoms",
    unit="ns/day",
    source="a published run of the card; the time of a step grows with the atoms",
    function=lambda published_ns_day, published_atoms, atoms: published_ns_day * published_atoms / atoms,
    error_class="dynamics",
)
FP64_TFLOPS = Formula(
    key="dynamics.fp64_tflops",
    label=Labelled(zh="双精度峰值（上限）", en="Double-precision rate (no code exceeds it)"),
    text="rate_tflops * devices",
    unit="TFLOPS",
    source="printed rate of each card x cards: a ceiling, no estimate",
    function=lambda rate_tflops, devices: rate_tflops * devices,
)


def ns_day(card: Item, atoms: Figure, key: str = "job") -> Figure:
    """Return the nanoseconds a day of one card for a system of ``atoms``; unknown for a card of which no run is published."""
    row = next((one for one in tables.rows("workload/dynamics.csv") if one["card"] == card.id), None)
    if row is None:
        return unknown(f"{key}/ns_day", "ns/day", (f"{card.id}/ns_day",))
    published = leaf(f"{card.id}/ns_day", float(row["ns_day"]), "ns/day", Quality.SECONDARY, row["source"], row["date"])
    counted = leaf(
        f"{card.id}/published_atoms", float(row["atoms"]), "1", Quality.SECONDARY, row["source"], row["date"]
    )
    found = trace(NS_DAY, f"{key}/ns_day", published_ns_day=published, published_atoms=counted, atoms=atoms)
    return banded(found, "dynamics")


def fp64_ceiling(card: Item, devices: int, key: str = "job") -> Figure:
    """Return the TFLOPS in double precision that ``devices`` of a card cannot exceed; unknown where nobody prints it."""
    count = leaf(f"{key}/devices", float(devices), "1", Quality.ENTERED)
    rate = per_device_figure(card, "fp64_tflops", "TFLOPS")
    return trace(FP64_TFLOPS, f"{key}/fp64_tflops", rate_tflops=rate, devices=count)
