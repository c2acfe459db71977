"""Check that the rented card-hours of a year are as many as the workload asks for beside the cards there are."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from planner.assess.card_use import jobs_of
from planner.assess.context import View
from planner.assess.lines import LineFigures, parted, units_of
from planner.checks.busy import used
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure, Formula, leaf, trace
from planner.figure import Quality as Q
from planner.limits import limit
from planner.messages import Labelled, msg
from planner.plan.edits import SetValue
from planner.workload.demand import WEEK_H
from planner.workload.waiting import Job

YEAR_H = 8760.0
SERVICE_WEEKS = YEAR_H / WEEK_H

ASKED_YEAR_H = Formula(
    key="rent.asked_year_h",
    label=Labelled(zh="一年需租用的卡时", en="Card-hours to rent in a year"),
    text="weeks * jobs + 8760 / 168 * services",
    unit="GPU-h",
    source="card-hours of a week that own cards leave: jobs in the weeks of the terms, services all year",
    function=lambda weeks, jobs, services: weeks * jobs + SERVICE_WEEKS * services,
)
RENTED_YEAR_H = Formula(
    key="rent.rented_year_h",
    label=Labelled(zh="已列租用卡时", en="Card-hours that are rented"),
    text="sum(parts_h)",
    unit="GPU-h",
    source="lines by the card-hour, as for one year",
    function=lambda parts_h: math.fsum(parts_h),
)
COVERED = Formula(
    key="rent.covered",
    label=Labelled(zh="租用覆盖比例", en="Share covered by rent"),
    text="rented / asked",
    unit="1",
    source="card-hours rented over those to rent",
    function=lambda rented, asked: rented / asked,
)
SHORT_H = Formula(
    key="rent.short_h",
    label=Labelled(zh="尚缺卡时", en="Card-hours short"),
    text="max(asked - rented, 0)",
    unit="GPU-h",
    source="card-hours to rent less those rented",
    function=lambda asked, rented: max(asked - rented, 0.0),
)


class _Left(msgspec.Struct, frozen=True, kw_only=True):
    """Card-hours of a week that own cards leave to rent: of jobs, and of services; ``open`` are jobs nobody told the hours of."""

    jobs: float
    services: float
    open: tuple[Job, ...]


def rent_covers(view: View) -> Iterator[Finding]:
    """FT11: what is rented by the card-hour against what the workload asks for beyond own cards, in a year."""
    groups = parted(view.memo, view.lines)
    rent = [line for line in groups.rented if line.line.role == "cloud"]
    if not rent or not view.demand:
        return
    left: _Left = _left(view, groups.compute, len(rent) < len(groups.rented))
    if not (left.jobs or left.services):
        yield from _nothing_to_rent(view, rent, left)
        return
    key = f"{view.alternative.id}/rent"
    asked = trace(
        ASKED_YEAR_H,
        f"{key}/asked_year_h",
        weeks=limit("use.weeks_year"),
        jobs=leaf(f"{key}/jobs_week", left.jobs, "GPU-h/week", Q.COMPUTED, "what own cards leave of jobs"),
        services=leaf(
            f"{key}/services_week", left.services, "GPU-h/week", Q.COMPUTED, "what own cards leave of services"
        ),
    )
    by_hour = [line for line in rent if line.line.uom == "card_hour"]
    if len(by_hour) < len(rent):
        yield _by_amount([line for line in rent if line not in by_hour], asked)
        return
    rented = trace(RENTED_YEAR_H, f"{key}/rented_year_h", parts_h=[units_of(line) for line in by_hour])
    yield _judged(view, by_hour[0], asked, rented)


def _left(view: View, compute: tuple[LineFigures, ...], has_api: bool) -> _Left:
    """Return what own cards leave to rent; what an API serves is left out where there is one."""
    jobs = [job for job in jobs_of(view.demand, view.people, view.memo) if not (has_api and job.shared)]
    known = [job for job in jobs if job.work.known]
    open_ = tuple(job for job in jobs if not job.work.known)
    use = used(view, compute) if compute or view.stock else None
    if use is None:
        return _sum(known, open_)
    held_by_some = frozenset(use.tiers[0].jobs) if use.tiers else frozenset()  # the smallest class has all of them
    alone = _sum([job for job in known if job.id not in held_by_some], open_)
    over = max(
        use.tiers, key=lambda one: (one.asked.require() + one.held.require()) - one.there.require(), default=None
    )
    if over is None:
        return alone
    asked, held, there = over.asked.require(), over.held.require(), over.there.require()
    services = max(0.0, held - there)
    jobs_h = max(0.0, asked + held - there) - services
    return _Left(jobs=alone.jobs + jobs_h, services=alone.services + services, open=open_)


def _sum(jobs: list[Job], open_: tuple[Job, ...]) -> _Left:
    queued, held = ([job.work.require() for job in jobs if job.shared is shared] for shared in (False, True))
    return _Left(jobs=math.fsum(queued), services=math.fsum(held), open=open_)


def _nothing_to_rent(view: View, rent: list[LineFigures], left: _Left) -> Iterator[Finding]:
    if left.open and not (parted(view.memo, view.lines).compute or view.stock):
        yield cannot_tell(  # with own cards FT10 asks
            rent[0].line.id,
            msg(
                "FT11.open",
                "How much is to be rented is not known: how often and how long these run nobody said: {entries}.",
                entries=tuple(view.demand[job.id].entry.title for job in left.open),
            ),
            msg("FT11.ask", "Ask the groups: how many times a week, how many hours each time, on how many cards?"),
            tuple(dict.fromkeys(key for job in left.open for key in job.work.missing)),
        )


def _by_amount(lines: list[LineFigures], asked: Figure) -> Finding:
    """Return that rent is planned as an amount, which says nothing of the hours; and how many are to be had for it."""
    line = lines[0]
    return cannot_tell(
        line.line.id,
        msg(
            "FT11.amount",
            "{line} is planned as an amount; whether it buys the {asked} a year that own cards leave is not known.",
            line=line.line.title,
            asked=asked,
        ),
        msg(
            "FT11.amount.ask",
            "Ask the provider for the price of a card-hour, and enter the line by the card-hour with {asked}.",
            asked=asked,
        ),
        (f"{line.key}/card_hour",),
    )


def _judged(view: View, line: LineFigures, asked: Figure, rented: Figure) -> Finding:
    covered = trace(COVERED, f"{asked.key.rpartition('/')[0]}/covered", rented=rented, asked=asked)
    told = {"rented": rented, "asked": asked, "share": round(100 * covered.require())}
    if covered.require() >= 1:
        say = msg("FT11.pass", "{rented} a year are rented; the workload leaves {asked}.", **told)
        return passed(line.line.id, say, covered, rented, asked)
    short = trace(SHORT_H, f"{asked.key.rpartition('/')[0]}/short_h", asked=asked, rented=rented)
    more = math.ceil(short.require())
    quantity = line.line.quantity + more
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg(
            "FT11.short",
            "{rented} a year are rented; the workload leaves {asked}: {share} % of it is covered.",
            **told,
        ),
        remedy=msg(
            "FT11.remedy",
            "Rent {more} more, plan machines for it, use the school's platform, or plan fewer jobs.",
            more=short,
        ),
        figures=(covered, rented, asked, short),
        fix=Fix(
            label=msg("FT11.fix", "Rent {quantity} card-hours in all: {more} more", quantity=quantity, more=more),
            edit=SetValue(path=f"alternatives/{view.alternative.id}/lines/{line.line.id}/quantity", value=quantity),
        ),
    )


CHECKS = (
    Check(
        id="FT11",
        area="fit",
        title=msg("FT11.title", "Card-hours rented and asked for"),
        reads=("alternative", "lines", "demand", "people", "stock"),
        source="card-hours of a week that own cards leave, over the weeks of a year, against the lines by the card-hour",
        limit="use.weeks_year",
        blocking=False,
        run=rent_covers,
    ),
)
