"""The rules of accelerator cards: number, memory, rates, software; the demand first, the build where nothing asks."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from planner.catalog.devices import per_device_figure
from planner.catalog.items import Item
from planner.figure import Figure, Quality, leaf, unknown
from planner.messages import msg
from planner.plan.document import WorkloadEntry
from planner.tender import data_needs, needs
from planner.tender.case import Case, rests_on_assumption
from planner.tender.library import library_of, options_of
from planner.tender.market import at_least, device_value, makers_passing, makers_with
from planner.tender.parameters import Threshold
from planner.tender.thresholds import min_from_need, min_from_product


def card_count(case: Case) -> Threshold | None:
    """Return the number of cards in each machine: the plan's own, with what the largest job and the hours of a week need."""
    count = case.line.line.cards_per_unit
    if not count:
        return None
    chosen = leaf(f"{case.line_id}/cards_per_unit", float(count), "1", Quality.ENTERED)
    largest, by_hours = (
        needs.cards(case.assessment, case.line_id),
        data_needs.cards_by_hours(case.assessment, case.line_id),
    )
    if by_hours is None or (largest is not None and largest.require() >= by_hours.require()):
        return Threshold(origin="fixed", low=float(count), chosen=chosen, need=largest)
    few = msg(
        "tender.cards_few",
        "{chosen} cards are asked for in each machine, the hours of a week want {need}: plan more, or rent the rest.",
        chosen=count,
        need=by_hours,
    )
    return Threshold(
        origin="fixed",
        low=float(count),
        chosen=chosen,
        need=by_hours,
        finding=few if by_hours.require() > count else None,
    )


def card_memory(case: Case) -> Threshold | None:
    """Return the memory (GB) of each card: from the largest entry the line serves, else down from the card."""
    if case.line.line.cards_per_unit == 0:
        return None
    chosen, product = _of_card(case)
    need = needs.card_memory(case.assessment, case.line_id)
    if need is None or not need.known:
        return _from_product(case, chosen, product, need)

    def same_field(bare: float, step: float) -> bool:
        return _makers(case, bare) == _makers(case, step)

    low = min_from_need(need.require(), product, case.row.ladder, same_field)
    is_open = rests_on_assumption(need) or needs.open_entries(case.assessment, case.line_id)
    return Threshold(origin="demand", low=low, chosen=chosen, need=need, to_verify=is_open)


def _makers(case: Case, value: float) -> frozenset[str]:
    return makers_passing(case.field, (at_least(case.row.keys, value),))


def card_memory_total(case: Case) -> Threshold | None:
    """Return the memory (GB) of all cards of a machine: cards times memory asked of each, so that rows agree."""
    row = next((one for one in library_of("compute") if one.rule == "card_memory"), None)
    each = card_memory(msgspec.structs.replace(case, row=row)) if row else None
    count = case.line.line.cards_per_unit
    if each is None or each.low is None or count < 2:
        return None
    total = leaf(case.key, None if each.chosen.value is None else each.chosen.value * count, "GB", Quality.COMPUTED)
    need = needs.memory_total(case.assessment, case.line_id)
    return msgspec.structs.replace(each, low=each.low * count, chosen=total, need=need)


def card_value(case: Case) -> Threshold | None:
    """Return a rate or bandwidth of each card, down the ladder from the card in the plan."""
    card = case.line.card
    if card is None or (case.row.when == "linked" and card.text("interconnect").startswith("PCIe")):
        return None
    chosen, product = _of_card(case)
    return _from_product(case, chosen, product, None)


def _of_card(case: Case) -> tuple[Figure, float | None]:
    """Return what one device of the line's card has, as a figure and as a value that may be used."""
    card = case.line.card
    if card is None:
        return unknown(f"{case.line_id}/card", case.row.unit), None
    product = device_value(card, case.row.keys)
    for key in case.row.keys:
        figure = card.figure(key, case.row.unit) if key == "memory_per_device_gb" else _device(card, key, case)
        if figure.known and (product is None or figure.value == product):
            return figure, product
    return unknown(f"{card.id}/{case.row.keys[0]}", case.row.unit), None


def _device(card: Item, key: str, case: Case) -> Figure:
    return per_device_figure(card, key, case.row.unit)


def _from_product(case: Case, chosen: Figure, product: float | None, need: Figure | None) -> Threshold | None:
    if product is None:
        return None

    def only_one(step: float) -> bool:
        return len(makers_with(case.cards, case.row.keys, step)) == 1

    low = min_from_product(product, case.row.ladder, only_one)
    return None if low is None else Threshold(origin="ladder", low=low, chosen=chosen, need=need)


def _entries(case: Case) -> tuple[WorkloadEntry, ...]:
    served = {one.entry for one in needs.served(case.assessment, case.line_id)}
    return tuple(entry for entry in case.assessment.context.workload if entry.id in served)


def frameworks(case: Case) -> tuple[str, ...]:
    """Return the software the served entries name, in their order."""
    return tuple(dict.fromkeys(word for entry in _entries(case) for word in entry.stack))


def software(case: Case) -> Threshold | None:
    """Return the frameworks that the served entries name."""
    return _worded(case, "framework", frameworks(case))


def methods(case: Case) -> Threshold | None:
    """Return the methods of training and inference that the served entries use."""
    return _worded(case, "method", tuple(dict.fromkeys(entry.method for entry in _entries(case))))


def _worded(case: Case, group: str, words: tuple[str, ...]) -> Threshold | None:
    known: Mapping[str, object] = options_of(group)
    found = tuple(options_of(group)[word] for word in words if word in known)
    if not found or case.line.line.cards_per_unit == 0:
        return None
    return Threshold(origin="demand", options=found, chosen=unknown(case.key, "1"))
