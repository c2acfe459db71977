"""场地联系单: what comes into the room, what the room has for it, what is to be confirmed and done, with signatures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from planner.assess.least import known_part
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.documents.model import (
    Block,
    Cell,
    Document,
    Input,
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
from planner.documents.site.draft import SiteDraft
from planner.documents.site.new_circuits import all_asked, planned_circuits
from planner.documents.site.panel_load import added_a, asked_of_panels, panel_notes
from planner.documents.site.ups_notes import ups_notes
from planner.documents.site_facts import reckoned_cooling, site_rows
from planner.documents.survey_questions import open_facts, questions
from planner.documents.titles import one_line
from planner.figure import Figure
from planner.limits import with_own_limits
from planner.messages import format_number, format_value
from planner.pictures.racks import racks_pages
from planner.tender.parameters import Parameter

_MACHINES = ("no", "machine", "quantity", "unit_w", "total_kw", "heat_kw", "weight_kg", "rack_u")
_QUESTIONS = "questions"
_NETWORK = ("NW01", "NW02")  # ports that are missing, and cables that are laid in the room: whoever lays them reads it


@with_own_limits
def build_contact_sheet(
    assessment: Assessment,
    _parameters: Sequence[Parameter],
    language: Language,
    today: dt.date,
    version: str,
) -> Document:
    """Return the sheet that goes to the building office: machines, circuits, questions, works, signatures."""
    draft = SiteDraft(assessment, language, today, version)
    blocks: list[Block] = [
        Section(title=draft.say("machines"), blocks=tuple(_machines(draft))),
        Section(title=draft.say("supply"), blocks=tuple(_supply(draft))),
        Section(title=draft.say("place"), blocks=tuple(_place(draft))),
    ]
    works, questions = tuple(_works(draft)), tuple(_questions(draft))
    if works:
        blocks.append(Section(title=draft.say("works"), blocks=works))
    intro = draft.say("contact.intro", room=draft.room)
    if questions:
        blocks.append(Section(title=draft.say("questions"), anchor=_QUESTIONS, blocks=questions))
        part = draft.part("contact", blocks, _QUESTIONS)
        intro = draft.say("contact.intro.questions", room=draft.room, part=part)
    signed = draft.signers("applicant", "keeper", "electrician", "building")
    blocks.append(Section(title=draft.say("signed"), blocks=(signed,)))
    return draft.document("contact", Paragraph(text=intro), *blocks)


def _machines(draft: SiteDraft) -> Iterator[Block]:
    if not draft.installed:
        yield Paragraph(text=draft.say("machines.none"))
        return
    columns = draft.columns(
        ("no", 12, "id"),
        ("machine", 52, "text"),
        ("quantity", 16, "number"),
        ("unit_w", 20, "number"),
        ("total_kw", 20, "number"),
        ("heat_kw", 18, "number"),
        ("weight_kg", 16, "number"),
        ("rack_u", 12, "number"),
    )
    totals = draft.context.totals
    whole = Row(
        (
            Text(""),
            Text(draft.say("total"), bold=True),
            Number(sum(line.line.quantity for line in draft.installed)),
            Text(""),
            _power(draft, totals.max_w),
            _power(draft, totals.heat_w),
            draft.number(totals.weight_kg),
            draft.number(totals.rack_u) if totals.rack_u.value != 0 else Text(draft.say("none")),
        ),
        total=True,
    )
    yield Table(
        columns=columns,
        rows=(*draft.machine_rows(draft.installed, _MACHINES), whole),
        caption=draft.say("machines"),
        key_columns=2,
    )
    yield Note(text=draft.say("machines.note"))
    yield from draft.cooling_note()


def _supply(draft: SiteDraft) -> Iterator[Block]:
    if not draft.supplies:
        yield Paragraph(text=draft.say("supply.none"))
        return
    yield circuits_table(draft, draft.supplies)
    yield draft.supply_note()
    yield from panel_notes(draft)
    found = all_asked(draft.assessment)
    asked = [one.circuits for one in found.asked]
    if asked and all(one is not None and one.known for one in asked):
        count = format_number(sum(one.require() for one in asked if one is not None))
        yield Note(text=draft.say("supply.asked", count=count, paper=draft.say("power.title")))
        yield from ups_notes(draft, found)


def _power(draft: SiteDraft, whole: Figure) -> Cell:
    """Return a sum of powers (kW); what is certain of it where a machine's is not known."""
    least = known_part(whole)
    if least is None:
        return draft.number(whole, 2, 1000)
    return Text(draft.say("at_least", value=format_number(round(least.require() / 1000, 2))))


