"""增容／线路改造申请: what is drawn, what the circuits carry, which circuits are asked for, with a sketch and signatures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from planner.assess.facts import fact_figure
from planner.assess.least import known_part
from planner.assess.run import Assessment
from planner.checks.supply_wanted import LARGEST_SINGLE_PHASE_A
from planner.checks.ups_place import charger_w
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
from planner.documents.site.asked_circuit import CircuitsAsked
from planner.documents.site.contact import circuits_table
from planner.documents.site.draft import SiteDraft
from planner.documents.site.new_circuits import all_asked
from planner.documents.site.panel_load import panel_notes
from planner.documents.site.sockets import sockets_asked, unwired_ups
from planner.documents.site.ups_notes import ups_notes
from planner.facility.circuits import APPARENT_VA
from planner.facility.power import SUM_W
from planner.figure import Figure, Quality, trace
from planner.limits import limit, with_own_limits
from planner.messages import format_figure, format_number
from planner.pictures.months import months_scene
from planner.pictures.phases import phases_scene
from planner.pictures.wiring import wiring_pages
from planner.tender.parameters import Parameter

_PRESENT = "present"
_SKETCH_MM = 120.0


@with_own_limits
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
    drawing = (*draft.machines, *draft.cooling, *draft.ups)
    rows = draft.machine_rows(drawing, keys)
    yield Table(columns=columns, rows=rows, caption=draft.say("loads"), key_columns=2)
    yield from draft.cooling_note()
    yield KeyValues(items=tuple(_sums(draft)), numbered=False, widths_mm=(60, 106))
    if draft.context.energy.year_kwh.known:
        scene = months_scene(draft.context, draft.language)
        yield Picture(scene=scene, caption=scene.title)


def _sums(draft: SiteDraft) -> Iterator[KeyValue]:
    losses, facts = draft.site.losses_w, draft.context.facts
    charging = [charger_w(one) for one in draft.site.ups if one.line.line.quantity]
    whole = trace(SUM_W, "total/with_losses_w", power_w=[draft.context.totals.max_w, *losses, *charging])
    factor = fact_figure(facts, "power_factor", "plan/power_factor", "1")
    if not factor.known:
        factor = limit("default.power_factor")
    least = known_part(whole)
    apparent = trace(APPARENT_VA, "total/apparent_va", power_w=least or whole, power_factor=factor)
    yield KeyValue(draft.say("sum_kw"), Text(_told(draft, draft.context.totals.max_w, "kW")))
    if losses:
        yield KeyValue(draft.say("losses_kw"), Text(_told(draft, trace(SUM_W, "total/losses_w", power_w=losses), "kW")))
    if charging:
        told = _told(draft, trace(SUM_W, "total/charging_w", power_w=charging), "kW")
        yield KeyValue(draft.say("charging_kw"), Text(told))
    assumed = draft.say("assumed") if factor.quality is Quality.ASSUMED else ""
    gap = " " if assumed and draft.language == "en" else ""
    yield KeyValue(draft.say("factor"), Text(format_number(factor.require()) + gap + assumed))
    told = _told(draft, apparent, "kVA")
    yield KeyValue(draft.say("sum_kva"), Text(told if least is None else draft.say("at_least", value=told)))
    year = draft.context.energy.year_kwh
    said = draft.say("open") if year.value is None else f"{format_number(round(year.value))} kWh"
    yield KeyValue(draft.say("year_kwh"), Text(said))


def _told(draft: SiteDraft, figure: Figure, unit: str) -> str:
    least = known_part(figure)
    shown = figure if least is None else least
    if shown.value is None:
        return draft.say("open")
    said = f"{format_number(round(shown.value / 1000, 2))} {unit}"
    return said if least is None else draft.say("at_least", value=said)


def _present(draft: SiteDraft) -> Iterator[Block]:
    if not draft.supplies:
        yield Paragraph(text=draft.say("supply.none"))
        return
    yield circuits_table(draft, draft.supplies)
    yield draft.supply_note()
    yield from panel_notes(draft)
    yield from unwired_ups(draft)


def _wanted(draft: SiteDraft, present: str) -> Iterator[Block]:
    yield from sockets_asked(draft)
    found = all_asked(draft.assessment)
    asked = found.asked
    if not asked:
        yield Paragraph(text=_nothing_asked(draft, present))
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
    yield from ups_notes(draft, found)
    single = [one for one in asked if not one.three_phase]
    if any(one.breaker_a is None or one.breaker_a.require() > LARGEST_SINGLE_PHASE_A for one in single):
        yield Note(text=draft.say("wanted.large", most=format_number(LARGEST_SINGLE_PHASE_A)))
    small = [draft.name(node) for one in asked for node in one.replaces]
    if small:
        yield Note(text=draft.say("wanted.loss", names=draft.joined(small)))
    if any(one.three_phase for one in asked):
        volts = format_figure(limit("volts.nominal_ll_v", profile), draft.language)
        yield Note(text=draft.say("wanted.three", volts=volts))


def _nothing_asked(draft: SiteDraft, present: str) -> str:
    """Return that what is there suffices; only where nothing is open and no finding says otherwise of a circuit or outlet."""
    loads = draft.site.loads
    faults = [
        one.subject
        for one in draft.assessment.findings
        if one.outcome == "error" and one.waiver is None and one.check.startswith("PW") and one.subject in loads
    ]
    if faults:
        names = [draft.name(loads[name].node) for name in dict.fromkeys(faults)]
        return draft.say("wanted.faults", names=draft.joined(names), part=present)
    open_ = any(not (load.total_a.known and load.rating_a.known) for load in loads.values())
    return draft.say("wanted.open" if open_ or not loads else "wanted.none", part=present)


def _row(draft: SiteDraft, one: CircuitsAsked) -> Row:
    open_: Cell = Text(draft.say("open"))
    return Row(
        (
            Text(draft.title(one.line) if one.ups is None else draft.name(one.ups)),
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
