"""The sheets of the book's workbook in their order: how to fill it in, lists, forms, evaluation, acceptance record."""

from __future__ import annotations

from decimal import Decimal

from planner.documents.book.answers import commercial_sheet, technical_sheet
from planner.documents.book.commercial import term_text
from planner.documents.book.draft import Draft, Spec
from planner.documents.book.evaluation import check_text, clauses, points_cell, rule
from planner.documents.book.example_sheets import example_sheets
from planner.documents.book.forms import declaration_table
from planner.documents.book.items import hidden, item_cells, total
from planner.documents.book.price_sheets import price_sheets
from planner.documents.book.requirements import acceptance, reading_rules
from planner.documents.bounds import number_cell
from planner.documents.model import (
    Block,
    Cell,
    Choice,
    Group,
    Input,
    Mark,
    Note,
    Number,
    Paragraph,
    Row,
    Table,
    Text,
)
from planner.documents.titles import one_line
from planner.tender.acceptance import stage_of
from planner.tender.library import NUMBER_KINDS
from planner.tender.parameters import Parameter
from planner.tender.qualification import CheckGroup
from planner.tender.texts import text
from planner.tender.wording import whole_sentence

_TOPICS = ("fill", "judge", "colours", "print", "return")
_ITEM_KEYS = frozenset({"package", "no", "category"})
_UPRIGHT_MM = 180
_GROUPS: tuple[CheckGroup, ...] = ("qualification", "conformity")


def sheets(draft: Draft, version: str) -> tuple[Block, ...]:
    """Return the sheets; they stand before the sections, which pages show and workbooks leave out."""
    scored = () if draft.is_company or not draft.factors else (_scoring(draft),)
    return (
        _instructions(draft, version),
        _items(draft),
        *_requirements(draft),
        _terms(draft),
        *technical_sheet(draft),
        *commercial_sheet(draft),
        *price_sheets(draft),
        *scored,
        *example_sheets(draft),
        _checks(draft),
        *_record(draft),
        declaration_table(draft, "sheet"),
    )


def _instructions(draft: Draft, version: str) -> Table:
    told = [
        (draft.say("project.name"), draft.name),
        (draft.say("cover.version"), f"{version}{'　' if draft.zh else ', '}{draft.date(draft.today)}"),
        *reading_rules(draft),
        *((draft.say(f"how.{key}"), draft.say(f"how.{key}.text")) for key in _TOPICS),
    ]
    return Table(
        columns=draft.columns("how", ("no", 14, "id"), ("topic", 32, "text", "center"), ("text", 130, "text")),
        rows=tuple(Row((Number(at), Text(topic), Text(words))) for at, (topic, words) in enumerate(told, 1)),
        caption=draft.say("how"),
        sheet=draft.say("sheet.read"),
        numbered=False,
        media="sheet",
    )


def _items(draft: Draft) -> Table:
    wanted: list[Spec] = [
        ("package", 14, "id"),
        ("no", 14, "id"),
        ("category", 30, "text", "center"),
        ("name", 46, "text"),
        ("quantity", 20, "text", "center"),
        ("core", 20, "text", "center"),
        ("industry", 46, "text", "center"),
        ("cap", 34, "money"),
        ("delivery", 32, "text", "center"),
    ]
    dropped = hidden(draft)
    kept = [spec for spec in wanted if spec[0] not in dropped]
    rows = [
        Row(tuple(cell for key, cell in item_cells(draft, package, item).items() if key not in dropped))
        for package in draft.purchase.packages
        for item in package.items
    ]
    keys = [spec[0] for spec in kept]
    return Table(
        columns=draft.columns("items", *kept),
        rows=(*rows, *total(draft, keys, formula="=SUM([cap])")),
        caption=draft.say("sheet.items"),
        sheet=draft.say("sheet.items"),
        key_columns=sum(spec[0] in _ITEM_KEYS for spec in kept),
        landscape=sum(spec[1] for spec in kept) > _UPRIGHT_MM,
        numbered=False,
        media="sheet",
    )


def _requirements(draft: Draft) -> tuple[Block, ...]:
    one_item = len({one.line for one in draft.parameters}) == 1
    specs: list[Spec] = [
        ("code", 15, "id"),
        ("item", 33, "text"),
        ("group", 26, "text"),
        ("level", 12, "mark"),
        ("name", 27, "text"),
        ("requirement", 62, "text"),
        ("relation", 15, "text", "center"),
        ("low", 15, "number"),
        ("high", 14, "number"),
        ("unit", 18, "text", "center"),
        ("condition", 44, "text"),
        ("evidence", 24, "text", "center"),
        ("acceptance", 43, "text"),
    ]
    rows = [_requirement(draft, one) for one in draft.parameters]
    if one_item:  # its name on every row would say nothing and make the rows higher
        del specs[1]
        rows = [Row((row.cells[0], *row.cells[2:])) for row in rows]
    table = Table(
        columns=draft.columns("answers", *specs),
        rows=tuple(rows),
        caption=draft.say("sheet.requirements"),
        sheet=draft.say("sheet.requirements"),
        key_columns=4 if one_item else 5,
        landscape=True,
        filtered=True,
        numbered=False,
        media="sheet",
    )
    note = Note(text=text("requirements.note", draft.language), media="sheet")
    return table, note


def _requirement(draft: Draft, one: Parameter) -> Row:
    counts = one.kind in NUMBER_KINDS
    return Row(
        (
            Text(one.code),
            Text(one_line(one.line_title.label(draft.language))),
            draft.label(one.row.group),
            Mark(one.level),
            draft.label(one.row.name),
            draft.label(one.sentence),
            Text(text(f"relation.{one.kind}", draft.language)),
            number_cell(one.low),
            number_cell(one.high),
            draft.dash(one.unit_text(draft.language) if counts else ""),
            draft.dash(one.condition.label(draft.language)),
            draft.cell(one.row.evidence.label(draft.language) or "—"),
            Text(acceptance(draft, one)),
        )
    )


