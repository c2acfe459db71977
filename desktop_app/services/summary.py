"""The short account of an alternative for people: money, power, circuits, heat, rack, fit, findings with remedies."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.services.least_money import planned_least
from planner.assess.demand import Fit
from planner.assess.least import known_part
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.checks.registry import Finding
from planner.checks.site_parts import name_of
from planner.figure import Figure
from planner.messages import Message, msg, render

_VERDICTS = {
    "feasible": msg("summary.feasible", "feasible"),
    "infeasible": msg("summary.infeasible", "not feasible as it stands"),
    "unknown": msg("summary.unknown", "cannot be said yet: questions are open"),
}
_FITS = {
    "fits": msg("summary.fits", "fits"),
    "tight": msg("summary.tight", "tight"),
    "no": msg("summary.no", "does not fit"),
    "unknown": msg("common.unknown", "unknown"),
}
_SEVERITY = {
    "error": msg("summary.error", "Error"),
    "warning": msg("summary.warning", "Warning"),
    "unknown": msg("summary.question", "Question"),
    "note": msg("summary.note", "Note"),
}


def account(assessment: Assessment) -> tuple[Message, ...]:
    """Return the lines of the account in their order, without the findings."""
    return tuple(_lines(assessment))


def finding_lines(finding: Finding, language: str) -> tuple[str, ...]:
    """Return a finding, its remedy and the step that applies it."""
    word = render(_SEVERITY[finding.outcome], language)
    lines = [f"[{word}] {finding.check} {finding.subject}: {render(finding.message, language)}"]
    if finding.waiver is not None:
        waived = msg("summary.waived", "let pass by {by}: {reason}", by=finding.waiver.by, reason=finding.waiver.reason)
        lines.append("    " + render(waived, language))
    elif finding.remedy is not None:
        lines.append("    → " + render(finding.remedy, language))
    if finding.fix is not None and finding.waiver is None:
        fix = msg("summary.fix", "One step: {label}", label=finding.fix.label)
        lines.append("    ✓ " + render(fix, language))
    return tuple(lines)


def shown_findings(assessment: Assessment) -> tuple[Finding, ...]:
    """Return the findings worth showing: all but passed and snoozed ones."""
    return tuple(one for one in assessment.findings if one.outcome != "pass" and one.snooze is None)


def verdict_message(assessment: Assessment) -> Message:
    """Return the verdict in words."""
    return _VERDICTS[assessment.verdict]


def fit_word(fit: Fit) -> Message:
    """Return 够用, 偏紧, 不够 or unknown."""
    return _FITS[fit.verdict]


def _lines(assessment: Assessment) -> Iterator[Message]:
    context = assessment.context
    money, totals, least = context.money, context.totals, planned_least(context)
    at_least = msg(
        "summary.at_least", "at least {amount} ({missing})", amount=money.planned_known.money, missing=least.missing
    )
    yield msg(
        "summary.budget",
        "Budget {budget}, planned {planned} with VAT and contingency, left {left}",
        budget=money.budget.money,
        planned=at_least if least.more else money.planned.money,
        left=money.left.money,
    )
    yield msg(
        "summary.price",
        "Price with VAT, without contingency {low} to {high}, reckoned with {chosen} (VAT in it {vat})",
        low=money.low.money,
        high=money.high.money,
        chosen=money.chosen.money,
        vat=money.vat.money,
    )
    yield msg(
        "summary.power",
        "Power: nameplate {nameplate}, maximum {maximum}, expected {expected}",
        nameplate=_at_least(totals.nameplate_w),
        maximum=_at_least(totals.max_w),
        expected=_at_least(totals.expected_w),
    )
    for load in context.site.loads.values():
        if load.node.type == "circuit" and load.connected:
            yield _circuit(load)
    yield msg(
        "summary.heat",
        "Heat {heat}, sensible cooling {cooling}",
        heat=_at_least(totals.heat_w),
        cooling=totals.sensible_cooling_w,
    )
    yield msg("summary.rack", "Rack units {rack}", rack=totals.rack_u)
    if context.energy.year_cost.known:  # without a price a note tells the energy
        energy = context.energy
        yield msg(
            "summary.running",
            "Electricity in a year {energy}, {cost} at {price}",
            energy=energy.year_kwh,
            cost=energy.year_cost,
            price=energy.price,
        )
    for fit in context.fits:
        yield _fit(assessment, fit)


def _at_least(whole: Figure) -> Figure | Message:
    """Return a power, or what is certain of it where a machine's is not known."""
    least = known_part(whole)
    return whole if least is None else msg("summary.power_least", "at least {power}", power=least)


def _circuit(load: NodeLoad) -> Message:
    return msg(
        "summary.circuit",
        "{name}: {current} of {rating}",
        name=name_of(load.node),
        current=load.total_a,
        rating=load.rating_a,
    )


def _fit(assessment: Assessment, fit: Fit) -> Message:
    entry = assessment.context.demand[fit.entry].entry
    line = assessment.context.lines[fit.line].line
    if fit.verdict == "no" and fit.devices_there < fit.devices_needed:
        return msg(
            "summary.fit_devices",
            "{entry} on {line}: {verdict}. {reason}",
            entry=entry.title,
            line=line.title,
            verdict=fit_word(fit),
            reason=fit.reason,
        )
    return msg(
        "summary.fit",
        "{entry} on {line}: {verdict} ({need} of {visible})",
        entry=entry.title,
        line=line.title,
        verdict=fit_word(fit),
        need=fit.need_gib,
        visible=fit.visible_gib,
    )
