"""Check of the days that stages are wanted by: one that is past is most likely one of another year."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.checks.registry import Check, Finding, Fix
from planner.entry import likely_day
from planner.messages import msg
from planner.plan.edits import SetValue


def wanted_in_time(view: View) -> Iterator[Finding]:
    """BU20: no stage is wanted by a day that is past; nothing is said of one without a day or without lines."""
    late = [one for one in view.alternative.stages if one.wanted_by is not None and one.wanted_by < view.today]
    used = {line.stage for line in view.alternative.lines if line.quantity} if late else set()
    for stage in late:
        if stage.id not in used or stage.wanted_by is None:
            continue
        meant = likely_day(stage.wanted_by, view.today)
        yield Finding(
            outcome="warning",
            subject="plan",
            message=msg(
                "BU20.past", "{stage} is wanted by {day}; that day is past.", stage=stage.title, day=stage.wanted_by
            ),
            remedy=msg("BU20.remedy", "Enter the day it is needed by; {meant} may be meant.", meant=meant),
            fix=Fix(
                label=msg("BU20.fix", "Want it by {meant}", meant=meant),
                edit=SetValue(
                    path=f"alternatives/{view.alternative.id}/stages/{stage.id}/wanted_by", value=meant.isoformat()
                ),
            ),
        )


CHECKS = (
    Check(
        id="BU20",
        area="budget",
        title=msg("BU20.title", "Days that are wanted lie ahead"),
        reads=("alternative", "today"),
        source="a purchase cannot be delivered in the past",
        blocking=False,
        run=wanted_in_time,
    ),
)