def circuits_table(draft: SiteDraft, loads: Sequence[NodeLoad]) -> Table:
    """Return circuits and panels with rating, what others and this project draw (A), and the worst that was found.

    Panels are judged with the new circuits that are asked for.
    """
    columns = draft.columns(
        ("circuit", 46, "text"),
        ("rating_a", 22, "number"),
        ("other_a", 24, "number"),
        ("own_a", 24, "number"),
        ("total_a", 24, "number"),
        ("verdict", 26, "text"),
    )
    new = asked_of_panels(draft)
    rows = tuple(
        Row(
            (
                Text(draft.name(load.node)),
                draft.number(load.rating_a),
                draft.number(load.other_a, 1),
                draft.number(load.own_a, 1),
                draft.number(load.total_a, 1),
                Text(draft.verdict(load, added_a(draft, load, new))),
            )
        )
        for load in loads
    )
    return Table(columns=columns, rows=rows, caption=draft.say("supply"))


def _place(draft: SiteDraft) -> Iterator[Block]:
    facts = site_rows(draft.site.nodes, draft.language, reckoned_cooling(draft.site), draft.site.place_derate)
    columns = draft.columns(("topic", 30, "text"), ("fact", 136, "text"))
    rows = tuple(Row((Text(one.topic), Text(one.fact))) for one in facts)
    yield Table(columns=columns, rows=rows, caption=draft.say("place"))
    racks = {rack.node.id for rack in draft.context.racks}
    if any(mount.node in racks for mount in draft.context.alternative.placements):
        for scene in racks_pages(draft.context, draft.language):
            yield Picture(scene=scene, caption=scene.title)


def _works(draft: SiteDraft) -> Iterator[Block]:
    planned = [_to_lay(draft, one) for one in planned_circuits(draft.assessment)]
    found = (*draft.findings(("error", "warning")), *draft.findings(("error",), _NETWORK))
    told = dict.fromkeys((*planned, *(draft.told(one) for one in found)))
    if not told:
        return
    columns = draft.columns(("no", 12, "id"), ("found", 84, "text"), ("remedy", 70, "text"))
    rows = tuple(Row((Number(at), Text(found), Text(remedy))) for at, (found, remedy) in enumerate(told, 1))
    yield Table(columns=columns, rows=rows, caption=draft.say("works"))


def _to_lay(draft: SiteDraft, one: CircuitsAsked) -> tuple[str, str]:
    """Return for whom circuits are planned, and that they are to be laid."""
    breaker = draft.say("open") if one.breaker_a is None else format_number(one.breaker_a.require())
    count = "1" if one.circuits is None else format_number(one.circuits.require())
    machine = draft.title(one.line)
    return (
        draft.say("works.circuit", machine=machine, machines=one.machines),
        draft.say("works.circuit.remedy", count=count, breaker=breaker),
    )


def _questions(draft: SiteDraft) -> Iterator[Block]:
    """Yield what the building office is asked: each value that is not known of a part of the room, with what hangs on it."""
    found = [one for one in draft.findings(("unknown",)) if any(key.startswith("site/") for key in one.missing)]
    by_place: dict[str, tuple[list[str], list[str]]] = {}
    answered: set[str] = set()
    for question in (*questions(draft.assessment), *open_facts(draft.assessment)):
        if not question.path.startswith("site/") or question.path in answered:
            continue
        answered.add(question.path)
        names, reasons = by_place.setdefault(one_line(format_value(question.place, draft.language)), ([], []))
        names.append(question.attribute.heading(draft.language))
        reasons += [draft.told(one)[0] for one in found if question.path in one.missing]
    comma = draft.say("comma") + ("" if draft.language == "zh" else " ")
    asked = [
        (draft.say("question", place=place, names=comma.join(names)), reasons)
        for place, (names, reasons) in by_place.items()
    ]
    asked += [(draft.told(one)[0], []) for one in found if answered.isdisjoint(one.missing)]
    if not asked:
        return
    columns = draft.columns(("no", 12, "id"), ("question", 58, "text"), ("why", 56, "text"), ("answer", 40, "input"))
    rows = tuple(
        Row((Number(at), Text(question), Text("\n".join(dict.fromkeys(why))), Input()))
        for at, (question, why) in enumerate(asked, 1)
    )
    yield Table(columns=columns, rows=rows, caption=draft.say("questions"))
