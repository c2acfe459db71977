"""The wiring problem as rows and columns of a mixed-integer program; what solves it does not matter here.

Columns: how many units of a kind are at a group of outlets (devices with one cord) or whether a cord is there (devices
with several), which feed a side is on, how many cords of a device share one though they could hang apart, whether a
device is left out, stops with one feed, which branches trip then, and whether anything hangs behind a UPS.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from planner.facility.wiring_model import Device, Places, Site, kind_of
from planner.facility.wiring_score import branches_of, is_redundant, ledger_of

Terms = dict[int, float]


class Unit:
    """Devices that are alike: the numbers of the devices, and for each cord the column of each group it fits."""

    def __init__(self, numbers: list[int], device: Device) -> None:
        """Start without columns."""
        self.numbers, self.device = numbers, device
        self.at: list[dict[int, int]] = []
        self.out = -1
        self.together = -1
        self.lost = -1
        self.feeds: dict[tuple[str, str], int] = {}
        self.kept: dict[int, int] = {}


class Program:
    """Columns with bounds, rows with bounds, and the objectives of the levels; built once for a site."""

    def __init__(self, site: Site) -> None:
        """Write the program down."""
        self.site = site
        self.lower: list[float] = []
        self.upper: list[float] = []
        self.whole: list[bool] = []
        self.rows: list[tuple[float, float, Terms]] = []
        self.units = _units(site)
        self.trips: dict[tuple[int, str], int] = {}
        self._extra: dict[tuple[int, int, int, str], int] = {}
        for unit in self.units:
            self._place(unit)
        self._count_outlets()
        self.use = [self._used(number) for number in range(len(site.ups))]
        for unit in self.units:
            if unit.device.sides:
                self._split(unit)
        crowded = [self._apart(unit, most) for unit in self.units if (most := site.most_on_one.get(unit.numbers[0]))]
        self._limits()
        self.levels: dict[str, Terms] = {
            "unplaced": {unit.out: 1.0 for unit in self.units},
            "not_redundant": self._not_redundant(),
            "together": dict.fromkeys(crowded, 1.0),
            "excess_a": self._excess(),
            "imbalance_a": self._imbalance(),
            "moves": self._moves(),
        }

    def column(self, upper: float, whole: bool = True, lower: float = 0.0) -> int:
        """Add a column and return its number."""
        self.lower.append(lower)
        self.upper.append(upper)
        self.whole.append(whole)
        return len(self.lower) - 1

    def row(self, low: float, high: float, terms: Terms) -> None:
        """Add a row: ``low`` <= sum of terms <= ``high``."""
        self.rows.append((low, high, terms))

    def _place(self, unit: Unit) -> None:
        most = len(unit.numbers)
        unit.out = self.column(most)
        for fits in self.site.fits[unit.numbers[0]]:
            columns = {group: self.column(min(most, self.site.groups[group].count)) for group in fits}
            unit.at.append(columns)
            self.row(most, most, {unit.out: 1.0, **dict.fromkeys(columns.values(), 1.0)})

    def _count_outlets(self) -> None:
        for number, group in enumerate(self.site.groups):
            terms: Terms = {columns[number]: 1.0 for unit in self.units for columns in unit.at if number in columns}
            if sum(self.upper[column] for column in terms) > group.count:
                self.row(-math.inf, group.count, terms)

    def _used(self, number: int) -> int:
        """Return the column that is 1 where anything hangs behind a UPS."""
        used = self.column(1)
        for unit in self.units:
            for columns in unit.at:
                for group, column in columns.items():
                    if number in self.site.groups[group].ups and self.upper[column]:
                        self.row(-math.inf, 0, {column: 1.0, used: -self.upper[column]})
        return used

    def _split(self, unit: Unit) -> None:
        """Each side on one feed; the sides all apart, or all together and the device not redundant."""
        site, sides = self.site, unit.device.sides
        unit.lost = self.column(1)
        unit.together = self.column(1)
        self.row(0, math.inf, {unit.lost: 1.0, unit.together: -1.0})
        for side in sides:
            unit.feeds |= {(side, feed): self.column(1) for feed in site.feeds}
            self.row(-math.inf, 1, {unit.feeds[side, feed]: 1.0 for feed in site.feeds})
            for cord, columns in zip(unit.device.cords, unit.at, strict=True):
                for feed in site.feeds if cord.side == side else ():
                    here = {column: 1.0 for group, column in columns.items() if site.groups[group].feed == feed}
                    self.row(0, 0, {**here, unit.feeds[side, feed]: -1.0})
        for feed in site.feeds:
            terms: Terms = {unit.feeds[side, feed]: 1.0 for side in sides}
            self.row(-math.inf, 1, {**terms, unit.together: -(len(sides) - 1.0)})
            for side in sides[1:]:
                pair = {unit.feeds[side, feed]: 1.0, unit.feeds[sides[0], feed]: -1.0, unit.together: -1.0}
                self.row(-1, math.inf, pair)

    def _apart(self, unit: Unit, most: int) -> int:
        """Return the column that tells how many cords of a device share one feed beyond ``most``."""
        crowded = self.column(len(unit.device.cords) - most, whole=False)
        for feed in self.site.in_reach(unit.numbers[0]):
            here = {
                column: 1.0
                for columns in unit.at
                for group, column in columns.items()
                if self.site.groups[group].feed == feed
            }
            self.row(-math.inf, most, {**here, crowded: -1.0})
        return crowded

    def _limits(self) -> None:
        for state in ("", *self.site.losses):
            for slot in range(len(self.site.slots)):
                self._limit(slot, state)

    def _limit(self, number: int, state: str) -> None:
        slot, site = self.site.slots[number], self.site
        branch = site.problem.branches[slot.branch]
        if slot.free_a == math.inf or (state and branch.feed == state):
            return
        terms = self.load(number, state)
        if not state:
            for used, ups in zip(self.use, site.ups, strict=True):
                if number in ups.charging_a:
                    terms[used] = terms.get(used, 0.0) + ups.charging_a[number]
        free_a = slot.free_a - (0.0 if state else slot.reserve_a)
        most = sum(factor * self.upper[column] for column, factor in terms.items())
        if most <= free_a:
            return
        if state:
            if not any(column in terms for column in self._extra.values()):
                return  # the loss makes nothing larger here
            trip = self.trips.setdefault((slot.branch, state), -1)
            if trip < 0:
                trip = self.trips[slot.branch, state] = self.column(1)
                self._stop(slot.branch, state, trip)
            terms[trip] = free_a - most
        self.row(-math.inf, max(0.0, free_a), terms)

    def load(self, number: int, state: str = "") -> Terms:
        """Return the current (A) of a slot as terms, in normal operation or with a feed lost."""
        site, terms = self.site, Terms()
        for unit in self.units:
            for place, columns in enumerate(unit.at):
                for group, column in columns.items():
                    each_a = site.groups[group].per_w.get(number)
                    if each_a is not None and (not state or site.groups[group].feed != state):
                        terms[column] = unit.device.cord_w * each_a
                        if state and unit.device.sides:
                            more_w = unit.device.lost_w(unit.device.cords[place].side) - unit.device.cord_w
                            terms[self._more(unit, place, group, state)] = more_w * each_a
        for used, ups in zip(self.use, site.ups, strict=True):
            if number in ups.loss_a and (not state or ups.feed != state):
                terms[used] = ups.loss_a[number]
        return terms

    def _more(self, unit: Unit, place: int, group: int, state: str) -> int:
        """Return the column that is 1 where a cord is at a group and another side of its device hangs on the lost feed."""
        key = (self.units.index(unit), place, group, state if len(self.site.feeds) > 2 else "")
        if key not in self._extra:
            self._extra[key] = column = self.column(1, whole=False)
            here = {column: -1.0, unit.at[place][group]: 1.0}
            if len(self.site.feeds) == 2:
                self.row(-math.inf, 0, {**here, unit.together: -1.0})
            else:
                side = unit.device.cords[place].side
                others = {unit.feeds[one, state]: 1.0 for one in unit.device.sides if one != side}
                self.row(-math.inf, 1, {**here, **others})
        return self._extra[key]

    def _stop(self, branch: int, state: str, trip: int) -> None:
        """A device stops with a feed when what is left of it hangs on a branch that trips then."""
        site = self.site
        mine = {number for number, slot in enumerate(site.slots) if slot.branch == branch}
        for unit in self.units:
            for place, columns in enumerate(unit.at if unit.device.sides else ()):
                for group in columns:
                    if site.groups[group].feed == state or not mine.intersection(site.groups[group].slots):
                        continue
                    more = self._more(unit, place, group, state)
                    self.row(-math.inf, 1, {more: 1.0, trip: 1.0, unit.lost: -1.0})

    def _not_redundant(self) -> Terms:
        lost = {unit.lost: 1.0 for unit in self.units if unit.lost >= 0}
        return {**lost, **dict.fromkeys(self.trips.values(), 1.0)}

    def _excess(self) -> Terms:
        columns = Terms()
        for number, slot in enumerate(self.site.slots):
            if slot.advised_a < math.inf:
                terms = self.load(number)
                if sum(factor * self.upper[column] for column, factor in terms.items()) > slot.advised_a:
                    above = self.column(math.inf, whole=False)
                    self.row(-math.inf, slot.advised_a, {**terms, above: -1.0})
                    columns[above] = 1.0
        return columns

    def _imbalance(self) -> Terms:
        columns = Terms()
        for panel in self.site.panels:
            loads = [self.load(slot) for slot in panel]
            mean: Terms = {}
            for column, factor in (pair for load in loads for pair in load.items()):
                mean[column] = mean.get(column, 0.0) + factor / len(loads)
            above = self.column(math.inf, whole=False)
            for load in loads:
                apart = {column: load.get(column, 0.0) - factor for column, factor in mean.items()}
                self.row(-math.inf, 0, {**{c: f for c, f in apart.items() if abs(f) > 1e-12}, above: -1.0})
            columns[above] = 1.0
        return columns

    def _moves(self) -> Terms:
        """Return minus the cords that stay; how many there are is a constant."""
        columns = Terms()
        for unit in self.units:
            was = at_now(self.site, unit)
            for group in sorted(set(was)):
                there = [columns_of[group] for columns_of in unit.at if group in columns_of]
                unit.kept[group] = stays = self.column(was.count(group), whole=False)
                self.row(-math.inf, 0, {stays: 1.0, **dict.fromkeys(there, -1.0)})
                columns[stays] = -1.0
        return columns

    def start(self, places: Places) -> list[float]:
        """Return the values of all columns for a plan, to start from."""
        site, values = self.site, [0.0] * len(self.lower)
        for unit in self.units:
            for number in unit.numbers:
                at = places[number]
                if at is None:
                    values[unit.out] += 1
                for columns, group in zip(unit.at, at or (), strict=False):
                    values[columns[group]] += 1
        self._start_sides(places, values)
        for number in {number for at in places for group in at or () for number in site.groups[group].ups}:
            values[self.use[number]] = 1.0
        for unit in self.units:
            was = at_now(site, unit)
            for group, stays in unit.kept.items():
                there = sum(values[columns[group]] for columns in unit.at if group in columns)
                values[stays] = min(was.count(group), there)
        for name in ("together", "excess_a", "imbalance_a"):
            for column in self.levels[name]:
                values[column] = self._needed(column, values)
        return values

    def _start_sides(self, places: Places, values: list[float]) -> None:
        site, ledger = self.site, ledger_of(self.site, places)
        over = {
            state: {no: 1.0 for no, slot in enumerate(site.slots) if load[no] > slot.free_a + 1e-6}
            for state, load in zip(ledger.states[1:], ledger.loads[1:], strict=True)
        }
        for (branch, state), trip in self.trips.items():
            values[trip] = float(branch in branches_of(site, over[state]))
        for unit in self.units:
            at = places[unit.numbers[0]] if unit.device.sides else None
            if at is None:
                continue
            values[unit.lost] = float(not is_redundant(site, unit.device, at, over))
            for cord, group in zip(unit.device.cords, at, strict=True):
                if unit.feeds:
                    values[unit.feeds[cord.side, site.groups[group].feed]] = 1.0
            if unit.together >= 0:
                values[unit.together] = float(len({site.groups[group].feed for group in at}) == 1)
        for (index, place, group, state), column in self._extra.items():
            unit = self.units[index]
            at = places[unit.numbers[0]]
            if at is None or at[place] != group:
                continue
            others = {site.groups[one].feed for one in at} - {site.groups[group].feed}
            values[column] = float(state in others if state else bool(others))

    def _needed(self, column: int, values: list[float]) -> float:
        rows = [(high, terms) for _low, high, terms in self.rows if terms.get(column) == -1.0]
        left = [sum(f * values[c] for c, f in terms.items() if c != column) - high for high, terms in rows]
        return max(0.0, *left)

    def places(self, values: Mapping[int, float] | list[float]) -> Places:
        """Return the plan that a solution stands for; of devices that are alike those stay that can."""
        found: list[tuple[int, ...] | None] = [None] * len(self.site.problem.devices)
        for unit in self.units:
            if len(unit.device.cords) > 1:
                if round(values[unit.out]) == 0:
                    found[unit.numbers[0]] = tuple(_chosen(columns, values) for columns in unit.at)
                continue
            left = [group for group, column in unit.at[0].items() for _one in range(round(values[column]))]
            for number in self._stayers_first(unit, left):
                was = self._at(number)
                group = was if was in left else left[0] if left else None
                if group is not None:
                    left.remove(group)
                    found[number] = (group,)
        return tuple(found)

    def _stayers_first(self, unit: Unit, left: list[int]) -> Iterable[int]:
        free, stay = list(left), []
        for number in unit.numbers:
            was = self._at(number)
            if was in free:
                free.remove(was)
                stay.append(number)
        return (*stay, *(number for number in unit.numbers if number not in stay))

    def _at(self, number: int) -> int:
        return self.site.group_of.get(self.site.problem.devices[number].cords[0].at, -1)


def _units(site: Site) -> list[Unit]:
    kinds: dict[tuple[object, ...], list[int]] = {}
    for number, device in enumerate(site.problem.devices):
        fits = tuple(site.fits[number]) if len(device.cords) == 1 else ()
        kinds.setdefault((*kind_of(device), fits), []).append(number)
    return [Unit(numbers, site.problem.devices[numbers[0]]) for numbers in kinds.values()]


def at_now(site: Site, unit: Unit) -> list[int]:
    """Return the groups that the cords of these devices are plugged in at now."""
    cords = (cord for number in unit.numbers for cord in site.problem.devices[number].cords)
    return [site.group_of[cord.at] for cord in cords if cord.at in site.group_of]


def _chosen(columns: Mapping[int, int], values: Mapping[int, float] | list[float]) -> int:
    return max(columns, key=lambda group: (values[columns[group]], -group))
