"""Why something finds no place in the wiring, and how much more would be enough.

The least number of further circuits is proven by counting (no plan can do with fewer); that so many are enough is shown
by a plan. Other causes are told only where a plan without that cause places more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from planner.facility.wiring import WiringPlan, cords_at, fewest_left
from planner.facility.wiring_alone import alone_a, carries, circuit_a
from planner.facility.wiring_model import EPS_A, Branch, Device, Outlet, Problem, Site
from planner.facility.wiring_together import Reason, not_redundant
from planner.messages import Labelled, Message, msg

SIZES_A = (16.0, 20.0, 25.0, 32.0, 40.0, 50.0, 63.0)  # rated currents of breakers, IEC 60898-1
MOST_CIRCUITS = 12
_MANY = 1000
_BANKS = ("pdu", "bank", "strip", "socket", "cord", "ups")


def reasons(plan: WiringPlan) -> tuple[Reason, ...]:
    """Return why the devices that are left out find no place, then why others stop when a feed is lost."""
    site = Site(plan.problem)
    left = [device for device in plan.problem.devices if device.id in plan.unplaced]
    if left and not plan.problem.outlets:
        text = msg(
            "cords.none", "No outlet is known well enough to plan with: breaker, other load and voltage are asked for."
        )
        return (Reason(kind="none", devices=plan.unplaced, message=text),)
    single = [found for device in left if (found := _impossible(site, device)) is not None]
    told = {name for reason in single for name in reason.devices}
    rest = [device for device in left if device.id not in told]
    return (*single, *(_together(site, rest) if rest else ()), *not_redundant(site, plan))


def _impossible(site: Site, device: Device) -> Reason | None:
    """Return why a device finds no place even in an empty room, None where it would."""
    number = site.problem.devices.index(device)
    for place, cord in enumerate(device.cords):
        if cord.three_phase and not any(group.outlets[0].three_phase for group in site.groups):
            return _reason(
                "phase",
                device,
                msg("cords.phase", "{machine} needs a three-phase outlet; there is none.", machine=device.title),
            )
        if not site.fits[number][place]:
            return _unfit(site, device, place)
    if _fits_alone(site, number):
        return None
    if (hindered := _hindered(site, device)) is not None:
        return hindered
    size_a = _size(_least_a(site, device))
    text = msg(
        "cords.large",
        "{machine} draws {current} A on a cord, more than any circuit has free; it needs a {size} A circuit of its own.",
        machine=device.title,
        current=round(_least_a(site, device), 1),
        size=size_a,
    )
    return _reason("circuit", device, text, 1, size_a)


def _hindered(site: Site, device: Device) -> Reason | None:
    """Return why a device that the circuits would carry finds no place alone: a bank or UPS, or what a UPS loses."""
    number, problem = site.problem.devices.index(device), site.problem
    if _fits_alone(Site(without_losses(problem)), number):
        size_a = _size(_with_loss_a(site, number))
        text = msg(
            "cords.ups.one",
            "{machine} draws {current} A on a cord; with what {ups} lose or charge with, its circuit would carry {whole} A. "
            "Plug it in past the UPS, or ask for a circuit of {size} A.",
            machine=device.title,
            current=round(_least_a(site, device), 1),
            ups=_losing(problem),
            whole=round(_with_loss_a(site, number), 1),
            size=size_a,
        )
        return _reason("ups", device, text, 1, size_a)
    if _fits_alone(Site(msgspec.structs.replace(problem, branches=tuple(map(_unbanked, problem.branches)))), number):
        return Reason(kind="bank", devices=(device.id,), message=_bank_text(site, [device]))
    return None


def without_losses(problem: Problem) -> Problem:
    """Return the problem with UPS that lose nothing and do not charge."""
    branches = (
        msgspec.structs.replace(one, loss_share=0.0, loss_w=0.0, charger_w=0.0, reserve_a=0.0)
        for one in problem.branches
    )
    return msgspec.structs.replace(problem, branches=tuple(branches))


def _losing(problem: Problem) -> tuple[str | Labelled, ...]:
    return tuple(one.title or one.id for one in problem.branches if one.loss_w or one.loss_share or one.charger_w)


def _with_loss_a(site: Site, number: int) -> float:
    """Return the least current (A) of a circuit with a cord of a device alone, with what UPS lose and charge with."""
    power_w = site.problem.devices[number].cord_w
    return min(alone_a(site, power_w, group) for group in site.fits[number][0])


def _unfit(site: Site, device: Device, place: int) -> Reason:
    cord = device.cords[place]
    anywhere = msgspec.structs.replace(device, cords=(msgspec.structs.replace(cord, plugs=()),), power_w=device.cord_w)
    if cord.plugs and Site(msgspec.structs.replace(site.problem, devices=(anywhere,))).fits[0][0]:
        forms = tuple(cord.plugs)
        return _reason(
            "form",
            device,
            msg(
                "cords.form", "{machine} needs an outlet of another form ({forms}).", machine=device.title, forms=forms
            ),
        )
    current, size_a = _least_a(site, device), _size(_least_a(site, device))
    text = msg(
        "cords.rating",
        "{machine} draws {current} A on a cord; no outlet that it fits carries that. It needs an outlet of {size} A.",
        machine=device.title,
        current=round(current, 1),
        size=size_a,
    )
    return _reason("outlet", device, text, 1, size_a)


def _reason(kind: str, device: Device, message: Message, circuits: int = 0, size_a: float = 0.0) -> Reason:
    return Reason(kind=kind, devices=(device.id,), message=message, circuits=circuits, size_a=size_a)


def _fits_alone(site: Site, number: int) -> bool:
    """Tell whether each cord of a device finds a group that carries it where nothing else is plugged in."""
    device = site.problem.devices[number]
    return all(any(carries(site, device.cord_w, group) for group in fits) for fits in site.fits[number])


def _least_a(site: Site, device: Device) -> float:
    """Return the current (A) of one cord at the highest voltage there is for it."""
    three = device.cords[0].three_phase
    rows = [number for number, group in enumerate(site.groups) if group.outlets[0].three_phase == three]
    return min((site.amps(device.cord_w, number) for number in rows), default=device.cord_w / 220)


def _size(current_a: float) -> float:
    return next((size for size in SIZES_A if size >= current_a), SIZES_A[-1])


def _together(site: Site, devices: list[Device]) -> Iterable[Reason]:
    """Return why devices that fit alone do not fit beside the others: outlets, banks, or circuits."""
    names, machines = tuple(one.id for one in devices), tuple(one.title for one in devices)
    problem, left = site.problem, len(devices)
    more = tuple(msgspec.structs.replace(outlet, count=_MANY) for outlet in problem.outlets)
    plenty = msgspec.structs.replace(problem, outlets=more)
    if fewest_left(plenty) < left:
        yield Reason(kind="outlets", devices=names, message=_outlets_text(problem, plenty, machines))
        return
    if fewest_left(msgspec.structs.replace(problem, branches=tuple(map(_unbanked, problem.branches)))) < left:
        yield Reason(kind="bank", devices=names, message=_bank_text(site, devices))
        return
    if _losing(problem) and fewest_left(without_losses(problem)) < left:
        text = msg(
            "cords.ups",
            "{machines}: the circuits would carry the machines, but not with what {ups} lose or charge with too. Plug "
            "machines in past the UPS, or ask for a larger circuit there.",
            machines=machines,
            ups=_losing(problem),
        )
        yield Reason(kind="ups", devices=names, message=text)
        return
    yield _more_circuits(site, devices, names, machines)


def _outlets_text(problem: Problem, plenty: Problem, machines: tuple[str | Labelled, ...]) -> Message:
    """Return how many outlets are missing and where; ``plenty`` is the problem with any number of them."""
    there = {one.id: one for one in problem.outlets}
    lacking = {names: count - sum(there[one].count for one in names) for names, count in cords_at(plenty).items()}
    places = tuple(
        msg("cords.outlets.at", "{names} ({count})", names=tuple(there[one].title or one for one in names), count=count)
        for names, count in lacking.items()
        if count > 0
    )
    return msg(
        "cords.outlets",
        "{machines}: the circuits would carry it, but {count} outlets are missing, such as at {places}.",
        machines=machines,
        count=sum(max(0, count) for count in lacking.values()),
        places=places,
    )


def _bank_text(site: Site, devices: list[Device]) -> Message:
    return msg(
        "cords.bank",
        "{machines}: the circuits would carry it, but {banks} would carry more than its rating.",
        machines=tuple(one.title for one in devices),
        banks=_banks(site, devices),
    )


def _banks(site: Site, devices: list[Device]) -> tuple[Message, ...]:
    """Return the sockets, strips and banks with their limits that these devices could be plugged in at."""
    wanted = {site.problem.devices.index(one) for one in devices}
    groups = {group for number in wanted for fits in site.fits[number] for group in fits}
    slots = {slot for group in groups for slot in site.groups[group].slots}
    branches = {site.slots[slot].branch: site.problem.branches[site.slots[slot].branch] for slot in sorted(slots)}
    return tuple(
        msg("cords.limit", "{name} ({limit} A)", name=one.title or one.id, limit=one.limit_a)
        if one.limit_a is not None
        else msg("cords.limit.ups", "{name} ({limit} W)", name=one.title or one.id, limit=round(one.limit_w or 0.0))
        for one in branches.values()
        if one.kind in _BANKS and (one.limit_a is not None or one.limit_w is not None)
    )


def _unbanked(branch: Branch) -> Branch:
    return msgspec.structs.replace(branch, limit_a=None, limit_w=None) if branch.kind in _BANKS else branch


def _more_circuits(
    site: Site, devices: list[Device], names: tuple[str, ...], machines: tuple[str | Labelled, ...]
) -> Reason:
    size_a = _size(max(_least_a(site, one) for one in devices))
    least = max(1, circuits_missing(site, size_a))
    enough = next(
        (n for n in range(least, MOST_CIRCUITS + 1) if not fewest_left(with_circuits(site.problem, n, size_a))), 0
    )
    told = {"machines": machines, "size": size_a, "outlets": _outlets_of_each(site.problem, enough, size_a)}
    if enough == least:
        text = msg(
            "cords.circuits",
            "{machines}: needs {count} more circuit(s) of {size} A, each with {outlets} outlet(s); with that all fits.",
            count=enough,
            **told,
        )
    elif enough:
        text = msg(
            "cords.circuits.between",
            "{machines}: needs at least {least} more circuit(s) of {size} A; with {count}, each with {outlets} outlet(s), all "
            "fits.",
            least=least,
            count=enough,
            **told,
        )
    else:
        text = msg(
            "cords.circuits.many",
            "{machines}: needs at least {least} more circuit(s) of {size} A.",
            least=least,
            machines=machines,
            size=size_a,
        )
    return Reason(kind="circuits", devices=names, message=text, circuits=enough or least, size_a=size_a)


def _outlets_of_each(problem: Problem, count: int, size_a: float) -> int:
    """Return how few outlets each of so many new circuits may have for everything to find its place, 0 without circuits."""
    if not count:
        return 0
    few, enough = 1, max(1, problem.cords)
    while few < enough:
        middle = (few + enough) // 2
        if fewest_left(with_circuits(problem, count, size_a, middle)):
            few = middle + 1
        else:
            enough = middle
    return enough


def with_circuits(problem: Problem, count: int, size_a: float, outlets_each: int = _MANY) -> Problem:
    """Return the problem with further circuits, each with outlets of any form, shared out over the feeds.

    They hang on no panel: what the supply of the house carries is a question of its own.
    """
    feeds = tuple(dict.fromkeys(branch.feed for branch in problem.branches)) or ("",)
    volts_v = max((outlet.volts_v for outlet in problem.outlets if not outlet.three_phase), default=220.0)
    branches = [
        Branch(id=f"new circuit {number}", limit_a=size_a, feed=feeds[number % len(feeds)]) for number in range(count)
    ]
    outlets = [
        Outlet(id=f"new outlet {one.id}", branch=one.id, volts_v=volts_v, count=outlets_each) for one in branches
    ]
    return msgspec.structs.replace(
        problem, branches=(*problem.branches, *branches), outlets=(*problem.outlets, *outlets)
    )


def circuits_missing(site: Site, size_a: float) -> int:
    """Return a count of circuits of ``size_a`` (A) below which no plan places everything: by current, and by large cords.

    A circuit of c A holds no more than c / t cords of t A and more, whatever the plan.
    """
    sizes = sorted(
        min((circuit_a(site, device.cord_w, group) for group in fits), default=0.0)
        for device, rows in zip(site.problem.devices, site.fits, strict=True)
        for fits in rows
    )
    free = _free(site)
    if not sizes or any(math.isinf(one) for one in free):
        return 0
    missing = math.ceil((math.fsum(sizes) - math.fsum(free)) / size_a - EPS_A)
    for least in sorted({one for one in sizes if 0 < one <= size_a}):
        large = sum(one >= least - EPS_A for one in sizes)
        room = sum(math.floor(one / least + EPS_A) for one in free)
        missing = max(missing, math.ceil((large - room) / math.floor(size_a / least + EPS_A)))
    return max(0, missing)


def _free(site: Site) -> list[float]:
    """Return what each circuit with outlets has free (A); where outlets hang on no circuit there is no bound."""
    on = {slot for group in site.groups for slot in group.slots}
    slots = [slot for number, slot in enumerate(site.slots) if number in on]
    circuits = [slot for slot in slots if site.problem.branches[slot.branch].kind == "circuit"]
    loose = any(
        all(site.problem.branches[site.slots[slot].branch].kind != "circuit" for slot in group.slots)
        for group in site.groups
    )
    return [math.inf] if loose else [max(0.0, slot.free_a) for slot in circuits]
