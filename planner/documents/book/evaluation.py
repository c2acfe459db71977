"""六、评审办法: who is looked at, points that sum to 100 with an example, abnormal prices; a company compares prices."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from planner.documents.book.draft import Draft, Spec
from planner.documents.book.example import comparison_blocks, example_section, low_price_section
from planner.documents.model import Block, Cell, Group, Note, Number, Paragraph, Row, Section, Table, Text
from planner.messages import format_number
from planner.tender.qualification import CheckGroup, EntryCheck
from planner.tender.scoring import Factor, is_scored, price_rise

_GROUPS: tuple[CheckGroup, ...] = ("qualification", "conformity")
_REFERENCE_YEARS = 3
_MOST_CODES = 8
_TENTH = Decimal("0.1")
_PLAIN_EACH = 3  # one in so many general requirements that are not scored may be missed


def evaluation_section(draft: Draft) -> Section:
    """Return the section for the profile: points and lowest price, or the comparison of a company."""
    parts: list[Section] = [_checks(draft)]
    if draft.is_company:
        blocks = comparison_blocks(draft)
        parts.append(Section(title=draft.say("comparison"), anchor="section-comparison", blocks=blocks))
    else:
        parts += _public(draft)
    return Section(title=draft.say("evaluation"), anchor="section-evaluation", blocks=tuple(parts))


def _public(draft: Draft) -> list[Section]:
    goods, service = draft.purchase.of("goods"), draft.purchase.of("service")
    parts: list[Section] = []
    if goods is not None:
        parts.append(_scoring(draft))
    if service is not None:
        words = Paragraph(text=draft.say("lowest", rate=draft.known_values()["sme_rate"]), media="paper")
        title = draft.say("lowest.heading", package=draft.package(service))
        parts.append(Section(title=title, blocks=(words,)))
    if goods is not None and goods.cap is not None:
        parts.append(example_section(draft, goods))
        if "low_price" in draft.circumstances:
            parts.append(low_price_section(draft, goods))
    draft.open("evaluation", "open.scoring", "settle")
    return parts


# ---------------------------------------------------------------------------------------------- qualification
def _checks(draft: Draft) -> Section:
    specs: list[Spec] = [
        ("code", 12, "id"),
        ("text", 84 if draft.zh else 78, "text"),
        ("applies", 14 if draft.zh else 20, "text", "center"),
        ("evidence", 56, "text"),
    ]
    if not draft.is_split:
        del specs[2]
    lines: list[Row | Group] = []
    for group in _GROUPS:
        own = [one for one in draft.checks if one.group == group]
        if own:
            lines.append(Group(draft.say(f"checks.{group}")))
        lines += [Row(check_cells(draft, one)) for one in own]
    table = Table(
        columns=draft.columns("checks", *specs),
        rows=tuple(lines),
        caption=draft.say("checks"),
        anchor="checks",
        media="paper",
    )
    return Section(title=draft.say("checks"), blocks=(table,))


def check_cells(draft: Draft, one: EntryCheck) -> tuple[Cell, ...]:
    """Return the cells of a check: id, what, packages (where there are several), evidence."""
    applies: tuple[Cell, ...] = (Text(draft.kinds(one.kinds)),) if draft.is_split else ()
    return (Text(one.code), Text(check_text(draft, one)), *applies, draft.label(one.evidence))


def check_text(draft: Draft, one: EntryCheck) -> str:
    """Return what is looked at, with the ids of the requirements it is about."""
    plain = [parameter.code for kind in one.kinds for parameter in draft.plain(kind)]
    if not one.key.startswith("plain"):
        return draft.fill(one.text)
    most = min(int(draft.term_values["misses"].value), len(plain) // _PLAIN_EACH)
    words = draft.say("plain.some", misses=most) if most else draft.say("plain.all")
    return draft.fill(one.text, plain_codes=draft.join(plain), misses=words)


# ---------------------------------------------------------------------------------------------- scoring
def _scoring(draft: Draft) -> Section:
    columns = draft.columns(
        "scoring",
        ("no", 12, "id"),
        ("factor", 26, "text", "center"),
        ("points", 12, "number", "center"),
        ("rule", 82, "text"),
        ("clauses", 34, "text", "center"),
    )
    lines = [
        Row((Number(at), draft.label(one.name), points_cell(one.points), Text(rule(draft, one)), clauses(draft, one)))
        for at, one in enumerate(draft.factors, 1)
    ]
    total = sum((one.points for one in draft.factors), Decimal(0))
    cells: tuple[Cell, ...] = (Text(""), Text(draft.say("total")), points_cell(total), Text(""), Text(""))
    table = Table(
        columns=columns,
        rows=(*lines, Row(cells, total=True)),
        caption=draft.say("scoring.caption", package=_goods_name(draft)),
        anchor="scoring",
        media="paper",
    )
    blocks: tuple[Block, ...] = (table, Note(text=_scoring_note(draft), media="paper"))
    name = _goods_name(draft)
    title = draft.say("scoring", package=name) if name else draft.say("scoring.alone")
    return Section(title=title, blocks=blocks)


def _goods_name(draft: Draft) -> str:
    goods = draft.purchase.of("goods")
    return draft.package(goods) if goods and draft.is_split else ""


def points_cell(points: Decimal) -> Number:
    """Return points as a number without needless decimals."""
    return Number(int(points) if points == points.to_integral_value() else points.normalize())


def rule(draft: Draft, one: Factor) -> str:
    """Return how a factor is scored."""
    since = draft.today.replace(year=draft.today.year - _REFERENCE_YEARS, day=1)
    return draft.fill(
        one.rule,
        points=format_number(one.points),
        each=format_number(one.each),
        count=one.count,
        since=draft.date(since),
    )


def clauses(draft: Draft, one: Factor) -> Cell:
    """Return the requirements a factor is about: ids of terms, of parameters, or the tables they stand in."""
    if one.clauses == ("label",):
        return Text(draft.say("place.policies"))  # the workbook has no table of policies to name
    if one.key in ("important", "general"):
        goods = draft.purchase.of("goods")
        own = [each.code for each in draft.of_package(goods) if is_scored(each)] if goods else []
        marked = {each.code for each in draft.parameters if each.level == one.key}
        return Text(draft.join(code for code in own if code in marked))
    if one.key == "commercial":
        plain = [term.code for term in draft.terms if term.level != "star" and "goods" in term.parts]
        return Text(
            draft.join(plain)
            if len(plain) <= _MOST_CODES
            else f"{plain[0]}～{plain[-1]}"
            if draft.zh
            else f"{plain[0]} to {plain[-1]}"
        )
    found = [term.code for key in one.clauses if (term := draft.term(key)) is not None]
    return Text(draft.join(found) or "—")


def _scoring_note(draft: Draft) -> str:
    weight = next(one.points for one in draft.factors if one.key == "price")
    rises = [
        draft.say(
            f"rise.{one.key}",
            each=format_number(one.each),
            weight=format_number(weight),
            rise=f"{(price_rise(one.each, weight) * 100).quantize(_TENTH, ROUND_HALF_UP)}%",
        )
        for one in draft.factors
        if one.key in ("important", "general")
    ]
    return draft.say("scoring.note", rises="".join(rises) if draft.zh else " ".join(rises))
