"""Check that the cards planned are those the machine takes and its row's power was given with."""

from __future__ import annotations

import math
from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.lines import LineFigures, parted
from planner.assess.machine import fitted_cards, most_cards, same_cards
from planner.catalog.items import Item
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import alternative_of
from planner.figure import Figure, Quality, leaf
from planner.limits import limit
from planner.messages import msg
from planner.plan.edits import Batch, SetValue


def cards_match(view: View) -> tuple[Finding, ...]:
    """FT06: no more cards than the machine takes, of a form it takes, and its power is that with these cards."""
    return view.findings(_matched, parted(view.memo, view.lines).all)


def _matched(_view: View, line: LineFigures) -> Iterator[Finding]:
    if line.item is None and line.card is not None and not line.unit_max_w.known and _is_card(line, line.card):
        yield _bare_card(line, line.card)
    if line.item is None or line.item.kind != "system" or not (line.line.quantity and line.line.cards_per_unit):
        return
    most = most_cards(line.line, line.item, _key(line))
    if most.known and line.line.cards_per_unit > most.require():
        yield _too_many(line, most)
    elif _wrong_form(line, line.item):
        yield _no_slot(line, line.item)
    elif same_cards(line.line, line.item, line.card) or not line.item.figure("max_power_w", "W").known:
        told = msg("FT06.pass", "{machine} takes its {cards} cards.", machine=line.line.title, cards=_cards(line))
        yield passed(line.line.id, told, *([most] if most.known else []))
    elif "max_power_w" in line.line.facts:
        yield _told(line)
    else:
        yield _estimated(line, line.item)


def _is_card(line: LineFigures, card: Item) -> bool:
    """Whether the line is the card itself: a line of another name is a machine told by its own figures."""
    return card.name in {line.line.title.zh, line.line.title.en}


def _bare_card(line: LineFigures, card: Item) -> Finding:
    """A card needs a machine around it: its own power is the least that is drawn."""
    power = card.figure("tdp_w", "W")
    ask = msg("FT06.card.ask", "Choose the machine it goes into, or enter the power of the whole machine.")
    missing = (f"{_key(line)}/max_power_w",)
    if not power.known:
        told = msg(
            "FT06.card",
            "{machine} is a card alone: the machine around it and its power are not known.",
            machine=line.line.title,
        )
        return cannot_tell(line.line.id, told, ask, missing)
    told = msg(
        "FT06.card.power",
        "{machine} is a card alone: at least {power} each; the machine around it is not known.",
        machine=line.line.title,
        power=power,
    )
    return cannot_tell(line.line.id, told, ask, missing)


def _key(line: LineFigures) -> str:
    return line.max_w.key.rpartition("/")[0]


def _cards(line: LineFigures) -> int:
    return line.line.cards_per_unit


def _card_name(line: LineFigures) -> str | None:
    return None if line.card is None else line.card.name


def _too_many(line: LineFigures, most: Figure) -> Finding:
    return Finding(
        outcome="error",
        subject=line.line.id,
        message=msg(
            "FT06.many",
            "{machine}: {cards} cards are planned in each, it takes {most}.",
            machine=line.line.title,
            cards=_cards(line),
            most=most,
        ),
        remedy=msg("FT06.many.remedy", "Spread the cards over more machines, or choose a machine that takes them."),
        figures=(most, *([line.unit_max_w] if line.unit_max_w.known else [])),
        fix=_spread(line, int(most.require())),
    )


def _spread(line: LineFigures, most: int) -> Fix | None:
    """Return the step that puts the same cards into more machines; None where that takes too many of them."""
    machines = math.ceil(line.line.quantity * _cards(line) / most) if most else 0
    if not 0 < machines <= limit("fix.most_units").require() or machines * most != line.line.quantity * _cards(line):
        return None
    path = f"alternatives/{alternative_of(_key(line))}/lines/{line.line.id}"
    edits = (SetValue(path=f"{path}/cards_per_unit", value=most), SetValue(path=f"{path}/quantity", value=machines))
    label = msg("FT06.fix.spread", "Plan {machines} machines with {cards} cards each", machines=machines, cards=most)
    return Fix(label=label, edit=Batch(edits=edits))


