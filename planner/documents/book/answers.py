"""Sheets that a supplier fills in: technical and commercial deviations, judged by formulas, and counted."""

from __future__ import annotations

from planner.documents.book.commercial import term_text
from planner.documents.book.draft import Draft, Spec
from planner.documents.bounds import number_cell
from planner.documents.model import (
    Block,
    Cell,
    Choice,
    Column,
    Highlight,
    Input,
    Mark,
    Paragraph,
    Row,
    Table,
    Text,
)
from planner.documents.titles import one_line
from planner.tender.library import NUMBER_KINDS
from planner.tender.parameters import Parameter
from planner.tender.texts import text
from planner.tender.wording import whole_sentence


def technical_sheet(draft: Draft) -> tuple[Block, ...]:
    """Return the technical deviation form: every requirement, answers, the verdict of the formula, the supplier's own."""
    one_item = len({one.line for one in draft.parameters}) == 1  # its name on every row would say nothing
    specs: list[Spec] = [
        ("code", 15, "id"),
        ("item", 33, "text"),
        ("level", 12, "mark"),
        ("name", 27, "text"),
        ("requirement", 62, "text"),
        ("relation", 15, "text", "center"),
        ("low", 15, "number"),
        ("high", 14, "number"),
        ("unit", 18, "text", "center"),
        ("answer", 24, "input", "center"),
        ("upper", 20, "input", "center"),
        ("words", 34, "input"),
        ("page", 18, "input"),
        ("verdict", 20, "text", "center"),
        ("deviation", 20, "choice"),
        ("remark", 24, "input"),
    ]
    columns = draft.columns("answers", *(spec for spec in specs if not (one_item and spec[0] == "item")))
    lines = tuple(_answer_row(draft, one, named=not one_item) for one in draft.parameters)
    table = Table(
        columns=columns,
        rows=(*lines, _count(draft, columns)),
        caption=draft.say("sheet.technical"),
        sheet=draft.say("sheet.technical"),
        key_columns=3 if one_item else 4,
        landscape=True,
        numbered=False,
        media="sheet",
        highlights=_highlights(draft),
    )
    return Paragraph(text=draft.say("answers.note"), media="sheet"), table


def _answer_row(draft: Draft, one: Parameter, *, named: bool) -> Row:
    counts = one.kind in NUMBER_KINDS
    yes, no = draft.say("judge.met"), draft.say("judge.unmet")
    answer: Cell = Input("number") if counts else Choice((yes, no))
    upper: Cell = Input("number") if one.kind == "range_cover" else Text("—")
    return Row(
        (
            Text(one.code),
            *((Text(one_line(one.line_title.label(draft.language))),) if named else ()),
            Mark(one.level),
            draft.label(one.row.name),
            Text(whole_sentence(one, draft.language)),
            Text(text(f"relation.{one.kind}", draft.language)),
            number_cell(one.low),
            number_cell(one.high),
            Text(one.unit_text(draft.language) if counts else "—"),
            answer,
            upper,
            Input(),
            Input(),
            Text(draft.say("judge.none"), formula=verdict_formula(draft, one)),
            Choice(tuple(draft.say(f"judge.{key}") for key in ("more", "equal", "less"))),
            Input(),
        )
    )


def verdict_formula(draft: Draft, one: Parameter) -> str:
    """Return the formula that judges an answer: exceeds, meets, falls short, no answer, or for people to judge.

    Differences are rounded to six places, so that 7.4 + 0.1 equals 7.5.
    """
    say = {key: f'"{draft.say(f"judge.{key}")}"' for key in ("more", "equal", "less", "none", "people", "met", "unmet")}
    match one.kind:
        case "min" | "max":
            difference = "[@answer]-[@low]" if one.kind == "min" else "[@high]-[@answer]"
            inner = (
                f"IF(ISNUMBER([@answer]),IF(ROUND({difference},6)>0,{say['more']},"
                f"IF(ROUND({difference},6)=0,{say['equal']},{say['less']})),{say['people']})"
            )
        case "range_cover":
            ends = "ROUND([@low]-[@answer],6)", "ROUND([@upper]-[@high],6)"
            inner = (
                f"IF(AND(ISNUMBER([@answer]),ISNUMBER([@upper])),"
                f"IF(AND({ends[0]}>=0,{ends[1]}>=0),IF(AND({ends[0]}=0,{ends[1]}=0),{say['equal']},{say['more']}),"
                f"{say['less']}),{say['people']})"
            )
        case _:
            inner = (
                f"IF([@answer]={say['met']},{say['equal']},IF([@answer]={say['unmet']},{say['less']},{say['people']}))"
            )
    return f'=IF([@answer]="",{say["none"]},{inner})'


