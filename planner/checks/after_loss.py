"""The wiring after the loss of a feed, a UPS or a PDU: what is left must carry what the machines then draw there (part of PW20).

A bound is reckoned first; only where that is over is the whole room assessed anew as it is without the feed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from planner.assess.after_loss import Paths
from planner.assess.context import View
from planner.assess.factor import lower, lowest_factor, plan_factor
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad, Wiring, site_figures
from planner.assess.ups_altitude import left_of
from planner.assess.ups_loss import node_rating
from planner.catalog.ladders import ladder
from planner.checks.capping import cap_fix
from planner.checks.cords_after_loss import cords_after, plugged_shares
from planner.checks.declared import volts_and_factor
from planner.checks.feeds import claims
from planner.checks.formulas import AFTER_LOSS_A
from planner.checks.losses import Loss
from planner.checks.ratings import rating_of
from planner.checks.registry import Finding, Outcome, cannot_tell, passed
from planner.checks.sides import above
from planner.checks.site_parts import key_of, name_of
from planner.checks.unit_loss import paths_of
from planner.facility.circuits import APPARENT_VA, BREAKER_USABLE_A
from planner.facility.power import SUM_W
from planner.figure import Figure, Quality, constant, leaf, trace
from planner.limits import limit
from planner.messages import Message, msg

_HAIR = 1e-6
_MOVED = "what moved over from the lost feed, less what UPS charge with at other times"


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A node whose load grows: as it is before, its current after the loss at most (A), and what it may carry (A)."""

    load: NodeLoad
    after_a: Figure
    most_a: Figure


def circuits_after(view: View, found: tuple[Loss, ...]) -> tuple[tuple[Loss, tuple[Finding, ...]], ...]:
    """Return for each loss whether what is left carries the machines that move over."""
    loads = view.site.loads
    rows = [(loss, *(loads[name] for name in loss.more_w), *_ratings_from(view, loss)) for loss in found]
    # what a node carries after a loss rests on its load and on the loss alone
    paths, plan = paths_of(view), plan_factor(view.facts)
    shared = (view.facts, view.organisation, paths)
    return view.memo.rows(("PW20", "judged"), lambda row: (row[0], (*_judge(view, row[0], paths, plan),)), rows, shared)


def told_by_a_larger(judged: Sequence[tuple[Loss, tuple[Finding, ...]]]) -> frozenset[int]:
    """Return the ids (``id``) of findings which the loss of more says of the same node, no milder and with no less on it."""
    faults: dict[str, list[tuple[Loss, Finding]]] = {}
    for loss, found in judged:
        for one in found:
            if one.outcome in ("error", "warning"):
                faults.setdefault(one.subject, []).append((loss, one))
    return frozenset(
        id(one)
        for there in faults.values()
        for loss, one in there
        if any(_says_more(other, one) for larger, other in there if larger.case.gone > loss.case.gone)
    )


def _says_more(other: Finding, one: Finding) -> bool:
    most, figure = other.figures[0], one.figures[0]
    same = other.outcome in (one.outcome, "error") and most.unit == figure.unit
    return same and most.require() >= figure.require() - _HAIR


def _ratings_from(view: View, loss: Loss) -> Iterator[LineFigures]:
    """Yield the lines of the build that tell the ratings of UPS which carry more."""
    for name in loss.more_w:
        yield from (view.lines[line] for line, _units in view.site.joined_ups.get(name, ()))


def _judge(view: View, loss: Loss, paths: Paths, plan: Figure) -> Iterator[Finding]:
    judged: list[Judged] = []
    unknown: list[str] = []
    moved = lowest_factor((view.lines[line] for line in loss.case.moved), plan)
    for name, more_w in loss.more_w.items():
        load = view.site.loads[name]
        most, after = _most(view, load), _bound(load, more_w, loss, moved)
        if after.known and most.known:
            judged.append(Judged(load=load, after_a=after, most_a=most))
        elif load.node.type == "circuit":
            unknown += [*after.missing, *most.missing]
    exact = _exact(view, loss, judged)
    inverters = [_inverter(view, loss, name, moved) for name in loss.more_w if view.site.loads[name].node.type == "ups"]
    over = [one for one in exact if _is_over(one)]
    small = [one for one in inverters if one.excess_w > 0]
    ways = [[one for one in over if _is_on_way(one, small_one, paths)] for small_one in small]
    told = {one.load.node.id for way in ways for one in way}
    trips = [_trip(view, loss, one) for one in over if one.load.node.id not in told]
    trips += [_overloaded(view, loss, one, way) for one, way in zip(small, ways, strict=True)]
    trips += cords_after(view, loss, _id(loss), _feed_name(loss))
    yield from trips
    unread = [key for one in inverters for key in one.missing]
    if (unknown or unread) and not trips:
        yield _open(view, loss, unknown, unread)
    elif exact and not trips:
        yield _carried(loss, min(exact, key=_fullest))


