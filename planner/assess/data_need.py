"""What the workload asks of storage and network: room for its data, the rate at which it reads them, what comes in first.

Nothing is asked where no entry tells its data: then nobody has thought of them yet, and the sheet of an entry asks.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from planner.assess.demand import EntryFigures
from planner.assess.mix import load_of
from planner.figure import Figure, Formula, Quality, leaf, trace, unknown
from planner.messages import Labelled
from planner.plan.document import People
from planner.workload.demand import Load, loads_data, loads_network, loads_storage

_TELLING = ("data_gb", "checkpoint_gb")
IN_TB = Formula(
    key="demand.in_tb",
    label=Labelled(zh="存储需求", en="Storage"),
    text="gb / 1000",
    unit="TB",
    source="1 TB is 1000 GB",
    function=lambda gb: gb / 1000,
)


class DataNeed(msgspec.Struct, frozen=True, kw_only=True):
    """What all entries together keep (TB), read when they start together (GB/s), bring in first (TB); and the largest checkpoint (GB)."""

    kept_tb: Figure
    read_gbs: Figure
    first_tb: Figure
    checkpoint_gb: Figure


def data_need(demand: Mapping[str, EntryFigures], people: tuple[People, ...]) -> DataNeed | None:
    """Return what the workload asks of storage and network, None where no entry tells its data."""
    if not any(name in one.entry.facts for one in demand.values() for name in _TELLING):
        return None
    counts = {group.id: float(group.count) for group in people}
    loads = [load_of(one, counts) for one in demand.values()]
    return DataNeed(
        kept_tb=trace(IN_TB, "workload/kept_tb", gb=loads_storage(loads, "workload")),
        read_gbs=loads_network(loads, "workload"),
        first_tb=trace(IN_TB, "workload/first_tb", gb=loads_data(loads, "workload")),
        checkpoint_gb=_largest(loads),
    )


def _largest(loads: list[Load]) -> Figure:
    """Return the largest checkpoint that is known."""
    known = [one for one in loads if one.checkpoint_gb]
    if not known:
        return unknown("workload/checkpoint_gb", "GB")
    largest = max(known, key=lambda one: one.checkpoint_gb or 0.0)
    return leaf(f"workload/{largest.id}/checkpoint_gb", largest.checkpoint_gb, "GB", Quality.ENTERED)
