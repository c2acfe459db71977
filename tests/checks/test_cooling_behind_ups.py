"""An air conditioner behind a UPS is a load of the UPS, in watts: of its rating, its runtime, its loss and what feeds it."""

from __future__ import annotations

import msgspec
import pytest

from planner.facility.ups_runtime import points_of
from planner.figure import Quality
from planner.plan.document import Connection, Plan
from planner.wiring.room import wanted
from tests.checks.factories import assess_one, find, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room

POINTS = "1000:30;2000:12;2700:7"


def _plan(*, ac: dict[str, float | str] | None = None, at: str = "u1", machine_w: float = 1000.0) -> Plan:
    """Return a machine behind a UPS of 2,700 W on a circuit of 16 A, and a unit of cooling that hangs at a node."""
    site = (
        room(),
        circuit("c1"),
        node("u1", "ups", "c1", rated_w=2700.0, rated_va=3000.0, runtime_points=POINTS),
        node("s1", "socket", "u1", form="gb1002_16a"),
        node("ac1", "ac", at, **({"power_in_kw": 1.5} if ac is None else ac)),
    )
    lines = [make_line("ws", known={"max_power_w": machine_w})] if machine_w else []
    links = (Connection(line="ws", node="u1"),) if machine_w else ()
    return make_plan(*lines, site=site, connections=links, known={"power_factor": 1.0})


@pytest.mark.parametrize("at", ["u1", "s1"])
def test_its_watts_are_the_ups_s_and_those_of_what_feeds_it(at: str) -> None:
    # 1,000 W of machine and 1,500 W of cooling; the UPS loses 4 % of 2,700 W and 5 % of 2,500 W: 233 W
    loads = assess_one(_plan(at=at)).context.site.loads
    assert loads["u1"].load_w.value == pytest.approx(2500.0)
    assert loads["c1"].load_w.value == pytest.approx(2733.0)
    assert loads["c1"].total_a.value == pytest.approx(2733 / 220)
    assert loads["c1"].other_a.value == 0  # not counted a second time


def test_up01_counts_it() -> None:
    # with 1,900 W of machine 3,400 W are behind 2,700 W; without the unit they would fit
    assert outcome(assess_one(_plan(machine_w=1900.0)), "UP01", "u1") == "error"
    assert outcome(assess_one(_plan(machine_w=1900.0, at="c1")), "UP01", "u1") == "pass"


def test_the_battery_lasts_as_long_as_for_both() -> None:
    # the machine's expected load is below 1,000 W; the unit draws 1,500 W beside it
    (mine,) = [one for one in find(assess_one(_plan()), "UP03", "u1").figures if one.unit == "min"][:1]
    alone = find(assess_one(_plan(at="c1")), "UP03", "u1").figures[0]
    assert mine.require() < alone.require()
    assert mine.require() <= dict(points_of(POINTS))[1000.0]


def test_a_ups_with_cooling_alone_is_judged_too() -> None:
    plan = _plan(machine_w=0.0, ac={"power_in_kw": 3.0})
    assert outcome(assess_one(plan), "UP01", "u1") == "error"


@pytest.mark.parametrize(
    ("told", "input_w"),
    [
        ({"power_in_kw": 1.5}, 1500.0),
        ({"total_kw": 5.0}, 5000 / 3),  # EER 3, as planned units without a label have
        ({"class_cn": "2匹"}, 5000 / 3),  # 2.5 kW for each 匹
        ({"class_cn": "2匹", "total_kw": 5.4}, 5400 / 3),
        ({"power_in_kw": 1.5, "total_kw": 5.0, "class_cn": "2匹"}, 1500.0),
    ],
)
def test_what_is_not_on_a_plate_is_reckoned_from_the_cooling(told: dict[str, float | str], input_w: float) -> None:
    loads = assess_one(_plan(ac=told)).context.site.loads
    assert loads["u1"].load_w.value == pytest.approx(1000 + input_w)
    quality = loads["u1"].cooling_w[0].quality
    assert (quality is Quality.ASSUMED) is ("power_in_kw" not in told)
    shared = assess_one(_plan(ac=told, at="c1")).context.site.loads["c1"]
    assert shared.other_a.value == pytest.approx(input_w / 220)


def test_a_reading_of_the_circuit_has_it_already() -> None:
    # 9 A were read with the unit running; the machine's 1,000 W and the loss for it come to that: 1,158 W
    plan = _plan()
    site = tuple(circuit("c1", reading_a=9.0) if one.id == "c1" else one for one in plan.site)
    loads = assess_one(msgspec.structs.replace(plan, site=site)).context.site.loads
    assert loads["u1"].load_w.value == pytest.approx(2500.0)
    assert loads["c1"].total_a.value == pytest.approx(9 + 1158 / 220)


def test_of_a_unit_that_says_nothing_nothing_is_guessed() -> None:
    loads = assess_one(_plan(ac={})).context.site.loads
    assert (loads["u1"].load_w.value, loads["u1"].cooling_w) == (1000.0, ())


def test_the_wiring_planner_leaves_it_the_room_it_takes() -> None:
    # 2,700 - 1,500 W are left of the UPS; the circuit carries 1.05 x 1,500 + 108 = 1,683 W of its own
    plan = _plan()
    bare = msgspec.structs.replace(plan, alternatives=(msgspec.structs.replace(plan.alternatives[0], connections=()),))
    assessment = assess_one(bare)
    problem = wanted(bare, assessment.context.alternative, assessment.context.lines).problem
    branches = {one.id: one for one in problem.branches}
    assert branches["u1"].limit_w == pytest.approx(1200.0)
    assert branches["c1"].other_a == pytest.approx(1683 / 220)
