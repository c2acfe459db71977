"""How good a wiring plan is: the currents on each line, what a lost feed does, how even the lines are, what is moved."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from planner.facility.wiring_apart import all_together
from planner.facility.wiring_model import EPS_A, Device, Places, Site, kind_of


def present(site: Site) -> Places:
    """Return where the devices are now; None for one of which a cord is plugged in nowhere."""
    found: list[tuple[int, ...] | None] = []
    for device in site.problem.devices:
        groups = tuple(site.group_of[cord.at] for cord in device.cords if cord.at in site.group_of)
        found.append(groups if len(groups) == len(device.cords) else None)
    return tuple(found)


class Score(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """How good a plan is; smaller is better, the first that differs decides.

    ``overload_a`` is what flows above the limits (A), ``unplaced`` counts devices, ``not_redundant`` devices that stop
    with one feed and branches that trip then, ``together`` cords that share a feed with others of their machine though they
    could hang apart, ``excess_a`` what flows above the advised level, ``imbalance_a`` how far
    the most loaded line of each panel is above the mean, ``moves`` cords that change their outlet.
    """

    overload_a: float
    unplaced: int
    not_redundant: int
    together: int
    excess_a: float
    imbalance_a: float
    moves: int


class Ledger:
    """The currents of a plan on each line of each branch, in normal operation and with each feed lost."""

    def __init__(self, site: Site) -> None:
        """Start with nothing plugged in."""
        self.site = site
        self.states = ("", *site.losses)
        self.loads = [[0.0] * len(site.slots) for _state in self.states]
        self.used = [0] * len(site.groups)
        self.charging = [slot.reserve_a for slot in site.slots]
        self._nothing = [0.0] * len(site.slots)
        self._behind = [0] * len(site.ups)

    def add(self, device: Device, places: tuple[int, ...], sign: int = 1) -> None:
        """Plug a device in, or out with ``sign`` -1."""
        groups = self.site.groups
        for group in places:
            self.used[group] += sign
            for number in groups[group].ups:
                before = self._behind[number]
                self._behind[number] += sign
                if (before > 0) is not (self._behind[number] > 0):
                    self._lose(number, sign)
        for state, load in zip(self.states, self.loads, strict=True):
            for power_w, group in zip(self.site.cords_w(device, places, state), places, strict=True):
                for slot, each_a in groups[group].per_w.items():
                    load[slot] += sign * power_w * each_a

    def _lose(self, number: int, sign: int) -> None:
        """Add what a UPS draws for itself, or take it away with ``sign`` -1."""
        ups = self.site.ups[number]
        for state, load in zip(self.states, self.loads, strict=True):
            for slot, current in ups.loss_a.items() if not state or state != ups.feed else ():
                load[slot] += sign * current
        for slot, current in ups.charging_a.items():
            self.charging[slot] += sign * current

    def kept_free(self, state: int) -> Sequence[float]:
        """Return what each slot must have left for UPS that charge, in A, in a state, by its number."""
        return self.charging if state == 0 else self._nothing

    def fits(self, places: tuple[int, ...], states: int) -> bool:
        """Tell whether what these groups hang on is within its limits, in the first ``states`` states, and outlets too."""
        groups, slots = self.site.groups, self.site.slots
        if any(self.used[group] > groups[group].count for group in places):
            return False
        touched = {slot for group in places for slot in groups[group].slots}
        return all(
            load[slot] + kept[slot] <= slots[slot].free_a + EPS_A
            for load, kept in zip(self.loads[:states], map(self.kept_free, range(states)), strict=False)
            for slot in touched
        )

    def peak(self, places: tuple[int, ...]) -> float:
        """Return the largest share of its limit that a line these groups hang on carries, in normal operation."""
        slots = self.site.slots
        touched = {slot for group in places for slot in self.site.groups[group].slots}
        shares = (self.loads[0][slot] / slots[slot].free_a for slot in touched if 0 < slots[slot].free_a < math.inf)
        return max(shares, default=0.0)

    def squares(self) -> float:
        """Return the sum of the squared shares of all limits: the smaller the more evenly spread (a ratio)."""
        pairs = zip(self.loads[0], self.site.slots, strict=True)
        return math.fsum((load / slot.free_a) ** 2 for load, slot in pairs if 0 < slot.free_a < math.inf)

    def imbalance_a(self) -> float:
        """Return how far the most loaded line is above the mean, in A, added up over the panels."""
        rows = [[self.loads[0][slot] for slot in panel] for panel in self.site.panels]
        return math.fsum(max(row) - math.fsum(row) / len(row) for row in rows)


def ledger_of(site: Site, places: Places) -> Ledger:
    """Return the ledger of a plan."""
    ledger = Ledger(site)
    for device, at in zip(site.problem.devices, places, strict=True):
        if at is not None:
            ledger.add(device, at)
    return ledger


def score(site: Site, places: Places, ledger: Ledger | None = None) -> Score:
    """Return how good a plan is."""
    book = ledger if ledger is not None else ledger_of(site, places)
    over = _over(site, [load + kept for load, kept in zip(book.loads[0], book.charging, strict=True)], book.loads[0])
    tripped = {state: _over(site, load, load) for state, load in zip(book.states[1:], book.loads[1:], strict=True)}
    lost = sum(
        at is not None and site.spare[device.id] > 0 and not is_redundant(site, device, at, tripped)
        for device, at in zip(site.problem.devices, places, strict=True)
    )
    return Score(
        overload_a=math.fsum(over.values()),
        unplaced=sum(at is None for at in places),
        not_redundant=len(site.hopeless) + lost + sum(len(branches_of(site, slots)) for slots in tripped.values()),
        together=all_together(site, places),
        excess_a=math.fsum(
            max(0.0, load - slot.advised_a) for load, slot in zip(book.loads[0], site.slots, strict=True)
        ),
        imbalance_a=book.imbalance_a(),
        moves=moves_of(site, places),
    )


def _over(site: Site, loads: Sequence[float], own: Sequence[float]) -> dict[int, float]:
    rows = enumerate(zip(loads, own, site.slots, strict=True))
    return {
        number: load - slot.free_a for number, (load, mine, slot) in rows if load > slot.free_a + EPS_A and mine > EPS_A
    }


def branches_of(site: Site, slots: Mapping[int, float]) -> set[int]:
    """Return the branches that these slots are lines of."""
    return {site.slots[slot].branch for slot in slots}


def is_redundant(site: Site, device: Device, at: tuple[int, ...], tripped: Mapping[str, Mapping[int, float]]) -> bool:
    """Tell whether a device with two sides and more, placed ``at``, goes on when any one feed is lost."""
    groups = [site.groups[group] for group in at]
    for state, slots in tripped.items():
        left = [group for group in groups if group.feed != state]
        lost = len(groups) - len(left)
        if lost > site.spare[device.id] or (lost and any(slot in slots for group in left for slot in group.slots)):
            return False
    return len({group.feed for group in groups}) > 1


def moves_of(site: Site, places: Places) -> int:
    """Return how many cords leave the group of outlets they are plugged in at (units of a kind are alike)."""
    kinds: dict[tuple[object, ...], tuple[list[int], list[int]]] = {}
    for device, at in zip(site.problem.devices, places, strict=True):
        was, now = kinds.setdefault(kind_of(device), ([], []))
        was += [site.group_of[cord.at] for cord in device.cords if cord.at in site.group_of]
        now += list(at or ())
    return sum(
        len(was) - sum(min(was.count(group), now.count(group)) for group in set(was)) for was, now in kinds.values()
    )
