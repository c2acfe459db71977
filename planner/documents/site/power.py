"""增容／线路改造申请: what is drawn, what the circuits carry, which circuits are asked for, with a sketch and signatures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

import msgspec

from planner.assess.facts import fact_figure, first_known, of_line
from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.catalog.ladders import ladder
from planner.documents.model import (
    Block,
    Cell,
    Document,
    KeyValue,
    KeyValues,
    Language,
    Note,
    Number,
    Paragraph,
    Picture,
    Row,
    Section,
    Table,
    Text,
)
from planner.documents.site.contact import circuits_table
from planner.documents.site.draft import SiteDraft
from planner.documents.site.sockets import larger_size, sockets_asked
from planner.facility.circuits import APPARENT_VA, CURRENT_1PH_A, CURRENT_3PH_A
from planner.facility.new_circuits import CIRCUITS_NEEDED, MACHINES_ON_CIRCUIT
from planner.facility.power import SUM_W
from planner.figure import Figure, Quality, constant, entered, trace
from planner.limits import limit
from planner.messages import format_figure, format_number
from planner.pictures.months import months_scene
from planner.pictures.phases import phases_scene
from planner.pictures.wiring import wiring_pages
from planner.tender.parameters import Parameter

_PRESENT = "present"
_SKETCH_MM = 120.0
_LARGEST_SINGLE_PHASE_A = 32.0  # the largest single-phase plug for equipment, IEC 60309-2
_OF_A_CIRCUIT = frozenset({"PW01", "PW02", "PW03", "PW07", "PW09"})


class CircuitsAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Circuits that machines of one line need: current of one (A), the breaker (A), machines on a circuit, circuits."""

    line: LineFigures
    machines: int
    unit_a: Figure
    breaker_a: Figure | None
    on_circuit: Figure | None
    circuits: Figure | None


def circuits_asked(assessment: Assessment) -> tuple[CircuitsAsked, ...]:
    """Return the circuits to ask for: for machines plugged in nowhere, and those that have to leave a circuit or socket.

    Where only a socket is too small, the socket is replaced.

    The breaker is the smallest of the customary ones, from the ordinary one up, on which one machine may run for
    hours. A machine whose power is not known, or that no customary breaker carries, gets none.
    """
    site = assessment.context.site
    faulty = {
        one.subject
        for one in assessment.findings
        if one.outcome in ("error", "warning") and one.waiver is None and one.check in _OF_A_CIRCUIT
    }
    leaving = {name: units for name, units in site.unplugged.items() if not _is_small(assessment.context.lines[name])}
    for load in site.loads.values():
        if load.node.id in faulty and larger_size(assessment, load) is None:
            for name, units in _leaving(load):
                leaving[name] = max(leaving.get(name, 0), units)
    cooling = _cooling_units(assessment)
    return tuple(
        _cooling_asked(assessment, line, cooling[name]) if name in cooling else _asked(assessment, line, leaving[name])
        for name, line in assessment.context.lines.items()
        if name in leaving or name in cooling
    )


def _cooling_units(assessment: Assessment) -> dict[str, int]:
    """Return the planned air conditioners by line that have no circuit without machines yet."""
    lines = assessment.context.lines
    bare = {name: line.line.quantity for name, line in lines.items() if line.line.role == "cooling"}
    for load in assessment.context.site.in_use.get("circuit", ()) if bare else ():
        if all(line.line.role == "cooling" for line in load.lines.values()):
            for link in load.connected:
                bare[link.line] -= link.units
    return {name: units for name, units in bare.items() if units > 0}


def _is_small(line: LineFigures) -> bool:
    """Tell whether a machine goes into any socket: it draws no more than a power strip may carry."""
    return line.unit_max_w.known and line.unit_max_w.require() <= limit("strip.max_w").require()


def _leaving(load: NodeLoad) -> Iterator[tuple[str, int]]:
    """Yield the machines to take off a node, the largest first, until the rest may run there for hours.

    Where the account of the node is open only the largest are sure to leave.
    """
    allowed = None if load.rating_a.value is None else load.rating_a.value * limit("br.cont").require()
    left = load.total_a.value
    units: dict[str, int] = {}
    for link in load.connected:
        units[link.line] = units.get(link.line, 0) + link.units
    known = [name for name in units if load.lines[name].unit_max_w.known]
    for name in sorted(known, key=lambda one: -load.lines[one].unit_max_w.require()):
        yield name, units[name]
        if left is None or allowed is None or not load.load_w.value or load.own_a.value is None:
            return
        left -= load.own_a.value * units[name] * load.lines[name].unit_max_w.require() / load.load_w.value
        if left <= allowed:
            return


