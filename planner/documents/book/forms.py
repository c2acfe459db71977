"""九、附件格式: the forms a supplier fills in, as pages; the workbook has all rows of them."""

from __future__ import annotations

from planner.documents.book.draft import Draft, Spec
from planner.documents.book.items import counted
from planner.documents.model import Block, Cell, Choice, Group, Input, Mark, Note, Paragraph, Row, Section, Table, Text
from planner.tables import rows
from planner.tender.packages import Package
from planner.tender.wording import whole_sentence

_SHOWN = 3
_ANNEXES = ("technical", "commercial", "prices", "declarations", "programs")  # in the order of their numbers


def form_section(draft: Draft) -> Section:
    """Return the annexes: deviations, commercial deviations, prices for each package, declarations, programs."""
    annexes = {
        "technical": _technical(draft),
        "commercial": _commercial(draft),
        "prices": tuple(block for one in draft.purchase.packages for block in _prices(draft, one)),
        "declarations": (declaration_table(draft, "paper"),),
    }
    if draft.programs:
        annexes["programs"] = (Paragraph(text=draft.say("annex.programs.text"), media="paper"),)
    parts = [
        Section(
            title=draft.say("annex", number=_number(key), title=draft.say(f"annex.{key}")),
            anchor=f"annex-{key}",
            blocks=blocks,
            numbered=False,
        )
        for key, blocks in annexes.items()
    ]
    said = draft.say("forms.intro", first=_number(_ANNEXES[0]), last=_number("prices"))
    intro = Paragraph(text=said, media="paper")
    return Section(title=draft.say("forms"), anchor="section-forms", blocks=(intro, *parts))


def _number(key: str) -> int:
    return _ANNEXES.index(key) + 1


def _technical(draft: Draft) -> tuple[Block, ...]:
    columns = draft.columns(
        "deviation",
        ("code", 14, "id"),
        ("level", 10, "mark"),
        ("requirement", 56, "text"),
        ("answer", 24, "input"),
        ("deviation", 19, "input"),
        ("evidence", 25, "input"),
        ("remark", 18, "input"),
    )
    lines = [
        Row((Text(one.code), Mark(one.level), Text(_short(draft, whole_sentence(one, draft.language))), *_inputs(4)))
        for one in draft.parameters[:_SHOWN]
    ]
    if len(draft.parameters) > _SHOWN:
        lines.append(_more(draft, len(draft.parameters), 4))
    table = Table(
        columns=columns, rows=tuple(lines), caption=draft.say("deviation.caption"), anchor="deviation", media="paper"
    )
    return table, Note(text=draft.say("deviation.note", prices=_number("prices")), media="paper")


def _commercial(draft: Draft) -> tuple[Block, ...]:
    columns = draft.columns(
        "commercial",
        ("code", 13, "id"),
        ("level", 10, "mark"),
        ("requirement", 66, "text"),
        ("answer", 38, "input"),
        ("deviation", 19, "input"),
        ("remark", 20, "input"),
    )
    lines = [
        Row((Text(one.code), Mark(one.level), Text(_term(draft, one.name.label(draft.language))), *_inputs(3)))
        for one in draft.terms[:_SHOWN]
    ]
    if len(draft.terms) > _SHOWN:
        lines.append(_more(draft, len(draft.terms), 3))
    return (
        Table(
            columns=columns,
            rows=tuple(lines),
            caption=draft.say("commercial.caption"),
            anchor="commercial",
            media="paper",
        ),
    )


def _term(draft: Draft, name: str) -> str:
    return draft.say("commercial.full", name=name, table=draft.ref("terms"))


def _short(draft: Draft, sentence: str) -> str:
    return sentence.removesuffix("。" if draft.zh else ".")


def _inputs(count: int) -> tuple[Cell, ...]:
    return (Input(),) * count


def _more(draft: Draft, count: int, inputs: int) -> Row:
    return Row((Text("……"), Mark("general"), Text(draft.say("forms.more", count=count)), *_inputs(inputs)))


