"""Check of the loss of a feed, a UPS or a PDU, simulated one by one: the machines that must go on, and what must carry them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from planner.assess.after_loss import Paths, units_of
from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures
from planner.assess.site import WIRED
from planner.checks.after_loss import circuits_after, told_by_a_larger
from planner.checks.capping import cap_label, capped, proposed_cap, saved_by
from planner.checks.declared import key_of_line, of_machine, path_up
from planner.checks.feeds import claims, on_one_feed
from planner.checks.losses import losses
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.second_supply import with_second_supply
from planner.checks.sides import above, below
from planner.checks.site_parts import alternative_of, name_of
from planner.checks.unit_loss import Unit, ask_bypass, lost_share, paths_of, switched_off, units_lost
from planner.facility.power import PSU_SURVIVING_W
from planner.facility.supplies import feeds_needed, spare_supplies
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import SetValue


class _Lost(msgspec.Struct, frozen=True, kw_only=True):
    """What may be lost of a machine's supplies: a feed or a unit, and what is left without it (W)."""

    name: Any
    left: Figure
    certain: bool = True


def feed_loss(view: View) -> Iterator[Finding]:
    """PW20: what is plugged in on two feeds, UPS or PDU must go on when either of them is lost."""
    yield from with_second_supply(view, tuple(_simulated(view)), _simulated)


def _simulated(view: View) -> Iterator[Finding]:
    links: Mapping[str, tuple[Connection, ...]] = view.memo.call(_parted, view.alternative.connections)
    units = units_lost(view)
    if not links and not units:
        return
    off = switched_off(view, units)
    yield from off
    dark = {one.subject for one in off if one.outcome != "pass"}
    failing: tuple[Unit, ...] = view.memo.call(_without_bypass, units)
    feeds: Mapping[str, str | SiteNode] = view.memo.call(_feeds, view.alternative.connections, view.site.nodes)
    rows: list[tuple[Any, ...]] = view.memo.call(_rows, links, feeds, failing)
    paths = paths_of(view)
    yield from view.found_in(_loss, [(view.lines[name], paths, *rest) for name, *rest in rows], "facts")
    judged = circuits_after(view, losses(view, links, feeds, failing))
    told: frozenset[int] = view.memo.call(told_by_a_larger, judged)
    for loss, found in judged:
        yield from (one for one in found if id(one) not in told)
        unit = loss.case.unit
        if unit is not None and (loss.stops or any(one.outcome in ("error", "warning") for one in found)):
            dark.add(unit.node.id)
    yield from ask_bypass([unit for unit in failing if unit.node.id in dark])


