"""The stable JSON forms of figures, money, findings and assessments (schema names carry their version)."""

from __future__ import annotations

from typing import Any

import msgspec

from planner.assess.months import months_of
from planner.assess.prices import Amount
from planner.assess.run import Assessment
from planner.checks.registry import Finding, Fix
from planner.figure import Figure
from planner.messages import Message, format_value, render
from planner.money import Money
from planner.plan.document import Plan

SEVERITIES = {"error": "error", "warning": "warning", "unknown": "unknown", "note": "info"}
JsonObject = dict[str, Any]


def money_json(money: Money | None) -> JsonObject | None:
    """Return ``{amount, currency, tax}``; None where it is not known."""
    if money is None:
        return None
    return {"amount": format(money.amount, "f"), "currency": money.currency, "tax": money.tax}


def figure_json(figure: Figure) -> JsonObject:
    """Return a figure with its direct inputs."""
    shown: JsonObject = {
        "key": figure.key,
        "value": figure.value,
        "unit": figure.unit,
        "formula": figure.formula.text if figure.formula else None,
        "inputs": [
            {"name": given.name, "key": part.key, "value": part.value, "unit": part.unit}
            for given in figure.inputs
            for part in given.figures
        ],
        "source": figure.source,
        "source_date": figure.source_date,
        "quality": figure.quality.value,
    }
    if figure.low is not None:
        shown["low"] = figure.low
    if figure.high is not None:
        shown["high"] = figure.high
    if figure.missing:
        shown["missing"] = list(figure.missing)
    return shown


def tree_json(figure: Figure, language: str) -> JsonObject:
    """Return a figure with everything it was computed from."""
    label = figure.formula.label.label(language) if figure.formula else ""
    children = [
        {"name": given.name, "figure": tree_json(part, language)} for given in figure.inputs for part in given.figures
    ]
    return {**figure_json(figure), "label": label, "inputs": children}


def finding_json(finding: Finding, language: str) -> JsonObject:
    """Return a finding as ``check`` prints it."""
    shown: JsonObject = {
        "id": finding.check,
        "severity": SEVERITIES[finding.outcome],
        "subject": finding.subject,
        "message_id": finding.message.id,
        "values": {name: value_json(value, language) for name, value in finding.message.values.items()},
        "message": render(finding.message, language),
        "remedy": render(finding.remedy, language) if finding.remedy else "",
        "missing": list(finding.missing),
        "figures": [figure_json(figure) for figure in finding.figures],
    }
    if finding.fix is not None:
        shown["fix"] = fix_json(finding.fix, language)
    if finding.waiver is not None:
        shown["waiver"] = msgspec.to_builtins(finding.waiver)
    if finding.snooze is not None:
        shown["snoozed_until"] = finding.snooze.until.isoformat()
    return shown


def fix_json(fix: Fix, language: str) -> JsonObject:
    """Return a remedy that one step applies."""
    return {"label": render(fix.label, language), "edit": msgspec.to_builtins(fix.edit)}


def value_json(value: Any, language: str) -> Any:
    """Return a message's value as plain JSON."""
    if isinstance(value, Figure):
        return {"key": value.key, "value": value.value, "unit": value.unit}
    if isinstance(value, Money):
        return money_json(value)
    if isinstance(value, bool | int | float | str) or value is None:
        return value
    if isinstance(value, tuple | list):
        return [value_json(part, language) for part in value]
    return render(value, language) if isinstance(value, Message) else format_value(value, language)


def totals_json(assessment: Assessment) -> JsonObject:
    """Return the totals of an alternative: money as objects, powers in W, rack units in U; null where unknown."""
    context = assessment.context
    amounts: dict[str, Amount] = {
        "price_low": context.money.low,
        "price_chosen": context.money.chosen,
        "price_high": context.money.high,
        "vat": context.money.vat,
        "contingency": context.money.contingency,
        "planned": context.money.planned,
        "budget": context.money.budget,
        "budget_left": context.money.left,
    }
    totals = context.totals
    return {
        **{name: money_json(amount.money) for name, amount in amounts.items()},
        **{name: getattr(totals, name).value for name in totals.__struct_fields__},
    }


def energy_json(assessment: Assessment) -> JsonObject:
    """Return a year of running: power in W, energy in kWh, money in CNY, carbon in kg; null where unknown.

    ``basis`` tells what the utilisation rests on: workload, told or assumed. ``months`` are January to December.
    """
    context = assessment.context
    energy = context.energy
    names = [name for name in energy.__struct_fields__ if name not in ("use", "factor")]
    return {
        "basis": energy.use.basis,
        "use_share": energy.use.share.value,
        "year_use_share": energy.use.year.value,
        **{name: getattr(energy, name).value for name in names},
        "factor": figure_json(energy.factor),
        "months_kwh": [month.all_kwh.value for month in months_of(context.alternative.id, energy)],
    }


def assessment_json(assessment: Assessment, language: str) -> JsonObject:
    """Return one alternative as ``check`` prints it; passed checks are counted, not listed."""
    shown = [one for one in assessment.findings if one.outcome != "pass"]
    one = assessment.context.alternative
    return {
        "name": one.id,
        "title": one.title.label(language),
        "verdict": assessment.verdict,
        "totals": totals_json(assessment),
        "energy": energy_json(assessment),
        "fits": [fit_json(assessment, number, language) for number in range(len(assessment.context.fits))],
        "findings": [finding_json(finding, language) for finding in shown],
        "passed": len(assessment.findings) - len(shown),
    }


def fit_json(assessment: Assessment, number: int, language: str) -> JsonObject:
    """Return how one entry fits one line."""
    fit = assessment.context.fits[number]
    return {
        "entry": fit.entry,
        "line": fit.line,
        "verdict": fit.verdict,
        "need_gib": fit.need_gib.value,
        "visible_gib": fit.visible_gib.value,
        "devices_needed": fit.devices_needed,
        "devices_there": fit.devices_there,
        "reason": render(fit.reason, language),
    }


def plan_json(plan: Plan, language: str) -> JsonObject:
    """Return what identifies a plan."""
    return {"id": plan.id, "name": plan.title.label(language), "alternatives": [one.id for one in plan.alternatives]}
