"""Plan the wiring of an alternative: where each cord goes, how good that is, why something finds no place, and the edit."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from desktop_app.services.assessing import assess_plan
from desktop_app.services.session import chosen_alternative
from desktop_app.services.wiring_idle import idle_ups
from planner.checks.site_parts import name_of, quantity_name
from planner.limits import in_force
from planner.messages import Labelled, Message, format_value, msg, render
from planner.plan.document import Connection, Plan

if TYPE_CHECKING:
    from planner.facility.wiring import Level, WiringPlan
    from planner.facility.wiring_together import Reason
    from planner.facility.wiring_ups import BehindUps
    from planner.plan.edits import Edit


class PlannedWiring(msgspec.Struct, frozen=True, kw_only=True):
    """The planner's answer for one alternative; ``edit`` is None where nothing is to be plugged in anew.

    ``lines`` are those that were planned: of the others too little is known. ``stays`` are connections that it leaves
    alone because of what is not known of their places.
    """

    alternative: str
    answer: WiringPlan
    reasons: tuple[Reason, ...]
    ups: tuple[BehindUps, ...]
    links: tuple[Connection, ...]
    missing: tuple[str, ...]
    lines: tuple[str, ...]
    edit: Edit | None
    stays: tuple[Connection, ...] = ()
    idle: tuple[Message, ...] = ()  # what is to be said of UPS without a place in the wiring


def plan_wiring_of(plan: Plan, alternative: str, today: dt.date) -> PlannedWiring:
    """Return the best wiring of an alternative ('' is the chosen one); raises UnknownIdError."""
    # the solver is loaded where somebody asks for it
    from planner.facility.wiring import plan_wiring
    from planner.facility.wiring_reasons import reasons
    from planner.facility.wiring_ups import behind_ups
    from planner.wiring.room import edit_of, links_of, wanted

    assessment = assess_plan(plan, alternative or chosen_alternative(plan), today, ())[0]
    one = assessment.context.alternative
    with in_force(assessment.limits):
        ask = wanted(plan, one, assessment.context.lines)
    answer = msgspec.structs.replace(plan_wiring(ask.problem), feed_titles=ask.feeds)
    return PlannedWiring(
        alternative=one.id,
        answer=answer,
        reasons=reasons(answer),
        ups=tuple(behind_ups(answer)),
        links=links_of(answer),
        missing=ask.missing,
        lines=ask.lines,
        edit=edit_of(one, answer, ask.lines, ""),
        stays=tuple(link for link in one.connections if link.line in ask.stays),
        idle=tuple(idle_ups(plan, one, assessment.context.lines)),
    )


def wiring_json(plan: Plan, found: PlannedWiring, language: str) -> dict[str, object]:
    """Return the answer as plain values; currents in A."""
    return {
        "alternative": found.alternative,
        "proven": found.answer.proven,
        "unplaced": list(found.answer.unplaced),
        "moves": found.answer.score.moves,
        "feeds": [{"device": name, "feeds": list(feeds)} for name, feeds in found.answer.feeds_of.items()],
        "links": [
            {"line": one.line, "node": one.node, "units": one.units, "share": round(one.share, 6)}
            for one in found.links
        ],
        "ups": [
            {"node": one.branch.id, "load_w": round(one.load_w, 3), "loss_w": round(one.loss_w, 3)} for one in found.ups
        ],
        "levels": [_level(one) for one in found.answer.levels],
        "reasons": [
            {
                "kind": one.kind,
                "devices": list(one.devices),
                "message": render(one.message, language),
                "circuits": one.circuits or None,
                "size_a": one.size_a or None,
            }
            for one in found.reasons
        ],
        "stays": [{"line": one.line, "node": one.node} for one in found.stays],
        "missing": list(found.missing),
        "idle_ups": [render(one, language) for one in found.idle],
    }


def _level(one: Level) -> dict[str, object]:
    return {
        "name": one.name,
        "value": round(one.value, 6),
        "bound": round(one.bound, 6),
        "gap": round(one.gap, 6),
        "proven": one.proven,
    }


WiringState = Literal["left", "moved", "same", "open"]


class WiringRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the alternative: where its cords are and where they would go, and why they find no place."""

    line: str
    title: str
    state_word: str
    before: str
    after: str
    note: str
    state: WiringState


_STATES: dict[WiringState, Message] = {
    "left": msg("wire.state.left", "No place"),
    "moved": msg("wire.state.moved", "Moves"),
    "same": msg("wire.state.same", "Stays"),
    "open": msg("wire.state.open", "Not reckoned"),
}


