"""Check of the loss of a feed, simulated feed by feed: the machines that must go on, and the circuits that must carry them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from planner.assess.after_loss import units_of
from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures
from planner.assess.site import WIRED
from planner.checks.after_loss import circuits_after
from planner.checks.capping import cap_label, capped, proposed_cap, saved_by
from planner.checks.declared import key_of_line, of_machine, path_up
from planner.checks.feeds import claims
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import alternative_of, name_of
from planner.facility.power import PSU_SURVIVING_W
from planner.facility.supplies import feeds_needed, spare_supplies
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import SetValue


def feed_loss(view: View) -> Iterator[Finding]:
    """PW20: what is plugged in on two feeds must go on when either of them is lost."""
    links: Mapping[str, tuple[Connection, ...]] = view.memo.call(_parted, view.alternative.connections)
    if not links:
        return
    by_id = {node.id: node for node in view.site.nodes}
    rows = []
    for name, parted in links.items():
        own = [link for link in parted if by_id[link.node].type in WIRED]
        if own:
            rows.append((view.lines[name], *own, *(_feed(by_id[link.node], by_id) for link in own)))
    yield from view.found_in(_loss, rows, "facts")
    yield from circuits_after(view, tuple(links), lambda node: _feed(node, by_id))


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


def _loss(view: View, line: LineFigures, *parts: Any) -> Iterator[Finding]:
    links, feeds = parts[: len(parts) // 2], parts[len(parts) // 2 :]
    by_name = {_id(feed): feed for feed in feeds}
    count, rating = of_machine(line, "psu_count", "1"), of_machine(line, "psu_w", "W")
    if len(by_name) < 2:  # noqa: PLR2004 - one feed
        yield _one_feed(line, feeds[0])
        return
    missing = tuple(dict.fromkeys((*count.missing, *rating.missing, *line.unit_max_w.missing)))
    if missing:
        yield cannot_tell(
            line.line.id,
            msg("PW20.unknown", "Whether {machine} goes on when a feed is lost is not known.", machine=line.line.title),
            msg("PW20.ask", "Ask the maker for number and rating of the supplies at 220 V."),
            missing,
        )
        return
    shares = _shares(links, {link.node: _id(feed) for link, feed in zip(links, feeds, strict=True)})
    left = {name: _left(line, name, share) for name, share in shares.items()}
    stops = [name for name, figure in left.items() if figure.require() < line.unit_max_w.require()]
    worst = min(left, key=lambda name: left[name].require())
    names = tuple(_name(by_name[name]) for name in stops)
    told = {"machine": line.line.title, "left": left[worst], "power": line.unit_max_w}
    if stops:
        yield _stops(view, line, left[worst], {"feed": names[0] if len(names) == 1 else names, **told})
    else:
        feed = _name(by_name[worst])
        say = msg("PW20.pass", "{machine} goes on when {feed} is lost: {left} are left for {power}.", feed=feed, **told)
        yield passed(line.line.id, say, left[worst], line.unit_max_w)


def _shares(links: Sequence[Connection], feed_of: Mapping[str, str]) -> dict[str, float]:
    """Return for each feed the largest share of a unit's supplies on it; units on one feed alone promise nothing."""
    shares = dict.fromkeys(feed_of.values(), 0.0)
    for unit in units_of(links):
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


def _stops(view: View, line: LineFigures, left: Figure, told: dict[str, Any]) -> Finding:
    count = round(of_machine(line, "psu_count", "1").require())
    rating, power = of_machine(line, "psu_w", "W").require(), line.unit_max_w.require()
    needed = feeds_needed(count, rating, power)
    cap = round(power - left.require())
    return Finding(
        outcome="error" if claims(line) else "warning",
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
    if not (cap.known and with_cap.known and with_cap.require() <= left.require()):
        return None
    value = {"value": cap.require(), "quality": "entered", "source": "power limit set on the cards"}
    return Fix(
        label=cap_label([(line, cap)], saved_by(line, with_cap)),
        edit=SetValue(path=f"{alternative_of(line.max_w.key)}/{line.line.id}/facts/card_power_cap_w", value=value),
    )


def _one_feed(line: LineFigures, feed: str | SiteNode) -> Finding:
    return Finding(
        outcome="note",
        subject=line.line.id,
        message=msg(
            "PW20.one",
            "All supplies of {machine} hang on {feed}: that bears the loss of a supply, not of the feed.",
            machine=line.line.title,
            feed=_name(feed),
        ),
        remedy=msg("PW20.one.remedy", "Plug half of the cords in on a second panel or UPS, where there is one."),
    )


_SOURCE = (
    "supplies that remain times their rating, against the maximum power: DGX H100 with 3+3 on two feeds has 9.9 of 10.2 kW; "
    "what is left of the wiring within its ratings: with two feeds each carries all when the other is lost"
)

CHECKS = (
    Check(
        id="PW20",
        area="power",
        title=msg("PW20.title", "Loss of a feed"),
        reads=("alternative", "site", "lines", "facts", "organisation"),
        source=_SOURCE,
        blocking=False,
        run=feed_loss,
    ),
)
