"""What the wiring planner decides: branches that feed each other, outlets on them, devices with cords, where each cord goes.

Currents are in A on each line, powers in W. Where a branch has three lines and nobody told on which of them an outlet
hangs, its current counts on each: the sums are never below what flows. Two loads between different lines add
arithmetically here, which is at least their vector sum. What feeds a UPS carries its load and its loss, a part of the load
and a part that is there as soon as something hangs behind it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import msgspec

from planner.messages import Labelled

LINES = ("L1", "L2", "L3")
EPS_A = 1e-6
_ALL = "all lines"
_WHOLE_V = 220.0  # in which the whole of a UPS is reckoned in A; it cancels out


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the supply that carries current: panel, circuit, PDU, bank, strip, UPS.

    ``limit_a`` is what each of its lines may carry (None: nothing known that limits it), ``advised_a`` what is advised
    for hours on end, ``other_a`` what others draw. ``lines`` are those it has: three of them, one, or () where nobody
    told which. ``feed`` names what fails together. ``volts_v`` is over a load here, 0 where it is that of the outlets.

    Of a UPS ``limit_w`` and ``advised_w`` are what all its lines together may give out, ``loss_share`` and ``loss_w`` what it
    loses: a share of what hangs behind it, and what it loses as soon as anything does; ``charger_w`` is what it draws
    beside after a power cut, which the nearest circuit must carry too. ``reserve_a`` is kept free on a branch for that.
    ``standing_w`` is what it loses whether anything hangs behind it or not: ``other_a`` of what feeds it has it already.
    """

    id: str
    title: str | Labelled = ""
    kind: str = "circuit"
    parent: str = ""
    limit_a: float | None = None
    advised_a: float | None = None
    other_a: float = 0.0
    lines: tuple[str, ...] = ()
    feed: str = ""
    volts_v: float = 0.0
    limit_w: float | None = None
    advised_w: float | None = None
    loss_share: float = 0.0
    loss_w: float = 0.0
    standing_w: float = 0.0
    charger_w: float = 0.0
    reserve_a: float = 0.0


class Outlet(msgspec.Struct, frozen=True, kw_only=True):
    """A place to plug in: ``count`` cords of a form on a branch, none above ``rating_a``.

    ``volts_v`` is over the load: line to neutral, or line to line where ``lines`` are two or three.
    """

    id: str
    branch: str
    volts_v: float
    title: str | Labelled = ""
    form: str = ""
    rating_a: float | None = None
    count: int = 1
    lines: tuple[str, ...] = ()
    three_phase: bool = False