def _without_bypass(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return tuple([unit for unit in units if unit.bypass is not True])


def _feeds(connections: tuple[Connection, ...], nodes: tuple[SiteNode, ...]) -> dict[str, str | SiteNode]:
    """Return the feed of each node of the wiring that something is plugged in at."""
    by_id = {node.id: node for node in nodes}
    used = dict.fromkeys(link.node for link in connections)
    return {name: _feed(by_id[name], by_id) for name in used if by_id[name].type in WIRED}


def _rows(
    links: Mapping[str, tuple[Connection, ...]], feeds: Mapping[str, str | SiteNode], units: tuple[Unit, ...]
) -> list[tuple[Any, ...]]:
    """Return for each line of several cords its name, these, their feeds, and the units that some are behind."""
    units_at: dict[str, list[Unit]] = {}
    for unit in units:
        for name in unit.gone:
            units_at.setdefault(name, []).append(unit)
    rows: list[tuple[Any, ...]] = []
    for name, parted in links.items():
        own = [link for link in parted if link.node in feeds]
        if own:
            there = {unit.node.id: unit for link in own for unit in units_at.get(link.node, ())}
            rows.append((name, *own, *(feeds[link.node] for link in own), *there.values()))
    return rows


def _parted(connections: tuple[Connection, ...]) -> dict[str, tuple[Connection, ...]]:
    """Return the connections of lines whose machines draw parts of their power at several places."""
    found: dict[str, list[Connection]] = {}
    for link in connections:
        if link.share < 1:
            found.setdefault(link.line, []).append(link)
    return {name: tuple(own) for name, own in found.items()}


def _feed(node: SiteNode, by_id: Mapping[str, SiteNode]) -> str | SiteNode:
    """Return what fails together: the feed that was told nearest above, else the node where the supply begins."""
    chain = [one for one in path_up(node, by_id) if one.type not in ("room", "rack")]
    told = next((feed for one in chain if (feed := text(one.values, "feed"))), "")
    return told or chain[-1]


def _id(feed: str | SiteNode) -> str:
    return feed if isinstance(feed, str) else feed.id


def _name(feed: str | SiteNode) -> Any:
    return feed if isinstance(feed, str) else name_of(feed)


def _loss(view: View, line: LineFigures, paths: Paths, *parts: Any) -> Iterator[Finding]:
    links = [part for part in parts if isinstance(part, Connection)]
    feeds, units = parts[len(links) : 2 * len(links)], parts[2 * len(links) :]
    by_name = {_id(feed): feed for feed in feeds}
    feed_of = {link.node: _id(feed) for link, feed in zip(links, feeds, strict=True)}
    if len(by_name) < 2:  # noqa: PLR2004 - one feed
        yield on_one_feed(line, _name(feeds[0]))
    shares = {} if len(by_name) < 2 else _shares(links, feed_of, paths)  # noqa: PLR2004 - one feed
    alone = _alone(links, feed_of, units, paths)
    if not shares and not alone:
        return
    count, rating = of_machine(line, "psu_count", "1"), of_machine(line, "psu_w", "W")
    missing = tuple(dict.fromkeys((*count.missing, *rating.missing, *line.unit_max_w.missing)))
    if missing:
        yield _untold(line, missing, () if shares else tuple(name_of(unit.node) for unit, _share in alone))
        return
    lost = [_Lost(name=_name(by_name[name]), left=_left(line, name, share)) for name, share in shares.items()]
    lost += [
        _Lost(name=name_of(unit.node), left=_left(line, f"unit_{unit.node.id}", share), certain=unit.certain)
        for unit, share in alone
    ]
    yield _judged(view, line, lost)


def _alone(
    links: Sequence[Connection], feed_of: Mapping[str, str], units: Sequence[Unit], paths: Paths
) -> list[tuple[Unit, float]]:
    """Return the units whose loss takes a part of a machine's supplies, and not just those that a feed takes."""
    by_feed = {frozenset(node for node in feed_of if feed_of[node] == feed) for feed in feed_of.values()}
    found = []
    for unit in units:
        gone = unit.gone.intersection(feed_of)
        share = 0.0 if gone in by_feed else lost_share(links, gone, paths)
        if share:
            found.append((unit, share))
    return found


def _untold(line: LineFigures, missing: Sequence[str], units: tuple[Any, ...]) -> Finding:
    say = msg("PW20.unknown", "Whether {machine} goes on when a feed is lost is not known.", machine=line.line.title)
    if units:
        say = msg(
            "PW20.unit.unknown",
            "Whether {machine} goes on after the loss of {names} is not known.",
            machine=line.line.title,
            names=units,
        )
    ask = msg("PW20.ask", "Ask the maker for number and rating of the supplies at 220 V.")
    return cannot_tell(line.line.id, say, ask, missing)


def _judged(view: View, line: LineFigures, lost: Sequence[_Lost]) -> Finding:
    stops = sorted((one for one in lost if below(one.left, line.unit_max_w)), key=lambda one: one.left.key)
    worst = min(lost, key=lambda one: (one.left.require(), one.left.key))
    told: dict[str, Any] = {"machine": line.line.title, "left": worst.left, "power": line.unit_max_w}
    if stops:
        names = tuple(one.name for one in stops)
        told["feed"] = names[0] if len(names) == 1 else names
        return _stops(view, line, worst.left, told, certain=any(one.certain for one in stops))
    say = msg(
        "PW20.pass", "{machine} goes on when {feed} is lost: {left} are left for {power}.", feed=worst.name, **told
    )
    return passed(line.line.id, say, worst.left, line.unit_max_w)


def _shares(links: Sequence[Connection], feed_of: Mapping[str, str], paths: Paths) -> dict[str, float]:
    """Return for each feed the largest share of a unit's supplies on it; units on one feed alone promise nothing."""
    shares = dict.fromkeys(feed_of.values(), 0.0)
    for unit, _count in units_of(links, paths):
        own: dict[str, float] = {}
        for node, share in unit:
            own[feed_of[node]] = own.get(feed_of[node], 0.0) + share
        if len(own) > 1:
            shares = {name: max(share, own.get(name, 0.0)) for name, share in shares.items()}
    return shares


def _left(line: LineFigures, feed: str, share: float) -> Figure:
    """Return what the supplies of a machine give (W) without those on a feed."""
    key = key_of_line(line)
    count, rating = of_machine(line, "psu_count", "1"), of_machine(line, "psu_w", "W")
    lost = leaf(f"{key}/lost_supplies_{feed}", float(round(count.require() * share)), "1", Quality.ENTERED, "its share")
    return trace(PSU_SURVIVING_W, f"{key}/left_{feed}_w", psus=count, lost=lost, psu_w=rating)


def _stops(view: View, line: LineFigures, left: Figure, told: dict[str, Any], *, certain: bool) -> Finding:
    count = round(of_machine(line, "psu_count", "1").require())
    rating, power = of_machine(line, "psu_w", "W").require(), line.unit_max_w.require()
    needed = feeds_needed(count, rating, power)
    cap = round(power - left.require())
    return Finding(
        outcome="error" if certain and claims(line) else "warning",
        subject=line.line.id,
        message=_stopping(told),
        remedy=_advice(needed, spare_supplies(count, rating, power), cap),
        figures=(left, line.unit_max_w),
        fix=_cap(view, line, left),
    )


def _stopping(told: dict[str, Any]) -> Message:
    if isinstance(told["feed"], tuple):
        return msg("PW20.each", "When any of {feed} is lost {machine} has {left} left for {power}: it stops.", **told)
    return msg("PW20.stops", "When {feed} is lost {machine} has {left} left for {power}: it stops.", **told)


def _advice(needed: int | None, spare: int, cap_w: int) -> Message:
    if needed is None:
        return msg(
            "PW20.cap", "Cap each machine by {cap} W, or take larger supplies: none of them may be lost.", cap=cap_w
        )
    return msg(
        "PW20.feeds",
        "Spread its cords over {feeds} feeds with no more than {spare} supplies on each, or cap each machine by {cap} W.",
        feeds=needed,
        spare=spare,
        cap=cap_w,
    )


def _cap(view: View, line: LineFigures, left: Figure) -> Fix | None:
    """Return the cap of the cards that lets a machine go on with what is left (W)."""
    cap = proposed_cap(line)
    with_cap = capped(line, view.facts, cap)
    if not (cap.known and with_cap.known and not above(with_cap, left)):
        return None
    value = {"value": cap.require(), "quality": "entered", "source": "power limit set on the cards"}
    return Fix(
        label=cap_label([(line, cap)], saved_by(line, with_cap)),
        edit=SetValue(path=f"{alternative_of(line.max_w.key)}/{line.line.id}/facts/card_power_cap_w", value=value),
    )


_SOURCE = (
    "supplies that remain times their rating, against the maximum power: DGX H100 with 3+3 on two feeds has 9.9 of 10.2 kW; "
    "what is left of the wiring within its ratings: with two feeds each carries all when the other is lost, and so for every "
    "single UPS and PDU"
)

CHECKS = (
    Check(
        id="PW20",
        area="power",
        title=msg("PW20.title", "Loss of a feed, a UPS or a PDU"),
        reads=("alternative", "site", "lines", "facts", "organisation"),
        source=_SOURCE,
        blocking=False,
        run=feed_loss,
    ),
)
