"""Checks of what a machine's supplies get and give: the voltage they take, and their output at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad
from planner.assess.supplies import promises_half, spare_supplies, supply_scheme
from planner.checks.declared import cord_volts, key_of_line, of_machine
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.site_parts import name_of
from planner.facility.power import PSU_SURVIVING_W
from planner.facility.supplies import accepts, output_at
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Labelled, msg
from planner.plan.document import Connection


def input_voltage(view: View) -> tuple[Finding, ...]:
    """PW17: a supply made for 200 to 240 V does not run on what the outlet gives, or the other way round."""
    return view.found_in(_voltage, _outlets(view, "input_voltage_v", "psu_range_v"))


def _outlets(view: View, column: str, fact: str) -> Iterator[tuple[LineFigures, NodeLoad, str]]:
    """Yield each line of which a row or somebody tells such a text, with the first outlet that it is plugged in at."""
    at: Mapping[str, str] = view.memo.call(_first_outlets, view.alternative.connections)
    lines, loads = view.lines, view.site.loads
    texts = view.memo.over(("PW17", column), lambda name: _said(lines[name], column, fact), at, None, lines)
    for name, said in texts.items():
        load = loads.get(at[name]) if said else None
        if load is not None:
            yield lines[name], load, said


def _first_outlets(connections: tuple[Connection, ...]) -> dict[str, str]:
    return {link.line: link.node for link in reversed(connections)}


def _said(line: LineFigures, column: str, fact: str) -> str:
    told = text(line.line.facts, fact)
    return told or (line.item.text(column) if line.item is not None and column else "")


def _voltage(_view: View, line: LineFigures, load: NodeLoad, range_v: str) -> Iterator[Finding]:
    volts = cord_volts(load, line)
    if not volts.known:
        return  # PW06 asks for it
    fits = accepts(range_v, volts.require())
    told = {"machine": line.line.title, "range": range_v, "volts": volts, "name": name_of(load.node)}
    if fits:
        say = msg("PW17.pass", "{machine} takes {range} V; {name} has {volts}.", **told)
        yield passed(line.line.id, say, volts)
    elif fits is False:
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg("PW17.wrong", "{machine} takes {range} V; {name} has {volts}.", **told),
            remedy=msg(
                "PW17.remedy",
                "Plug it in where the voltage fits, have such a circuit laid, or ask the maker for another supply.",
            ),
            figures=(volts,),
        )


def output(view: View) -> tuple[Finding, ...]:
    """PW18: some supplies give less at a lower voltage; together they must still carry the machine."""
    return view.found_in(_output, _outlets(view, "", "psu_curve"))


def _output(_view: View, line: LineFigures, load: NodeLoad, curve: str) -> Iterator[Finding]:
    volts, count = cord_volts(load, line), of_machine(line, "psu_count", "1")
    rows = _rows(curve)
    if not (volts.known and line.unit_max_w.known and count.known) or not rows:
        missing = (*volts.missing, *line.unit_max_w.missing, *count.missing)
        if missing:
            yield cannot_tell(
                line.line.id,
                msg("PW18.unknown", "What the supplies of {machine} give here is not known.", machine=line.line.title),
                msg("PW18.ask", "Ask the maker for number and output of the supplies at 220 V."),
                missing,
            )
        return
    given = output_at(rows, volts.require())
    key = key_of_line(line)
    each = leaf(f"{key}/psu_w_here", given or 0.0, "W", Quality.ENTERED, "output by input voltage, as told")
    lost = spare_supplies(line.key, line.line, line.item)
    whole = trace(PSU_SURVIVING_W, f"{key}/output_here_w", psus=count, lost=lost, psu_w=each)
    told = {"machine": line.line.title, "volts": volts, "output": whole, "power": line.unit_max_w}
    if whole.require() >= line.unit_max_w.require():
        say = msg("PW18.pass", "At {volts} the supplies of {machine} give {output} for {power}.", **told)
        yield passed(line.line.id, say, whole, line.unit_max_w)
    else:
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg("PW18.low", "At {volts} the supplies of {machine} give {output}; it needs {power}.", **told),
            remedy=msg(
                "PW18.remedy", "Run it at 200 to 240 V, or take supplies that give that much at {volts}.", **told
            ),
            figures=(whole, line.unit_max_w, volts),
        )


def _rows(curve: str) -> list[tuple[float, float, float]]:
    """Return (from V, to V, W) of a text as '100-127:1000;200-240:1200'; nothing where it is none."""
    found = []
    for part in curve.split(";"):
        span, _, watts = part.partition(":")
        low, _, high = span.partition("-")
        try:
            found.append((float(low), float(high), float(watts)))
        except ValueError:
            return []
    return found


def scheme_of(line: LineFigures) -> str:
    """Return the redundancy of a machine's supplies: as told at its line, else as its row says, '' where neither does."""
    return supply_scheme(line.line, line.item)


def claims(line: LineFigures) -> bool:
    """Tell whether the maker promises that half of the supplies may fail."""
    return promises_half(scheme_of(line))


def on_one_feed(line: LineFigures, feed: str | Labelled) -> Finding:
    """Return that all supplies of a machine hang on one feed, and whether it bears the loss of a supply there."""
    count, rating, power = of_machine(line, "psu_count", "1"), of_machine(line, "psu_w", "W"), line.unit_max_w
    told = {"machine": line.line.title, "feed": feed, "power": power}
    lost = leaf(f"{key_of_line(line)}/lost_supply", 1.0, "1", Quality.COMPUTED, "one supply")
    left = trace(PSU_SURVIVING_W, f"{key_of_line(line)}/left_w", psus=count, lost=lost, psu_w=rating)
    figures: tuple[Figure, ...] = ()
    if not (left.known and power.known):
        say = msg(
            "PW20.one.open",
            "All supplies of {machine} hang on {feed}: it stops with it; whether it bears the loss of a supply is not known.",
            **told,
        )
    elif left.require() < power.require():
        say = msg(
            "PW20.one.none",
            "All supplies of {machine} hang on {feed}, and with one of them lost {left} are left for {power}: it bears neither.",
            left=left,
            **told,
        )
        figures = (left, power)
    else:
        say = msg(
            "PW20.one",
            "All supplies of {machine} hang on {feed}: that bears the loss of a supply, not of the feed.",
            **told,
        )
        figures = (left, power)
    remedy = msg("PW20.one.remedy", "Plug half of the cords in on a second panel or UPS, where there is one.")
    if say.id == "PW20.one.none":
        remedy = msg(
            "PW20.one.none.remedy", "A second feed alone does not help: take larger supplies, or cap the cards."
        )
    return Finding(outcome="note", subject=line.line.id, message=say, remedy=remedy, figures=figures)


CHECKS = (
    Check(
        id="PW17",
        area="power",
        title=msg("PW17.title", "Voltage that the supplies take"),
        reads=("alternative", "site", "lines"),
        source="input range of the supply on its label",
        run=input_voltage,
    ),
    Check(
        id="PW18",
        area="power",
        title=msg("PW18.title", "Output of the supplies at this voltage"),
        reads=("alternative", "site", "lines"),
        source="output by input voltage: PWS-1K23A-1R gives 1,000 W at 100-127 V and 1,200 W at 200-240 V",
        blocking=False,
        run=output,
    ),
)