class Cord(msgspec.Struct, frozen=True, kw_only=True):
    """A cord of a device. All cords that are alive share the device's power evenly.

    ``side`` is '' where the device promises no redundancy; a device bears the loss of any one side. ``plugs`` are the
    outlet forms it fits (() any), ``most_a`` its own rating, ``at`` the outlet it is plugged in at now.
    """

    side: str = ""
    plugs: tuple[str, ...] = ()
    most_a: float | None = None
    three_phase: bool = False
    at: str = ""


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """One machine; ``line`` names the line of the plan that it is a unit of.

    ``parted`` machines have their cords on different feeds where that can be, though nobody promised that they go on.
    """

    id: str
    line: str
    power_w: float
    cords: tuple[Cord, ...]
    title: str | Labelled = ""
    parted: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides of its supplies, () where no redundancy is promised."""
        found = tuple(dict.fromkeys(cord.side for cord in self.cords if cord.side))
        return found if len(found) > 1 else ()

    @property
    def spare(self) -> int:
        """Return how many cords may be lost."""
        sides = self.sides
        return max(sum(cord.side == side for cord in self.cords) for side in sides) if sides else 0

    @property
    def cord_w(self) -> float:
        """Return what each cord carries in normal operation, in W."""
        return self.power_w / len(self.cords)

    def lost_w(self, side: str) -> float:
        """Return the most that a cord of ``side`` carries when another side is lost, in W."""
        others = [sum(cord.side == one for cord in self.cords) for one in self.sides if one != side]
        return self.power_w / (len(self.cords) - max(others, default=0))


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Branches, outlets and devices of one site; ``power_factor`` is that of the devices."""

    branches: tuple[Branch, ...]
    outlets: tuple[Outlet, ...]
    devices: tuple[Device, ...]
    power_factor: float = 1.0

    @property
    def cords(self) -> int:
        """Return how many cords there are."""
        return sum(len(device.cords) for device in self.devices)

    @property
    def circuits(self) -> int:
        """Return how many circuits there are."""
        return sum(branch.kind == "circuit" for branch in self.branches)


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Outlets that are alike for the planner: same branch, form, rating, voltage and lines.

    ``per_w`` is the current in A that each slot carries for a watt that is drawn here, losses of UPS in it; ``ups`` are the
    numbers of the UPS it hangs behind.
    """

    outlets: tuple[Outlet, ...]
    count: int
    feed: str
    per_w: Mapping[int, float]
    circuit: str
    ups: tuple[int, ...] = ()

    @property
    def slots(self) -> tuple[int, ...]:
        """Return the lines of branches that a load here flows through."""
        return tuple(self.per_w)


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a branch, or all of a UPS together: what it may carry beside the loads of others (A).

    ``reserve_a`` is kept free of that for what charges.
    """

    branch: int
    line: str
    free_a: float
    advised_a: float
    reserve_a: float = 0.0

    @property
    def is_whole(self) -> bool:
        """Tell whether this is what all lines of a UPS give out together."""
        return self.line == _ALL


class Idle(msgspec.Struct, frozen=True, kw_only=True):
    """What a UPS adds to slots (A) as soon as something hangs behind it: its loss, and while it charges."""

    feed: str
    loss_a: Mapping[int, float]
    charging_a: Mapping[int, float]


Places = tuple[tuple[int, ...] | None, ...]
"""For each device the groups of its cords in their order, None where it is not placed."""