def _terms(draft: Draft) -> Table:
    columns = draft.columns(
        "terms", ("code", 14, "id"), ("level", 12, "mark"), ("name", 32, "text", "center"), ("text", 122, "text")
    )
    rows = tuple(
        Row((Text(one.code), Mark(one.level), draft.label(one.name), Text(term_text(draft, one))))
        for one in draft.terms
    )
    return Table(
        columns=columns,
        rows=rows,
        caption=draft.say("sheet.terms"),
        sheet=draft.say("sheet.terms"),
        key_columns=3,
        numbered=False,
        media="sheet",
    )


def _scoring(draft: Draft) -> Table:
    columns = draft.columns(
        "scoring",
        ("no", 14, "id"),
        ("factor", 30, "text", "center"),
        ("points", 16, "number", "center"),
        ("rule", 82, "text"),
        ("clauses", 40, "text", "center"),
    )
    rows = [
        Row((Number(at), draft.label(one.name), points_cell(one.points), Text(rule(draft, one)), clauses(draft, one)))
        for at, one in enumerate(draft.factors, 1)
    ]
    total = points_cell(sum((one.points for one in draft.factors), Decimal(0)))
    cells: tuple[Cell, ...] = (
        Text(""),
        Text(draft.say("total")),
        Number(total.value, formula="=SUM([points])"),
        Text(""),
        Text(""),
    )
    return Table(
        columns=columns,
        rows=(*rows, Row(cells, total=True)),
        caption=draft.say("sheet.scoring"),
        sheet=draft.say("sheet.scoring"),
        key_columns=2,
        numbered=False,
        media="sheet",
    )


def _checks(draft: Draft) -> Table:
    specs: list[Spec] = [
        ("code", 14, "id"),
        ("text", 78, "text"),
        ("applies", 18, "text", "center"),
        ("evidence", 48, "text"),
        ("verdict", 22, "choice"),
    ]
    if not draft.is_split:
        del specs[2]
    options = tuple(draft.say(f"checks.{key}") for key in ("pass", "fail", "none"))
    rows: list[Row | Group] = []
    for group in _GROUPS:
        own = [one for one in draft.checks if one.group == group]
        if own:
            rows.append(Group(draft.say(f"checks.{group}")))
        for one in own:
            applies: tuple[Cell, ...] = (Text(draft.kinds(one.kinds)),) if draft.is_split else ()
            cells = (Text(one.code), Text(check_text(draft, one)), *applies, draft.label(one.evidence))
            rows.append(Row((*cells, Choice(options))))
    return Table(
        columns=draft.columns("checks", *specs),
        rows=tuple(rows),
        caption=draft.say("checks"),
        sheet=draft.say("sheet.checks"),
        numbered=False,
        media="sheet",
    )


# ---------------------------------------------------------------------------------------------- acceptance record
def _record(draft: Draft) -> tuple[Block, ...]:
    columns = draft.columns(
        "record",
        ("code", 15, "id"),
        ("item", 26, "text"),
        ("level", 12, "mark"),
        ("name", 28, "text"),
        ("requirement", 76, "text"),
        ("stage", 24, "text", "center"),
        ("acceptance", 43, "text"),
        ("found", 34, "input"),
        ("verdict", 22, "choice"),
        ("remark", 22, "input"),
    )
    options = tuple(draft.say(f"record.{key}") for key in ("pass", "fail", "concession"))
    answer: tuple[Cell, ...] = (Input(), Choice(options), Input())
    lines = [
        Row(
            (
                Text(one.code),
                Text(one_line(one.line_title.label(draft.language))),
                Mark(one.level),
                draft.label(one.row.name),
                Text(whole_sentence(one, draft.language)),
                Text(draft.say(f"stage.{stage_of(one, draft.programs)}")),
                Text(acceptance(draft, one)),
                *answer,
            )
        )
        for one in draft.parameters
    ]
    lines += [
        Row(
            (
                Text(term.code),
                Text(draft.say("record.term")),
                Mark(term.level),
                draft.label(term.name),
                Text(term_text(draft, term)),
                Text(draft.say(f"stage.{term.stage}")),
                Text(draft.say("record.check")),
                *answer,
            )
        )
        for term in draft.terms
    ]
    table = Table(
        columns=columns,
        rows=(*lines, _record_count(draft, [column.key for column in columns], len(lines), options)),
        caption=draft.say("record"),
        sheet=draft.say("sheet.acceptance"),
        key_columns=4,
        landscape=True,
        numbered=False,
        media="sheet",
    )
    intro = Paragraph(text=draft.say("record.note", section=draft.ref("section-acceptance")), media="sheet")
    return intro, table, Note(text=draft.say("record.sign"), media="sheet")


def _record_count(draft: Draft, keys: list[str], count: int, options: tuple[str, ...]) -> Row:
    """Return the line that counts what passed, failed and is still to be looked at."""
    passed, failed, conceded = options
    formula = draft.say("record.formula").format(
        passed=f'COUNTIF([verdict],"{passed}")+COUNTIF([verdict],"{conceded}")',
        failed=f'COUNTIF([verdict],"{failed}")',
        left="ROWS([verdict])-COUNTA([verdict])",
    )
    said = draft.say("record.count", passed=0, failed=0, left=count)
    shown: dict[str, Cell] = {"name": Text(draft.say("total")), "requirement": Text(said, formula=formula)}
    return Row(tuple(shown.get(key, Text("")) for key in keys), total=True)
