"""The values a form can be filled with: what a plan's alternative says on one day, and what was typed beside it.

A value is None where the plan does not know it; ``open`` then names the figures that are missing. Nothing is guessed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

import msgspec

from planner.assess.facts import flag
from planner.assess.prices import Amount
from planner.assess.run import Assessment
from planner.entry import parse_date, parse_integer, parse_money, parse_quantity
from planner.errors import InputError
from planner.exchange.form_fields import Field, FieldRow, GroupKey, known_field
from planner.exchange.form_format import Quantity, Value
from planner.figure import Figure, Quality
from planner.messages import Labelled, msg, render
from planner.money import to_decimal
from planner.plan.document import Fund, Line, Plan
from planner.tables import rows
from planner.tender.derive import numbered_lines
from planner.tender.parameters import Parameter
from planner.tender.texts import text
from planner.tender.wording import whole_sentence

Row = Mapping[str, Value | None]
_MARKS = {"star": "★", "important": "▲", "general": ""}
_SERVICES = frozenset({"cloud", "api", "service", "software"})
_PRICE_STEP = Decimal("0.0001")


class FormValues(msgspec.Struct, frozen=True, kw_only=True):
    """Values by field id, rows by group, what was typed for names nobody knows, and what is missing for a value.

    ``assumed`` are the fields whose value rests on a customary value that was accepted.
    """

    language: str
    single: Row
    rows: Mapping[GroupKey, tuple[Row, ...]]
    typed: Mapping[str, str]
    open: Mapping[str, tuple[str, ...]]
    assumed: frozenset[str] = frozenset()

    def value(self, field: Field, row: int | None = None) -> Value | None:
        """Return the value for ``field``, of the row ``row`` of its group; None where there is none."""
        if field.row is None:
            return self.typed.get(field.name)
        if not field.group:
            return self.single.get(field.row.key)
        of_group = self.rows.get(field.group, ())
        return of_group[row].get(field.row.key) if row is not None and row < len(of_group) else None


def form_values(
    assessment: Assessment,
    parameters: tuple[Parameter, ...],
    today: dt.date,
    language: str,
    typed: Mapping[str, str] | None = None,
) -> FormValues:
    """Return all values of the assessed alternative; ``typed`` are values by field name and win over the plan's.

    Raises:
        InputError: a typed value cannot be read as what its field is.
    """
    single = _texts(assessment, language) | _numbers(assessment) | _dates(assessment, today)
    unknown: dict[str, str] = {}
    for name, said in (typed or {}).items():
        row, _ = known_field(name)
        if row is None:
            unknown[name.strip()] = said
        else:
            single[row.key] = _typed(row, name, said, single.get(row.key))
    figures = _figures(assessment)
    return FormValues(
        language=language,
        single=single,
        rows={
            "goods": tuple(_goods(assessment, parameters, language)),
            "parameters": tuple(_parameters(parameters, language)),
            "funds": tuple(_funds(assessment, language)),
        },
        typed=unknown,
        open={key: figure.missing for key, figure in figures.items() if not figure.known},
        assumed=frozenset(key for key, figure in figures.items() if figure.quality is Quality.ASSUMED),
    )


def _typed(row: FieldRow, name: str, said: str, known: Value | None) -> Value:
    if known is not None and row.type not in ("text", "date"):
        raise InputError(
            msg(
                "form.typed_known", "{name} follows from the plan; another value would contradict the form.", name=name
            ),
            msg("form.typed_known.remedy", "Change the plan, then fill the form."),
            name,
        )
    if row.group:
        raise InputError(
            msg("form.typed_row", "{name} is a column of a table; one value cannot be given for it.", name=name),
            msg("form.typed_row.remedy", "Change the lines of the plan instead."),
            name,
        )
    if row.type == "money":
        return parse_money(said, place=name)
    if row.type == "date":
        return parse_date(said, place=name)
    if row.type == "count":
        return parse_integer(said, place=name)
    if row.type == "quantity":
        return Quantity(value=parse_quantity(said, unit=row.unit, place=name).value or 0.0, unit=row.unit)
    return said


# ------------------------------------------------------------------------------------------------ single values
def _texts(assessment: Assessment, language: str) -> dict[str, Value | None]:
    plan, chosen = assessment.plan, assessment.context.alternative
    people = [
        msg("form.value.people", "{count} {title}", count=one.count, title=one.title)
        for one in plan.people
        if one.count
    ]
    rooms = [node.title for node in plan.nodes("room") if node.title != node.id]
    found: dict[str, Value | None] = {
        "project": plan.title.label(language),
        "alternative": chosen.title.label(language),
        "organisation": plan.organisation.name,
        "region": plan.organisation.region,
        "funds": _joined((fund.title for fund in plan.funds), language),
        "fund_account": _joined((fund.account for fund in plan.funds), language),
        "user_groups": _joined((render(one, language) for one in people), language),
        "uses": _joined((one.title.label(language) for one in plan.workload), language),
        "place": _joined(rooms, language),
        "domestic": _choice("domestic", plan.switches.domestic, language),
        "data_may_leave": _choice("data_may_leave", plan.switches.data_may_leave, language),
        "existing": _existing(plan, language),
    }
    return {key: value or None for key, value in found.items()}


def _numbers(assessment: Assessment) -> dict[str, Value | None]:
    context, money = assessment.context, assessment.context.money
    amounts = {
        "budget": money.budget,
        "total": money.chosen,
        "total_low": money.low,
        "total_high": money.high,
        "contingency": money.contingency,
        "planned": money.planned,
        "left": money.left,
        "vat": money.vat,
    }
    found: dict[str, Value | None] = {key: amount.money for key, amount in amounts.items()}
    gross, tax = money.chosen.money, money.vat.money
    found["net_total"] = gross - tax if gross is not None and tax is not None else None
    areas = [
        node.values["area_m2"].value for node in context.site.nodes if node.type == "room" and "area_m2" in node.values
    ]
    found["room_area"] = Quantity(value=sum(map(float, areas)), unit="m2") if areas else None
    found |= {key: _quantity(figure) for key, figure in _totals(assessment).items()}
    found["users"] = sum(one.count for one in assessment.plan.people) or None
    found["item_count"] = len(numbered_lines(assessment))
    return found


def _totals(assessment: Assessment) -> dict[str, Figure]:
    totals = assessment.context.totals
    return {
        "max_power": totals.max_w,
        "nameplate_power": totals.nameplate_w,
        "expected_power": totals.expected_w,
        "heat": totals.heat_w,
        "cooling": totals.sensible_cooling_w,
        "rack_units": totals.rack_u,
        "weight": totals.weight_kg,
    }


def _figures(assessment: Assessment) -> dict[str, Figure]:
    """Return the figures behind the single values: where one is unknown, it names what is missing."""
    money = assessment.context.money
    amounts: dict[str, Amount] = {
        "budget": money.budget,
        "total": money.chosen,
        "total_low": money.low,
        "total_high": money.high,
        "contingency": money.contingency,
        "planned": money.planned,
        "left": money.left,
        "vat": money.vat,
        "net_total": money.vat,
    }
    return {key: amount.figure for key, amount in amounts.items()} | _totals(assessment)


def _dates(assessment: Assessment, today: dt.date) -> dict[str, Value | None]:
    spending = [fund.latest_spending for fund in assessment.context.funds if fund.latest_spending]
    wanted = [stage.wanted_by for stage in assessment.context.alternative.stages if stage.wanted_by]
    return {
        "date": today,
        "spending_deadline": min(spending, default=None),
        "wanted_by": min(wanted, default=None),
    }


def _existing(plan: Plan, language: str) -> str:
    if not plan.existing and flag(plan.facts, "no_existing_equipment"):
        return _choice("existing", "none", language)
    told = (
        msg("form.value.existing", "{title} × {count}", title=one.title, count=one.quantity) for one in plan.existing
    )
    return _joined((render(one, language) for one in told), language)


def _quantity(figure: Figure) -> Quantity | None:
    return Quantity(value=figure.value, unit=figure.unit) if figure.value is not None else None


def _joined(parts: Iterable[str], language: str) -> str:
    return ("、" if language == "zh" else ", ").join(dict.fromkeys(part for part in parts if part))


def _choice(field: str, value: str, language: str) -> str:
    found = _choices().get((field, value))
    return found.label(language) if found else ""


@lru_cache(maxsize=1)
def _choices() -> Mapping[tuple[str, str], Labelled]:
    return {(row["field"], row["value"]): Labelled(zh=row["zh"], en=row["en"]) for row in rows("forms/choices.csv")}


# ------------------------------------------------------------------------------------------------ rows
def _goods(assessment: Assessment, parameters: tuple[Parameter, ...], language: str) -> Iterable[Row]:
    funds = {fund.id: fund for fund in assessment.plan.funds}
    for number, figures in numbered_lines(assessment):
        prices = assessment.context.prices[figures.line.id]
        line = prices.line
        own = tuple(one for one in parameters if one.line == line.id)
        yield {
            "no": number,
            "name": line.title.label(language),
            "class": text(f"class.{_class_of(line)}", language),
            "quantity": line.quantity,
            "uom": text(f"uom.{line.uom}", language),
            "unit_price": _unit_price(line, prices.chosen),
            "amount": prices.chosen.money,
            "tax_rate": line.price.vat_rate if line.price.vat_rate is not None else assessment.plan.budget.vat_rate,
            "requirements": _requirements(own, language),
            "max_power": _quantity(figures.max_w),
            "note": line.note,
            **_fund_of(line, funds),
        }


def _class_of(line: Line) -> str:
    if line.role == "works":
        return "works"
    return "service" if line.role in _SERVICES else "goods"


def _fund_of(line: Line, funds: Mapping[str, Fund]) -> dict[str, Value | None]:
    fund = funds.get(line.fund)
    return {"fund": fund.title or None if fund else None, "account": fund.account or None if fund else None}


def _unit_price(line: Line, amount: Amount) -> Decimal | None:
    """Return the price of one unit in yuan with tax: as entered, or as reckoned from currency and tax."""
    if amount.money is None:
        return None
    if line.price.currency == "CNY" and line.price.tax == "included":
        return line.price.chosen
    price = next((given.figures[0] for given in amount.figure.inputs if given.name == "price"), None)
    if price is None or price.value is None:
        return None
    return to_decimal(price.value).quantize(_PRICE_STEP, ROUND_HALF_UP)


def _requirements(parameters: tuple[Parameter, ...], language: str) -> str:
    if not parameters:
        return text("none", language)
    return "\n".join(
        f"{number}. {_MARKS[one.level]}{whole_sentence(one, language)}" for number, one in enumerate(parameters, 1)
    )


def _parameters(parameters: tuple[Parameter, ...], language: str) -> Iterable[Row]:
    dash = text("none", language)
    for number, one in enumerate(parameters, 1):
        yield {
            "no": number,
            "code": one.code,
            "mark": _MARKS[one.level],
            "item": one.line_title.label(language),
            "name": one.row.name.label(language),
            "requirement": whole_sentence(one, language),
            "basis": one.basis.label(language) or dash,
            "evidence": one.row.evidence.label(language) or dash,
            "acceptance": one.acceptance.label(language) or dash,
        }


def _funds(assessment: Assessment, language: str) -> Iterable[Row]:
    spent = assessment.context.money.by_fund
    for number, fund in enumerate(assessment.plan.funds, 1):
        yield {
            "no": number,
            "name": fund.title or None,
            "account": fund.account or None,
            "amount": fund.amount,
            "budget_line": _choice("budget_line", fund.budget_line, language),
            "spent": spent[fund.id].money if fund.id in spent else None,
            "deadline": fund.latest_spending,
        }
