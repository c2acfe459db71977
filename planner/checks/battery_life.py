"""UP10: a lead-acid battery is worn out before the machines are, sooner where it is warm; its replacement is a cost line."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure, first_known
from planner.assess.lines import parted
from planner.checks.backup import Backup, backups
from planner.checks.declared import of_node
from planner.checks.operation import added
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.facility.ups_runtime import LIFE_YEARS
from planner.figure import Figure, trace
from planner.limits import limit
from planner.messages import Labelled, msg

_REPLACED = Labelled(zh="UPS 电池更换", en="Replacement of the UPS battery")
_LINE = "battery"


def battery_age(view: View) -> Iterator[Finding]:
    """UP10: a lead-acid battery is worn out before the machines are; its replacement is a cost."""
    there: tuple[Backup, ...] = view.memo.call(backups, view.site, parted(view.memo, view.lines).machines)
    for one in there:
        life = one.number("battery_years", "yr")
        if one.word("battery_kind") == "lithium":
            say = msg("UP10.pass", "The lithium battery of {name} outlasts the machines.", name=one.name)
            yield passed(one.subject, say)
        elif not (life.known or one.word("battery_kind")):
            yield _battery_asked(one)
        else:
            yield _aged(view, one, life if life.known else limit("ups.battery_years"))


def _aged(view: View, one: Backup, at_25: Figure) -> Finding:
    """Return how long a battery lasts in its room, and what to plan where that is shorter than the machines are used."""
    room = view.site.room
    warm = None if room is None else of_node(room, "setpoint_c", "degC")
    years = at_25
    if warm is not None and warm.known and warm.require() > 25.0:  # noqa: PLR2004 - the temperature lives are told at
        left = trace(LIFE_YEARS, f"{one.key}/battery_life_yr", life_25_years=at_25, battery_c=warm)
        years = msgspec.structs.replace(left, unit="yr")
    used = first_known(
        "plan/years_of_use",
        "yr",
        fact_figure(view.facts, "years_of_use", "plan/years_of_use", "yr"),
        limit("default.years_of_use"),
    )
    count = max(0, math.ceil(used.require() / years.require() - 1e-9) - 1)
    told = {"name": one.name, "years": years, "used": used, "count": count}
    planned = any(line.line.id.startswith(_LINE) and line.line.quantity for line in view.lines.values())
    if not count:
        say = msg(
            "UP10.enough",
            "The battery of {name} lasts about {years}, as long as the machines are used ({used}).",
            **told,
        )
        return passed(one.subject, say, years, used)
    if planned:
        say = msg("UP10.planned", "The battery of {name} lasts about {years}; its replacement is on the list.", **told)
        return passed(one.subject, say, years, used)
    return Finding(
        outcome="note",
        subject=one.subject,
        message=msg(
            "UP10.age",
            "The battery of {name} lasts about {years}; the machines are used for {used}.",
            **told,
        ),
        remedy=msg(
            "UP10.remedy",
            "Plan {count} replacement(s) of it among the costs, and keep it below 25 °C.",
            **told,
        ),
        figures=(years, used),
        fix=added(view, _LINE, "service", _REPLACED),
    )


def _battery_asked(one: Backup) -> Finding:
    return cannot_tell(
        one.subject,
        msg(
            "UP10.unknown",
            "How long the battery of {name} lasts is not known: one of lead about {years}, one of lithium longer than the machines.",
            name=one.name,
            years=limit("ups.battery_years"),
        ),
        msg(
            "UP10.ask",
            "Look for the kind on its label, or ask the seller: lead or lithium; one of lead is replaced at the lab's cost.",
        ),
        (f"{one.key}/battery_kind",),
    )


CHECKS = (
    Check(
        id="UP10",
        area="power",
        title=msg("UP10.title", "Age of the battery"),
        reads=("site", "lines", "facts", "alternative"),
        source="lead-acid 3 to 6 years, half of that for each 10 K above 25 °C (customary, to be confirmed); lithium 10 to 15 years",
        limit="ups.battery_years",
        blocking=False,
        run=battery_age,
    ),
)