def _unit_a(assessment: Assessment, line: LineFigures) -> Figure:
    """Return the current of one machine (A): of one phase, or of three where its row says so."""
    key, profile = f"{line.key}/circuit_unit_a", assessment.plan.organisation.profile
    facts = assessment.context.facts
    factor = first_known(
        "plan/power_factor",
        "1",
        fact_figure(facts, "power_factor", "plan/power_factor", "1"),
        limit("default.power_factor"),
    )
    if is_three_phase(line):
        volts = limit("volts.nominal_ll_v", profile)
        return trace(CURRENT_3PH_A, key, power_w=line.unit_max_w, volts_ll_v=volts, power_factor=factor)
    volts = limit("default.volts_v", profile)
    return trace(CURRENT_1PH_A, key, power_w=line.unit_max_w, volts_ln_v=volts, power_factor=factor)


def is_three_phase(line: LineFigures) -> bool:
    """Tell whether an air conditioner is fed by three phases."""
    return line.line.role == "cooling" and of_line("phases", "1", line.line, "phases", line.item, "phases").value == 3


def _breaker_a(assessment: Assessment, line: LineFigures, unit_a: Figure) -> Figure | None:
    share, least = limit("br.cont", assessment.plan.organisation.profile), limit("default.breaker_a").require()
    size = None
    if unit_a.value is not None:
        size = ladder("breaker_a").at_least(max(least, unit_a.value / share.require()))
    if size is None:
        return None
    source = "preferred ratings, IEC 60898-1 and GB/T 10963.1"
    return constant(f"{line.key}/circuit_breaker_a", size, "A", source)


def _cooling_asked(assessment: Assessment, line: LineFigures, units: int) -> CircuitsAsked:
    """Return the circuits of planned air conditioners: one for each."""
    unit = _unit_a(assessment, line)
    own = constant(f"{line.key}/on_circuit", 1.0, "1", "an air conditioner has a circuit of its own")
    many = entered(f"{line.key}/machines", float(units), "1")
    return CircuitsAsked(
        line=line,
        machines=units,
        unit_a=unit,
        breaker_a=_breaker_a(assessment, line, unit),
        on_circuit=own,
        circuits=trace(CIRCUITS_NEEDED, f"{line.key}/circuits", machines=many, machines_on_circuit=own),
    )


def _asked(assessment: Assessment, line: LineFigures, machines: int) -> CircuitsAsked:
    key, unit = line.key, _unit_a(assessment, line)
    share = limit("br.cont", assessment.plan.organisation.profile)
    breaker = _breaker_a(assessment, line, unit)
    if breaker is None:
        return CircuitsAsked(line=line, machines=machines, unit_a=unit, breaker_a=None, on_circuit=None, circuits=None)
    on_circuit = trace(MACHINES_ON_CIRCUIT, f"{key}/on_circuit", breaker_a=breaker, continuous_share=share, unit_a=unit)
    circuits = trace(
        CIRCUITS_NEEDED,
        f"{key}/circuits",
        machines=entered(f"{key}/machines", float(machines), "1"),
        machines_on_circuit=on_circuit,
    )
    return CircuitsAsked(
        line=line, machines=machines, unit_a=unit, breaker_a=breaker, on_circuit=on_circuit, circuits=circuits
    )


def build_power_application(
    assessment: Assessment,
    _parameters: Sequence[Parameter],
    language: Language,
    today: dt.date,
    version: str,
) -> Document:
    """Return the application for more power or new circuits."""
    draft = SiteDraft(assessment, language, today, version)
    blocks: list[Block] = [
        Paragraph(text=draft.say("power.intro", room=draft.room)),
        Section(title=draft.say("loads"), blocks=tuple(_loads(draft))),
        Section(title=draft.say("present"), anchor=_PRESENT, blocks=tuple(_present(draft))),
    ]
    part = draft.part("power", blocks, _PRESENT)
    blocks.append(Section(title=draft.say("wanted"), blocks=tuple(_wanted(draft, part))))
    sketch = tuple(_sketch(draft))
    if sketch:
        blocks.append(Section(title=draft.say("sketch"), blocks=sketch))
    signed = draft.signers("applicant", "head", "electrician", "building")
    blocks.append(Section(title=draft.say("signed"), blocks=(signed,)))
    return draft.document("power", *blocks)


def _loads(draft: SiteDraft) -> Iterator[Block]:
    columns = draft.columns(
        ("no", 14, "id"),
        ("machine", 80, "text"),
        ("quantity", 20, "number"),
        ("unit_w", 26, "number"),
        ("total_kw", 26, "number"),
    )
    keys = tuple(one.key for one in columns)
    drawing = (*draft.machines, *draft.cooling)
    rows = draft.machine_rows(drawing, keys)
    yield Table(columns=columns, rows=rows, caption=draft.say("loads"), key_columns=2)
    yield from draft.cooling_note()
    yield KeyValues(items=tuple(_sums(draft)), numbered=False, widths_mm=(60, 106))
    if draft.context.energy.year_kwh.known:
        scene = months_scene(draft.context, draft.language)
        yield Picture(scene=scene, caption=scene.title)