# ---------------------------------------------------------------------------------------------- prices
def _prices(draft: Draft, package: Package) -> tuple[Block, ...]:
    is_goods = package.kind == "goods"
    specs: list[Spec] = [
        ("no", 10, "id"),
        ("name", 29, "text"),
        ("brand", 20, "input"),
        ("maker", 18, "input"),
        ("origin", 14, "input"),
        ("domestic", 20, "input"),
        ("quantity", 11, "text", "center"),
        ("unit_price", 17, "input"),
        ("amount", 17, "input"),
        ("vat", 10, "input"),
    ]
    kept = [spec for spec in specs if is_goods or spec[0] not in ("brand", "origin", "domestic")]
    if draft.is_company:
        kept = [spec for spec in kept if spec[0] != "domestic"]
    blank = [spec[0] for spec in kept]
    lines = [
        Row(tuple(_price_cell(draft, item_no, name, qty, key) for key in blank))
        for item_no, name, qty in (
            (str(item.number), draft.title(item), counted(draft, item)) for item in package.items
        )
    ]
    lines.append(Row(tuple(Text(draft.say("total") if key == "name" else "") for key in blank), total=True))
    in_words = Group(draft.say("words"))  # over all columns: an amount in words needs their room
    kind = "goods" if is_goods else "service"
    name = draft.package(package) if draft.is_split else ""
    caption = draft.say("prices.caption", package=name if draft.zh or not name else f", {name}")
    table = Table(
        columns=draft.columns(f"prices.{kind}", *kept),
        rows=(*lines, in_words),
        caption=caption,
        anchor=f"prices-{package.kind}",
        media="paper",
    )
    if package is not draft.purchase.packages[-1]:
        return (table,)
    said = draft.say("prices.note")
    if draft.purchase.of("service") is not None:
        said += ("" if draft.zh else " ") + draft.say("prices.service_note")
        _open_amounts(draft)
    return table, Note(text=said, media="paper")


def _open_amounts(draft: Draft) -> None:
    """Put the estimated use of services on the list: without it their total prices cannot be compared."""
    counted_lines = {one.line for one in draft.parameters if one.library == "svc.hours"}
    service = draft.purchase.of("service")
    bare = [draft.title(item) for item in service.items if item.line.id not in counted_lines] if service else []
    if bare:
        draft.open("items", draft.say("open.amounts", items=draft.join(bare)), "fill")


def _price_cell(draft: Draft, number: str, name: str, quantity: str, key: str) -> Cell:
    known = {"no": number, "name": name, "quantity": quantity}
    if key in known:
        return Text(known[key])
    return Choice((draft.say("yes"), draft.say("no"))) if key == "domestic" else Input()


# ---------------------------------------------------------------------------------------------- declarations
def declaration_table(draft: Draft, media: str) -> Table:
    """Return the list of declarations and commitments for the page or for the workbook."""
    kinds = {one.kind for one in draft.purchase.packages}
    found = [
        row
        for row in rows("tender/declarations.csv")
        if row["profile"] in ("all", draft.profile)
        and kinds & set(row["kinds"].split("|"))
        and (row["key"] != "domestic" or "domestic_rate" in draft.policy_values)
    ]
    codes = commitment_codes(draft)
    found = [row for row in found if codes or row["key"] != "commitments"]
    specs: list[Spec] = [
        ("no", 12, "id"),
        ("name", 66 if draft.zh else 59, "text"),
        ("applies", 18, "text", "center"),
        ("need", 30, "text", "center"),
        ("form", 40 if draft.zh else 47, "text", "center"),
    ]
    if not draft.is_split:
        del specs[2]
    return Table(
        columns=draft.columns("declarations", *specs),
        rows=tuple(Row(_declaration(draft, at, row, codes)) for at, row in enumerate(found, 1)),
        caption=draft.say("declarations.caption"),
        anchor="declarations" if media == "paper" else "",
        sheet=draft.say("sheet.declarations"),
        media="paper" if media == "paper" else "sheet",
    )


def commitment_codes(draft: Draft) -> tuple[str, ...]:
    """Return the ids of the requirements whose evidence is a written commitment."""
    return tuple(one.code for one in draft.parameters if one.row.evidence.zh == "承诺函")


def _declaration(draft: Draft, at: int, row: object, codes: tuple[str, ...]) -> tuple[Cell, ...]:
    raw: dict[str, str] = dict(row)  # type: ignore[call-overload]
    language = draft.language
    name = raw[f"name_{language}"].format_map({"commitment_codes": draft.join(codes)})
    kinds = [package.kind for package in draft.purchase.packages if package.kind in raw["kinds"].split("|")]
    applies: tuple[Cell, ...] = (Text(draft.kinds(kinds)),) if draft.is_split else ()
    return (Text(str(at)), Text(name), *applies, *(draft.cell(raw[f"{key}_{language}"]) for key in ("need", "form")))
