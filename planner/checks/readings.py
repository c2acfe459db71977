"""Check of clamp-meter readings: how old they are, and whether what was said of a circuit fits them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import flag
from planner.assess.others import reading
from planner.assess.site import SiteFigures
from planner.checks.registry import Check, Finding, Fix, passed
from planner.checks.site_parts import name_of
from planner.figure import Figure
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue

Read = tuple[SiteNode, Figure]


def readings(view: View) -> Iterator[Finding]:
    """DQ04: what was read with a clamp meter counts before what was assumed, but what runs in a house changes."""
    found: tuple[Read, ...] = view.memo.call(_read, view.site)
    if not found:
        return
    early = [one for one in found if _day(one[1]) > view.today]
    old = [one for one in found if one not in early and not _is_fresh(one[1], view.today)]
    if early:
        yield _early(early)
    if old:
        yield _old(old)
    if not (early or old):
        say = msg("DQ04.pass", "Each clamp-meter reading is younger than {most}.", most=limit("pw.reading_days"))
        yield passed("plan", say, *(figure for _node, figure in found))
    for node, figure in found:
        if flag(node.values, "shared") is False and figure.require() > 0:
            yield _shared(node, figure)


def _read(site: SiteFigures) -> tuple[Read, ...]:
    nodes = [node for node in site.nodes if "reading_a" in node.values]
    return tuple((node, figure) for node in nodes if (figure := reading(node)).known)


def _day(figure: Figure) -> dt.date:
    """Return the day of a reading, the first of all days where nobody told it."""
    try:
        return dt.date.fromisoformat(figure.source_date)
    except ValueError:
        return dt.date.min


def _is_fresh(figure: Figure, today: dt.date) -> bool:
    """Tell whether a reading has a day that is not too long ago."""
    return (today - _day(figure)).days <= limit("pw.reading_days").require()


def _early(found: list[Read]) -> Finding:
    return Finding(
        outcome="warning",
        subject="plan",
        message=msg(
            "DQ04.future", "Clamp-meter readings of a day that is still to come: {readings}.", readings=_listed(found)
        ),
        remedy=msg("DQ04.future.remedy", "Correct the day of the reading."),
        figures=tuple(figure for _node, figure in found),
    )


def _listed(found: list[Read]) -> tuple[Message, ...]:
    return tuple(
        msg(
            "DQ04.one",
            "{name} {current} ({day})",
            name=name_of(node),
            current=figure,
            day=figure.source_date or msg("reading.undated", "day not told"),
        )
        for node, figure in found
    )


def _old(found: list[Read]) -> Finding:
    return Finding(
        outcome="note",
        subject="plan",
        message=msg(
            "DQ04.old",
            "Clamp-meter readings without a day, or older than {most}: {readings}.",
            most=limit("pw.reading_days"),
            readings=_listed(found),
        ),
        remedy=msg(
            "DQ04.remedy",
            "Read these circuits again at a busy hour and note the day; once more when the machines are there.",
        ),
        figures=(*(figure for _node, figure in found), limit("pw.reading_days")),
    )


def _shared(node: SiteNode, figure: Figure) -> Finding:
    told = {"name": name_of(node), "current": figure}
    return Finding(
        outcome="warning",
        subject=node.id,
        message=msg("DQ04.shared", "{name} is said to be used by nobody else, but {current} were read there.", **told),
        remedy=msg("DQ04.shared.remedy", "Ask what hangs on it; until then it counts as shared."),
        figures=(figure,),
        fix=Fix(
            label=msg("DQ04.fix", "Take {name} as shared", **told),
            edit=SetValue(
                path=f"site/{node.id}/values/shared",
                value={"value": True, "quality": "entered", "source": "clamp-meter reading"},
            ),
        ),
    )


CHECKS = (
    Check(
        id="DQ04",
        area="data",
        title=msg("DQ04.title", "Clamp-meter readings"),
        reads=("site", "today"),
        source="policy of this program: a reading is kept as long as specifications are",
        limit="pw.reading_days",
        blocking=False,
        run=readings,
    ),
)