class Site:
    """A problem made ready to reckon with: groups of outlets, lines of branches, currents of cords."""

    def __init__(self, problem: Problem) -> None:
        """Sort outlets into groups and follow each up to the supply.

        A device with more sides than there are feeds cannot be redundant: its cords go anywhere.
        """
        feeds = {branch.feed for branch in problem.branches}
        sides = {device.id: len(device.sides) for device in problem.devices}
        self.hopeless = {name: count for name, count in sides.items() if count > len(feeds)}
        devices = tuple(_sideless(one) if one.id in self.hopeless else one for one in problem.devices)
        self.problem = problem = msgspec.structs.replace(problem, devices=devices)
        self.spare = {device.id: device.spare for device in devices}
        self._by_id = {branch.id: branch for branch in problem.branches}
        self._numbers = {branch.id: number for number, branch in enumerate(problem.branches)}
        self.feeds = tuple(dict.fromkeys(branch.feed for branch in problem.branches))
        self._whole_a = 1 / (_WHOLE_V * problem.power_factor)
        self.slots: list[Slot] = []
        self._slot_of: dict[tuple[str, str], int] = {}
        for branch in problem.branches:
            for line in branch.lines if len(branch.lines) == len(LINES) else ("",):
                self._slot_of[branch.id, line] = len(self.slots)
                self.slots.append(_slot(branch, self._numbers[branch.id], line))
            if branch.limit_w is not None:
                self._slot_of[branch.id, _ALL] = len(self.slots)
                self.slots.append(_whole(branch, self._numbers[branch.id], self._whole_a))
        redundant = any(device.sides for device in problem.devices)
        self.losses: tuple[str, ...] = self.feeds if redundant and len(self.feeds) > 1 else ()
        self._ups = [branch.id for branch in problem.branches if branch.loss_w or branch.charger_w]
        self.ups = [self._idle(self._by_id[name]) for name in self._ups]
        self.groups = self._grouped()
        self._per_w = [
            1
            / (
                group.outlets[0].volts_v
                * (math.sqrt(3) if group.outlets[0].three_phase else 1.0)
                * problem.power_factor
            )
            for group in self.groups
        ]
        self.group_of = {outlet.id: number for number, group in enumerate(self.groups) for outlet in group.outlets}
        self.fits = [[self._fitting(device, cord) for cord in device.cords] for device in problem.devices]
        self.panels = self._panels()
        self.most_on_one = self._most_on_one()

    def above(self, branch: str) -> Iterator[Branch]:
        """Yield a branch and those that feed it, nearest first."""
        current = self._by_id.get(branch)
        while current is not None:
            yield current
            current = self._by_id.get(current.parent)

    @property
    def mean_a(self) -> float:
        """Return the mean current, in A, of a panel's lines with everything plugged in, added up over the panels."""
        if not self.panels:
            return 0.0
        volts = max(group.outlets[0].volts_v for group in self.groups)
        whole_w = math.fsum(device.power_w for device in self.problem.devices)
        return whole_w / (volts * self.problem.power_factor * len(LINES))

    def amps(self, power_w: float, group: int) -> float:
        """Return the current in A of a load at an outlet of a group."""
        return power_w * self._per_w[group]

    def watts(self, whole_a: float) -> float:
        """Return the power, in W, that a current, in A, of a UPS as a whole stands for."""
        return whole_a / self._whole_a

    def cords_w(self, device: Device, places: tuple[int, ...], lost: str) -> list[float]:
        """Return what each cord of a placed device draws (W) with a feed lost ('' for none)."""
        gone = [lost != "" and self.groups[group].feed == lost for group in places]
        spare = self.spare[device.id]
        if not spare or not any(gone):
            return [0.0 if out else device.cord_w for out in gone]
        if sum(gone) > spare:
            return [0.0] * len(gone)  # the supplies that are left switch off
        each_w = device.power_w / (len(gone) - sum(gone))
        return [0.0 if out else each_w for out in gone]

    def _grouped(self) -> tuple[Group, ...]:
        alike: dict[tuple[object, ...], list[Outlet]] = {}
        for one in self.problem.outlets:
            key = (one.branch, one.form, one.rating_a, one.volts_v, one.lines, one.three_phase)
            alike.setdefault(key, []).append(one)
        return tuple(
            Group(
                outlets=tuple(outlets),
                count=sum(one.count for one in outlets),
                feed=self._by_id[outlets[0].branch].feed,
                per_w=dict(self._on(outlets[0])),
                ups=tuple(self._ups.index(b.id) for b in self.above(outlets[0].branch) if b.id in self._ups),
                circuit=next((b.id for b in self.above(outlets[0].branch) if b.kind == "circuit"), outlets[0].branch),
            )
            for outlets in alike.values()
        )

    def _on(self, load: Outlet) -> Iterator[tuple[int, float]]:
        """Yield the slots that a load flows through, and the current (A) of each for a watt of it."""
        share, factor = 1.0, self.problem.power_factor
        for branch in self.above(load.branch):
            if (branch.id, "") in self._slot_of:
                root = math.sqrt(3) if load.three_phase else 1.0
                yield self._slot_of[branch.id, ""], share / ((branch.volts_v or load.volts_v) * root * factor)
            else:
                volts_v = _over_three(branch, load)
                for line in load.lines or LINES:
                    yield self._slot_of[branch.id, line], share / (volts_v * factor)
            if (branch.id, _ALL) in self._slot_of:
                yield self._slot_of[branch.id, _ALL], share * self._whole_a
            share *= 1 + branch.loss_share

    def _idle(self, ups: Branch) -> Idle:
        """Return what a UPS adds to the slots above it as soon as something hangs behind it."""
        three = len(ups.lines) == len(LINES)
        volts_v = ups.volts_v or max((one.volts_v for one in self.problem.outlets), default=_WHOLE_V)
        here = Outlet(
            id=ups.id, branch=ups.parent, volts_v=volts_v, lines=ups.lines, three_phase=three and bool(ups.volts_v)
        )
        per_w = dict(self._on(here))
        circuit = next((one.id for one in self.above(ups.parent) if one.kind == "circuit"), "")
        return Idle(
            feed=ups.feed,
            loss_a={slot: ups.loss_w * each for slot, each in per_w.items()} if ups.loss_w else {},
            charging_a={
                slot: ups.charger_w * each
                for slot, each in per_w.items()
                if ups.charger_w and self.problem.branches[self.slots[slot].branch].id == circuit
            },
        )

    def _fitting(self, device: Device, cord: Cord) -> tuple[int, ...]:
        """Return the groups a cord can be plugged in at: form, phases, and its own current within every rating."""
        found = []
        most_w = device.lost_w(cord.side) if device.sides and self.losses else device.cord_w
        for number, group in enumerate(self.groups):
            outlet, is_there = group.outlets[0], any(one.id == cord.at for one in group.outlets)
            if cord.three_phase != outlet.three_phase:
                continue
            if cord.plugs and outlet.form and outlet.form not in cord.plugs and not is_there:
                continue
            current_a = self.amps(most_w, number)
            ratings = [one for one in (outlet.rating_a, cord.most_a) if one is not None]
            if all(current_a <= one + EPS_A for one in ratings):
                found.append(number)
        return tuple(found)

    def in_reach(self, number: int) -> dict[str, set[int]]:
        """Return the feeds that a device's cords fit at, each with the groups there that a cord of it fits."""
        found: dict[str, set[int]] = {}
        for group in sorted({group for fits in self.fits[number] for group in fits}):
            found.setdefault(self.groups[group].feed, set()).add(group)
        return found

    def _most_on_one(self) -> Mapping[int, int]:
        """Return for each device (its number) whose cords are to hang apart how many of them may share a feed at most."""
        found: dict[int, int] = {}
        for number, device in enumerate(self.problem.devices):
            if len(device.cords) > 1 and (device.id in self.hopeless or (device.parted and not device.sides)):
                feeds = len(self.in_reach(number))
                if feeds > 1:
                    found[number] = math.ceil(len(device.cords) / feeds)
        return found

    def _panels(self) -> list[tuple[int, int, int]]:
        """Return the slots of each branch whose three lines are to be balanced: the uppermost of their kind."""
        return [
            (self._slot_of[one.id, "L1"], self._slot_of[one.id, "L2"], self._slot_of[one.id, "L3"])
            for one in self.problem.branches
            if len(one.lines) == len(LINES) and one.kind == "panel"
        ]


