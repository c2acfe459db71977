"""Power supplies of one machine: what they give at the voltage they get, and feed by feed what is left when it is lost."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from planner.facility.power import PSU_SURVIVING_W

_RANGE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:-|–|~)\s*(\d+(?:\.\d+)?)\s*")


class FeedLoss(msgspec.Struct, frozen=True, kw_only=True):
    """What a machine has left (W) without one feed, what it needs, and how much it would have to be capped by."""

    feed: str
    left_w: float
    load_w: float

    @property
    def holds(self) -> bool:
        """Tell whether it goes on."""
        return self.left_w >= self.load_w

    @property
    def cap_w(self) -> float:
        """Return by how much the machine must be capped to go on, in W."""
        return max(0.0, self.load_w - self.left_w)


def feed_losses(supplies: Mapping[str, int], psu_w: float, load_w: float) -> tuple[FeedLoss, ...]:
    """Return for each feed what is left when it is lost; ``supplies`` are the supplies on each feed, powers in W."""
    count = sum(supplies.values())
    return tuple(
        FeedLoss(feed=feed, left_w=PSU_SURVIVING_W(psus=count, lost=lost, psu_w=psu_w), load_w=load_w)
        for feed, lost in supplies.items()
    )


def spare_supplies(supplies: int, psu_w: float, load_w: float) -> int:
    """Return the number of supplies that may be lost at ``load_w`` (W); -1 where all together are too few."""
    return next((lost for lost in range(supplies - 1, -1, -1) if (supplies - lost) * psu_w >= load_w), -1)


def feeds_needed(supplies: int, psu_w: float, load_w: float) -> int | None:
    """Return the least number of feeds on which a machine bears the loss of any one; None where none may be lost."""
    spare = spare_supplies(supplies, psu_w, load_w)
    return None if spare < 1 else -(-supplies // spare)


def output_at(curve: Sequence[Sequence[float]], volts_v: float) -> float | None:
    """Return what a supply gives, in W, at an input voltage; rows are (from V, to V, W), None outside of all rows."""
    return next((row[2] for row in curve if len(row) == 3 and row[0] <= volts_v <= row[1]), None)


def accepts(range_v: str, volts_v: float) -> bool | None:
    """Tell whether an input range such as '200-240' holds a voltage (V); None where the text is no range."""
    found = _RANGE.fullmatch(range_v)
    return None if found is None else float(found[1]) <= volts_v <= float(found[2])
