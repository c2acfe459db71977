"""What a wiring plan puts behind each UPS, and what the UPS loses for it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.facility.wiring import WiringPlan
from planner.facility.wiring_model import Branch, Site
from planner.facility.wiring_score import ledger_of


class BehindUps(msgspec.Struct, frozen=True, kw_only=True):
    """A UPS with the power that a plan puts behind it and what it loses for that (W); what feeds it carries both."""

    branch: Branch
    load_w: float
    loss_w: float


def behind_ups(plan: WiringPlan) -> Iterator[BehindUps]:
    """Yield each UPS of known rating that the plan plugs something in behind."""
    site = Site(plan.problem)
    places = tuple(None if at is None else tuple(site.group_of[one] for one in at) for at in plan.outlets)
    ledger = ledger_of(site, places)
    for number, slot in enumerate(site.slots):
        if slot.is_whole and ledger.loads[0][number] > 0:
            branch = site.problem.branches[slot.branch]
            load_w = site.watts(ledger.loads[0][number])
            loss_w = branch.loss_w + branch.standing_w + branch.loss_share * load_w
            yield BehindUps(branch=branch, load_w=load_w, loss_w=loss_w)