def _sideless(device: Device) -> Device:
    cords = tuple(msgspec.structs.replace(cord, side="") for cord in device.cords)
    return msgspec.structs.replace(device, cords=cords)


def _slot(branch: Branch, number: int, line: str) -> Slot:
    free = math.inf if branch.limit_a is None else branch.limit_a - branch.other_a
    advised = free if branch.advised_a is None else branch.advised_a - branch.other_a
    return Slot(branch=number, line=line, free_a=free, advised_a=advised, reserve_a=branch.reserve_a)


def _whole(branch: Branch, number: int, per_w: float) -> Slot:
    assert branch.limit_w is not None
    free = branch.limit_w * per_w
    advised = free if branch.advised_w is None else branch.advised_w * per_w
    return Slot(branch=number, line=_ALL, free_a=free, advised_a=advised)


def _over_three(branch: Branch, load: Outlet) -> float:
    """Return what a watt is divided by, in V, to be the current of a line of a three-phase branch."""
    if not branch.volts_v:
        return load.volts_v * (math.sqrt(3) if load.three_phase else 1.0)
    if load.three_phase:
        return branch.volts_v * math.sqrt(3)
    return branch.volts_v if len(load.lines) > 1 else branch.volts_v / math.sqrt(3)


def kind_of(device: Device) -> tuple[object, ...]:
    """Return what makes devices alike: same line, power and cords; several cords are told apart by device."""
    cords = tuple((cord.side, cord.plugs, cord.most_a, cord.three_phase) for cord in device.cords)
    return (device.line, device.power_w, cords, "" if len(cords) == 1 else device.id)
