"""Checks of what laboratories are inspected by beside wiring: ledger and label, an extinguisher."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import flag
from planner.checks.cooling import is_warm
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import room_of
from planner.messages import msg
from planner.plan.edits import SetValue

SOURCE = "高等学校实验室安全检查项目表 (2023) 12.1"


def ledger(view: View) -> Iterator[Finding]:
    """LS04: each machine stands in the ledger, and its label names who is responsible."""
    if not is_warm(view.site):
        return
    there = flag(view.facts, "ledger")
    if there:
        yield passed("plan", msg("LS04.pass", "The machines will stand in the ledger, with labels."))
        return
    value = {"value": True, "quality": "entered", "source": "decision of the laboratory"}
    fix = Fix(
        label=msg("LS04.fix", "They will be entered and labelled"), edit=SetValue(path="facts/ledger", value=value)
    )
    remedy = msg("LS04.remedy", "Name a person; inspections look for ledger, label and the one responsible.")
    if there is None:
        say = msg("LS04.unasked", "Who enters the machines into the ledger and labels them is not said.")
        yield cannot_tell("plan", say, remedy, ("plan/ledger",), fix)
        return
    yield Finding(
        outcome="warning",
        subject="plan",
        message=msg("LS04.none", "The machines stand in no ledger and bear no label."),
        remedy=remedy,
        fix=fix,
    )


def extinguisher(view: View) -> Iterator[Finding]:
    """LS05: an extinguisher for electrical fires hangs where machines run: CO2, clean gas or powder."""
    room = room_of(view.site)
    if room is None or not is_warm(view.site):
        return
    there = flag(room.values, "extinguisher")
    if there:
        yield passed(room.id, msg("LS05.pass", "There is an extinguisher for electrical fires."))
        return
    value = {"value": True, "quality": "assumed", "source": "to be put in"}
    fix = Fix(
        label=msg("LS05.fix", "Plan an extinguisher for electrical fires"),
        edit=SetValue(path=f"site/{room.id}/values/extinguisher", value=value),
    )
    if there is None:
        yield cannot_tell(
            room.id,
            msg("LS05.unasked", "Whether there is an extinguisher for electrical fires is not said."),
            msg(
                "LS05.ask",
                "Look beside the door; where none hangs there, hang one: CO2 or clean gas; powder is allowed too, but spoils the machines. No water.",
            ),
            (f"site/{room.id}/extinguisher",),
            fix,
        )
        return
    yield Finding(
        outcome="warning",
        subject=room.id,
        message=msg("LS05.none", "There is no extinguisher for electrical fires in the room."),
        remedy=msg(
            "LS05.remedy",
            "Hang one beside the door: CO2 or clean gas; powder is allowed too, but spoils the machines. No water.",
        ),
        fix=fix,
    )


CHECKS = (
    Check(
        id="LS04",
        area="safety",
        title=msg("LS04.title", "Ledger and label"),
        reads=("site", "facts"),
        source=f"{SOURCE}: ledger, label, person responsible",
        blocking=False,
        run=ledger,
    ),
    Check(
        id="LS05",
        area="safety",
        title=msg("LS05.title", "Extinguisher for electrical fires"),
        reads=("site",),
        source=f"{SOURCE}: CO2 extinguisher; GB 50140-2005 4.2.5: powder, halon or CO2 (no metal horn) for class E fires",
        blocking=False,
        run=extinguisher,
    ),
)
