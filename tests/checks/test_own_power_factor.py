"""A power factor that is told of a machine counts wherever its current or its volt-amperes do.

By hand, at 230 V: 1,800 W / (230 x 0.7) = 11.18 A, at the 0.98 of the plan 7.99 A; 4,800 W / 0.7 = 6,857 VA.
"""

from __future__ import annotations

import msgspec
import pytest

from planner.assess.run import Assessment
from planner.checks.ratings import rating_of
from planner.messages import render
from planner.plan.document import Connection, Line
from planner.wiring.room import wanted
from tests.checks.factories import assess_one, find, find_all, make_line, make_plan, node
from tests.checks.rooms import circuit, room, unit

UPS = {"rated_w": 6000.0, "rated_va": 6000.0}


def machine(id: str, power_w: float, factor: float | None = None, **told: float | str) -> Line:  # noqa: A002
    own = {} if factor is None else {"power_factor": factor}
    return make_line(id, known={"max_power_w": power_w, **own, **told})


def assessed(*lines: Line, **known: float | None) -> Assessment:
    """Return a UPS on a circuit of 230 V with these lines behind it."""
    site = (room(), unit(), circuit(volts=230.0, breaker_a=63.0), node("u1", "ups", "c1", **UPS))
    plugged = {line.id: "u1" for line in lines}
    return assess_one(make_plan(*lines, site=site, plugged=plugged, known={"power_factor": 0.98, **known}))


def test_a_machine_draws_the_current_of_its_own_power_factor() -> None:
    load = assessed(machine("srv", 1800.0, 0.7)).context.site.loads["u1"]
    assert load.own_a.value == pytest.approx(11.18, abs=0.01)
    assert load.power_factor.value == 0.7
    assert assessed(machine("srv", 1800.0)).context.site.loads["u1"].own_a.value == pytest.approx(7.99, abs=0.01)


def test_it_is_enough_where_the_plan_tells_none() -> None:
    assessment = assessed(machine("srv", 1800.0, 0.7), power_factor=None)
    assert assessment.context.site.loads["u1"].own_a.value == pytest.approx(11.18, abs=0.01)


def test_the_volt_amperes_of_a_ups_are_those_of_its_machines() -> None:
    # 6,857 of 6,000 VA: 114.3 %
    assessment = assessed(machine("srv", 4800.0, 0.7))
    found = find(assessment, "UP01", "u1")
    assert (found.outcome, found.figures[0].value) == ("error", pytest.approx(114.3, abs=0.05))


def test_volt_amperes_of_unlike_machines_add_as_numbers() -> None:
    # 2,100 / 0.7 + 980 / 0.98 = 4,000 VA; 3,080 / 4,000 = 0.77; 4,000 / 230 = 17.39 A
    load = assessed(machine("old", 2100.0, 0.7), machine("new", 980.0)).context.site.loads["u1"]
    assert load.power_factor.value == pytest.approx(0.77)
    assert load.own_a.value == pytest.approx(17.39, abs=0.01)


def test_after_a_loss_it_counts_too() -> None:
    # 2 machines of 2,000 W on two feeds: the UPS that is left carries 4,000 W / 0.65 = 6,154 VA of 6,000
    known: dict[str, float | str | bool] = {
        "max_power_w": 2000.0,
        "power_factor": 0.65,
        "psu_count": 2.0,
        "psu_w": 2400.0,
        "psu_redundancy": "1+1",
    }
    site = (
        room(),
        unit(),
        circuit("ca", feed="A", breaker_a=63.0),
        circuit("cb", feed="B", breaker_a=63.0),
        node("u1", "ups", "cb", bypass=True, **UPS),
    )
    links = tuple(Connection(line="srv", node=name, units=2, share=0.5) for name in ("ca", "u1"))
    plan = make_plan(
        make_line("srv", quantity=2, known=known), site=site, connections=links, known={"power_factor": 0.98}
    )
    found = [one for one in find_all(assess_one(plan), "PW20", "u1") if one.message.id == "PW20.ups"]
    assert [round(one.figures[0].require()) for one in found] == [6154]


def test_the_wiring_planner_counts_the_lowest() -> None:
    assessment = assessed(machine("old", 2100.0, 0.7), machine("new", 980.0))
    plan, context = assessment.plan, assessment.context
    assert wanted(plan, context.alternative, context.lines).problem.power_factor == 0.7


def test_volt_amperes_are_told_where_they_decide() -> None:
    # 4,800 W are 80.0 % of 6,000 W, 4,800 / 0.98 = 4,898 VA 81.6 % of 6,000 VA
    found = find(assessed(machine("srv", 4800.0)), "UP01", "u1")
    assert render(found.message, "en") == "u1 would carry 4,898 VA, 81.6 % of its rating."
    assert [figure.unit for figure in found.figures] == ["%", "VA", "VA"]


def test_a_rating_in_watts_above_that_in_volt_amperes_is_not_used() -> None:
    # 7,000 W of a UPS of 6,000 VA: at a power factor of 1 it carries 6,000 W
    site = (
        room(),
        unit(),
        circuit(volts=230.0, breaker_a=63.0),
        node("u1", "ups", "c1", rated_w=7000.0, rated_va=6000.0),
    )
    plan = make_plan(machine("srv", 6500.0), site=site, plugged={"srv": "u1"}, known={"power_factor": 1.0})
    assessment = assess_one(plan)
    # 4 % of 6,000 W and 5 % of the 6,000 W that it can carry
    assert assessment.context.site.loads["c1"].load_w.value == 6500.0 + 240.0 + 300.0
    branch = next(
        one
        for one in wanted(plan, assessment.context.alternative, assessment.context.lines).problem.branches
        if one.id == "u1"
    )
    assert branch.limit_w == 6000.0


def test_the_form_of_its_outlets_does_not_limit_a_ups() -> None:
    # 8 outlets C19 of 16 A each: 21.3 A of all together are no fault of a UPS of 6 kVA
    own = {**UPS, "outlet_count": 8.0, "socket_form": "iec_c19"}
    site = (room(), unit(), circuit(volts=230.0, breaker_a=63.0), node("u1", "ups", "c1", **own))
    plan = make_plan(*(machine(name, 2400.0) for name in "ab"), site=site, plugged={"a": "u1", "b": "u1"})
    assert not rating_of(assess_one(plan).context.site.loads["u1"]).known
    single = (*site[:-1], node("u1", "ups", "c1", **{**own, "outlet_count": 1.0}))
    load = assess_one(msgspec.structs.replace(plan, site=single)).context.site.loads["u1"]
    assert rating_of(load).value == 16.0