def _is_on_way(one: Judged, ups: _Inverter, paths: Paths) -> bool:
    """Tell whether a node feeds a UPS or hangs behind it: its current comes of the same machines."""
    own, other = one.load.node.id, ups.load.node.id
    return own in paths.get(other, ()) or other in paths.get(own, ())


def _fullest(one: Judged) -> tuple[float, str]:
    """Return what puts the fullest node first, of nodes as full as it always the same."""
    filling = one.after_a.require() / one.most_a.require() if one.most_a.require() else 0.0
    return -round(filling, 9), one.load.node.id


def _most(view: View, load: NodeLoad) -> Figure:
    """Return the current (A) that a node may carry: of a breaker in the NEC profile no more than 80 %."""
    if load.node.type not in ("panel", "circuit"):
        return rating_of(load)
    if view.organisation.profile != "NEC":
        return load.rating_a
    return trace(
        BREAKER_USABLE_A, f"{key_of(load)}/usable_a", breaker_a=load.rating_a, continuous_share=limit("br.cont", "NEC")
    )


def _bound(load: NodeLoad, more_w: float, loss: Loss, moved: Figure) -> Figure:
    """Return the current (A) of a node after a loss; where its lines differ, as if all came on the fullest of them."""
    volts, factor = volts_and_factor(load)
    key, formula = f"{key_of(load)}/without_{_id(loss)}", load.own_a.formula
    lines, resting_w = 1.0, math.fsum([one.require() for one in load.charging_w])
    if formula is not None and "3ph" in formula.key:
        lines = math.sqrt(3) if "volts_ll_v" in load.own_a.given else 3.0
    return trace(
        AFTER_LOSS_A,
        f"{key}_a",
        total_a=load.total_a,
        more_w=leaf(f"{key}/more_w", more_w - resting_w, "W", Quality.COMPUTED, _MOVED),
        volts_v=volts,
        lines=constant("circuit/lines", lines, "1", "1, or 3 from phase to neutral, or its root between phases"),
        power_factor=lower(factor, moved),
    )


def _id(loss: Loss) -> str:
    name = loss.case.feed if isinstance(loss.case.feed, str) else loss.case.feed.id
    return name if loss.case.unit is None else f"unit_{name}"


def _feed_name(loss: Loss) -> Any:
    return loss.case.feed if isinstance(loss.case.feed, str) else name_of(loss.case.feed)


def _is_over(one: Judged) -> bool:
    return above(one.after_a, one.most_a)


def _exact(view: View, loss: Loss, judged: Sequence[Judged]) -> list[Judged]:
    """Return the nodes without those that are over as it is (PW01 and the like tell it), the bounds that are over made exact."""
    fit = [one for one in judged if not above(one.load.total_a, one.most_a)]
    if not any(_is_over(one) for one in fit):
        return fit
    after = _loads_after(view, loss)
    found = []
    for one in fit:
        load = after[one.load.node.id] if _is_over(one) else one.load
        known = load is not one.load and load.total_a.known
        found.append(msgspec.structs.replace(one, load=load, after_a=load.total_a) if known else one)
    return found


def _loads_after(view: View, loss: Loss) -> Mapping[str, NodeLoad]:
    others = [link for link in view.alternative.connections if link.line not in loss.case.touched]
    wiring = Wiring(
        alternative=view.alternative.id,
        connections=(*others, *loss.links),
        placements=view.alternative.placements,
        charging=False,
        plugged=plugged_shares(view.alternative.connections, loss.case.touched),
    )
    return site_figures(wiring, view.lines, view.site.nodes, view.facts, None, view.organisation.profile).loads


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
    promised = any(claims(line) for name, line in load.lines.items() if name in loss.case.moved)
    return "error" if promised and (loss.case.unit is None or loss.case.unit.certain) else "warning"


class _Inverter(msgspec.Struct, frozen=True, kw_only=True):
    """A UPS that gets more: its load then (W) and, where the tighter is, load and rating (W or VA) and the excess (W).

    ``size`` is a UPS (VA) that carries the volt-amperes, and the watts with what is advised to be left.
    """

    load: NodeLoad
    after_w: Figure
    size: Figure | None
    after: Figure
    rating: Figure
    excess_w: float
    missing: tuple[str, ...]


