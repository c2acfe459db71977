"""Checks of what a UPS carries: watts and volt-amperes both within its rating, with room to spare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from planner.assess.context import View
from planner.checks.declared import of_node
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.site_parts import asked
from planner.checks.trial import Trial
from planner.checks.ups_larger import ups_step
from planner.checks.ups_load import Carried, carried
from planner.figure import Figure
from planner.limits import limit
from planner.messages import Message, msg


def ups_load(view: View) -> Iterator[Finding]:
    """UP01 and UP02: the load of a UPS against its rating in W and VA, and the advised 80 %."""
    for one in carried(view):
        found = _at_height(view, _judged(one)) if one.percent.known else _unknown(one)
        bad = found.outcome in ("error", "warning") and not isinstance(view, Trial)
        step = ups_step(view, one, found.outcome) if bad else None
        yield found if step is None else msgspec.structs.replace(found, fix=step)


def _at_height(view: View, found: Finding) -> Finding:
    """Return a finding that says where the altitude of the room takes some of the rating."""
    share, room = view.site.ups_share_pct, view.site.room
    if share is None or room is None:
        return found
    height = of_node(room, "altitude_m", "m")
    say = msg(
        "UP01.height",
        "{finding} At {height} that is {share} of what is on its nameplate.",
        finding=found.message,
        height=height,
        share=share,
    )
    return msgspec.structs.replace(found, message=say, figures=(*found.figures, share))


def _unknown(one: Carried) -> Finding:
    return cannot_tell(
        one.subject,
        msg("UP01.unknown", "Whether {name} carries its load is not known.", name=one.name),
        msg(
            "UP01.ask",
            "Read W and VA on its label or ask the seller; missing: {inputs}.",
            inputs=asked(one.percent.missing),
        ),
        one.percent.missing,
    )


def _judged(one: Carried) -> Finding:
    share = one.percent.require() / 100
    told = {"name": one.name, "load": one.load, "rating": one.rating, "percent": one.percent}
    figures = (one.percent, one.load, one.rating)
    if share > 1:
        return _over(one, told, figures)
    if share > limit("ups.load_warn").require():
        message = msg("UP01.tight", "{name} would carry {load}, {percent} of its rating.", **told)
        remedy = msg("UP01.tight.remedy", "Take the next size, or keep the largest machine off it: 80 % is advised.")
        return Finding(outcome="warning", subject=one.subject, message=message, remedy=remedy, figures=figures)
    if one.basis == "shared":
        message = msg(
            "UP01.shared",
            "{name} carries {load}, {percent} of its rating, if the machines are shared out over the UPS by rating; nobody "
            "said which hangs on which.",
            **told,
        )
        remedy = msg("UP01.shared.remedy", "Put each UPS into the wiring of the room, and plug in what it is to carry.")
        return Finding(outcome="note", subject=one.subject, message=message, remedy=remedy, figures=figures)
    return passed(one.subject, msg("UP01.pass", "{name} carries {load}, {percent} of its rating.", **told), *figures)


def _over(one: Carried, told: Mapping[str, object], figures: tuple[Figure, ...]) -> Finding:
    message: Message
    if one.basis == "shared":
        message = msg(
            "UP01.all.shared",
            "The UPS of the build cannot carry all machines together: shared out by rating, {name} ({rating}) would carry "
            "{load}, {percent}.",
            **told,
        )
        remedy = msg("UP01.all.remedy", "Say which machines hang on it (storage first), or take a larger one.")
        return Finding(outcome="warning", subject=one.subject, message=message, remedy=remedy, figures=figures)
    if one.basis == "all":
        message = msg("UP01.all", "{name} ({rating}) cannot carry all machines: together they draw {load}.", **told)
        remedy = msg("UP01.all.remedy", "Say which machines hang on it (storage first), or take a larger one.")
        return Finding(outcome="warning", subject=one.subject, message=message, remedy=remedy, figures=figures)
    message = msg("UP01.over", "{name} ({rating}) would carry {load}, {percent} of its rating.", **told)
    remedy = msg("UP01.over.remedy", "Move machines off it, or take a larger one; count W and VA, not VA alone.")
    return Finding(outcome="error", subject=one.subject, message=message, remedy=remedy, figures=figures)


CHECKS = (
    Check(
        id="UP01",
        area="power",
        title=msg("UP01.title", "Load of the UPS in W and VA"),
        reads=("lines", "site", "facts", "alternative", "market", "organisation"),
        source="facility rule U2: the larger of the shares in W and VA; selection advice of makers: at most 80 %",
        limit="ups.load_warn",
        hides=("UP13",),
        run=ups_load,
    ),
)