def _highlights(draft: Draft) -> tuple[Highlight, ...]:
    """Return the colours, shown once anything is answered, so that the blank form prints plain."""
    less, none = (f'"{draft.say(f"judge.{key}")}"' for key in ("less", "none"))
    begun = "COUNTA([answer])>0"
    bad = f"OR([@verdict]={less},[@verdict]={none})"
    differs = 'AND([@deviation]<>"",[@deviation]<>[@verdict])'
    return (
        Highlight(condition=f'=AND({begun},[@level]="★",{bad})', columns=("verdict",), tone="bad"),
        Highlight(condition=f"=AND({begun},{bad})", columns=("verdict",)),
        Highlight(condition=f"={differs}", columns=("deviation",)),
    )


def _count(draft: Draft, columns: tuple[Column, ...]) -> Row:
    """Return the line that counts what falls short, by mark, and what people still have to judge."""
    say = {key: f'"{draft.say(f"judge.{key}")}"' for key in ("more", "equal", "less", "none", "people")}
    open_people = f"([verdict]={say['people']})*([deviation]<>{say['more']})*([deviation]<>{say['equal']})"
    short = f"(([verdict]={say['less']})+([verdict]={say['none']})+{open_people})"
    formulas = {
        level: f'SUMPRODUCT(([level]="{mark}")*{short})'
        for level, mark in (("star", "★"), ("important", "▲"), ("general", ""))
    } | {"people": f"SUMPRODUCT(([verdict]={say['people']})*1)"}
    counts = {level: sum(one.level == level for one in draft.parameters) for level in formulas}
    words = draft.say("count", **{key: f'"&{formula}&"' for key, formula in formulas.items()})
    shown: dict[str, Cell] = {"name": Text(draft.say("count", **counts), formula=f'="{words}"')}
    return Row(tuple(shown.get(column.key, Text("")) for column in columns), total=True)


# ---------------------------------------------------------------------------------------------- commercial
def commercial_sheet(draft: Draft) -> tuple[Block, ...]:
    """Return the commercial deviation form."""
    columns = draft.columns(
        "commercial",
        ("code", 14, "id"),
        ("level", 12, "mark"),
        ("name", 29, "text", "center"),
        ("requirement", 70, "text"),
        ("answer", 36, "input"),
        ("deviation", 20, "choice"),
        ("remark", 20, "input"),
    )
    options = tuple(draft.say(f"judge.{key}") for key in ("more", "equal", "less"))
    lines = tuple(
        Row(
            (
                Text(one.code),
                Mark(one.level),
                draft.label(one.name),
                Text(term_text(draft, one)),
                Input(),
                Choice(options),
                Input(),
            )
        )
        for one in draft.terms
    )
    less = f'"{draft.say("judge.less")}"'
    table = Table(
        columns=columns,
        rows=lines,
        caption=draft.say("sheet.commercial"),
        sheet=draft.say("sheet.commercial"),
        key_columns=3,
        numbered=False,
        media="sheet",
        highlights=(
            Highlight(condition=f'=AND([@level]="★",[@deviation]={less})', columns=("deviation",), tone="bad"),
            Highlight(condition=f"=[@deviation]={less}", columns=("deviation",)),
        ),
    )
    return Paragraph(text=draft.say("commercial.sheet_note"), media="sheet"), table
