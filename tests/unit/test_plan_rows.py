"""Catalog rows of a plan: replaced ones go, and what was typed for a row goes with it."""

from __future__ import annotations

from pathlib import Path

from planner.catalog.items import digest
from planner.plan.codec import decode_plan, encode_plan, read_plan, write_plan
from planner.plan.document import Line, Plan
from planner.plan.edits import Edit, SetValue, UseItem
from planner.plan.rows import pruned
from tests.checks.factories import assess_one, make_item, make_line, make_plan

BOX = make_item(
    "box", max_power_w=2000.0, accelerators_fitted="4x card-a", max_accelerators=4.0, fitted_accelerator_id="a"
)
OTHER_BOX = make_item("other-box", max_power_w=1500.0)
CARD_A = make_item("a", "accelerator", tdp_w=300.0)
CARD_B = make_item("b", "accelerator", tdp_w=400.0)
CARD_C = make_item("c", "accelerator", tdp_w=500.0)
BIG_UPS = make_item("big-ups", "ups", rated_w=6000.0)


def machine(**known: float | str | bool) -> Plan:
    line = make_line("ws", item=BOX, card=CARD_A, cards=4, known=known)
    return make_plan(line, items=(BOX, CARD_A))


def after(plan: Plan, *edits: Edit) -> Plan:
    for edit in edits:
        plan, _change = edit.apply(plan)
    return plan


def line(plan: Plan, name: str = "ws") -> Line:
    return next(one for one in plan.alternatives[0].lines if one.id == name)


def test_power_typed_for_one_card_is_not_taken_for_the_next() -> None:
    typed = SetValue(path="A/ws/facts/max_power_w", value={"value": 2345.0})
    with_b = after(machine(), UseItem(path="A/ws/card", item=CARD_B), typed)
    assert assess_one(with_b).context.lines["ws"].unit_max_w.value == 2345.0
    with_c = after(with_b, UseItem(path="A/ws/card", item=CARD_C))
    assert "max_power_w" not in line(with_c).facts
    power = assess_one(with_c).context.lines["ws"].unit_max_w
    share = next(one.figures[0].require() for one in power.inputs if one.name == "psu_efficiency")
    # what the row leaves for its host, 2000 W behind the supplies less 4 x 300 W, with four cards of 500 W
    assert power.require() == (4 * 500 + (2000 * share - 4 * 300)) / share


def test_another_machine_takes_its_label_along_and_leaves_what_is_said_of_its_use() -> None:
    plan = machine(max_power_w=1900.0, weight_kg=30.0, noise_db=50.0, purchasable="yes", utilisation=0.4, backup=True)
    swapped = line(after(plan, UseItem(path="A/ws/item", item=OTHER_BOX)))
    assert set(swapped.facts) == {"utilisation", "backup"}
    cleared = line(after(plan, SetValue(path="A/ws/item", value="")))
    assert set(cleared.facts) == {"utilisation", "backup"}


def test_another_card_leaves_the_label_of_the_machine() -> None:
    plan = machine(max_power_w=1900.0, card_power_cap_w=250.0, weight_kg=30.0, nameplate_w=4000.0)
    assert set(line(after(plan, UseItem(path="A/ws/card", item=CARD_B))).facts) == {"weight_kg", "nameplate_w"}


def test_newer_values_of_the_same_product_leave_what_was_typed() -> None:
    newer = make_item("box", max_power_w=2100.0, accelerators_fitted="4x card-a", max_accelerators=4.0)
    assert digest(newer) != digest(BOX)
    plan = after(machine(max_power_w=1900.0), UseItem(path="A/ws/item", item=newer))
    assert set(line(plan).facts) == {"max_power_w"}


def test_a_first_row_replaces_planning_values_and_keeps_what_was_entered() -> None:
    plan = make_plan(make_line("ups", "ups", known={"rated_w": 2700.0}))
    guessed = after(plan, SetValue(path="A/ups/facts/rated_w", value={"value": 2700.0, "quality": "assumed"}))
    assert "rated_w" in line(after(plan, UseItem(path="A/ups/item", item=BIG_UPS)), "ups").facts
    assert "rated_w" not in line(after(guessed, UseItem(path="A/ups/item", item=BIG_UPS)), "ups").facts


def test_replaced_rows_go_and_a_card_that_the_machine_is_listed_with_stays() -> None:
    plan = after(machine(), UseItem(path="A/ws/card", item=CARD_B), UseItem(path="A/ws/card", item=CARD_C))
    assert {row.id for row in plan.items.values()} == {"box", "a", "b", "c"}
    kept = pruned(plan)
    assert {row.id for row in kept.items.values()} == {"box", "a", "c"}  # its power is reckoned with card a
    assert pruned(kept) is kept
    assert assess_one(kept).figures() == assess_one(plan).figures()


def test_a_written_plan_has_no_spare_rows_and_an_old_file_with_them_still_opens(tmp_path: Path) -> None:
    plan = after(machine(), UseItem(path="A/ws/card", item=CARD_B), UseItem(path="A/ws/card", item=CARD_C))
    old = decode_plan(encode_plan(plan))
    assert old.items.keys() == plan.items.keys()
    write_plan(plan, tmp_path / "x.lpplan")
    assert read_plan(tmp_path / "x.lpplan") == pruned(plan)
