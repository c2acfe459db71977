"""UP07: after a power cut every UPS on a breaker charges at once; the breaker carries loads, losses and all chargers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.current import Below, Phases, on_a_line
from planner.assess.formulas import SHARE_OF_W
from planner.assess.lines import parted
from planner.assess.others import BRANCHES
from planner.assess.site import NodeLoad, SiteFigures
from planner.assess.ups_loss import node_charger
from planner.checks.backup import Backup, backups
from planner.checks.declared import paths_up
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above
from planner.checks.site_parts import asked, key_of, name_of
from planner.facility.circuits import CURRENT_SUM_A
from planner.facility.phases import LINES, WORST_OF_A
from planner.facility.power import SUM_W
from planner.figure import Figure, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.edits import SetValue


class Charger(msgspec.Struct, frozen=True, kw_only=True):
    """The charger of a UPS: ``power`` (W) as told, of its row, else the customary share of its rating; where it hangs."""

    ups: Backup
    power: Figure
    told: bool
    where: str


def input_breaker(view: View) -> tuple[Finding, ...]:
    """UP07: the breaker of a circuit or feed carries what hangs behind its UPS and the charging of all of them."""
    there: tuple[Backup, ...] = view.memo.call(backups, view.site, parted(view.memo, view.lines).machines)
    wired = tuple([one for one in there if one.node is not None and one.node.load_w.value])
    if not wired:
        return ()
    phases = Phases({node.id: node for node in view.site.nodes}, view.organisation.profile)
    return tuple(_all(view.site, wired, view.memo.call(paths_up, view.site.nodes), phases))


def _all(site: SiteFigures, wired: tuple[Backup, ...], paths: Any, phases: Phases) -> Iterator[Finding]:
    below: dict[str, list[Backup]] = {}
    nearest: set[str] = set()
    for one in wired:
        branches = [up.id for up in paths[one.subject][1:] if up.type in BRANCHES]
        nearest.update(branches[:1])
        for name in branches:
            below.setdefault(name, []).append(one)
    for name, some in below.items():
        load = site.loads.get(name)
        if load is None or not (load.total_a.known and load.rating_a.known):
            continue  # PW06 asks
        if load.by_line is not None and not all(_has_current(one) for one in some):
            continue  # the voltage of a UPS contradicts that of its supply: PW13 tells it
        hang = Below(load.node, phases)
        chargers = [_charger(site, one, hang.where(one.subject)) for one in some]
        told = [one for one in chargers if one.told]
        if above(_current(load, "resting", told, sign=-1.0), load.rating_a):
            continue  # PW01 tells it
        found = _charging(load, chargers)
        if name in nearest or found.outcome != "pass":
            yield found


def _has_current(one: Backup) -> bool:
    return one.node is not None and one.node.own_a.known


def _charger(site: SiteFigures, one: Backup, where: str) -> Charger:
    assert one.node is not None
    lines = {planned.line.line.id: planned.line for planned in site.ups}
    told = node_charger(one.node.node, site.joined_ups.get(one.subject, ()), lines)
    if told.known:
        return Charger(ups=one, power=told, told=True, where=where)
    share, rated = limit("ups.charger_share"), one.number("rated_w", "W")
    return Charger(
        ups=one,
        power=trace(SHARE_OF_W, f"{one.key}/charger_w", whole_w=rated, share=share),
        told=False,
        where=where,
    )


def _charging(load: NodeLoad, chargers: list[Charger]) -> Finding:
    """Return what the breaker of a node says to the charging of the UPS below it."""
    known = [one for one in chargers if one.power.known]
    sure_a, all_a = load.total_a, _current(load, "all", [one for one in known if not one.told])
    open_ = tuple(f"{one.ups.key}/charger_w" for one in chargers if not one.told)
    if above(sure_a, load.rating_a):
        return _over(load, chargers, sure_a)
    if len(known) < len(chargers) or above(all_a, load.rating_a):
        return _asked(load, chargers, open_)
    said = {"current": all_a, "rating": load.rating_a}
    if len(chargers) == 1:
        say = msg("UP07.pass", "While {name} charges its circuit carries {current} of {rating}.",
                  name=chargers[0].ups.name, **said)  # fmt: skip
    else:
        say = msg("UP07.pass.several", "While {names} charge, {circuit} carries {current} of {rating}.",
                  names=_names(chargers), circuit=name_of(load.node), **said)  # fmt: skip
    return passed(_subject(load, chargers), say, all_a, load.rating_a)


def _subject(load: NodeLoad, chargers: Sequence[Charger]) -> str:
    return chargers[0].ups.subject if len(chargers) == 1 else load.node.id


def _names(chargers: Sequence[Charger]) -> tuple[object, ...]:
    return tuple([one.ups.name for one in chargers])


def _current(load: NodeLoad, name: str, chargers: Sequence[Charger], sign: float = 1.0) -> Figure:
    """Return the current (A) of a node with some chargers more, or less with ``sign`` -1; of three lines that of the worst.

    What a charger takes that was told is in the current of the node.
    """
    key, own = f"{key_of(load)}/charging_{name}", load.own_a
    if not chargers:
        return load.total_a
    if sign < 0:
        chargers = [msgspec.structs.replace(one, power=_less(one.power)) for one in chargers]
    hung = [(one.where, one.power) for one in chargers]
    if load.by_line is not None:
        lines = [_on_line(key, leg, total, chargers) for leg, total in zip(LINES, load.by_line.total_a, strict=True)]
        return trace(WORST_OF_A, f"{key}_a", lines_a=lines)
    given = dict(own.given)
    if "lines_w" in given:
        lines_w = given["lines_w"]
        assert isinstance(lines_w, tuple)
        given["lines_w"] = tuple(
            trace(SUM_W, f"{key}/{leg}_w", power_w=[power, on_a_line(key, leg, hung)])
            for leg, power in zip(LINES, lines_w, strict=True)
        )
    else:
        power = given["power_w"]
        assert isinstance(power, Figure)
        given["power_w"] = trace(SUM_W, f"{key}_w", power_w=[power, *(one.power for one in chargers)])
    assert own.formula is not None
    return trace(CURRENT_SUM_A, f"{key}_a", current_a=[trace(own.formula, f"{key}_own_a", **given), load.other_a])


def _less(power: Figure) -> Figure:
    return leaf(f"{power.key}/less", -power.require(), "W", power.quality, "a charger that rests")


def _on_line(key: str, leg: str, total: Figure, chargers: Sequence[Charger]) -> Figure:
    """Return the current (A) of a line with the chargers on it; one between lines counts on both, one not told on each."""
    there = [
        _ampere(f"{key}/{leg}/{one.ups.subject}_a", one)
        for one in chargers
        if leg in one.where or one.where in ("", "L-L")
    ]
    return trace(CURRENT_SUM_A, f"{key}/{leg}_a", current_a=[total, *there])


def _ampere(key: str, one: Charger) -> Figure:
    assert one.ups.node is not None
    share = one.ups.node.own_a.require() / one.ups.node.load_w.require()
    return leaf(key, one.power.require() * share, "A", one.power.quality, "the charger at the voltage of its UPS")


def _over(load: NodeLoad, chargers: list[Charger], current: Figure) -> Finding:
    told = [one for one in chargers if one.told]
    said = {"current": current, "rating": load.rating_a, "circuit": name_of(load.node)}
    less = round(current.require() - load.rating_a.require(), 1)
    if len(chargers) == 1:
        message = msg(
            "UP07.over",
            "While {name} charges ({charger} kW) its circuit would carry {current} of {rating}.",
            name=told[0].ups.name,
            charger=told[0].power.require() / 1000,
            **said,
        )
        remedy = msg(
            "UP07.remedy",
            "Limit the charger by {less} A at its setting, or ask for a larger circuit.",
            less=less,
        )
    else:
        message = msg(
            "UP07.over.several",
            "While {names} charge together after a power cut, {circuit} would carry {current} of {rating}.",
            names=_names(chargers),
            **said,
        )
        remedy = msg(
            "UP07.remedy.several",
            "Limit the chargers by {less} A together at their settings, or plug one of them in at another circuit.",
            less=less,
        )
    return Finding(
        outcome="error",
        subject=_subject(load, chargers),
        message=message,
        remedy=remedy,
        figures=(current, load.rating_a, *(one.power for one in told)),
        fix=_limited(load, told),
        spoils=(("PW01", load.node.id), ("PW02", load.node.id)),
    )


def _limited(load: NodeLoad, told: list[Charger]) -> Fix | None:
    """Return the step that sets the largest charger so low that the breaker holds; None where it would have to stay off."""
    largest = max(told, key=lambda one: one.power.require())
    without = _current(load, "rest", [largest], sign=-1.0)
    full = load.total_a.require() - without.require()
    if full <= 0 or above(without, load.rating_a):
        return None
    watts = int(largest.power.require() * (load.rating_a.require() - without.require()) / full)
    if watts <= 0:
        return None
    value = {"value": float(watts), "quality": "assumed", "source": "to be set at the UPS"}
    return Fix(
        label=msg("UP07.fix", "Set the charger of {name} to {watts} W", name=largest.ups.name, watts=watts),
        edit=SetValue(path=f"site/{largest.ups.subject}/values/charger_w", value=value),
    )


def _asked(load: NodeLoad, chargers: list[Charger], missing: tuple[str, ...]) -> Finding:
    ask = msg("UP07.ask", "Read the power of the charger in the manual: {inputs}.", inputs=asked(missing))
    if len(chargers) == 1:
        say = msg(
            "UP07.unknown",
            "Whether the circuit of {name} carries load and charging together is not known.",
            name=chargers[0].ups.name,
        )
    else:
        say = msg(
            "UP07.unknown.several",
            "Whether {circuit} carries its load while {names} charge together is not known.",
            circuit=name_of(load.node),
            names=_names(chargers),
        )
    return cannot_tell(_subject(load, chargers), say, ask, missing)


CHECKS = (
    Check(
        id="UP07",
        area="power",
        title=msg("UP07.title", "Circuit of the UPS while it charges"),
        reads=("site", "lines", "organisation"),
        source="Huawei manuals: charger 1.8 kW at 6 kVA, 3 kW at 10 kVA; load and charger together on the input breaker",
        limit="ups.charger_share",
        blocking=False,
        hides=("PW01", "PW02"),
        run=input_breaker,
    ),
)
