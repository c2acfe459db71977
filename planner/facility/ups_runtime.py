"""How long a UPS really helps: maker's points first, an estimate marked as such, against shutdown and the room's heat.

Also what it draws while it charges, and how long its battery lives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from planner.facility.ups import RUNTIME_ESTIMATE_MIN, runtime_min
from planner.figure import Formula
from planner.messages import Labelled

Basis = Literal["published", "at_least", "estimate", "unknown"]
DEPTH, EFFICIENCY, AGEING = 0.8, 0.92, 0.8  # discharge, inverter, aged battery (customary values, to be confirmed)
INPUT_W = Formula(
    key="ups.input_w",
    label=Labelled(zh="UPS 输入功率（含充电）", en="Input of the UPS while it charges"),
    text="load_w / efficiency + charger_w",
    unit="W",
    source="load through the losses, plus the charger at full power: the input breaker carries both",
    function=lambda load_w, efficiency, charger_w: load_w / efficiency + charger_w,
)
NEEDED_MIN = Formula(
    key="ups.needed_min",
    label=Labelled(zh="需要的后备时间（按关机时间）", en="Runtime needed for a shutdown"),
    text="business_min + 2 * shutdown_min + safety_min",
    unit="min",
    source="Eaton: business time + twice the shutdown time + safety",
    function=lambda business_min, shutdown_min, safety_min: business_min + 2 * shutdown_min + safety_min,
)
USEFUL_MIN = Formula(
    key="ups.useful_min",
    label=Labelled(zh="实际有用的后备时间", en="Runtime that is of use"),
    text="min(runtime_min, thermal_min)",
    unit="min",
    source="without cooling on the UPS the machines stop by heat, whatever the battery holds",
    function=lambda runtime_min, thermal_min: min(runtime_min, thermal_min),
)
SHUTDOWN_PCT = Formula(
    key="ups.shutdown_pct",
    label=Labelled(zh="关机时间占后备时间", en="Shutdown against runtime"),
    text="100 * shutdown_min / useful_min",
    unit="%",
    source="a shutdown must end within half of the runtime (customary value, to be confirmed)",
    function=lambda shutdown_min, useful_min: 100 * shutdown_min / useful_min,
)
LIFE_YEARS = Formula(
    key="ups.life_years",
    label=Labelled(zh="电池寿命（按温度）", en="Life of the battery by temperature"),
    text="life_25_years * 0.5 ** (max(0, battery_c - 25) / 10)",
    unit="year",
    source="lead-acid life halves with each 10 K above 25 C (customary value, to be confirmed)",
    function=lambda life_25_years, battery_c: life_25_years * 0.5 ** (max(0.0, battery_c - 25) / 10),
    error_class="ups.life",
)
CELL_W = Formula(
    key="ups.cell_w",
    label=Labelled(zh="每单体恒功率", en="Power of each cell"),
    text="battery_w / (efficiency * blocks * 6)",
    unit="W",
    source="constant-power method: the maker's cell table gives the time at this power; six cells in a 12 V block",
    function=lambda battery_w, efficiency, blocks: battery_w / (efficiency * blocks * 6),
)


class Runtime(msgspec.Struct, frozen=True, kw_only=True):
    """Minutes on battery and how they are known; ``at_least`` below the smallest published load, None where unknown."""

    minutes: float | None
    basis: Basis

    @property
    def is_assumed(self) -> bool:
        """Tell whether this is an estimate, to be shown as assumed."""
        return self.basis == "estimate"


def runtime_at(
    points: Sequence[tuple[float, float]], load_w: float, battery_wh: float | None = None, no_load_w: float = 0.0
) -> Runtime:
    """Return the runtime in minutes at a load (W): interpolated, below the points at least theirs, above them unknown.

    Without points an estimate from the battery's energy (Wh).
    """
    if points:
        if load_w < min(points)[0]:
            return Runtime(minutes=min(points)[1], basis="at_least")
        minutes = runtime_min(points, load_w)
        return Runtime(minutes=minutes, basis="unknown" if minutes is None else "published")
    if battery_wh is None or load_w + no_load_w <= 0:
        return Runtime(minutes=None, basis="unknown")
    minutes = RUNTIME_ESTIMATE_MIN(
        battery_wh=battery_wh, depth=DEPTH, efficiency=EFFICIENCY, ageing=AGEING, load_w=load_w, no_load_w=no_load_w
    )
    return Runtime(minutes=minutes, basis="estimate")


def points_of(text: str, rated_w: float | None = None) -> tuple[tuple[float, float], ...]:
    """Return (load, minutes) points of a catalog cell such as '200:99;300:60', sorted, in the cell's own unit of load.

    '12%:54.5' is a share of ``rated_w`` (W) and left out where that is not known.
    """
    found = []
    for part in (part for part in text.split(";") if ":" in part):
        load, _, minutes = part.partition(":")
        if load.strip().endswith("%"):
            if rated_w is None:
                continue
            found.append((float(load.strip()[:-1]) / 100 * rated_w, float(minutes)))
        else:
            found.append((float(load), float(minutes)))
    return tuple(sorted(found))
