"""The wiring after the loss of a feed: what is left must carry what the machines then draw there (part of PW20).

A bound is reckoned first; only where that is over is the whole room assessed anew as it is without the feed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from planner.assess.after_loss import after_loss
from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.assess.site import WIRED, NodeLoad, Wiring, site_figures
from planner.checks.capping import cap_fix
from planner.checks.declared import number_of, of_node, volts_and_factor
from planner.checks.feeds import claims
from planner.checks.formulas import AFTER_LOSS_A
from planner.checks.outlets import rating_of
from planner.checks.registry import Finding, Outcome, cannot_tell, passed
from planner.checks.site_parts import key_of, name_of
from planner.facility.circuits import BREAKER_USABLE_A
from planner.facility.power import SUM_W
from planner.figure import Figure, Quality, constant, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Connection, SiteNode

FeedOf = Callable[[SiteNode], str | SiteNode]


class Loss(msgspec.Struct, frozen=True, kw_only=True):
    """A lost feed: what is left plugged in, what nodes carry more than before (W), and the machines that moved over."""

    feed: str | SiteNode
    links: tuple[Connection, ...]
    more_w: Mapping[str, float]
    moved: tuple[str, ...]


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A node whose load grows: as it is before, its current after the loss at most (A), and what it may carry (A)."""

    load: NodeLoad
    after_a: Figure
    most_a: Figure


def circuits_after(view: View, redundant: Sequence[str], feed_of: FeedOf) -> Iterator[Finding]:
    """Yield for each feed whether what is left carries the machines of the lines ``redundant`` when it is lost."""
    losses = _losses(view, redundant, feed_of)
    for loss in losses:
        yield from _judge(view, loss)


def _losses(view: View, redundant: Sequence[str], feed_of: FeedOf) -> list[Loss]:
    by_id = {node.id: node for node in view.site.nodes}
    links = [link for link in view.alternative.connections if by_id[link.node].type in WIRED and link.units]
    feeds = {name: feed_of(by_id[name]) for name in {link.node: None for link in links}}
    names = {node: feed if isinstance(feed, str) else feed.id for node, feed in feeds.items()}
    on = {line: {names[link.node] for link in links if link.line == line} for line in redundant}
    lost = {names[link.node]: feeds[link.node] for link in links if len(on.get(link.line, ())) > 1}
    found = []
    for name, feed in lost.items():
        gone = {node for node, one in names.items() if one == name}
        after = after_loss(links, gone, lambda line, share: _goes_on(view.lines[line], share))
        moved = tuple(line for line, several in on.items() if name in several and len(several) > 1)
        found.append(Loss(feed=feed, links=after, more_w=_more(view, links, after), moved=moved))
    return found


def _goes_on(line: LineFigures, lost: float) -> bool:
    """Tell whether a machine keeps running without a share of its supplies; where that is not known it is taken to."""
    count, rating, power = number_of(line, "psu_count"), number_of(line, "psu_w"), line.unit_max_w.value
    if count is None or rating is None or power is None:
        return True
    return (count - round(count * lost)) * rating >= power


def _more(view: View, before: Sequence[Connection], after: Sequence[Connection]) -> dict[str, float]:
    """Return by how much the load of nodes grows (W), of those where it does."""
    at: dict[str, float] = {}
    for links, sign in ((before, -1.0), (after, 1.0)):
        for link in links:
            power = view.lines[link.line].unit_max_w.value
            if power is not None:
                at[link.node] = at.get(link.node, 0.0) + sign * link.units * link.share * power
    parents = {node.id: node.parent for node in view.site.nodes}
    more: dict[str, float] = {}
    for name, change_w in at.items():
        current = name
        while current:
            more[current] = more.get(current, 0.0) + change_w
            current = parents.get(current, "")
    return {name: change for name, change in more.items() if change > 0.5 and name in view.site.loads}  # noqa: PLR2004 - W


def _judge(view: View, loss: Loss) -> Iterator[Finding]:
    judged: list[Judged] = []
    unknown: list[str] = []
    for name, more_w in loss.more_w.items():
        load = view.site.loads[name]
        most, after = _most(view, load), _bound(load, more_w, loss)
        if after.known and most.known:
            judged.append(Judged(load=load, after_a=after, most_a=most))
        elif load.node.type == "circuit":
            unknown += [*after.missing, *most.missing]
    exact = _exact(view, loss, judged)
    trips = [_trip(view, loss, one) for one in exact if _is_over(one)] + [*_overloaded_ups(view, loss)]
    yield from trips
    if unknown and not trips:
        yield _open(view, loss, unknown)
    elif exact and not trips:
        yield _carried(loss, max(exact, key=_filling))


def _filling(one: Judged) -> float:
    return one.after_a.require() / one.most_a.require() if one.most_a.require() else 0.0


def _most(view: View, load: NodeLoad) -> Figure:
    """Return the current (A) that a node may carry: of a breaker in the NEC profile no more than 80 %."""
    if load.node.type not in ("panel", "circuit"):
        return rating_of(load)
    if view.organisation.profile != "NEC":
        return load.rating_a
    return trace(
        BREAKER_USABLE_A, f"{key_of(load)}/usable_a", breaker_a=load.rating_a, continuous_share=limit("br.cont", "NEC")
    )


