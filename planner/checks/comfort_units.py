"""Check of comfort units that run day and night: how much heat falls to each beside the other units of the room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.cooling_class import horsepower
from planner.assess.facts import flag
from planner.assess.least import least_heat
from planner.assess.lines import LineFigures, parted
from planner.checks.cooling import is_warm
from planner.checks.formulas import COMFORT_REST_W, COMFORT_SHARE_W
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.site_parts import name_of
from planner.facility.power import SUM_W
from planner.figure import Figure, leaf, trace
from planner.figure import Quality as Q
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import SiteNode

_COMFORT = "comfort"  # rows of this type are units for people


class _Unit(msgspec.Struct, frozen=True, kw_only=True):
    """An air conditioner there is or several planned: name, sensible cooling (W) of all, how many, what is known of its duty."""

    id: str
    name: str | Labelled | Message
    sensible_w: Figure
    count: int
    duty: bool | None
    comfort: bool
    duty_key: str


def comfort_units(view: View) -> Iterator[Finding]:
    """CO04: a comfort unit that has to run day and night for more than 2 kW is used beyond what it is made for.

    Units made for 24 h duty carry the heat first; what they leave is shared by the others.
    """
    site, most = view.site, limit("co.comfort_w")
    if not is_warm(site) or flag(view.calendar, "unattended_overnight") is False:
        return
    known = view.memo.call(_capacities, site.rated_cooling_w)
    cooling = parted(view.memo, view.lines).cooling
    units: tuple[_Unit, ...] = view.memo.call(_units, site.cooling_units, cooling, known)
    rest = _rest(site.heat_w, units)
    for unit in units:
        if unit.duty is None and not unit.duty_key and not unit.comfort:
            continue  # planned, and of no class: its type is settled when it is bought
        share = _share(site.heat_w, unit, rest)
        if not share.known and (already := _already(site.heat_w, unit, units)) is not None:
            yield already
            continue
        told = {"name": unit.name, "heat": site.heat_w, "share": share, "limit": most}
        is_little = share.known and share.require() <= most.require()
        if unit.duty or is_little:
            yield passed(unit.id, _calm(unit, share, told), share)
        elif share.known and (unit.duty is False or unit.comfort):
            yield _over(unit, share, told)
        else:
            yield _open(unit, share)


def _calm(unit: _Unit, share: Figure, told: Mapping[str, Any]) -> Message:
    if unit.duty or share is told["heat"]:
        return msg("CO04.pass", "{name} may carry {heat} day and night.", name=told["name"], heat=told["heat"])
    return msg("CO04.shared", "Of {heat} of heat {share} fall to {name} day and night.", **told)


def _over(unit: _Unit, share: Figure, told: Mapping[str, Any]) -> Finding:
    whole = {name: told[name] for name in ("name", "heat", "limit")}
    said = msg("CO04.over", "{name} would carry {heat} day and night; customary is up to {limit}.", **whole)
    if share is not told["heat"]:
        said = msg(
            "CO04.over.shared",
            "Of {heat} of heat {share} fall to {name} day and night, with all units running; customary is up to {limit}.",
            **told,
        )
    return Finding(
        outcome="warning",
        subject=unit.id,
        message=said,
        remedy=_FOR_24_H,
        figures=(share, told["limit"]),
    )


_FOR_24_H = msg(
    "CO04.remedy",
    "Use a unit made for 24 h duty that restarts by itself after a power cut and runs in winter.",
)


def _already(heat: Figure, unit: _Unit, units: tuple[_Unit, ...]) -> Finding | None:
    """Return that the heat of what is known is too much for a comfort unit; what is not known can only add to it."""
    if heat.known or unit.duty or not (unit.duty is False or unit.comfort):
        return None
    certain, most = least_heat(heat), limit("co.comfort_w")
    share = _share(certain, unit, _rest(certain, units))
    if not share.known or share.require() <= most.require():
        return None
    return Finding(
        outcome="warning",
        subject=unit.id,
        message=msg(
            "CO04.least",
            "{name} would carry at least {share} day and night; customary is up to {limit}.",
            name=unit.name,
            share=share,
            limit=most,
        ),
        remedy=_FOR_24_H,
        figures=(share, most),
        missing=heat.missing,
    )


def _open(unit: _Unit, share: Figure) -> Finding:
    return cannot_tell(
        unit.id,
        msg("CO04.unknown", "Whether {name} is made to run day and night is not known.", name=unit.name),
        msg(
            "CO04.ask",
            "Ask the building office for its type: comfort unit or precision unit, restart after a power cut.",
        ),
        (*((unit.duty_key,) if unit.duty is None and unit.duty_key else ()), *share.missing),
    )


def _rest(heat: Figure, units: tuple[_Unit, ...]) -> tuple[Figure, Figure] | None:
    """Return the heat that is left to units not made for 24 h duty and their sensible cooling (W); None where there is one unit."""
    if len(units) == 1 and units[0].count == 1:
        return None
    return (
        trace(COMFORT_REST_W, "site/comfort_rest_w", heat_w=heat, duty_w=[one.sensible_w for one in units if one.duty]),
        trace(SUM_W, "site/comfort_units_w", power_w=[one.sensible_w for one in units if not one.duty]),
    )


def _share(heat: Figure, unit: _Unit, rest: tuple[Figure, Figure] | None) -> Figure:
    """Return the heat (W) that falls to one such unit; the whole heat where it is the only one."""
    if unit.duty or rest is None:
        return heat
    own = unit.sensible_w
    if unit.count > 1:
        whole = own.value
        each = None if whole is None else whole / unit.count
        own = leaf(f"{own.key}/each", each, "W", Q.COMPUTED, "of several units of one line each the same")
    key = f"{unit.sensible_w.key.rpartition('/')[0]}/comfort_share_w"
    return trace(COMFORT_SHARE_W, key, rest_w=rest[0], unit_w=own, units_w=rest[1])


def _units(
    there: tuple[SiteNode, ...], cooling: tuple[LineFigures, ...], known: Mapping[str, Figure]
) -> tuple[_Unit, ...]:
    return (*_there(there, known), *_planned(cooling, known))


def _there(nodes: tuple[SiteNode, ...], known: Mapping[str, Figure]) -> Iterator[_Unit]:
    for node in nodes:
        key = f"site/{node.id}"
        yield _Unit(
            id=node.id,
            name=name_of(node),
            sensible_w=known[f"{key}/sensible_w"],
            count=1,
            duty=flag(node.values, "duty24h"),
            comfort=horsepower(node.values.get("class_cn")) is not None,
            duty_key=f"{key}/duty24h",
        )


def _planned(cooling: tuple[LineFigures, ...], known: Mapping[str, Figure]) -> Iterator[_Unit]:
    for line in cooling:
        if not line.line.quantity:
            continue
        kind = "" if line.item is None else line.item.text("subkind")
        yield _Unit(
            id=line.line.id,
            name=line.line.title,
            sensible_w=known[f"{line.key}/sensible_w"],
            count=line.line.quantity,
            duty=_made_for_it(line, kind),
            comfort=kind.startswith(_COMFORT),
            duty_key="",
        )


def _made_for_it(line: LineFigures, kind: str) -> bool | None:
    told = flag(line.line.facts, "duty24h")
    return True if told is None and kind and not kind.startswith(_COMFORT) else told


def _capacities(sensible: Figure) -> Mapping[str, Figure]:
    return {figure.key: figure for given in sensible.inputs for figure in given.figures}


CHECKS = (
    Check(
        id="CO04",
        area="cooling",
        title=msg("CO04.title", "Comfort unit run day and night"),
        reads=("site", "calendar", "lines"),
        source="customary value; to be confirmed",
        limit="co.comfort_w",
        blocking=False,
        run=comfort_units,
    ),
)
