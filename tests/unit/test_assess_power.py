"""Power, heat, rack units and weight of lines and their totals, against numbers worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from planner.assess.supplies import active_supplies
from planner.catalog.items import Item
from planner.figure import Quality
from planner.plan.document import LineRole, Plan
from planner.plan.edits import Batch, RemovePart, SetValue
from tests.checks.factories import assess_one, make_item, make_line, make_plan
from tests.sample_plans import assessed, sample

BOX = make_item("box", max_power_w=2500.0, psu_count=2.0, psu_w=2000.0, rack_u=4.0, weight_kg=40.0, noise_db=62.0)


def totals(plan: Plan) -> dict[str, float | None]:
    found = assess_one(plan).context.totals
    return {name: getattr(found, name).value for name in found.__struct_fields__}


def one_line(item: Item | None = BOX, role: LineRole = "compute", quantity: int = 1, **known: Any) -> Plan:
    line = make_line("ws", role, quantity, item=item, known=known)
    return make_plan(line, items=(item,) if item else ())


def test_the_sample_room_as_worked_by_hand() -> None:
    # class-ws-4x4090: 2 supplies of 2000 W without redundancy, at most 2500 W; NAS 250 W by its label, at most 150 W.
    found = assessed(sample()).context.totals
    assert found.nameplate_w.value == 2 * 2000 + 250
    assert found.max_w.value == 2500 + 150
    # idle 0.24 of the maximum, half used: 0.24 + 0.5 x 0.76 = 0.62 of 2650
    assert found.expected_w.value == pytest.approx(1643.0)
    # devices at their maximum, and the UPS: 0.04 x 2700 of its rating + 0.05 x 2650 of its load
    assert found.heat_w.value == pytest.approx(2650 + 108 + 132.5)
    # 2匹: 2 x 2500 W nominal, 0.7 of it sensible
    assert found.sensible_cooling_w.value == pytest.approx(3500.0)
    assert found.rack_u.value == 4.0
    assert found.max_w.quality is Quality.ASSUMED  # the NAS is a planning value
    assert found.weight_kg.value is None
    assert set(found.weight_kg.missing) == {f"A/{line}/unit_weight_kg" for line in ("ws", "nas", "ups")}


@pytest.mark.parametrize(
    ("count", "redundancy", "active"),
    [
        (2, "", 2),
        (6, "4+2", 4),
        (4, "3+1", 3),
        (4, "N+N", 2),
        (4, "2N", 2),
        (3, "n+1", 2),
        (2, "4+2", 2),
        (1, "N+1", 1),
    ],
)
def test_how_many_supplies_carry_the_load(count: int, redundancy: str, active: int) -> None:
    assert active_supplies(count, redundancy) == active


def test_redundant_supplies_add_nothing_to_the_nameplate() -> None:
    server = make_item("srv", max_power_w=10_200.0, psu_count=6.0, psu_w=3000.0, psu_redundancy="4+2")
    assert totals(one_line(server, quantity=2))["nameplate_w"] == 2 * 4 * 3000
    assert totals(one_line(server, nameplate_w=9000.0))["nameplate_w"] == 9000.0  # the label in the room wins


def test_what_the_user_read_off_the_machine_wins_over_the_catalog() -> None:
    found = totals(one_line(max_power_w=1800.0, rack_u=5.0, weight_kg=33.0, quantity=3))
    assert (found["max_w"], found["rack_u"], found["weight_kg"]) == (5400.0, 15.0, 99.0)
    assert found["nameplate_w"] == 12_000.0


def test_expected_power_by_a_known_idle_power() -> None:
    # 500 W idle, 0.5 of the way to 2500 W; the customary share of 0.24 is not asked
    assert totals(one_line(idle_power_w=500.0))["expected_w"] == pytest.approx(1500.0)
    assert totals(one_line())["expected_w"] == pytest.approx(600 + 0.5 * 1900)


@pytest.mark.parametrize("gone", ["utilisation", "idle_share"])
def test_expected_power_is_unknown_without_its_assumptions(gone: str) -> None:
    plan = make_plan(make_line("ws", item=BOX), items=(BOX,), known={gone: None})
    found = assess_one(plan).context.totals
    assert found.expected_w.value is None
    assert found.expected_w.missing == (("plan/utilisation",) if gone == "utilisation" else ("A/ws/idle_power_w",))
    assert found.max_w.value == 2500.0


def capped(plan: Plan, watts: float) -> float:
    after, _ = SetValue(path="A/ws/facts/card_power_cap_w", value={"value": watts}).apply(plan)
    value = assessed(after).context.lines["ws"].max_w.value
    assert value is not None
    return value


def test_a_power_cap_takes_off_at_the_wall_what_the_cards_no_longer_draw() -> None:
    # RTX 4090 450 W capped at 300 W, four of them behind supplies of 0.92: 2500 - 4 x 150 / 0.92 = 1847.83 W
    assert capped(sample(), 300.0) == pytest.approx(1847.826, abs=5e-4)
    assert capped(sample(), 450.0) == 2500.0
    assert capped(sample(), 600.0) == 2500.0  # a cap above the card's own limit changes nothing


def test_a_cap_never_goes_below_what_the_capped_cards_draw_nor_above_what_was_measured() -> None:
    measured, _ = SetValue(path="A/ws/facts/max_power_w", value={"value": 900.0}).apply(sample())
    # 900 - 652 = 248 W cannot be: four cards of 300 W draw 1304 W; what was measured without a cap stays
    assert capped(measured, 300.0) == 900.0
    assert capped(measured, 100.0) == pytest.approx(4 * 100 / 0.92)
    assert capped(measured, 0.0) == 0.0


def test_a_cap_needs_the_power_of_the_card() -> None:
    edits = (SetValue(path="A/ws/card", value=""), SetValue(path="A/ws/facts/card_power_cap_w", value={"value": 300.0}))
    after, _ = Batch(edits=edits).apply(sample())
    line = assessed(after).context.lines["ws"]
    assert line.max_w.value is None
    assert line.uncapped_max_w.value == 2500.0


def test_unknown_power_is_unknown_and_never_nothing() -> None:
    bare = make_item("bare", rack_u=2.0)
    found = assess_one(one_line(bare)).context.totals
    assert (found.max_w.value, found.expected_w.value, found.nameplate_w.value, found.heat_w.value) == (None,) * 4
    assert found.max_w.missing == ("A/ws/max_power_w",)
    assert found.rack_u.value == 2.0
    assert totals(one_line(None))["max_w"] is None


@pytest.mark.parametrize("role", ["cloud", "service", "works", "software", "api"])
def test_what_is_no_thing_has_no_power_heat_rack_or_weight(role: LineRole) -> None:
    assert totals(one_line(None, role)) == {
        **dict.fromkeys(("nameplate_w", "idle_w", "max_w", "expected_w", "rack_u", "weight_kg", "heat_w"), 0.0),
        "sensible_cooling_w": None,  # no air conditioner was told of
    }


def test_a_tower_takes_no_rack_units_and_a_server_of_unknown_height_an_unknown_number() -> None:
    tower = make_item("tower", max_power_w=1000.0, form="tower")
    server = make_item("server", max_power_w=1000.0, form="rack")
    assert totals(one_line(tower))["rack_u"] == 0.0
    assert totals(one_line(server))["rack_u"] is None


def test_quantity_nothing_draws_nothing() -> None:
    found = totals(one_line(quantity=0))
    assert (found["max_w"], found["nameplate_w"], found["heat_w"], found["rack_u"]) == (0.0,) * 4


def test_ups_heat_by_rating_and_by_what_it_can_carry() -> None:
    ups = make_line("ups", "ups", 1, known={"rated_w": 2000.0, "rack_u": 0.0, "weight_kg": 20.0})
    plan = make_plan(make_line("ws", item=BOX, quantity=2), ups, items=(BOX,))
    context = assess_one(plan).context
    # it carries at most its 2000 W of the 5000 W: 0.04 x 2000 + 0.05 x 2000
    assert [one.heat_w.value for one in context.site.ups] == [pytest.approx(180.0)]
    assert context.totals.heat_w.value == pytest.approx(5180.0)
    after, _ = RemovePart(path="A/ups/facts/rated_w").apply(plan)
    assert assess_one(after).context.totals.heat_w.value is None


def test_twice_the_machines_twice_the_power_heat_and_rack() -> None:
    after, _ = SetValue(path="A/ws/quantity", value=2).apply(sample())
    found = assessed(after).context.totals
    assert (found.max_w.value, found.nameplate_w.value, found.rack_u.value) == (5150.0, 8250.0, 8.0)
    # the UPS carries no more than its 2700 W: 5150 + 0.04 x 2700 + 0.05 x 2700
    assert found.heat_w.value == pytest.approx(5393.0)
    assert found.expected_w.value == pytest.approx(0.62 * 5150)


def test_a_panel_carries_at_least_what_others_are_known_to_draw_on_its_circuits() -> None:
    # sample A: 2,550.9 W at 220 V and 0.95 are 11.596 A and 0.696 A; others draw 3 A on circuit 1, nobody knows on 2
    load = assessed(sample("lab-a")).context.site.loads["panel"]
    assert load.total_a.value is None
    assert load.flowing_a.value == pytest.approx(11.5955 + 0.6957 + 3.0, abs=1e-3)
