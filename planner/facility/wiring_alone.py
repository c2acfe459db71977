"""What a load would draw where nothing else is plugged in: for telling why a machine finds no place."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.facility.wiring_model import EPS_A, Site


def carries(site: Site, power_w: float, group: int) -> bool:
    """Tell whether a load fits at a group where nothing else is plugged in."""
    return all(
        current <= site.slots[slot].free_a - site.slots[slot].reserve_a + EPS_A
        for slot, current in _alone(site, power_w, group)
    )


def alone_a(site: Site, power_w: float, group: int) -> float:
    """Return the current, in A, of the circuit of a group with a load there alone, with what UPS lose and charge with."""
    return max((one for slot, one in _alone(site, power_w, group) if _is_circuit(site, slot)), default=0.0)


def circuit_a(site: Site, power_w: float, group: int) -> float:
    """Return the least current, in A, of a circuit with a load at a group, whatever UPS lose."""
    whole = [power_w * each for slot, each in site.groups[group].per_w.items() if _is_circuit(site, slot)]
    return min([*whole, site.amps(power_w, group)])


def _alone(site: Site, power_w: float, group: int) -> Iterator[tuple[int, float]]:
    one = site.groups[group]
    ups = [site.ups[number] for number in one.ups]
    for slot, each in one.per_w.items():
        own = math.fsum(idle.loss_a.get(slot, 0.0) + idle.charging_a.get(slot, 0.0) for idle in ups)
        yield slot, power_w * each + own


def _is_circuit(site: Site, slot: int) -> bool:
    return site.problem.branches[site.slots[slot].branch].kind == "circuit"
