"""A first wiring plan, made in an instant: what can stay stays, the rest goes largest first to the freest outlets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from planner.facility.wiring_apart import parted_ways, together
from planner.facility.wiring_model import Device, Places, Site
from planner.facility.wiring_score import Ledger, Score, ledger_of, present, score

MOST_WAYS = 512  # of plugging in one device that are looked at


def first_places(site: Site, steps: int) -> Places:
    """Return the best of three plans: nothing moved, what fits stays and the rest is placed, all placed anew.

    At most ``steps`` moves and swaps are tried to make it better.
    """
    now = present(site)
    plans = [_filled(site, now, _kept(site, now)), _filled(site, now, tuple(None for _ in now))]
    if _is_possible(site, now):
        plans.insert(0, now)
    best = min(plans, key=lambda plan: _coarse(score(site, plan)))
    return _balanced(site, best, steps)


def _is_possible(site: Site, now: Places) -> bool:
    """Tell whether the present state is a plan: nothing overloaded, outlets and feeds as they must be."""
    ledger, devices = ledger_of(site, now), site.problem.devices
    placed = [(number, at) for number, at in enumerate(now) if at is not None]
    return all(
        _is_allowed(site, number, at) and _is_split(site, devices[number], at) and ledger.fits(at, 1)
        for number, at in placed
    )


def _kept(site: Site, now: Places) -> Places:
    """Return the present plan without what overloads anything: the smallest devices keep their place first."""
    ledger, kept = Ledger(site), list[tuple[int, ...] | None]([None] * len(now))
    devices = site.problem.devices
    for number in sorted(range(len(now)), key=lambda one: (devices[one].power_w, one)):
        at = now[number]
        if at is None or not _is_allowed(site, number, at) or not _is_split(site, devices[number], at):
            continue
        ledger.add(devices[number], at)
        if ledger.fits(at, len(ledger.states)):
            kept[number] = at
        else:
            ledger.add(devices[number], at, -1)
    return tuple(kept)


def _is_allowed(site: Site, number: int, at: tuple[int, ...] | None) -> bool:
    return at is None or all(group in fits for group, fits in zip(at, site.fits[number], strict=True))


def _is_split(site: Site, device: Device, at: tuple[int, ...]) -> bool:
    sides = side_feeds(site, device, at)
    return sides is not None and (not device.sides or len(set(sides.values())) in (1, len(sides)))


def side_feeds(site: Site, device: Device, at: tuple[int, ...]) -> dict[str, str] | None:
    """Return the feed of each side of a device; None where one side hangs on two."""
    feeds: dict[str, str] = {}
    for cord, group in zip(device.cords, at, strict=True):
        if device.sides and feeds.setdefault(cord.side, site.groups[group].feed) != site.groups[group].feed:
            return None
    return feeds


def _filled(site: Site, now: Places, places: Places) -> Places:
    ledger, filled = ledger_of(site, places), list(places)
    devices = site.problem.devices
    waiting = [number for number, at in enumerate(places) if at is None]
    for number in sorted(
        waiting, key=lambda one: (-len(devices[one].sides), one not in site.most_on_one, -devices[one].power_w, one)
    ):
        filled[number] = _best(site, ledger, number, now[number])
        if (at := filled[number]) is not None:
            ledger.add(devices[number], at)
    return tuple(filled)


def _best(site: Site, ledger: Ledger, number: int, now: tuple[int, ...] | None) -> tuple[int, ...] | None:
    device = site.problem.devices[number]
    best: tuple[tuple[float, ...], tuple[int, ...]] | None = None
    for at in ways(site, number):
        ledger.add(device, at)
        if ledger.fits(at, 1):
            apart = len(set((side_feeds(site, device, at) or {}).values()))
            lost = bool(device.sides) and (apart < len(device.sides) or not ledger.fits(at, len(ledger.states)))
            moved = sum(group not in (now or ()) for group in at)
            worth = (float(lost), float(together(site, number, at)), round(ledger.peak(at), 9), float(moved), *at)
            if best is None or worth < best[0]:
                best = (worth, at)
        ledger.add(device, at, -1)
    return best[1] if best is not None else None


def ways(site: Site, number: int) -> Iterator[tuple[int, ...]]:
    """Yield ways to plug a device in, each side on one feed and the sides all apart or all together."""
    device, tried = site.problem.devices[number], 0
    for at in product(*site.fits[number]) if len(device.cords) < 4 else _whole_sides(site, number):
        if not _is_split(site, device, at):
            continue
        yield at
        tried += 1
        if tried == MOST_WAYS:
            return


def _whole_sides(site: Site, number: int) -> Iterator[tuple[int, ...]]:
    """Yield ways for a device of many cords: those of a side next to each other, or evenly over the feeds."""
    device = site.problem.devices[number]
    if number in site.most_on_one:
        yield from parted_ways(site, number)
    sides = device.sides or ("",)
    rows = {
        side: [no for no, cord in enumerate(device.cords) if cord.side == side or not device.sides] for side in sides
    }
    shared = [sorted(set.intersection(*(set(site.fits[number][no]) for no in rows[side]))) for side in sides]
    for groups in product(*shared):
        of_side = dict(zip(sides, groups, strict=True))
        yield tuple(of_side[cord.side if device.sides else ""] for cord in device.cords)


def _balanced(site: Site, places: Places, steps: int) -> Places:
    """Move and swap devices while the plan gets better, the first better step at once."""
    current, best, tried = list(places), score(site, places), 0
    ledger, better = ledger_of(site, places), True
    while better and tried < steps:
        better = False
        for changes in tuple(_steps(site, current)):
            tried += 1
            before = tuple((number, current[number]) for number, _at in changes)
            _apply(site, ledger, current, changes)
            fits = all(ledger.fits(at, 1) for _number, at in changes if at is not None)
            worth = score(site, tuple(current), ledger) if fits else best
            if _is_less(worth, best):
                best, better = worth, True
            else:
                _apply(site, ledger, current, before)
            if tried >= steps:
                break
    return tuple(current)


Changes = tuple[tuple[int, tuple[int, ...] | None], ...]


def _is_less(one: Score, other: Score) -> bool:
    """Compare two scores; a hair of current is no difference."""
    return _coarse(one) < _coarse(other)


def _is_as_good(one: Score, other: Score) -> bool:
    """Tell whether a plan is as good as another in everything."""
    return all(left <= right for left, right in zip(_coarse(one), _coarse(other), strict=True))


def _coarse(one: Score) -> tuple[float, ...]:
    tenths = [round(amps, 3) for amps in (one.excess_a, one.imbalance_a)]
    return (round(one.overload_a, 6), one.unplaced, one.not_redundant, one.together, *tenths, one.moves)


def _steps(site: Site, current: list[tuple[int, ...] | None]) -> Iterator[Changes]:
    """Yield single moves, and swaps of devices with one cord, that can make something better."""
    small = len(current) * len(site.groups) <= 400
    for number, at in enumerate(current):
        for other in ways(site, number) if small or len(site.problem.devices[number].cords) == 1 else ():
            if other != at:
                yield ((number, other),)
    if not site.panels:
        return
    single = [number for number, at in enumerate(current) if at is not None and len(at) == 1]
    for place, one in enumerate(single):
        for two in single[place + 1 :]:
            there, here = current[two], current[one]
            if here != there and _may(site, one, there) and _may(site, two, here):
                yield ((one, there), (two, here))


def _may(site: Site, number: int, at: tuple[int, ...] | None) -> bool:
    return at is not None and all(group in fits for group, fits in zip(at, site.fits[number], strict=True))


def _apply(site: Site, ledger: Ledger, current: list[tuple[int, ...] | None], changes: Changes) -> None:
    for number, _at in changes:
        if (was := current[number]) is not None:
            ledger.add(site.problem.devices[number], was, -1)
    for number, at in changes:
        if at is not None:
            ledger.add(site.problem.devices[number], at)
        current[number] = at


def spread(site: Site, places: Places) -> Places:
    """Put what is new or moved anyway on circuits with more room, without making the plan worse in anything else."""
    now, current = present(site), list(places)
    ledger, best = ledger_of(site, places), score(site, places)
    for number, at in enumerate(current):
        if at is None or at == now[number] or len(at) > 2:
            continue
        choices = [(round(ledger.squares(), 9), at)]
        for other in ways(site, number):
            _apply(site, ledger, current, ((number, other),))
            if ledger.fits(other, 1) and _is_as_good(score(site, tuple(current), ledger), best):
                choices.append((round(ledger.squares(), 9), other))
        _apply(site, ledger, current, ((number, min(choices)[1]),))
    return tuple(current)
