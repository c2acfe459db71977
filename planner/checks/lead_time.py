"""Whether supply upgrade, circuits and air conditioners are done before the machines are wanted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.lines import LineFigures, parted
from planner.checks.declared import of_node
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import name_of
from planner.checks.upstream import short_panels
from planner.figure import Figure
from planner.labels import Labelled
from planner.messages import Message, msg
from planner.plan.document import Alternative
from planner.plan.edits import Batch, SetValue

_WORKS = ("works", "cooling")


class Works(msgspec.Struct, frozen=True, kw_only=True):
    """Works that must be done first: subject, name, days they take from today, and what there is to say of how much."""

    subject: str
    name: Message | Labelled | str
    days: Figure


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """The first day on which machines are wanted, and the stages of machines with their days."""

    first: dt.date
    stages: Mapping[str, dt.date]


class _Dates(msgspec.Struct, frozen=True, kw_only=True):
    """The alternative, when its machines are wanted, and the day of today."""

    one: Alternative
    wanted: Wanted | None
    today: dt.date


def lead_time(view: View) -> Iterator[Finding]:
    """BU05: works and a larger supply take weeks; they have to be ordered so that they are done when machines come."""
    lines = parted(view.memo, view.lines).all
    machines = {one for one in view.memo.column("lead machines", lines, _machine) if one is not None}
    if not machines:
        return
    wanted = view.memo.settled(("lead wanted", view.alternative.id), _wanted(view.alternative, machines, view.today))
    plan = _Dates(one=view.alternative, wanted=wanted, today=view.today)
    works = tuple(compress(lines, view.memo.column("lead works", lines, _is_works)))
    # lines are the same objects after most edits, and so is what is said of them
    yield from view.memo.each(
        ("lead time", view.alternative.id),
        lambda line: _judged(plan, _of_line(line)),
        works,
        (view.alternative.stages, wanted, view.today),
    )
    for load, more in short_panels(view):
        name = msg("BU05.upgrade", "{more} kVA more at {panel} (增容)", more=more, panel=name_of(load.node))
        days = of_node(load.node, "upgrade_days", "d")
        yield _judged(plan, Works(subject=load.node.id, name=name, days=days))


def _machine(line: LineFigures) -> tuple[str, float | None] | None:
    """Return stage and days of delivery of planned machines; None for what is no machine."""
    own = line.line
    if own.role != "compute" or not own.quantity:
        return None
    return own.stage, fact_figure(own.facts, "delivery_days", "", "d").value if "delivery_days" in own.facts else None


def _is_works(line: LineFigures) -> bool:
    return line.line.role in _WORKS and line.line.quantity > 0


def _of_line(line: LineFigures) -> Works:
    days = fact_figure(line.line.facts, "delivery_days", f"{line.key}/delivery_days", "d")
    return Works(subject=line.line.id, name=line.line.title, days=days)


def _wanted(one: Alternative, machines: Iterable[tuple[str, float | None]], today: dt.date) -> Wanted | None:
    """Return when machines are wanted: by their stage, else as long after today as their delivery takes."""
    dates = {stage.id: stage.wanted_by for stage in one.stages if stage.wanted_by is not None}
    stages = {name: dates[name] for name in dates if any(name == stage for stage, _days in machines)}
    found = [_after(today, days) for stage, days in machines if stage not in dates and days is not None]
    found += stages.values()
    return Wanted(first=min(found), stages=stages) if found else None


def _after(today: dt.date, days: float) -> dt.date:
    return today + dt.timedelta(days=-int(-days // 1))


def _judged(plan: _Dates, works: Works) -> Finding:
    wanted = plan.wanted
    told: dict[str, object] = {"works": works.name, "days": works.days}
    if wanted is None or not works.days.known:
        return _open(plan, works)
    ready = _after(plan.today, works.days.require())
    latest = wanted.first - (ready - plan.today)
    told |= {"ready": ready, "wanted": wanted.first, "latest": latest}
    if ready <= wanted.first:
        say = msg("BU05.pass", "{works}: {days}; ordered by {latest} they are done when machines come.", **told)
        return passed(works.subject, say, works.days)
    late = (ready - wanted.first).days
    return Finding(
        outcome="warning",
        subject=works.subject,
        message=msg(
            "BU05.late",
            "{works}: {days}; ordered today they are done on {ready}, {late} days after machines are wanted ({wanted}).",
            late=late,
            **told,
        ),
        remedy=msg(
            "BU05.late.remedy",
            "Order the works today, machines {late} days later; or start with what the circuits there carry. To keep {wanted} "
            "they had to be ordered by {latest}.",
            late=late,
            **told,
        ),
        figures=(works.days,),
        fix=_later(plan.one, wanted, ready),
    )


def _later(one: Alternative, wanted: Wanted, ready: dt.date) -> Fix | None:
    """Return the step that wants the stages of machines only when the works are done; None where no stage has a day."""
    early = [stage for stage, date in wanted.stages.items() if date < ready]
    if not early:
        return None
    edits = tuple(
        SetValue(path=f"alternatives/{one.id}/stages/{stage}/wanted_by", value=ready.isoformat()) for stage in early
    )
    label = msg("BU05.fix", "Want the machines by {ready}", ready=ready)
    return Fix(label=label, edit=edits[0] if len(edits) == 1 else Batch(edits=edits))


def _open(plan: _Dates, works: Works) -> Finding:
    """Return what is missing: nothing is said while neither day nor duration is told, but that both are needed."""
    ask_days = msg("BU05.ask.days", "Ask the building office how many days it takes from the application to hand-over.")
    if works.days.known:
        ready = _after(plan.today, works.days.require())
        return cannot_tell(
            works.subject,
            msg(
                "BU05.no_day",
                "{works}: done on {ready} at the earliest; when the machines are wanted is not said.",
                works=works.name,
                ready=ready,
            ),
            msg("BU05.ask.day", "Enter the day of the stage that the machines belong to."),
            (f"alternatives/{plan.one.id}/stages",),
        )
    if plan.wanted is not None:
        return cannot_tell(
            works.subject,
            msg(
                "BU05.no_days",
                "Whether {works} are done by {wanted}, when machines are wanted, is not known.",
                works=works.name,
                wanted=plan.wanted.first,
            ),
            ask_days,
            works.days.missing,
        )
    return Finding(
        outcome="note",
        subject=works.subject,
        message=msg(
            "BU05.neither",
            "{works}: how long they take and when the machines are wanted is not said.",
            works=works.name,
        ),
        remedy=ask_days,
        missing=works.days.missing,
    )


CHECKS = (
    Check(
        id="BU05",
        area="budget",
        title=msg("BU05.title", "Works done in time"),
        reads=("alternative", "lines", "site", "facts", "today"),
        source="days from today that works and a larger supply take, against the day machines are wanted",
        blocking=False,
        run=lead_time,
    ),
)
