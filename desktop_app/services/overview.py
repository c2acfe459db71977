"""What the first window shows: the account and the findings of a plan as rows of plain strings."""

from __future__ import annotations

import msgspec

from desktop_app.services.summary import account, shown_findings
from planner.assess.run import Assessment
from planner.messages import msg, render


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """Headings and rows of plain strings."""

    headings: tuple[str, str, str]
    rows: tuple[tuple[str, str, str], ...]


def overview(assessment: Assessment, language: str) -> Overview:
    """Return the account, then the findings with their remedies."""
    headings = (
        render(msg("overview.kind", "What"), language),
        render(msg("overview.text", "Result"), language),
        render(msg("overview.remedy", "Remedy"), language),
    )
    figures = render(msg("overview.figure", "Figures"), language)
    rows = [(figures, render(line, language), "") for line in account(assessment)]
    for finding in shown_findings(assessment):
        remedy = render(finding.remedy, language) if finding.remedy else ""
        rows.append((finding.check, render(finding.message, language), remedy))
    return Overview(headings=headings, rows=tuple(rows))
