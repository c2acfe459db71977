"""Loads between two lines of a three-phase panel: vector sums by hand, imbalance and neutral; power factor 1, 380 V.

3,800 W between two lines are 10 A in both. 380 V / sqrt(3) x 10 A = 2,193.9 W to neutral are 10 A.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from planner.plan.document import Plan
from planner.wiring.room import wanted
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import room, unit

PAIR_W, NEUTRAL_W = 3800.0, 380 / math.sqrt(3) * 10
PANEL: dict[str, Any] = {"volts": 380.0, "volts_kind": "L-L", "phases": 3.0, "other_load_a": 0.0}


def supplied(breaker_a: float = 63.0, **legs: tuple[str, float]) -> Plan:
    """Return a plan with a machine on each circuit, by the lines it hangs on and its power (W)."""
    site = [room(), unit(), node("p", "panel", "room", breaker_a=breaker_a, **PANEL)]
    lines, plugged = [], {}
    for name, (leg, power_w) in legs.items():
        told = {"leg": leg} if leg else {}
        site.append(node(name, "circuit", "p", breaker_a=32.0, shared=False, **told))
        lines.append(make_line(f"m{name}", known={"max_power_w": power_w}))
        plugged[f"m{name}"] = name
    return make_plan(*lines, site=tuple(site), plugged=plugged, known={"power_factor": 1.0})


def lines_of(plan: Plan) -> tuple[dict[str, float], float]:
    """Return the currents told of L1, L2, L3, and that of the neutral (A)."""
    told = {one.key.rpartition("/")[2]: one.value for one in find(assess_one(plan), "PW12", "p").figures}
    return {leg: round(told[f"{leg}_a"] or 0.0, 3) for leg in ("L1", "L2", "L3")}, told["neutral_a"] or 0.0


def test_one_load_between_two_lines_is_in_both_of_them() -> None:
    plan = supplied(c1=("L1-L2", PAIR_W))
    currents, neutral_a = lines_of(plan)
    assert currents == {"L1": 10.0, "L2": 10.0, "L3": 0.0}
    assert neutral_a == 0.0
    loads = assess_one(plan).context.site.loads
    assert loads["c1"].own_a.value == pytest.approx(10.0)  # of the circuit itself: 3,800 W / 380 V
    assert loads["p"].own_a.value == pytest.approx(10.0)


def test_three_equal_loads_between_lines_are_a_balanced_load() -> None:
    # each line carries sqrt(10^2 + 10^2 + 10 x 10) = 17.32 A = 3 x 3,800 / (sqrt(3) x 380)
    plan = supplied(c1=("L1-L2", PAIR_W), c2=("L2-L3", PAIR_W), c3=("L3-L1", PAIR_W))
    currents, neutral_a = lines_of(plan)
    assert currents == dict.fromkeys(("L1", "L2", "L3"), pytest.approx(17.321, abs=1e-3))
    assert neutral_a == 0.0
    assert outcome(assess_one(plan), "PW11", "p") == "pass"


def test_a_load_to_neutral_and_one_between_lines_add_as_vectors() -> None:
    # 30 degrees apart: 2 x 10 x cos 15 degrees = 19.32 A on L1, not 20 A; the neutral carries the 10 A of L1 alone
    plan = supplied(c1=("L1-L2", PAIR_W), c2=("L1", NEUTRAL_W))
    currents, neutral_a = lines_of(plan)
    assert currents == {"L1": pytest.approx(20 * math.cos(math.pi / 12), abs=1e-3), "L2": 10.0, "L3": 0.0}
    assert neutral_a == pytest.approx(10.0)
    finding = find(assess_one(plan), "PW11", "p")
    # (19.319 - 9.773) / 9.773 = 97.7 %
    assert finding.figures[0].value == pytest.approx((19.3185 / (29.3185 / 3) - 1) * 100, abs=0.01)
    assert finding.outcome == "error"


@pytest.mark.parametrize(("breaker_a", "expected"), [(20.0, "pass"), (19.0, "error")])
def test_the_vector_sum_decides_on_the_breaker(breaker_a: float, expected: str) -> None:
    plan = supplied(breaker_a, c1=("L1-L2", PAIR_W), c2=("L1", NEUTRAL_W))
    assert outcome(assess_one(plan), "PW12", "p") == expected


def test_a_pair_that_nobody_told_counts_on_each_line_and_is_asked_for() -> None:
    site = [room(), unit(), node("p", "panel", "room", breaker_a=19.0, **PANEL)]
    site.append(node("c1", "circuit", "p", breaker_a=32.0, shared=False, volts=380.0, volts_kind="L-L", phases=1.0))
    site.append(node("c2", "circuit", "p", breaker_a=32.0, shared=False, leg="L1"))
    lines = [make_line("m1", known={"max_power_w": PAIR_W}), make_line("m2", known={"max_power_w": NEUTRAL_W})]
    plan = make_plan(*lines, site=tuple(site), plugged={"m1": "c1", "m2": "c2"}, known={"power_factor": 1.0})
    assessment = assess_one(plan)
    assert assessment.context.site.loads["p"].total_a.value == pytest.approx(20.0)  # a bound
    finding = find(assessment, "PW01", "p")
    assert (finding.outcome, finding.missing) == ("unknown", ("site/c1/leg",))


def test_others_between_two_lines_are_vectors_too() -> None:
    plan = supplied(c1=("L1-L2", PAIR_W), c2=("L1", NEUTRAL_W))
    import msgspec

    from planner.plan.document import Fact

    values = {"other_load_a": Fact(value=10.0)}
    site = tuple(
        msgspec.structs.replace(one, values={**one.values, **values}) if one.id == "c1" else one for one in plan.site
    )
    # 20 A between L1 and L2: L1 sqrt((10 + 17.32)^2 + 10^2) = 29.09 A
    currents, _neutral = lines_of(msgspec.structs.replace(plan, site=site))
    assert currents["L1"] == pytest.approx(math.hypot(10 + 20 * math.sqrt(3) / 2, 10), abs=1e-3)
    assert currents["L2"] == pytest.approx(20.0)


def test_a_circuit_on_another_line_is_offered_where_that_balances() -> None:
    # 20, 10 and 0 A: one of the two circuits of L1 on L3 gives 10 A on each
    plan = supplied(c1=("L1", NEUTRAL_W), c2=("L1", NEUTRAL_W), c3=("L2", NEUTRAL_W))
    finding = find(assess_one(plan), "PW11", "p")
    assert finding.outcome == "error"
    assert outcome(assess_one(fixed(plan, finding)), "PW11", "p") == "pass"


def test_the_planner_leaves_alone_what_hangs_between_lines() -> None:
    plan = supplied(c1=("L1-L2", PAIR_W), c2=("L1", NEUTRAL_W))
    ask = wanted(plan, plan.alternatives[0], assess_one(plan).context.lines)
    assert ask.lines == ("mc2",)
    outlets = {one.id: one for one in ask.problem.outlets}
    assert set(outlets) == {"c2"}  # a machine for 220 V must not come to 380 V
    assert outlets["c2"].volts_v == pytest.approx(219.39, abs=0.01)
    others = {one.id: one.other_a for one in ask.problem.branches}
    assert others["p"] == pytest.approx(10.0)  # 3,800 W / 380 V at the power factor of the plan
    assert find(assess_one(supplied(19.0, c1=("L1-L2", PAIR_W), c2=("L1", NEUTRAL_W))), "PW12", "p").fix is None


def test_balance_needs_something_on_three_lines() -> None:
    assert find_all(assess_one(supplied(c1=("L1-L2", PAIR_W))), "PW11") == ()