def _wrong_form(line: LineFigures, item: Item) -> bool:
    """Tell whether the card is of a form that the machine does not take; where either says nothing it is not told."""
    form = line.card.text("form_factor") if line.card is not None else ""
    taken = item.text("supported_accel_forms").split("|")
    other = line.card is not None and line.card.id != item.text("fitted_accelerator_id")
    return other and form in ("pcie", "sxm", "oam") and taken != [""] and form not in taken


def _no_slot(line: LineFigures, item: Item) -> Finding:
    return Finding(
        outcome="error",
        subject=line.line.id,
        message=msg(
            "FT06.form",
            "{card} is of the form {form}; {machine} takes {taken}.",
            card=_card_name(line),
            form=line.card.text("form_factor") if line.card is not None else "",
            machine=line.line.title,
            taken=tuple(item.text("supported_accel_forms").split("|")),
        ),
        remedy=msg("FT06.form.remedy", "Choose a card of that form, or a machine made for this card."),
    )


def _told(line: LineFigures) -> Finding:
    """Return the finding where the power was entered; below what the cards alone draw it cannot be right."""
    card_w = None if line.card is None else line.card.figure("tdp_w", "W")
    told = {"machine": line.line.title, "power": line.uncapped_max_w, "cards": _cards(line), "card": _card_name(line)}
    low = card_w is not None and card_w.known and line.uncapped_max_w.known
    if not low or card_w is None or line.uncapped_max_w.require() >= _cards(line) * card_w.require():
        told_power = msg("FT06.told", "{machine}: the power with these cards is given, {power}.", **told)
        return passed(line.line.id, told_power, line.uncapped_max_w)
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg(
            "FT06.low",
            "{machine}: {power} is given as maximum power, but {cards} x {card} of {each} alone may draw more.",
            each=card_w,
            **told,
        ),
        remedy=msg("FT06.low.remedy", "Enter the maximum power with these cards, or the power limit set on them."),
        figures=(line.uncapped_max_w, card_w),
    )


def _estimated(line: LineFigures, item: Item) -> Finding:
    power, count = line.uncapped_max_w, fitted_cards(item)
    listed = leaf(f"{item.id}/max_power_w", item.figure("max_power_w", "W").value, "W", item.quality("max_power_w"))
    fewer = line.card is not None and line.card.id == item.text("fitted_accelerator_id") and _less(line, count)
    message = msg(
        "FT06.other",
        "{machine}: the catalog lists this machine with {fitted} at {listed}; planned are {cards} x {card}. "
        "Reckoned with an estimate of {power}.",
        machine=line.line.title,
        fitted=item.text("accelerators_fitted"),
        listed=listed,
        cards=_cards(line),
        card=_card_name(line),
        power=power,
    )
    ask = msg("FT06.ask", "Ask the maker for the maximum input of the machine with these cards.")
    if fewer:
        return Finding(
            outcome="note", subject=line.line.id, message=message, remedy=ask, figures=(power,), fix=_accept(line)
        )
    return cannot_tell(line.line.id, message, ask, (f"{_key(line)}/max_power_w",), _accept(line))


def _less(line: LineFigures, count: Figure) -> bool:
    return count.known and _cards(line) < count.require()


def _accept(line: LineFigures) -> Fix | None:
    power = line.uncapped_max_w
    if not power.known:
        return None
    value = {"value": round(power.require(), 1), "quality": Quality.ASSUMED.value, "source": power.source}
    return Fix(
        label=msg("FT06.fix", "Reckon with {power} until the maker says otherwise", power=power),
        edit=SetValue(
            path=f"alternatives/{alternative_of(_key(line))}/lines/{line.line.id}/facts/max_power_w",
            value=value,
        ),
    )


CHECKS = (
    Check(
        id="FT06",
        area="fit",
        title=msg("FT06.title", "Cards and machine match"),
        reads=("lines",),
        source="the machine's catalog row: most cards, their form, and the cards its maximum power is given with",
        run=cards_match,
    ),
)
