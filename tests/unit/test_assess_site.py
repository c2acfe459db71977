"""Currents, sharing, cooling and racks of a site, against numbers worked by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from planner.assess.site import NodeLoad, SiteFigures
from planner.plan.document import Connection, Placement, SiteNode
from planner.plan.edits import SetValue
from tests.checks.factories import assess_one, make_item, make_line, make_plan, node
from tests.sample_plans import assessed, sample

BOX = make_item("box", max_power_w=2500.0, rack_u=4.0, weight_kg=40.0)


def site_of(
    *nodes: SiteNode, quantity: int = 1, known: dict[str, Any] | None = None, phases: float = 1.0, **fields: Any
) -> SiteFigures:
    line = make_line("ws", item=BOX, quantity=quantity, known={"phases": phases})
    plan = make_plan(line, site=nodes, items=(BOX,), known=known, **fields)
    return assess_one(plan).context.site


def amperes(load: NodeLoad) -> tuple[float | None, float | None, float | None]:
    return load.own_a.value, load.other_a.value, load.total_a.value


# --------------------------------------------------------------------------------------------------------- current
def test_single_phase_current_of_the_sample_room() -> None:
    loads = assessed(sample()).context.site.loads
    # I = 2500 / (220 x 0.98) = 11.596 A, and 3 A of others on the shared circuit
    assert amperes(loads["circuit-1"]) == (
        pytest.approx(11.596, abs=5e-4),
        3.0,
        pytest.approx(14.596, abs=5e-4),
    )
    assert loads["circuit-1"].rating_a.value == 16.0
    assert amperes(loads["socket-1"])[2] == pytest.approx(2500 / (220 * 0.98))
    assert loads["socket-1"].rating_a.value == 10.0
    # the other circuit is shared too, and nobody said how much the others take
    assert amperes(loads["circuit-2"]) == (pytest.approx(150 / (220 * 0.98)), None, None)
    assert loads["circuit-2"].total_a.missing == ("site/circuit-2/other_load_a",)
    assert loads["panel"].load_w.value == 2650.0


@pytest.mark.parametrize(
    ("volts", "kind", "phases", "current"),
    [
        (380.0, "L-L", 3, 2500 / (math.sqrt(3) * 380 * 0.98)),  # 3.876 A
        (220.0, "L-N", 3, 2500 / (3 * 220 * 0.98)),  # 3.865 A
        (220.0, "L-N", 1, 2500 / (220 * 0.98)),
        (230.0, "L-N", None, 2500 / (230 * 0.98)),
    ],
)
def test_current_by_phases_and_kind_of_voltage(volts: float, kind: str, phases: int | None, current: float) -> None:
    values: dict[str, Any] = {"volts": volts, "volts_kind": kind, "breaker_a": 16.0, "shared": False}
    if phases is not None:
        values["phases"] = float(phases)
    own = float(phases or 1)  # the machine has as many as the circuit
    load = site_of(node("c1", "circuit", **values), phases=own, plugged={"ws": "c1"}).loads["c1"]
    assert load.own_a.value == pytest.approx(current, rel=1e-12)
    assert load.other_a.value == 0.0


def test_three_phases_need_the_kind_of_voltage_and_ask_for_it() -> None:
    circuit = node("c1", "circuit", volts=380.0, phases=3.0, shared=False)
    load = site_of(circuit, plugged={"ws": "c1"}).loads["c1"]
    assert load.own_a.value is None
    assert load.own_a.missing == ("site/c1/volts_kind",)


def test_voltage_comes_from_the_nearest_node_above_that_says_it() -> None:
    nodes = (
        node("panel", "panel", volts=380.0, volts_kind="L-N"),
        node("c1", "circuit", "panel", volts=220.0, volts_kind="L-N", shared=False),
        node("s1", "socket", "c1", rating_a=10.0),
    )
    loads = site_of(*nodes, plugged={"ws": "s1"}).loads
    assert loads["s1"].own_a.value == loads["c1"].own_a.value == pytest.approx(2500 / (220 * 0.98))
    assert loads["panel"].own_a.missing == ("site/panel/volts_kind",)  # 380 V is not measured to neutral


def test_without_voltage_or_power_factor_the_current_is_unknown() -> None:
    nodes = (node("c1", "circuit", shared=False), node("s1", "socket", "c1"))
    load = site_of(*nodes, plugged={"ws": "s1"}).loads["s1"]
    assert load.own_a.missing == ("site/c1/volts",)  # asked at the circuit it hangs on
    circuit = node("c1", "circuit", volts=220.0, shared=False)
    load = site_of(circuit, plugged={"ws": "c1"}, known={"power_factor": None}).loads["c1"]
    assert load.own_a.missing == ("plan/power_factor",)


def test_a_voltage_of_zero_is_unknown_and_not_a_failure() -> None:
    load = site_of(node("c1", "circuit", volts=0.0, shared=False), plugged={"ws": "c1"}).loads["c1"]
    assert load.own_a.value is None
    assert load.own_a.missing == ("site/c1/volts",)


def test_a_circuit_carries_what_hangs_below_it_once() -> None:
    nodes = (
        node("c1", "circuit", volts=220.0, shared=False),
        node("s1", "socket", "c1"),
        node("strip", "strip", "s1"),
        node("s2", "socket", "c1"),
    )
    connections = (Connection(line="ws", node="strip", units=2), Connection(line="ws", node="s2", units=1))
    loads = site_of(*nodes, quantity=3, connections=connections).loads
    assert {name: load.load_w.value for name, load in loads.items()} == {
        "c1": 7500.0,
        "s1": 5000.0,
        "strip": 5000.0,
        "s2": 2500.0,
    }


def test_one_machine_on_two_circuits_by_shares() -> None:
    nodes = (node("c1", "circuit", volts=220.0, shared=False), node("c2", "circuit", volts=220.0, shared=False))
    halves = tuple(Connection(line="ws", node=name, share=0.5) for name in ("c1", "c2"))
    site = site_of(*nodes, connections=halves)
    assert [site.loads[name].load_w.value for name in ("c1", "c2")] == [1250.0, 1250.0]
    assert site.loads["c1"].own_a.value == pytest.approx(1250 / (220 * 0.98))
    assert site.unplugged == {}
    uneven = (Connection(line="ws", node="c1", share=0.6), Connection(line="ws", node="c2", share=0.4))
    site = site_of(*nodes, connections=uneven)
    assert [site.loads[name].load_w.value for name in ("c1", "c2")] == [1500.0, 1000.0]
    assert site.unplugged == {}


@pytest.mark.parametrize(
    ("quantity", "connections", "missing"),
    [
        (1, (), 1),
        (2, (Connection(line="ws", node="c1"),), 1),
        (1, (Connection(line="ws", node="c1", share=0.5),), 1),  # half a machine is none
        (2, (Connection(line="ws", node="c1", units=2, share=0.5),), 1),
        (2, (Connection(line="ws", node="c1", units=2),), 0),
        (0, (), 0),
        (3, tuple(Connection(line="ws", node="c1", units=3, share=1 / 3) for _ in range(3)), 0),
    ],
)
def test_how_many_machines_are_plugged_in_nowhere(
    quantity: int, connections: tuple[Connection, ...], missing: int
) -> None:
    site = site_of(node("c1", "circuit"), quantity=quantity, connections=connections)
    assert site.unplugged == ({"ws": missing} if missing else {})


def test_what_others_draw_is_asked_only_of_shared_circuits() -> None:
    unsaid = site_of(node("c1", "circuit", volts=220.0), plugged={"ws": "c1"}).loads["c1"]
    assert (unsaid.shared, unsaid.other_a.value) == (None, None)
    own = site_of(node("c1", "circuit", volts=220.0, shared=False), plugged={"ws": "c1"}).loads["c1"]
    assert (own.shared, own.other_a.value, own.total_a.value) == (False, 0.0, own.own_a.value)


# --------------------------------------------------------------------------------------------------------- cooling
@pytest.mark.parametrize(
    ("values", "watts"),
    [
        ({"class_cn": "2匹"}, 2 * 2500 * 0.7),
        ({"class_cn": "1.5 匹 变频"}, 1.5 * 2500 * 0.7),
        ({"total_kw": 5.2}, 5200 * 0.7),
        ({"sensible_kw": 4.0, "total_kw": 5.2}, 4000.0),
        ({"class_cn": "2匹", "total_kw": 5.2}, 5200 * 0.7),  # the rating plate wins over the size class
        ({"class_cn": "large"}, None),
        ({}, None),
    ],
)
def test_sensible_cooling_of_a_unit(values: dict[str, Any], watts: float | None) -> None:
    found = site_of(node("ac", "ac", **values)).sensible_cooling_w.value
    assert found == (None if watts is None else pytest.approx(watts))


def test_cooling_of_units_there_and_units_bought_adds_up() -> None:
    bought = make_line("precision", "cooling", 2, known={"sensible_kw": 6.0})
    plan = make_plan(bought, site=(node("ac", "ac", class_cn="2匹"),))
    assert assess_one(plan).context.totals.sensible_cooling_w.value == pytest.approx(3500 + 2 * 6000)


def test_without_any_unit_or_share_the_cooling_is_unknown() -> None:
    assert site_of().sensible_cooling_w.missing == ("site/ac",)
    assert site_of(node("ac", "ac", class_cn="2匹"), known={"shr": None}).sensible_cooling_w.missing == ("plan/shr",)


# ------------------------------------------------------------------------------------------------------------ rack
def test_a_rack_is_filled_by_what_is_placed_in_it() -> None:
    rack = node("rack", "rack", u_height=42.0, max_load_kg=800.0)
    (filling,) = site_of(rack, quantity=5, placements=(Placement(line="ws", node="rack", units=3),)).racks
    assert (filling.used_u.value, filling.weight_kg.value) == (12.0, 120.0)
    assert (filling.height_u.value, filling.max_load_kg.value) == (42.0, 800.0)
    (empty,) = site_of(rack).racks
    assert (empty.used_u.value, empty.weight_kg.value) == (0.0, 0.0)


def test_quantity_moves_current_only_where_the_machine_is_plugged_in() -> None:
    after, _ = SetValue(path="A/ws/quantity", value=2).apply(sample())
    site = assessed(after).context.site
    assert site.unplugged == {"ws": 1}
    after, _ = SetValue(path="alternatives/A/connections/0/units", value=2).apply(after)
    site = assessed(after).context.site
    assert site.unplugged == {}
    assert site.loads["circuit-1"].own_a.value == pytest.approx(2 * 11.5955, abs=1e-3)
