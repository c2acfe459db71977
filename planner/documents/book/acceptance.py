"""七、履约验收方案: who accepts, in which stages, by which programs, and what passes."""

from __future__ import annotations

from planner.documents.book.draft import Draft
from planner.documents.model import Note, Paragraph, Row, Section, Table, Text
from planner.messages import format_number
from planner.tender.acceptance import Program, pass_line, stages
from planner.tender.parameters import Parameter
from planner.tender.texts import inside


def acceptance_section(draft: Draft) -> Section:
    """Return the section; every requirement has a stage, the measured ones a program with its pass line."""
    parts = [_stages(draft)]
    if draft.programs:
        parts.append(_programs(draft))
    return Section(title=draft.say("acceptance"), anchor="section-acceptance", blocks=tuple(parts))


def _stages(draft: Draft) -> Section:
    columns = draft.columns(
        "stages",
        ("stage", 20 if draft.zh else 25, "text", "center"),
        ("time", 30 if draft.zh else 27, "text", "center"),
        ("people", 29, "text"),
        ("content", 50, "text"),
        ("passes", 37, "text"),
    )
    has_ups = any(item.line.role == "ups" for item in draft.purchase.items)
    ups = draft.say("stages.ups" if has_ups else "stages.no_ups")
    lines = tuple(
        Row(
            (
                draft.label(one.name),
                draft.label(one.time),
                draft.cell(draft.fill(one.people)),
                draft.cell(draft.fill(one.content, ups=ups)),
                draft.label(one.passes),
            )
        )
        for one in stages(draft.purchase)
    )
    table = Table(columns=columns, rows=lines, caption=draft.say("stages.caption"), anchor="stages", media="paper")
    draft.open("acceptance", "open.group", "settle")
    intro = Paragraph(
        text=draft.say("stages.intro", technical=len(draft.parameters), commercial=len(draft.terms)), media="paper"
    )
    return Section(title=draft.say("stages"), blocks=(intro, table))


def _programs(draft: Draft) -> Section:
    columns = draft.columns(
        "programs",
        ("code", 13, "id"),
        ("name", 25, "text", "center"),
        ("method", 57, "text"),
        ("passes", 42, "text"),
        ("clauses", 29, "text", "center"),
    )
    table = Table(
        columns=columns,
        rows=tuple(_program(draft, one) for one in draft.programs),
        caption=draft.say("programs.caption"),
        anchor="programs",
        media="paper",
    )
    return Section(
        title=draft.say("programs"),
        anchor="section-programs",
        blocks=(
            Paragraph(text=draft.say("programs.intro", shares=_shares(draft)), media="paper"),
            table,
            Note(text=draft.say("programs.note"), media="paper"),
        ),
    )


def _shares(draft: Draft) -> str:
    """Return the published factors of nominal values: '单卡显存带宽 0.8、单卡半精度算力 0.6'."""
    shares = {
        one.row.name.label(draft.language): one.row.pass_share
        for one in draft.parameters
        if one.row.pass_share is not None
    }
    if not shares:
        return ""
    listed = draft.join(
        draft.say("programs.share", name=inside(name, draft.language), share=format_number(share))
        for name, share in shares.items()
    )
    return draft.say("programs.shares", listed=listed)


def _program(draft: Draft, program: Program) -> Row:
    return Row(
        (
            Text(program.code),
            draft.label(program.name),
            draft.label(program.method),
            draft.cell(passes(draft, program)),
            Text(draft.join(one.code for one in program.tested)),
        )
    )


def _line(draft: Draft, program: Program, one: Parameter) -> str:
    name, line = one.row.name.label(draft.language), pass_line(one, draft.language)
    if one.library in program.recorded:
        return draft.say("programs.recorded", name=name)
    return draft.say("programs.line", name=name, line=line) if line else ""


def passes(draft: Draft, program: Program) -> str:
    """Return what passes a program: the line of each requirement with numbers, and the program's own words."""
    lines = [line for one in program.tested if (line := _line(draft, program, one))]
    note = program.note.label(draft.language)
    return ("；" if draft.zh else "; ").join(dict.fromkeys([*lines, *((note,) if note else ())]))