def _sums(draft: SiteDraft) -> Iterator[KeyValue]:
    losses = draft.site.losses_w
    whole, facts = (
        trace(SUM_W, "total/with_losses_w", power_w=[draft.context.totals.max_w, *losses]),
        draft.context.facts,
    )
    factor = fact_figure(facts, "power_factor", "plan/power_factor", "1")
    if not factor.known:
        factor = limit("default.power_factor")
    apparent = trace(APPARENT_VA, "total/apparent_va", power_w=whole, power_factor=factor)
    yield KeyValue(draft.say("sum_kw"), Text(_told(draft, draft.context.totals.max_w, "kW")))
    if losses:
        yield KeyValue(draft.say("losses_kw"), Text(_told(draft, trace(SUM_W, "total/losses_w", power_w=losses), "kW")))
    assumed = draft.say("assumed") if factor.quality is Quality.ASSUMED else ""
    gap = " " if assumed and draft.language == "en" else ""
    yield KeyValue(draft.say("factor"), Text(format_number(factor.require()) + gap + assumed))
    yield KeyValue(draft.say("sum_kva"), Text(_told(draft, apparent, "kVA")))
    year = draft.context.energy.year_kwh
    said = draft.say("open") if year.value is None else f"{format_number(round(year.value))} kWh"
    yield KeyValue(draft.say("year_kwh"), Text(said))


def _told(draft: SiteDraft, figure: Figure, unit: str) -> str:
    if figure.value is None:
        return draft.say("open")
    return f"{format_number(round(figure.value / 1000, 2))} {unit}"


def _present(draft: SiteDraft) -> Iterator[Block]:
    loads = [load for load in draft.site.loads.values() if load.node.type in ("panel", "circuit")]
    if not loads:
        yield Paragraph(text=draft.say("supply.none"))
        return
    yield circuits_table(draft, loads)
    yield draft.supply_note()


def _wanted(draft: SiteDraft, present: str) -> Iterator[Block]:
    yield from sockets_asked(draft)
    asked = circuits_asked(draft.assessment)
    if not asked:
        open_ = any(not (load.total_a.known and load.rating_a.known) for load in draft.site.loads.values())
        key = "wanted.open" if open_ or not draft.site.loads else "wanted.none"
        yield Paragraph(text=draft.say(key, part=present))
        return
    columns = draft.columns(
        ("machine", 52, "text"),
        ("quantity", 16, "number"),
        ("unit_a", 22, "number"),
        ("breaker", 24, "number"),
        ("on_circuit", 24, "number"),
        ("circuits", 28, "number"),
    )
    yield Table(columns=columns, rows=tuple(_row(draft, one) for one in asked), caption=draft.say("wanted"))
    profile = draft.assessment.plan.organisation.profile
    yield Note(
        text=draft.say(
            "wanted.note",
            volts=format_figure(limit("default.volts_v", profile), draft.language),
            share=format_number(100 * limit("br.cont", profile).require()),
        )
    )
    single = [one for one in asked if not is_three_phase(one.line)]
    if any(one.breaker_a is None or one.breaker_a.require() > _LARGEST_SINGLE_PHASE_A for one in single):
        yield Note(text=draft.say("wanted.large", most=format_number(_LARGEST_SINGLE_PHASE_A)))
    if any(is_three_phase(one.line) for one in asked):
        volts = format_figure(limit("volts.nominal_ll_v", profile), draft.language)
        yield Note(text=draft.say("wanted.three", volts=volts))


def _row(draft: SiteDraft, one: CircuitsAsked) -> Row:
    open_: Cell = Text(draft.say("open"))
    return Row(
        (
            Text(draft.title(one.line)),
            Number(one.machines),
            draft.number(one.unit_a, 1),
            open_ if one.breaker_a is None else draft.number(one.breaker_a),
            open_ if one.on_circuit is None else draft.number(one.on_circuit),
            open_ if one.circuits is None else draft.number(one.circuits),
        )
    )


def _sketch(draft: SiteDraft) -> Iterator[Block]:
    if not draft.site.loads:
        return
    scenes = [*wiring_pages(draft.context, draft.language, page_mm=_SKETCH_MM)]
    if draft.site.in_use.get("circuit"):
        scenes.append(phases_scene(draft.context, draft.language))
    for scene in scenes:
        yield Picture(scene=scene, caption=scene.title)