def _inverter(view: View, loss: Loss, name: str, moved: Figure) -> _Inverter:
    """Return a UPS after a loss; one that is over its rating as it is, which UP01 tells, has no excess."""
    load = view.site.loads[name]
    key = f"{key_of(load)}/without_{_id(loss)}"
    more = leaf(f"{key}/more_w", loss.more_w[name], "W", Quality.COMPUTED, "what moved over from what was lost")
    factor = lower(load.power_factor, moved)
    after_w = trace(SUM_W, f"{key}_w", power_w=[load.load_w, more])
    after_va = trace(APPARENT_VA, f"{key}_va", power_w=after_w, power_factor=factor)
    own = view.site.joined_ups.get(name, ())
    height = view.site.ups_share_pct
    rated_w = left_of(node_rating(load.node, own, view.lines, "rated_w", "W"), height)
    rated_va = left_of(node_rating(load.node, own, view.lines, "rated_va", "VA"), height)
    over = {"W": (after_w, rated_w, 1.0), "VA": (after_va, rated_va, factor.value or 1.0)}
    excess = {
        unit: (after.require() - rated.require()) * to_w
        for unit, (after, rated, to_w) in over.items()
        if after.known and rated.known
    }
    missing = tuple(dict.fromkeys((*after_va.missing, *rated_w.missing, *rated_va.missing)))
    worst = max(excess, key=lambda unit: excess[unit], default="W")
    most_w = excess.get(worst, 0.0)
    if most_w - loss.more_w[name] > 0:  # it is over without the loss
        most_w = 0.0
    size = None
    if after_va.known:
        least_va = max(after_va.require(), after_w.require() / limit("ups.load_warn").require())
        least_va *= 100 / (100.0 if height is None else height.require())
        size_va = ladder("L2").at_least(round(least_va, 3))
        size = None if size_va is None else constant(f"{key}_size_va", size_va, "VA", "the next size that carries it")
    return _Inverter(
        load=load,
        after_w=after_w,
        size=size,
        after=over[worst][0],
        rating=over[worst][1],
        excess_w=most_w,
        missing=missing,
    )


def _overloaded(view: View, loss: Loss, one: _Inverter, way: Sequence[Judged]) -> Finding:
    """Return the finding of a UPS that is too small; what trips on its ``way`` for the same load is told in it."""
    after = _loads_after(view, loss)[one.load.node.id]
    share = min(other.most_a.require() / other.after_a.require() for other in way) if way else 1.0
    excess_w = max(one.excess_w, (1 - share) * one.after_w.require())
    fix = None
    if after.total_a.known:
        share = min(share, one.rating.require() / one.after.require())
        fix = cap_fix(view, after, after.total_a.require() * share)
    return Finding(
        outcome=_outcome(loss, one.load),
        subject=one.load.node.id,
        message=_too_small(loss, one, way),
        remedy=_larger(one, math.ceil(round(excess_w, 6)), has_way=bool(way)),
        figures=(one.after, one.rating, *(figure for other in way for figure in (other.after_a, other.most_a))),
        fix=fix,
    )


def _too_small(loss: Loss, one: _Inverter, way: Sequence[Judged]) -> Message:
    told: dict[str, Any] = {"feed": _feed_name(loss), "name": name_of(one.load.node), "power": one.after}
    told["rating"] = one.rating
    if not way:
        return msg("PW20.ups", "When {feed} is lost, {name} would carry {power} of {rating} and switch off.", **told)
    others = tuple(
        msg(
            "PW20.ups.other",
            "{name} ({current} of {rating})",
            name=name_of(other.load.node),
            current=other.after_a,
            rating=other.most_a,
        )
        for other in sorted(way, key=lambda other: other.load.node.id)
    )
    return msg(
        "PW20.ups.way",
        "When {feed} is lost, {name} would carry {power} of {rating} and switch off; of the same load {others} would trip.",
        others=others,
        **told,
    )


def _larger(one: _Inverter, excess_w: int, *, has_way: bool) -> Message:
    if one.size is None:
        return msg(
            "PW20.ups.remedy",
            "Take a UPS that carries all of it, load each to half at most, or cap the machines by {excess} W in all.",
            excess=excess_w,
        )
    if has_way:
        return msg(
            "PW20.ups.way.remedy",
            "Take a UPS of {size} and breakers and outlets for these currents, load each feed to half at most, or cap the "
            "machines by {excess} W in all.",
            size=one.size,
            excess=excess_w,
        )
    return msg(
        "PW20.ups.size",
        "Take a UPS of {size}, load each to half at most, or cap the machines by {excess} W in all.",
        size=one.size,
        excess=excess_w,
    )


def _open(view: View, loss: Loss, unknown: Sequence[str], unread: Sequence[str]) -> Finding:
    ask = msg("PW01.ask", "Ask the building office for the breaker rating and what else is on this circuit.")
    if not unknown:
        ask = msg("PW20.ups.ask", "Read W and VA on the label of the UPS that is left, or ask the seller.")
    return cannot_tell(
        loss.case.moved[0],
        msg(
            "PW20.open",
            "Whether what is left carries {machines} when {feed} is lost cannot be told yet.",
            machines=tuple(view.lines[line].line.title for line in loss.case.moved),
            feed=_feed_name(loss),
        ),
        ask,
        dict.fromkeys((*unknown, *unread)),
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