def _bound(load: NodeLoad, more_w: float, loss: Loss) -> Figure:
    """Return the current (A) of a node after a loss; where its lines differ, as if all came on the fullest of them."""
    volts, factor = volts_and_factor(load)
    key, formula = f"{key_of(load)}/without_{_id(loss.feed)}", load.own_a.formula
    lines = 1.0
    if formula is not None and "3ph" in formula.key:
        lines = math.sqrt(3) if "volts_ll_v" in load.own_a.given else 3.0
    return trace(
        AFTER_LOSS_A,
        f"{key}_a",
        total_a=load.total_a,
        more_w=leaf(f"{key}/more_w", more_w, "W", Quality.COMPUTED, "what moved over from the lost feed"),
        volts_v=volts,
        lines=constant("circuit/lines", lines, "1", "1, or 3 from phase to neutral, or its root between phases"),
        power_factor=factor,
    )


def _id(feed: str | SiteNode) -> str:
    return feed if isinstance(feed, str) else feed.id


def _feed_name(loss: Loss) -> Any:
    return loss.feed if isinstance(loss.feed, str) else name_of(loss.feed)


def _is_over(one: Judged) -> bool:
    return one.after_a.require() > one.most_a.require()


def _exact(view: View, loss: Loss, judged: Sequence[Judged]) -> list[Judged]:
    """Return the nodes without those that are over as it is (PW01 and the like tell it), the bounds that are over made exact."""
    fit = [one for one in judged if one.load.total_a.require() <= one.most_a.require()]
    if not any(_is_over(one) for one in fit):
        return fit
    wiring = Wiring(alternative=view.alternative.id, connections=loss.links, placements=view.alternative.placements)
    after = site_figures(wiring, view.lines, view.site.nodes, view.facts, None, view.organisation.profile).loads
    found = []
    for one in fit:
        load = after[one.load.node.id] if _is_over(one) else one.load
        known = load is not one.load and load.total_a.known
        found.append(msgspec.structs.replace(one, load=load, after_a=load.total_a) if known else one)
    return found


def _trip(view: View, loss: Loss, one: Judged) -> Finding:
    load, most = one.load, one.most_a
    return Finding(
        outcome=_outcome(loss, load),
        subject=load.node.id,
        message=msg(
            "PW20.trips",
            "When {feed} is lost, {name} would carry {current} of {rating} and trip; {machines} would stop.",
            feed=_feed_name(loss),
            name=name_of(load.node),
            current=one.after_a,
            rating=most,
            machines=tuple(line.line.title for line in load.lines.values()),
        ),
        remedy=msg(
            "PW20.trips.remedy",
            "Take {excess} A off it: load each feed to half at most, spread the cords over more feeds, or cap the cards.",
            excess=math.ceil(10 * (one.after_a.require() - most.require())) / 10,
        ),
        figures=(one.after_a, most, load.load_w),
        fix=cap_fix(view, load, most.require()),
    )


def _outcome(loss: Loss, load: NodeLoad) -> Outcome:
    promised = any(claims(line) for name, line in load.lines.items() if name in loss.moved)
    return "error" if promised else "warning"


def _overloaded_ups(view: View, loss: Loss) -> Iterator[Finding]:
    for name, more_w in loss.more_w.items():
        load = view.site.loads[name]
        rated = of_node(load.node, "rated_w", "W")
        if load.node.type != "ups" or not (rated.known and load.load_w.known):
            continue
        more = leaf(f"{key_of(load)}/without_{_id(loss.feed)}/more_w", more_w, "W", Quality.COMPUTED)
        after = trace(SUM_W, f"{key_of(load)}/without_{_id(loss.feed)}_w", power_w=[load.load_w, more])
        if after.require() <= rated.require() or load.load_w.require() > rated.require():
            continue
        told = {"feed": _feed_name(loss), "name": name_of(load.node), "power": after, "rating": rated}
        yield Finding(
            outcome=_outcome(loss, load),
            subject=name,
            message=msg(
                "PW20.ups", "When {feed} is lost, {name} would carry {power} of {rating} and switch off.", **told
            ),
            remedy=msg(
                "PW20.ups.remedy",
                "Take a UPS that carries all of it, load each to half at most, or cap the machines by {excess} W in all.",
                excess=math.ceil(after.require() - rated.require()),
            ),
            figures=(after, rated),
        )


def _open(view: View, loss: Loss, unknown: Sequence[str]) -> Finding:
    return cannot_tell(
        loss.moved[0],
        msg(
            "PW20.open",
            "Whether what is left carries {machines} when {feed} is lost cannot be told yet.",
            machines=tuple(view.lines[line].line.title for line in loss.moved),
            feed=_feed_name(loss),
        ),
        msg("PW01.ask", "Ask the building office for the breaker rating and what else is on this circuit."),
        dict.fromkeys(unknown),
    )


def _carried(loss: Loss, fullest: Judged) -> Finding:
    return passed(
        fullest.load.node.id,
        msg(
            "PW20.carried",
            "When {feed} is lost, what is left carries it; the fullest is {name} with {current} of {rating}.",
            feed=_feed_name(loss),
            name=name_of(fullest.load.node),
            current=fullest.after_a,
            rating=fullest.most_a,
        ),
        fullest.after_a,
        fullest.most_a,
    )