def wiring_rows(plan: Plan, found: PlannedWiring, language: str) -> list[WiringRow]:
    """Return a row for each line that has cords or is to have some: where they are, where they go, why not."""
    one = plan.alternative(found.alternative)
    if one is None:
        return []
    left = {_line_of(name) for name in found.answer.unplaced}
    rows = []
    for line in one.lines:
        before = [link for link in one.connections if link.line == line.id]
        after = [link for link in found.links if link.line == line.id]
        if not (before or after or line.id in left):
            continue
        now, then = _places(plan, before, language), _places(plan, after, language)
        state = _state(found, line.id, left, now == then)
        notes = [render(reason.message, language) for reason in found.reasons if _concerns(reason, line.id)]
        rows.append(
            WiringRow(
                line=line.id,
                title=line.title.label(language),
                state_word=render(_STATES[state], language),
                before=now,
                after=then,
                note=" ".join(notes),
                state=state,
            )
        )
    return rows


def _state(found: PlannedWiring, line: str, left: set[str], is_same: bool) -> WiringState:
    if line in left:
        return "left"
    if line not in found.lines:
        return "open"
    return "same" if is_same else "moved"


def _line_of(device: str) -> str:
    """Return the line of a planned machine: ``ws`` of ``ws#2``."""
    return device.rpartition("#")[0]


def _concerns(reason: Reason, line: str) -> bool:
    return line in map(_line_of, reason.devices)


def _places(plan: Plan, links: list[Connection], language: str) -> str:
    """Return where the cords of a line are: 2 × 插座1, each shared cord with its part of the power."""
    names = {node.id: format_value(name_of(node), language) for node in plan.site}
    said: dict[tuple[str, float], int] = {}
    for link in links:
        said[link.node, link.share] = said.get((link.node, link.share), 0) + link.units
    parts = [
        f"{units} × {names.get(node, node)}" + (f" {round(100 * share)} %" if share < 1 else "")
        for (node, share), units in sorted(said.items())
    ]
    return ("、" if language == "zh" else ", ").join(parts)


def wiring_summary(found: PlannedWiring) -> Iterator[Message]:
    """Yield what is to be said of the whole: which UPS stand aside, what must be asked, and how good the plan is."""
    yield from found.idle
    if found.missing:
        names = tuple(dict.fromkeys(quantity_name(key) for key in found.missing))
        yield msg("wire.missing", "Not known, so not reckoned with; please tell: {inputs}.", inputs=names)
    if found.edit is None:
        if not found.answer.unplaced and (found.links or not found.stays):
            yield msg("wire.same", "Nothing is to be plugged in anew.")
        elif not found.links and not found.stays:
            yield msg("wire.nothing", "No machine that was reckoned with finds a place; nothing is changed.")
    elif found.answer.proven:
        yield msg("wire.proven", "{moves} cords move; no other way is better.", moves=found.answer.score.moves)
    else:
        yield msg(
            "wire.open", "{moves} cords move; a better way may exist, see the gap.", moves=found.answer.score.moves
        )


def wiring_lines(plan: Plan, found: PlannedWiring) -> Iterator[Message]:
    """Yield the answer for people: each connection, why something finds no place, what is to be asked."""
    from planner.wiring.room import off_ups  # with the solver, where somebody asks for it

    nodes = {node.id: node for node in plan.site}
    chosen = plan.alternative(found.alternative)
    titles: dict[str, Labelled] = {} if chosen is None else {line.id: line.title for line in chosen.lines}
    for link in found.links:
        yield msg(
            "wire.link",
            "{units} x {machine} at {node} ({share} % of the power)",
            units=link.units,
            machine=titles.get(link.line, link.line),
            node=name_of(nodes[link.node]),
            share=round(100 * link.share),
        )
    for one in found.ups:
        yield msg(
            "wire.ups",
            "{ups} gives {load} W to what is planned here and loses {loss} W; its circuit is reckoned with both.",
            ups=one.branch.title,
            load=round(one.load_w),
            loss=round(one.loss_w),
        )
    apart = tuple(dict.fromkeys(_line_of(name) for name, feeds in found.answer.feeds_of.items() if len(feeds) > 1))
    if apart:
        yield msg(
            "wire.apart",
            "{machines}: the cords of each machine hang on different feeds or UPS, so that one lost does not take all of them.",
            machines=tuple(titles.get(line, line) for line in apart),
        )
    for link in found.stays:
        yield msg(
            "wire.stays",
            "{machine} stays at {node} and is not planned: too little is known of its circuit.",
            machine=titles.get(link.line, link.line),
            node=name_of(nodes[link.node]),
        )
    for line in () if chosen is None else off_ups(chosen.connections, (*found.stays, *found.links), plan.site):
        yield msg("wire.bare", "{machine} is then not behind a UPS any more.", machine=titles[line])
    for reason in found.reasons:
        yield reason.message
    yield from wiring_summary(found)
