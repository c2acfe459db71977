"""Assess the alternatives of a plan, one or all."""

from __future__ import annotations

import datetime as dt

from planner.assess.run import Assessment, assess
from planner.catalog.items import Item
from planner.checks.registry import Finding, Fix
from planner.errors import EditError, unknown_id
from planner.messages import msg
from planner.plan.document import Plan


def assess_plan(plan: Plan, alternative: str, today: dt.date, market: tuple[Item, ...]) -> tuple[Assessment, ...]:
    """Return the assessment of one alternative, or of all where none is named; raises UnknownIdError."""
    ids = tuple(one.id for one in plan.alternatives)
    if alternative and alternative not in ids:
        raise unknown_id(msg("kind.alternative", "alternative"), alternative, ids)
    wanted = (alternative,) if alternative else ids
    return tuple(assess(plan, one, today, market=market) for one in wanted)


def finding_of(
    plan: Plan, alternative: str, check: str, subject: str, today: dt.date, market: tuple[Item, ...]
) -> Finding:
    """Return a standing finding by check and subject; raises UnknownIdError with what there is."""
    from desktop_app.services.session import chosen_alternative

    assessment = assess_plan(plan, alternative or chosen_alternative(plan), today, market)[0]
    standing = {f"{one.check} {one.subject}": one for one in assessment.findings if one.outcome != "pass"}
    wanted = f"{check} {subject}"
    if wanted not in standing:
        raise unknown_id(msg("kind.finding", "finding"), wanted, tuple(standing))
    return standing[wanted]


def fix_of(plan: Plan, alternative: str, check: str, subject: str, today: dt.date, market: tuple[Item, ...]) -> Fix:
    """Return the one-step remedy of a finding; raises UnknownIdError, or EditError where it has none."""
    finding = finding_of(plan, alternative, check, subject, today, market)
    if finding.fix is None:
        raise EditError(
            msg("fix.none", "{check} has no one-step remedy for {subject}.", check=check, subject=subject),
            finding.remedy,
        )
    return finding.fix
