"""Check of numbers that contradict each other: amperes typed as watts, watts above volt-amperes, a load above its cards."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures, parted
from planner.assess.others import BRANCHES
from planner.assess.sifting import sifted
from planner.checks.declared import number_of, path_up
from planner.checks.entered import entered
from planner.checks.inlets import inlet_of
from planner.checks.registry import Check, Finding, Fix
from planner.checks.site_parts import alternative_of, name_of
from planner.figure import Figure
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue

TRIPS = 1.45  # times its rating a breaker trips within the hour (GB/T 10963.1, IEC 60898-1)
MOST_A = 32.0  # a "power" below this at a large machine is a current

_POWERS = {"told": {True}}

_CURRENTS = ("PW01", "PW02", "PW05", "PW07", "PW11", "PW12", "PW20")
_LOADS = (*_CURRENTS, "PW03", "PW09", "PW10", "PW30", "PW31", "UP01", "UP03", "UP04", "UP05", "UP06", "UP07")
_BREAKERS = ("PW04", "PW24")
_MACHINES = ("PW20", "PW21", "PW22", "PW29")
"""The checks that rest on the current of a node, on the power of what hangs there, and on the power of a machine."""


def contradictions(view: View) -> Iterator[Finding]:
    """DQ02: what was typed cannot be true together; the likely meaning is offered where there is one.

    What was reckoned with such a number is not shown until it is put right.
    """
    for one in _found(view):
        yield msgspec.structs.replace(one, spoils=(*_spoiled(view, one.subject),))


def _spoiled(view: View, subject: str) -> Iterator[tuple[str, str]]:
    """Yield the checks and subjects that a wrong number of a machine, a UPS of the build or a circuit makes worthless."""
    by_id = {node.id: node for node in view.site.nodes}
    if subject in view.lines:
        yield from ((check, subject) for check in _MACHINES)
        wired = [name for name, load in view.site.loads.items() if subject in load.lines]
        wired += [name for name, own in view.site.joined_ups.items() if subject in {line for line, _units in own}]
        yield from ((check, name) for name in wired for check in _LOADS)
    elif subject in by_id and by_id[subject].type != "ups":
        above = (node for node in path_up(by_id[subject], by_id) if node.type in BRANCHES)
        yield from ((check, node.id) for node in above for check in _CURRENTS)
        yield from ((check, subject) for check in _BREAKERS)


def _found(view: View) -> Iterator[Finding]:
    compute = parted(view.memo, view.lines).compute
    typed = sifted(view.memo, "lines by told power", compute, _tells_power, _POWERS)["told"]
    yield from view.findings(_power, typed, "organisation")
    yield from view.findings(_ups_line, parted(view.memo, view.lines).ups)
    yield from view.findings(_reading, [node for node in view.site.nodes if "reading_a" in node.values], "organisation")
    yield from view.findings(_machine_va, [line for line in typed if "rated_va" in line.line.facts])
    yield from view.findings(_ups_node, [node for node in view.site.nodes if node.type == "ups"])
    yield from entered(view)


def _tells_power(line: LineFigures) -> bool:
    return "max_power_w" in line.line.facts


def _power(view: View, line: LineFigures) -> Iterator[Finding]:
    told = fact_figure(line.line.facts, "max_power_w", line.unit_max_w.key, "W")
    board = None if line.card is None else line.card.number("tdp_w")
    large = inlet_of(line) == "C20" or line.line.cards_per_unit >= limit("pw30.cards").require()
    large = large or (number_of(line, "psu_count") or 1.0) >= 2  # noqa: PLR2004 - nothing of a few watts has a spare supply
    if told.value is None:
        return
    if large and told.value <= MOST_A:
        yield _amperes(view, line, told)
    elif board is not None and told.value < board / 2:
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg(
                "DQ02.low",
                "{machine} is said to draw at most {power}; one of its cards alone draws {card} W.",
                machine=line.line.title,
                power=told,
                card=board,
            ),
            remedy=msg("DQ02.low.remedy", "Enter the maximum input of the whole machine in watts, as on its label."),
            figures=(told,),
        )


def _amperes(view: View, line: LineFigures, told: Figure) -> Finding:
    volts = limit("default.volts_v", view.organisation.profile)
    meant = round(told.require() * volts.require())
    value = {"value": float(meant), "quality": "assumed", "source": "current typed as power, at the nominal voltage"}
    return Finding(
        outcome="error",
        subject=line.line.id,
        message=msg(
            "DQ02.amperes",
            "{machine} is said to draw at most {power}: that looks like amperes ({amps} A are {meant} W).",
            machine=line.line.title,
            power=told,
            amps=told.require(),
            meant=meant,
        ),
        remedy=msg("DQ02.amperes.remedy", "Enter watts: amperes times {volts}.", volts=volts),
        figures=(told, volts),
        fix=Fix(
            label=msg("DQ02.fix", "Take it as {meant} W", meant=meant),
            edit=SetValue(path=f"{alternative_of(line.max_w.key)}/{line.line.id}/facts/max_power_w", value=value),
        ),
    )


def _machine_va(_view: View, line: LineFigures) -> Iterator[Finding]:
    """Yield that a machine is said to draw more W than VA; the power is corrected, the rating may be of another part."""
    told = fact_figure(line.line.facts, "max_power_w", line.unit_max_w.key, "W")
    rated = fact_figure(line.line.facts, "rated_va", f"{line.key}/rated_va", "VA")
    if told.known and rated.known and told.require() > rated.require():
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg(
                "DQ02.machine_va",
                "{machine}: {power} are more than {va}; no machine draws more watts than volt-amperes.",
                machine=line.line.title,
                power=told,
                va=rated,
            ),
            remedy=msg("DQ02.machine_va.remedy", "Read both on the label of the machine, and correct the wrong one."),
            figures=(told, rated),
        )


def _reading(view: View, node: SiteNode) -> Iterator[Finding]:
    """Yield that a reading is far above what the breaker lets through, and as power would be within it."""
    read = fact_figure(node.values, "reading_a", f"site/{node.id}/reading_a", "A")
    breaker = fact_figure(node.values, "breaker_a", f"site/{node.id}/breaker_a", "A")
    if not (read.known and breaker.known) or read.require() <= TRIPS * breaker.require():
        return
    volts = limit("default.volts_v", view.organisation.profile)
    meant = round(read.require() / volts.require(), 1)
    looks = 0 < meant <= breaker.require()
    told = {"name": name_of(node), "current": read, "breaker": breaker, "meant": meant}
    value = {"value": meant, "quality": "assumed", "source": "power typed as current, at the nominal voltage"}
    yield Finding(
        outcome="error",
        subject=node.id,
        message=msg(
            "DQ02.watts",
            "{name}: {current} were read behind a breaker of {breaker}; that looks like watts: {meant} A.",
            **told,
        )
        if looks
        else msg(
            "DQ02.trips", "{name}: {current} were read behind a breaker of {breaker}: it would have tripped.", **told
        ),
        remedy=msg("DQ02.watts.remedy", "Enter the amperes that the clamp meter showed, or correct the breaker."),
        figures=(read, breaker, volts),
        fix=Fix(
            label=msg("DQ02.watts.fix", "Take it as {meant} A", meant=meant),
            edit=SetValue(path=f"site/{node.id}/values/reading_a", value=value),
        )
        if looks
        else None,
    )


def _ups_line(_view: View, line: LineFigures) -> Iterator[Finding]:
    path = f"{alternative_of(line.max_w.key)}/{line.line.id}/facts"
    facts, key = line.line.facts, line.max_w.key.rpartition("/")[0]
    rated_w = fact_figure(facts, "rated_w", f"{key}/rated_w", "W")
    rated_va = fact_figure(facts, "rated_va", f"{key}/rated_va", "VA")
    yield from _above(line.line.id, line.line.title, rated_w, rated_va, path)


def _ups_node(_view: View, node: SiteNode) -> Iterator[Finding]:
    rated_w = fact_figure(node.values, "rated_w", f"site/{node.id}/rated_w", "W")
    rated_va = fact_figure(node.values, "rated_va", f"site/{node.id}/rated_va", "VA")
    yield from _above(node.id, name_of(node), rated_w, rated_va, f"site/{node.id}/values")


def _above(subject: str, name: object, rated_w: Figure, rated_va: Figure, path: str) -> Iterator[Finding]:
    if not (rated_w.known and rated_va.known) or rated_w.require() <= rated_va.require():
        return
    swapped = SetValue(
        path=f"{path}/rated_w", value={"value": rated_va.require(), "quality": "assumed", "source": "W no more than VA"}
    )
    yield Finding(
        outcome="error",
        subject=subject,
        message=msg(
            "DQ02.va",
            "{name}: {watts} are more than {va}; the power factor of a UPS is at most 1.",
            name=name,
            watts=rated_w,
            va=rated_va,
        ),
        remedy=msg(
            "DQ02.va.remedy",
            "Read both on the label: VA stands first, W below it; the input rating is larger than either.",
        ),
        figures=(rated_w, rated_va),
        fix=Fix(label=msg("DQ02.va.fix", "Reckon with {watts} W", watts=rated_va.require()), edit=swapped),
    )


CHECKS = (
    Check(
        id="DQ02",
        area="data",
        title=msg("DQ02.title", "Numbers that contradict each other"),
        reads=("site", "lines", "organisation", "limits"),
        source="device libraries: 10 A typed as 10 W, 3,600 W on a 1,500 VA unit (its input)",
        hides=("PW29",),
        run=contradictions,
    ),
)
