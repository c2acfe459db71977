"""Check SW05: programs that move to another software stack cost person-weeks once, as a line of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from planner.advice.software import adaptation_cost, adaptation_row, adaptation_weeks, effort
from planner.assess.context import View
from planner.assess.facts import fact_figure, first_known
from planner.assess.lines import LineFigures
from planner.catalog.items import Item
from planner.checks.devices import devices
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.figure import Figure, Quality
from planner.messages import Labelled, Message, msg
from planner.plan.document import Facts, Line
from planner.plan.edits import AddPart, SetValue

_FEN = 0.005


def moves(view: View) -> Iterator[Finding]:
    """SW05: each software stack that programs have to move to has its effort in the costs."""
    moved: dict[str, tuple[LineFigures, Item]] = {}
    for line, card in devices(view) if view.workload else ():
        stack = view.memo.call(_moved_to, card)
        if stack:
            moved.setdefault(stack, (line, card))
    if not moved:
        return
    planned = {line.id: line for line in view.alternative.lines if line.role == "service" and line.quantity}
    for stack, (line, card) in moved.items():
        name = move_id(stack)
        yield _judged(view, line, card, name, planned.get(name))


def move_id(stack: str) -> str:
    """Return the id of the cost line for a move to ``stack``."""
    return "move-" + re.sub(r"[^a-z0-9]+", "-", stack.lower()).strip("-")


def _moved_to(card: Item) -> str:
    """Return the stack that programs have to move to for a card, '' where they are written for it or nobody tells."""
    if effort(card) == "low":
        return ""
    row = adaptation_row(card)
    return row["stack_word"] if row is not None else card.text("software_stack")


def _judged(view: View, line: LineFigures, card: Item, name: str, planned: Line | None) -> Finding:
    low, high = weeks_of(line.line.facts, view.facts, card)
    values: dict[str, Any] = {"line": line.line.title, "stack": card.text("software_stack")}
    subject = line.line.id
    if not high.known:
        return cannot_tell(
            subject,
            msg("SW05.unknown", "{line} runs {stack}: how long programs take to move there is not known.", **values),
            msg("SW05.ask", "Ask for public cases, try one model through the whole flow, and enter the person-weeks."),
            high.missing,
        )
    week = fact_figure(view.facts, "week_price_cny", "plan/week_price_cny", "CNY/week")
    costs = adaptation_cost(low, week), adaptation_cost(high, week)
    weeks = msg("SW05.weeks", "{low} to {high} person-weeks, once", low=low.value, high=high.value)
    path = f"alternatives/{view.alternative.id}/lines"
    if planned is None:
        return _missing(
            subject, {**values, "weeks": weeks}, (low, high, *costs), _add(path, name, card, (low, high), costs)
        )
    wanted, there = costs[1], planned.price.chosen
    if wanted.value is None or (there is not None and abs(float(there) - wanted.value) < _FEN):
        said = msg("SW05.pass", "The move of programs to {stack} is among the costs: {weeks}.", weeks=weeks, **values)
        return passed(subject, said, low, high)
    return Finding(
        outcome="note",
        subject=subject,
        message=msg("SW05.changed", "{weeks} for {stack} cost {cost}; the cost line says something else.",
                    weeks=weeks, cost=wanted, stack=values["stack"]),
        remedy=msg("SW05.changed.remedy", "Take over the new amount, or keep what was agreed on."),
        figures=(*costs, low, high),
        fix=Fix(
            label=msg("SW05.fix.price", "Reckon with {cost}", cost=wanted),
            edit=SetValue(path=f"{path}/{planned.id}/price", value=_price(costs, low)),
        ),
    )  # fmt: skip


def weeks_of(own: Facts, plan: Facts, card: Item) -> tuple[Figure, Figure]:
    """Return least and most person-weeks of a move: said at the line, said in the plan, else the table's assumption."""
    said = first_known(
        "plan/adaptation_weeks",
        "week",
        fact_figure(own, "adaptation_weeks", "line/adaptation_weeks", "week"),
        fact_figure(plan, "adaptation_weeks", "plan/adaptation_weeks", "week"),
    )
    return adaptation_weeks(card) if said.value is None else (said, said)


def _missing(subject: str, values: dict[str, Any], figures: tuple[Figure, ...], fix: Fix) -> Finding:
    low, cost = figures[0], figures[-1]
    assumed = msg("SW05.assumed", "an assumption") if low.quality is Quality.ASSUMED else msg("SW05.said", "as entered")
    if not cost.known:
        return cannot_tell(
            subject,
            msg(
                "SW05.unpriced",
                "{line} runs {stack}: moving programs there takes {weeks} ({assumed}), and no cost line has it. "
                "The price of a person-week is not known.",
                assumed=assumed,
                **values,
            ),
            msg("SW05.unpriced.ask", "Enter the price of a person-week, and add the line."),
            cost.missing,
            fix,
        )
    return Finding(
        outcome="warning",
        subject=subject,
        message=msg(
            "SW05.no_line",
            "{line} runs {stack}: moving programs there takes {weeks} ({assumed}), {cost} at most; no cost line has it.",
            assumed=assumed,
            cost=cost,
            **values,
        ),
        remedy=msg("SW05.no_line.remedy", "Add it to the costs: it is a sum beside price x time, never a factor."),
        figures=figures,
        fix=fix,
    )


def _add(path: str, name: str, card: Item, weeks: tuple[Figure, Figure], costs: tuple[Figure, Figure]) -> Fix:
    low, high = weeks
    stack = card.text("software_stack")
    title = Labelled(zh=f"软件移植（{stack}）", en=f"Software move ({stack})")
    line = {
        "id": name,
        "title": {"zh": title.zh, "en": title.en},
        "role": "service",
        "uom": "lot",
        "price": _price(costs, low),
        "facts": {"adaptation_weeks": {"value": high.require(), "quality": high.quality.value, "source": low.source}},
    }
    return Fix(label=_label(costs, high), edit=AddPart(path=path, value=line))


def _label(costs: tuple[Figure, Figure], high: Figure) -> Message:
    if costs[1].known:
        return msg("SW05.fix", "Add a cost line for the move: {low} to {high}", low=costs[0], high=costs[1])
    return msg("SW05.fix.unpriced", "Add a cost line for the move ({weeks} person-weeks), its price to be entered",
               weeks=high.value)  # fmt: skip


def _price(costs: tuple[Figure, Figure], weeks: Figure) -> dict[str, Any]:
    """Return the price of the line: the range, the most of it to reckon with, and what it rests on; empty where unknown."""
    if not costs[1].known:
        return {"source": weeks.source, "quality": Quality.ASSUMED.value}
    low, high = (f"{cost.require():.2f}" for cost in costs)
    return {
        "low": low,
        "chosen": high,
        "high": high,
        "source": f"{weeks.source or 'person-weeks as entered'} x price of a person-week",
        "quality": costs[1].quality.value,
    }


CHECKS = (
    Check(
        id="SW05",
        area="fit",
        title=msg("SW05.title", "Effort of another software stack"),
        reads=("alternative", "facts", "lines", "workload"),
        source="person-weeks by software stack, planning values to be replaced by your own; added to price x time",
        blocking=False,
        run=moves,
    ),
)
