"""Why devices stop when a feed is lost, and why the cords of one machine share a feed, of a plan that is as good as it gets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from planner.facility.wiring import WiringPlan
from planner.facility.wiring_apart import together
from planner.facility.wiring_model import EPS_A, Device, Places, Site
from planner.facility.wiring_score import Ledger, ledger_of
from planner.messages import Labelled, Message, msg


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why devices find no place or stop with one feed; ``circuits`` of ``size_a`` more are enough where that is known."""

    kind: str
    devices: tuple[str, ...]
    message: Message
    circuits: int = 0
    size_a: float = 0.0


def not_redundant(site: Site, plan: WiringPlan) -> Iterable[Reason]:
    """Return why devices stop when one feed is lost: too few feeds, or what is left cannot carry them."""
    names = {device.id: device for device in plan.problem.devices}
    for name in plan.hopeless:
        text = msg(
            "cords.feeds",
            "{machine} goes on after losing a feed only with {sides} feeds; there are {feeds}.",
            machine=names[name].title,
            sides=plan.hopeless[name],
            feeds=len(site.feeds),
        )
        yield Reason(kind="feeds", devices=(name,), message=text)
    places = places_of(site, plan)
    ledger = ledger_of(site, places)
    for state, load in zip(ledger.states[1:], ledger.loads[1:], strict=True):
        for number, slot in enumerate(site.slots):
            if load[number] > slot.free_a + EPS_A and load[number] > EPS_A:
                yield _trip(site, plan, state, number, load[number])
    yield from _sharing(site, plan, places, ledger)


def places_of(site: Site, plan: WiringPlan) -> Places:
    """Return the groups that a plan's cords hang on."""
    return tuple(None if at is None else tuple(site.group_of[one] for one in at) for at in plan.outlets)


def _sharing(site: Site, plan: WiringPlan, places: Places, ledger: Ledger) -> Iterable[Reason]:
    """Return why cords of one machine share a feed though there are several."""
    for number, (device, at) in enumerate(zip(plan.problem.devices, places, strict=True)):
        if at is None or len(site.feeds) < 2 or len(at) < 2:  # noqa: PLR2004 - nothing to hang apart
            continue
        on = Counter(site.groups[group].feed for group in at)
        feed, cords = on.most_common(1)[0]
        wants = device.parted or bool(device.sides)
        if together(site, number, at) or (wants and len(on) == 1):
            told = {
                "machine": device.title,
                "cords": cords,
                "all": len(at),
                "feed": plan.feed_titles.get(feed, feed),
            }
            text = _cause(site, ledger, number, feed, told)
            yield Reason(kind="together", devices=(device.id,), message=text)


def _cause(site: Site, ledger: Ledger, number: int, feed: str, told: dict[str, str | int | Labelled]) -> Message:
    """Return what keeps a cord of a device on a feed: forms, outlets, what circuits carry, what a loss leaves."""
    device = site.problem.devices[number]
    elsewhere = sorted({group for other, groups in site.in_reach(number).items() if other != feed for group in groups})
    if not elsewhere:
        return msg(
            "cords.together.form",
            "{machine}: {cords} of {all} cords hang on {feed}, because no other feed has an outlet that they fit.",
            **told,
        )
    free = [group for group in elsewhere if ledger.used[group] < site.groups[group].count]
    if not free:
        return msg(
            "cords.together.outlets",
            "{machine}: {cords} of {all} cords hang on {feed}, because no outlet that they fit is free on another feed.",
            **told,
        )
    if not any(_carries(site, ledger, device, group) for group in free):
        return msg(
            "cords.together.load",
            "{machine}: {cords} of {all} cords hang on {feed}, because no circuit of another feed carries a cord of it beside "
            "what hangs there.",
            **told,
        )
    if device.sides:
        return msg(
            "cords.together.loss",
            "{machine}: {cords} of {all} cords hang on {feed}, because apart, what is left after a loss could not carry it.",
            **told,
        )
    return msg(
        "cords.together.others",
        "{machine}: {cords} of {all} cords hang on {feed}, because elsewhere they would take the place of another machine.",
        **told,
    )


def _carries(site: Site, ledger: Ledger, device: Device, group: int) -> bool:
    """Tell whether a group has room for one more cord of a device, in normal operation."""
    return all(
        ledger.loads[0][slot] + ledger.charging[slot] + device.cord_w * each_a <= site.slots[slot].free_a + EPS_A
        for slot, each_a in site.groups[group].per_w.items()
    )


def _trip(site: Site, plan: WiringPlan, state: str, number: int, load_a: float) -> Reason:
    slot = site.slots[number]
    branch = site.problem.branches[slot.branch]
    if slot.is_whole:
        text = msg(
            "cords.trip.ups",
            "When {feed} is lost, {ups} would carry {percent} % of what it can give out.",
            feed=plan.feed_titles.get(state, state),
            ups=branch.title or branch.id,
            percent=round(100 * load_a / slot.free_a) if slot.free_a > 0 else 100,
        )
        return Reason(kind="trip", devices=(), message=text)
    text = msg(
        "cords.trip",
        "When {feed} is lost, {branch} would carry {current} A of {limit} A and trip.",
        feed=plan.feed_titles.get(state, state),
        branch=branch.title or branch.id,
        current=round(load_a + branch.other_a, 1),
        limit=branch.limit_a,
    )
    return Reason(kind="trip", devices=(), message=text)
